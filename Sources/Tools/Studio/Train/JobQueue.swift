import CreateML
import Foundation
import Locks
import Reports

/// The trainings of a server. At most one runs at a time. The other trainings that were started wait.
final class JobQueue: Sendable {
    private static let maximumCount = 100
    private let storage: Storage
    private let jobs: Locked<[Job]>
    private let worker = WorkerThreads("osprey.studio.training", count: 1)
    private let isEnding = Locked(false)

    /// Reads the trainings of earlier servers.
    init(_ storage: Storage) throws {
        self.storage = storage
        let names = (try? FileManager.default.contentsOfDirectory(atPath: storage.jobs.path)) ?? []
        let found = names.compactMap { name in Job(name, in: storage.jobs.appendingPathComponent(name)) }
        jobs = Locked(found.sorted { $0.record.date < $1.record.date })
    }

    var all: [Job] { jobs.withLock { $0 } }

    /// - Throws: `WebFailure` if there is no training of this name.
    func job(_ name: String) throws -> Job {
        guard let job = all.first(where: { $0.name == name }) else { throw WebFailure(404, "there is no such training") }
        return job
    }

    /// Begins a training with uploaded data.
    func begin(_ upload: String, _ record: Job.Record, _ uploads: UploadTable) throws -> Job {
        guard all.count < Self.maximumCount else { throw WebFailure(409, "there are \(Self.maximumCount) trainings; remove one first") }
        let name = Storage.makeName()
        let folder = storage.jobs.appendingPathComponent(name)
        let job = Job(name, in: folder, record)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            try job.save()
            try uploads.move(upload, to: job.data)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error as? WebFailure ?? WebFailure(507, ErrorText.describe(error))
        }
        jobs.withLock { $0.append(job) }
        enqueue(job)
        return job
    }

    private func enqueue(_ job: Job) {
        job.become(.waiting)
        worker.add { [self] in
            if isEnding.withLock({ $0 }) { return }
            guard !job.isCancelled else { return job.become(.stopped) }
            job.become(.running)
            do {
                try job.train()
                job.become(.finished)
            } catch MLCreateError.cancelled {
                // When the server ends, its trainings stay marked as running, so that the next server resumes them.
                if !isEnding.withLock({ $0 }) { job.become(.stopped) }
            } catch {
                job.become(.failed, reason: ErrorText.describe(error))
            }
        }
    }

    /// Resumes a training that was stopped or has failed, from the last checkpoint in its session.
    func resume(_ job: Job) throws {
        guard [.stopped, .failed].contains(job.record.state) else { throw WebFailure(409, "this training is \(job.record.state.rawValue)") }
        enqueue(job)
    }

    func stop(_ job: Job) throws {
        switch job.record.state {
        case .waiting, .running: job.cancel()
        default: throw WebFailure(409, "this training is \(job.record.state.rawValue)")
        }
    }

    /// Removes a training with all its files.
    func remove(_ job: Job) throws {
        guard job.record.state != .running, job.record.state != .waiting else { throw WebFailure(409, "stop the training first") }
        jobs.withLock { jobs in jobs.removeAll { $0 === job } }
        try? FileManager.default.removeItem(at: job.folder)
    }

    /// Resumes the trainings that were waiting or running when an earlier server ended or crashed.
    func resumeInterrupted() {
        for job in all where job.record.state == .running || job.record.state == .waiting { enqueue(job) }
    }

    /// Cancels the running trainings. They stay marked as running on the disk.
    func stopAll() {
        isEnding.withLock { $0 = true }
        for job in all { job.cancel() }
        worker.waitUntilIdle()
    }
}
