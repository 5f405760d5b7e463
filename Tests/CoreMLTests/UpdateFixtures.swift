import CoreML
import Foundation
import TestSupport

/// Updatable models, and what Fixtures/make_updatable.py found with PyTorch that training makes of them.
struct UpdateFixtures: Decodable {
    struct Run: Decodable {
        var x: [Float]
        var y: [Float]?
        var labels: [String]?
        var targets: [Int32]?
        var losses: [Double]
        var end: [String: [Float]]
    }

    var classifier: Run
    var regression: Run
    var exact: Run
    var drawings: Run

    private static let folder = Fixtures.url("updatable")

    static func model(_ name: String) -> URL { folder.appendingPathComponent("\(name).mlmodel") }

    static func read() throws -> UpdateFixtures {
        try JSONDecoder().decode(UpdateFixtures.self, from: Data(contentsOf: folder.appendingPathComponent("truth.json")))
    }

    static func array(_ numbers: some Collection<Float>, _ shape: [Int]) throws -> MLMultiArray {
        let array = try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .float32)
        for (index, number) in numbers.enumerated() { array[index] = NSNumber(value: number) }
        return array
    }

    /// Rows of `numbers` with an answer each.
    static func batch(
        _ input: String, _ numbers: [Float], _ shape: [Int], _ target: String, _ answers: [Any]
    ) throws -> MLArrayBatchProvider {
        let count = shape.reduce(1, *)
        let rows = try answers.enumerated().map { index, answer in
            try MLDictionaryFeatureProvider(dictionary: [
                input: try array(numbers[index * count..<(index + 1) * count], shape), target: answer,
            ])
        }
        return MLArrayBatchProvider(array: rows)
    }
}

/// A log of a task's handlers, on whatever thread.
final class UpdateLog: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private(set) var contexts: [MLUpdateContext] = []
    private(set) var completion: MLUpdateContext?

    func handlers(
        _ events: MLUpdateProgressEvent = [.trainingBegin, .epochEnd, .miniBatchEnd], _ also: ((MLUpdateContext) -> Void)? = nil
    ) -> MLUpdateProgressHandlers {
        MLUpdateProgressHandlers(
            forEvents: events,
            progressHandler: { [self] context in
                contexts.append(context)
                also?(context)
            },
            completionHandler: { [self] context in
                completion = context
                done.signal()
            })
    }

    /// Waits for the completion handler; false where it is not called within a minute.
    func wait() -> Bool { done.wait(timeout: .now() + 60) == .success }

    func losses(_ event: MLUpdateProgressEvent) -> [Double] {
        contexts.filter { $0.event == event }.compactMap { $0.metrics[.lossValue] as? Double }
    }
}
