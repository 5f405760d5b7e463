import Combine
import Foundation
import Locks

/// A training that runs on a separate thread.
///
/// `result` sends the trained model, or an error. Subscribers that come after the end also get the result. Store the value that `sink` returns.
public final class MLJob<Result>: Cancellable, @unchecked Sendable {
    /// The time at which the job began.
    public let startDate = Date()
    /// The progress of the job. `MLProgress(progress:)` reads the details. `publisher(for:)` publishes one of the values.
    public let progress: Progress
    /// Sends each checkpoint after its file is written. Finishes with the job.
    public let checkpoints: AnyPublisher<MLCheckpoint, Never>
    /// Sends the trained model, or an error. Later subscribers also receive it.
    public let result: AnyPublisher<Result, any Error>
    /// Sends the current phase of the job and each new phase. Finishes with the job.
    public let phase: AnyPublisher<MLPhase, Never>
    private let cancellation: Cancellation

    /// Whether ``cancel()`` was called.
    public var isCanceled: Bool { cancellation.isCancelled }

    /// Ends the job soon. Its result is then `MLCreateError.cancelled`. If the session has a folder, the work done so far is saved.
    public func cancel() {
        cancellation.cancel()
        progress.cancel()
    }

    /// Runs `work` on a separate thread. `work` reports its progress.
    ///
    /// - Parameter extractionShare: the fraction of the work, 0…1, that the extraction of features takes.
    package init(extractionShare: Double = 0, _ work: @escaping @Sendable (TrainingReporter) throws -> Result) {
        let progress = JobProgress(parent: nil, userInfo: nil)
        progress.totalUnitCount = 1000
        let cancellation = Cancellation()
        let phases = CurrentValueSubject<MLPhase, Never>(.initialized)
        let kept = PassthroughSubject<MLCheckpoint, Never>()
        self.progress = progress
        self.cancellation = cancellation
        checkpoints = kept.eraseToAnyPublisher()
        phase = phases.eraseToAnyPublisher()
        result = Future<Result, any Error> { promise in
            let job = Unchecked(promise: promise, progress: progress, phases: phases, checkpoints: kept, extractionShare: extractionShare)
            let reporter = TrainingReporter(
                progress: { job.report($0) }, checkpoint: { job.checkpoints.send($0) },
                isCancelled: { cancellation.isCancelled || job.progress.isCancelled })
            let thread = Thread {
                let answer = Swift.Result { try work(reporter) }
                if case .success = answer { job.progress.update { $0.completedUnitCount = $0.totalUnitCount } }
                job.checkpoints.send(completion: .finished)
                job.phases.send(completion: .finished)
                job.promise(answer)
            }
            thread.stackSize = 8 << 20
            thread.start()
        }.eraseToAnyPublisher()
    }

    /// The values that the job's thread needs. Each is thread-safe on its own.
    private struct Unchecked: @unchecked Sendable {
        let promise: (Swift.Result<Result, any Error>) -> Void
        let progress: JobProgress
        let phases: CurrentValueSubject<MLPhase, Never>
        let checkpoints: PassthroughSubject<MLCheckpoint, Never>
        let extractionShare: Double

        func report(_ state: MLProgress) {
            let part = Double(state.itemCount) / Double(max(state.totalItemCount ?? 0, 1))
            let done =
                switch state.phase {
                case .initialized: 0.0
                case .extractingFeatures: extractionShare * part
                case .training: extractionShare + (1 - extractionShare) * part
                case .evaluating, .inferencing: 1.0
                }
            // The last unit is reserved for the end of the job.
            progress.update {
                $0.completedUnitCount = min(Int64(done * 1000), 999)
                state.write(to: $0)
            }
            if phases.value != state.phase { phases.send(state.phase) }
        }
    }
}

/// A flag that can be set, but not reset.
private final class Cancellation: Sendable {
    private let flag = Locked(false)

    var isCancelled: Bool { flag.withLock { $0 } }
    func cancel() { flag.withLock { $0 = true } }
}
