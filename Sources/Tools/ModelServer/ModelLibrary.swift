import CoreML
import Foundation
import Locks

/// The models loaded by the clients of a process. Clients share each model. A model stays loaded while at least one client uses it.
package final class ModelLibrary: Sendable {
    private struct Key: Hashable {
        let path: String
        let units: Int
        let function: String?
        /// The identity of the file. A later file of the same name has another identity.
        let identity: [Int]
    }

    private struct Entry {
        weak var model: SharedModel?
    }

    private let entries = Locked<[Key: Entry]>([:])
    private let batchLimit: Int

    /// - Parameter batchLimit: the maximum number of waiting requests that are predicted together.
    package init(batchLimit: Int = 16) {
        self.batchLimit = batchLimit
    }

    /// The model in a file. Two clients may request the model at the same time. Both may load it, but only one of the copies is used.
    func model(at url: URL, _ configuration: MLModelConfiguration) throws -> SharedModel {
        let key = Key(
            path: url.path, units: configuration.computeUnits.rawValue, function: configuration.functionName,
            identity: Self.identity(of: url))
        if let model = entries.withLock({ $0[key]?.model }) { return model }
        let model = SharedModel(try MLModel(contentsOf: url, configuration: configuration), batchLimit: batchLimit)
        return entries.withLock { entries in
            if let earlier = entries[key]?.model { return earlier }
            entries = entries.filter { $0.value.model != nil }
            entries[key] = Entry(model: model)
            return model
        }
    }

    private static func identity(of url: URL) -> [Int] {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return [] }
        return [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}

/// A model that several clients share. Requests that arrive during a prediction wait, and are then predicted together.
final class SharedModel: @unchecked Sendable {
    let model: MLModel
    private let batchLimit: Int

    private struct Queue {
        var waiting: [Ticket] = []
        var isPredicting = false
    }

    private let queue = Locked(Queue())

    /// A waiting request, and later its answer.
    private final class Ticket: @unchecked Sendable {
        let inputs: any MLFeatureProvider
        let turn = DispatchSemaphore(value: 0)
        /// The answer. When `turn` is signalled, it is either set, or still `nil`. If it is `nil`, this request must run the next prediction, for
        /// all waiting requests.
        var result: Result<any MLFeatureProvider, any Error>?

        init(_ inputs: any MLFeatureProvider) { self.inputs = inputs }
    }

    init(_ model: MLModel, batchLimit: Int) {
        (self.model, self.batchLimit) = (model, max(batchLimit, 1))
    }

    /// Predicts together with other waiting requests.
    ///
    /// - Throws: only errors that are caused by these inputs.
    func prediction(from inputs: any MLFeatureProvider) throws -> any MLFeatureProvider {
        let ticket = Ticket(inputs)
        let isFirst = queue.withLock { queue in
            queue.waiting.append(ticket)
            if queue.isPredicting { return false }
            queue.isPredicting = true
            return true
        }
        if !isFirst {
            ticket.turn.wait()
            if let result = ticket.result { return try result.get() }
        }
        // The first waiting request predicts for all waiting requests. Its own ticket is in the batch, too.
        let batch = queue.withLock { queue in
            let batch = Array(queue.waiting.prefix(batchLimit))
            queue.waiting.removeFirst(batch.count)
            return batch
        }
        let results = predict(batch.map(\.inputs))
        let next = queue.withLock { queue in
            if queue.waiting.isEmpty { queue.isPredicting = false }
            return queue.waiting.first
        }
        next?.turn.signal()
        var own: Result<any MLFeatureProvider, any Error>?
        for (other, result) in zip(batch, results) {
            if other === ticket { own = result } else { other.result = result }
            if other !== ticket { other.turn.signal() }
        }
        guard let own else { throw ModelSession.RequestError(description: "a request was not predicted") }
        return try own.get()
    }

    private func predict(_ inputs: [any MLFeatureProvider]) -> [Result<any MLFeatureProvider, any Error>] {
        if inputs.count > 1,
            let answers = try? model.predictions(from: MLArrayBatchProvider(array: inputs), options: MLPredictionOptions())
        {
            return (0..<answers.count).map { .success(answers.features(at: $0)) }
        }
        // There is only one request, or the batch failed. Each request is predicted by itself, so that one invalid request does not affect the other
        // requests.
        return inputs.map { inputs in Result { try model.prediction(from: inputs) } }
    }
}
