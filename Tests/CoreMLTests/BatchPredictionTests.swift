import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Testing

@Suite struct BatchPredictionTests {
    private func doubling() throws -> MLModel {
        try TestModels.load(TestModels.linear(input: TestModels.array([3]), output: TestModels.array([3]), alpha: 2, isExact: true))
    }

    private func features(_ values: [Float]) throws -> any MLFeatureProvider {
        try MLDictionaryFeatureProvider(dictionary: [
            "input": MLFeatureValue(shapedArray: MLShapedArray(scalars: values, shape: [values.count]))
        ])
    }

    @Test("Answers come in the order of the batch")
    func answersComeInTheOrderOfTheBatch() throws {
        let model = try doubling()
        let inputs = try (0..<100).map { try features([Float($0), 1, 2]) }
        let results = try model.predictions(fromBatch: MLArrayBatchProvider(array: inputs))
        #expect(results.count == 100)
        for index in 0..<100 {
            let output = results.features(at: index).featureValue(for: "output")?.shapedArrayValue(of: Float.self)
            #expect(output?.scalars == [Float(2 * index), 2, 4])
        }
        #expect(try model.predictions(fromBatch: MLArrayBatchProvider(array: [])).count == 0)
    }

    @Test("The error is that of the first features that fail")
    func theErrorIsThatOfTheFirstFeaturesThatFail() throws {
        let model = try doubling()
        for bad in [0, 37, 99] {
            // Later features fail too.
            let inputs = try (0..<100).map { $0 == bad || $0 > bad + 2 ? try features([1]) : try features([1, 2, 3]) }
            #expect {
                try model.predictions(fromBatch: MLArrayBatchProvider(array: inputs))
            } throws: { error in
                let error = error as? MLModelError
                return error?.code == .featureType && error?.localizedDescription.hasPrefix("Features \(bad) of the batch") == true
            }
        }
    }

    /// Cancels the task that it is read in when it is asked for one of its features.
    private final class CancellingBatch: MLBatchProvider, @unchecked Sendable {
        let inputs: [any MLFeatureProvider]
        var task: Task<Int, any Error>?
        private(set) var highest = 0

        init(_ inputs: [any MLFeatureProvider]) {
            self.inputs = inputs
        }

        var count: Int { inputs.count }

        func features(at index: Int) -> any MLFeatureProvider {
            highest = max(highest, index)
            if index == 10 { task?.cancel() }
            return inputs[index]
        }
    }

    @Test("A cancelled task ends its batch")
    func aCancelledTaskEndsItsBatch() async throws {
        let model = try doubling()
        let batch = CancellingBatch(try (0..<5000).map { _ in try features([1, 2, 3]) })
        let (start, signal) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in start {}
            return try model.predictions(from: batch, options: MLPredictionOptions()).count
        }
        batch.task = task
        signal.finish()
        await #expect {
            try await task.value
        } throws: { error in
            (error as? MLModelError)?.code == .predictionCancelled
        }
        #expect(batch.highest < 4999)
    }

    @Test("Backings hold one prediction only")
    func backingsHoldOnePredictionOnly() throws {
        let model = try doubling()
        let options = MLPredictionOptions()
        options.outputBackings = ["output": try MLMultiArray(shape: [3], dataType: .float32)]
        let input = try features([1, 2, 3])
        #expect(try model.predictions(from: MLArrayBatchProvider(array: [input]), options: options).count == 1)
        #expect(throws: MLModelError.self) {
            try model.predictions(from: MLArrayBatchProvider(array: [input, input]), options: options)
        }
    }
}
