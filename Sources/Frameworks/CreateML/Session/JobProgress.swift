import Combine
import Foundation

/// The `Progress` of a job. The job's threads write it while other threads read it.
final class JobProgress: Progress, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let changes = CurrentValueSubject<Void, Never>(())

    override var totalUnitCount: Int64 {
        get { lock.withLock { super.totalUnitCount } }
        set { lock.withLock { super.totalUnitCount = newValue } }
    }

    override var completedUnitCount: Int64 {
        get { lock.withLock { super.completedUnitCount } }
        set { lock.withLock { super.completedUnitCount = newValue } }
    }

    override var userInfo: [ProgressUserInfoKey: Any] { lock.withLock { super.userInfo } }

    override func setUserInfoObject(_ value: Any?, forKey key: ProgressUserInfoKey) {
        lock.withLock { super.setUserInfoObject(value, forKey: key) }
    }

    override func cancel() {
        super.cancel()
        changes.send(())
    }

    /// Writes several values in one step, and then informs the observers of the progress.
    func update(_ write: (JobProgress) -> Void) {
        lock.withLock { write(self) }
        changes.send(())
    }

    fileprivate func values<Value>(of keyPath: KeyPath<Progress, Value>) -> AnyPublisher<Value, Never> {
        changes.map { self.lock.withLock { self[keyPath: keyPath] } }.eraseToAnyPublisher()
    }
}

extension Progress {
    /// Publishes the value of a property of a training job's progress: first the current value, then the value at each progress of the job. An
    /// example is `job.progress.publisher(for: \.fractionCompleted)`.
    ///
    /// This method replaces the publisher for key-value observing, which Linux does not have. Values are sent on the job's thread. For a `Progress`
    /// that does not belong to a job, only the current value is sent.
    public func publisher<Value>(for keyPath: KeyPath<Progress, Value>) -> AnyPublisher<Value, Never> {
        (self as? JobProgress)?.values(of: keyPath) ?? CurrentValueSubject(self[keyPath: keyPath]).eraseToAnyPublisher()
    }
}
