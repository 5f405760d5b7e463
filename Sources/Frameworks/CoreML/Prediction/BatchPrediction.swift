import CoreMLRuntime
import Foundation
import Locks

/// The predictions of a batch, run in parallel.
///
/// Threads that compute one prediction together wait for each other after every step. Threads with separate predictions do not wait.
/// Therefore as many predictions run in parallel as there are cores, and the cores are divided among them. Only one thread at a time reads
/// features from the batch, in order.
final class BatchPrediction: @unchecked Sendable {
    private let model: MLModel
    private let batch: any MLBatchProvider
    private let options: MLPredictionOptions
    /// The cancellation of the caller's prediction. The cancellation is task-local, so other threads do not see it.
    private let cancellation = PredictionCancellation.current
    private let lock = Lock()
    private var next = 0
    private var results: [PredictionResult?]
    private var failure: (index: Int, error: any Error)?

    init(_ model: MLModel, _ batch: any MLBatchProvider, _ options: MLPredictionOptions) {
        self.model = model
        self.batch = batch
        self.options = options
        results = Array(repeating: nil, count: batch.count)
    }

    /// The results in the order of the batch.
    ///
    /// - Throws: the first error in the order of the batch; `predictionCancelled` if the caller's task is cancelled.
    func run() throws -> [any MLFeatureProvider] {
        let workers = min(results.count, Parallelism.processorCount)
        if workers > 1 {
            let threads = Parallelism.processorCount / workers
            // The calling thread is one of the workers. It notices when the caller's task is cancelled.
            DispatchQueue.concurrentPerform(iterations: workers) { _ in
                PredictionCancellation.$current.withValue(cancellation) { Parallelism.withThreads(threads, work) }
            }
        } else {
            work()
        }
        if let failure { throw failure.error }
        return results.compactMap { $0 }
    }

    private func work() {
        while let (index, features) = take() {
            do {
                let result = try model.predict(features, options: options)
                lock.withLock { results[index] = result }
            } catch {
                fail(index, BatchPrediction.error(error, at: index))
            }
        }
    }

    /// The next features and their index; `nil` at the end of the batch and after a failure.
    private func take() -> (Int, any MLFeatureProvider)? {
        lock.withLock {
            guard failure == nil, next < results.count else { return nil }
            if Task.isCancelled || cancellation?.isCancelled == true {
                failure = (next, MLModelError(.predictionCancelled, "The predictions were cancelled."))
                return nil
            }
            defer { next += 1 }
            return (next, batch.features(at: next))
        }
    }

    /// Keeps the failure with the lowest index. Predictions begin in order, so all predictions before a failed one also run to their end.
    private func fail(_ index: Int, _ error: any Error) {
        lock.withLock {
            if let failure, failure.index < index { return }
            failure = (index, error)
        }
    }

    private static func error(_ error: any Error, at index: Int) -> any Error {
        guard let error = error as? MLModelError else { return error }
        return MLModelError(error.code, "Features \(index) of the batch: \(error.localizedDescription)", underlying: error)
    }
}
