import CoreMLSpecification
import Foundation
import InputChecks

/// The folder of a training session. The folder contains the session's plan, the features of the images, and the checkpoints.
///
/// Every file is written completely or not at all. A training that is killed at any moment can therefore be resumed.
package struct SessionFolder: Sendable {
    package let url: URL

    /// The folder of extracted features.
    package var features: URL { url.appendingPathComponent("features") }
    /// The folder of pictures that are redrawn during the training of a style.
    private var stylized: URL { url.appendingPathComponent(StylePicture.sessionFolder) }
    private var record: URL { url.appendingPathComponent("session.json") }
    private var checkpointFolder: URL { url.appendingPathComponent("checkpoints") }
    /// The log of reported metrics.
    var log: TrainingLog { TrainingLog(url.appendingPathComponent("reports.jsonl")) }

    /// The minimum and the maximum number of checkpoints that are kept. The newest are kept, as many as fit in `keptBytes`.
    private static let keptCheckpoints = 2...10
    private static let keptBytes = 64 << 20

    /// - Throws: `MLCreateError.io` if the folder cannot be created, or if a folder in it is a symbolic link. A session may come from an unknown
    ///   user, and a link would let the training write files elsewhere.
    package init(_ url: URL) throws {
        self.url = url
        for folder in [checkpointFolder, features, stylized] where folder.isLink {
            throw MLCreateError.io(reason: "\(folder.path) is a link, and a session keeps all its files in its own folder")
        }
        try checkpointFolder.makeFolder()
    }

    /// The folder of the session to which a checkpoint belongs.
    ///
    /// - Throws: the errors of `init(_:)`.
    package init(of checkpoint: MLCheckpoint) throws {
        try self.init(checkpoint.url.deletingLastPathComponent().deletingLastPathComponent())
    }

    // MARK: The session's record

    /// The plan of a session, and the time at which the session began.
    package struct Record<Plan: TrainingPlan>: Codable {
        var kind: String
        var date: Date
        var plan: Plan
    }

    /// The stored record of the session; `nil` if the session has not begun.
    ///
    /// - Throws: `MLCreateError.io` if the record cannot be read, or if it belongs to another type of model.
    package func readRecord<Plan: TrainingPlan>() throws -> Record<Plan>? {
        guard FileManager.default.fileExists(atPath: record.path) else { return nil }
        do {
            let data = try Data(contentsOfFile: record)
            let kind = try JSONDecoder().decode(Kind.self, from: data).kind
            guard kind == Plan.kind else { throw MLCreateError.io(reason: "it is a session of \(kind), not of \(Plan.kind)") }
            let record = try JSONDecoder().decode(Record<Plan>.self, from: data)
            try record.plan.check()
            return record
        } catch {
            throw MLCreateError.io(reason: "the session \(url.path) cannot be restored: \(error.localizedDescription)")
        }
    }

    private struct Kind: Decodable {
        var kind: String
    }

    /// Begins the session and returns its record. If another process has just begun it, returns that process's record.
    ///
    /// - Throws: `MLCreateError.io` if the folder cannot be written, or if another training is running in it.
    func begin<Plan: TrainingPlan>(_ plan: Plan) throws -> Record<Plan> {
        let claim = try claim()
        defer { claim.release() }
        if let other: Record<Plan> = try readRecord() { return other }
        let new = Record(kind: Plan.kind, date: Date(), plan: plan)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try AtomicFile.write(encoder.encode(new), to: record, replaces: true)
        return new
    }

    // MARK: Checkpoints

    /// The readable checkpoints, in order of iteration.
    package func checkpoints() -> [MLCheckpoint] {
        checkpointFiles().compactMap { try? CheckpointFile(contentsOf: $0).checkpoint }.sorted { $0.iteration < $1.iteration }
    }

    private func checkpointFiles() -> [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: checkpointFolder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == CheckpointFile.suffix && !$0.lastPathComponent.hasPrefix(".") }
    }

    /// The state that a checkpoint's file contains.
    ///
    /// - Throws: `MLCreateError.io` if the file cannot be read.
    package static func state(of checkpoint: MLCheckpoint) throws -> Data { try CheckpointFile(contentsOf: checkpoint.url).state }

    /// The state of the last complete checkpoint; `nil` if there is none.
    func latestState() -> Data? {
        for file in checkpointFiles().sorted(by: { Self.iteration(of: $0) > Self.iteration(of: $1) }) {
            if let state = try? CheckpointFile(contentsOf: file).state { return state }
        }
        return nil
    }

    /// The iteration number in the name of a checkpoint's file.
    private static func iteration(of file: URL) -> Int {
        file.deletingPathExtension().lastPathComponent.split(separator: "-").last.flatMap { Int($0) } ?? 0
    }

    func write(_ state: Data, of checkpoint: MLCheckpoint) throws -> MLCheckpoint {
        var checkpoint = checkpoint
        let number = String(checkpoint.iteration)
        let name = "\(checkpoint.phase.rawValue)-" + String(repeating: "0", count: max(0, 7 - number.count)) + number
        checkpoint.url = checkpointFolder.appendingPathComponent(name).appendingPathExtension(CheckpointFile.suffix)
        try AtomicFile.write(CheckpointFile(checkpoint, state).data(), to: checkpoint.url, replaces: true)
        try makeRoom()
        return checkpoint
    }

    /// Removes the oldest checkpoints, if there are too many or if they are too large.
    ///
    /// - Throws: `MLCreateError.io` if a file cannot be removed.
    private func makeRoom() throws {
        var bytes = 0
        for (age, file) in checkpointFiles().sorted(by: { Self.iteration(of: $0) > Self.iteration(of: $1) }).enumerated() {
            bytes += (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
            let isKept = age < Self.keptCheckpoints.lowerBound || age < Self.keptCheckpoints.upperBound && bytes <= Self.keptBytes
            if !isKept { try Self.removeFile(file) }
        }
    }

    /// - Throws: `MLCreateError.io` if a file cannot be removed.
    func remove(_ checkpoints: some Sequence<MLCheckpoint>) throws {
        for checkpoint in checkpoints { try Self.removeFile(checkpoint.url) }
    }

    private static func removeFile(_ url: URL) throws {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw MLCreateError.io(reason: "\(url.path) cannot be removed: \(FileReason.text(of: error))")
        }
    }

    /// Copies the features that another session extracted, except those that this session has.
    func copyFeatures(from other: SessionFolder) throws {
        try features.makeFolder()
        let files = (try? FileManager.default.contentsOfDirectory(at: other.features, includingPropertiesForKeys: nil)) ?? []
        for file in files {
            let target = features.appendingPathComponent(file.lastPathComponent)
            guard !FileManager.default.fileExists(atPath: target.path) else { continue }
            do {
                try AtomicFile.write(Data(contentsOfFile: file), to: target, waits: false, replaces: true)
            } catch {
                throw MLCreateError.io(reason: "\(file.path) cannot be copied: \(FileReason.text(of: error))")
            }
        }
    }

    // MARK: One training at a time

    /// The exclusive right of a training to use a session folder. It ends with `release()`, or when the process ends.
    struct Claim {
        fileprivate let descriptor: Int32

        func release() { close(descriptor) }
    }

    /// - Throws: `MLCreateError.io` if another training is running in the folder, or if the folder cannot be written.
    func claim() throws -> Claim {
        let descriptor = open(url.appendingPathComponent(".claim").path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else { throw MLCreateError.io(reason: "the folder \(url.path) cannot be written to: \(AtomicFile.reason())") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw MLCreateError.io(reason: "another training is at work in \(url.path)")
        }
        AtomicFile.removeRemains(in: checkpointFolder)
        AtomicFile.removeRemains(in: features)
        return Claim(descriptor: descriptor)
    }
}
