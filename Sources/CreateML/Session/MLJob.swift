import Combine
import Foundation
import Synchronization

/// A training that runs on a thread of its own.
///
/// `result` sends the trained model, or why there is none, to those who subscribe before and after it is done. Keep what `sink` returns.
public final class MLJob<Result>: Cancellable, @unchecked Sendable {
    public let startDate = Date()
    /// `MLProgress(progress:)` reads its details.
    public let progress: Progress
    public let result: AnyPublisher<Result, any Error>
    public let phase: AnyPublisher<MLPhase, Never>
    private let cancellation: Cancellation

    public var isCanceled: Bool { cancellation.isCancelled }

    /// Ends the job soon; its result is then `MLCreateError.cancelled`.
    public func cancel() {
        cancellation.cancel()
        progress.cancel()
    }

    /// Runs `work`, which reports to its argument how far it has come and ends when that says false.
    init(_ work: @escaping @Sendable (@escaping @Sendable (TrainingProgress) -> Bool) throws -> Result) {
        let progress = Progress(totalUnitCount: 100)
        let cancellation = Cancellation()
        let phases = CurrentValueSubject<MLPhase, Never>(.initialized)
        let start = startDate
        self.progress = progress
        self.cancellation = cancellation
        phase = phases.eraseToAnyPublisher()
        result = Future<Result, any Error> { promise in
            let job = Unchecked(promise: promise, progress: progress, phases: phases)
            let thread = Thread {
                let answer = Swift.Result {
                    try work { step in
                        job.report(step, since: start)
                        return !cancellation.isCancelled && !job.progress.isCancelled
                    }
                }
                if case .success = answer { job.progress.completedUnitCount = job.progress.totalUnitCount }
                job.phases.send(completion: .finished)
                job.promise(answer)
            }
            thread.stackSize = 8 << 20
            thread.start()
        }.eraseToAnyPublisher()
    }

    /// What the thread needs; each part takes care of its own threads.
    private struct Unchecked: @unchecked Sendable {
        let promise: (Swift.Result<Result, any Error>) -> Void
        let progress: Progress
        let phases: CurrentValueSubject<MLPhase, Never>

        func report(_ step: TrainingProgress, since start: Date) {
            var state: MLProgress
            switch step {
            case .extracting(let done, let total):
                state = MLProgress(phase: .extractingFeatures)
                (state.itemCount, state.totalItemCount) = (done, total)
                progress.completedUnitCount = Int64(80 * done / max(total, 1))
            case .training(let iteration, let total, let loss):
                state = MLProgress(phase: .training)
                (state.itemCount, state.totalItemCount) = (iteration, total)
                state.metrics = [.loss: loss]
                progress.completedUnitCount = Int64(80 + 20 * iteration / max(total, 1))
            }
            state.elapsedTime = Date().timeIntervalSince(start)
            state.write(to: progress)
            if phases.value != state.phase { phases.send(state.phase) }
        }
    }
}

/// A flag that only goes up.
private final class Cancellation: Sendable {
    private let flag = Mutex(false)

    var isCancelled: Bool { flag.withLock { $0 } }
    func cancel() { flag.withLock { $0 = true } }
}
