import CreateML
import Foundation
import InputChecks
import JSON
import Locks
import Reports

/// A training: its settings, its progress and its results. A job's folder has everything that another process needs to resume the training.
final class Job: Sendable {
    enum State: String, Codable, Sendable {
        case waiting
        case running
        case stopped
        case failed
        case finished
    }

    /// The part of a job that is stored in its folder.
    struct Record: Codable, Sendable {
        var kind: String
        var name: String
        var settings: JobSettings
        var state = State.waiting
        var date = Date()
        /// The reason why the training failed; `nil` if it has not failed.
        var reason: String?
        /// The time in seconds that the training has taken so far, summed over the processes that ran it.
        var seconds = 0.0
    }

    /// The reported metrics of an iteration.
    struct Point: Sendable {
        let iteration: Int
        let metrics: [(String, Double)]
    }

    private struct Live {
        var record: Record
        var phase = MLPhase.initialized
        var done = 0
        var total: Int?
        var points: [Point] = []
        var warnings: [String] = []
        var kept: String?
        var isCancelled = false
        var start: ContinuousClock.Instant?
    }

    let name: String
    let folder: URL
    private let live: Locked<Live>
    private static let maximumPointCount = 5000

    init(_ name: String, in folder: URL, _ record: Record) {
        (self.name, self.folder, live) = (name, folder, Locked(Live(record: record)))
    }

    /// A training that an earlier server began.
    convenience init?(_ name: String, in folder: URL) {
        guard let data = try? Data(contentsOfFile: folder.appendingPathComponent("job.json")),
            let record = try? JSONDecoder().decode(Record.self, from: data)
        else { return nil }
        self.init(name, in: folder, record)
    }

    var data: URL { folder.appendingPathComponent("data") }
    var model: URL { folder.appendingPathComponent("model.mlmodel") }
    var report: URL { folder.appendingPathComponent("report.html") }
    /// The page about the model's results on other data.
    var test: URL { folder.appendingPathComponent("test.html") }
    /// The file with a row's fields, for predictions on rows that users type.
    var row: URL { folder.appendingPathComponent("row.json") }
    private var figures: URL { folder.appendingPathComponent("figures.json") }
    var record: Record { live.withLock { $0.record } }

    /// - Throws: an error if the folder cannot be written.
    func save() throws {
        try AtomicFile.write(JSONEncoder().encode(record), to: folder.appendingPathComponent("job.json"))
    }

    /// Changes the state, in memory and, if the disk can be written, in the folder.
    func become(_ state: State, reason: String? = nil) {
        live.withLock { live in
            if let start = live.start { live.record.seconds += (ContinuousClock.now - start) / .seconds(1) }
            live.start = state == .running ? .now : nil
            (live.record.state, live.record.reason) = (state, reason)
            if state == .waiting { (live.isCancelled, live.points, live.warnings) = (false, [], []) }
        }
        try? save()
    }

    /// Tells the training to stop. It can be resumed.
    func cancel() { live.withLock { $0.isCancelled = true } }

    var isCancelled: Bool { live.withLock { $0.isCancelled } }

    // MARK: Training

    /// Trains to the end, or until it is cancelled.
    ///
    /// - Throws: the error of the training; `MLCreateError.cancelled` if it was cancelled.
    func train() throws {
        let record = record
        guard let kind = JobKind.all.first(where: { $0.name == record.kind }) else {
            throw UsageError("there is no training of '\(record.kind)'")
        }
        let task = TrainingTask(
            title: record.name, data: DataFolder.root(of: data), output: model, session: folder.appendingPathComponent("session"),
            settings: record.settings,
            reporter: TrainingReporter(
                progress: { [self] in note($0) }, kept: { [self] kept in live.withLock { $0.kept = kept.description } },
                isCancelled: { [self] in isCancelled }),
            recall: { [self] in add($0, $1) }, warn: { [self] warnings in live.withLock { $0.warnings = warnings } },
            curves: { [self] in curves })
        let trained = try AnnotationReach.ofServer { try kind.train(task) }
        try AtomicFile.write(Data(trained.page.utf8), to: report)
        if let fields = trained.row { try AtomicFile.write(Data(fields.text.utf8), to: row) }
        let json: JSON = [
            "validation": trained.validation, "training": trained.training,
            "warnings": .array(trained.warnings.map { .string($0) }),
        ]
        try AtomicFile.write(Data(json.text.utf8), to: figures)
    }

    private func note(_ progress: MLProgress) {
        live.withLock { ($0.phase, $0.done, $0.total) = (progress.phase, progress.itemCount, progress.totalItemCount) }
        if progress.phase == .training { add(progress.itemCount, progress.metrics) }
    }

    private func add(_ iteration: Int, _ metrics: [MLProgress.Metric: Any]) {
        let numbers = metrics.compactMap { metric, value in (value as? Double).map { (metric.rawValue, $0) } }.sorted { $0.0 < $1.0 }
        guard !numbers.isEmpty else { return }
        live.withLock { live in
            live.points.append(Point(iteration: iteration, metrics: numbers))
            // The curve of a long training needs fewer points, so every second point is removed.
            if live.points.count > Self.maximumPointCount {
                live.points = live.points.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            }
        }
    }

    private static let curveNames = [
        "loss": "loss", "validationLoss": "validation loss", "accuracy": "accuracy", "validationAccuracy": "validation accuracy",
        "rootMeanSquaredError": "error", "validationRootMeanSquaredError": "validation error",
    ]

    private var curves: [TrainingCurve] {
        let points = live.withLock { $0.points }
        let order = [
            "loss", "validationLoss", "accuracy", "validationAccuracy", "rootMeanSquaredError", "validationRootMeanSquaredError",
        ]
        return order.compactMap { key in
            let values = points.compactMap { point in
                point.metrics.first { $0.0 == key }.map { (iteration: point.iteration, value: $0.1) }
            }
            return values.isEmpty ? nil : TrainingCurve(name: Self.curveNames[key] ?? key, points: values)
        }
    }

    // MARK: The job on a page

    var summary: JSON {
        let record = record
        return [
            "id": .string(name), "name": .string(record.name), "kind": .string(record.kind), "state": .string(record.state.rawValue),
            "target": record.settings.table.map { .string($0.target) } ?? .null,
            "date": .number(record.date.timeIntervalSince1970), "reason": record.reason.map { .string($0) } ?? .null,
        ]
    }

    /// - Parameter first: the number of curve points that the page already has.
    func details(from first: Int) -> JSON {
        let live = live.withLock { $0 }
        let seconds = live.record.seconds + (live.start.map { (ContinuousClock.now - $0) / .seconds(1) } ?? 0)
        let points = live.points.dropFirst(max(first, 0)).map { point -> JSON in
            .object([("iteration", .integer(point.iteration))] + point.metrics.map { ($0.0, .number($0.1)) })
        }
        var members: [(String, JSON)] = summary.object ?? []
        members += [
            ("phase", .string(live.phase.rawValue)), ("done", .integer(live.done)), ("total", live.total.map { .integer($0) } ?? .null),
            ("seconds", .number(seconds)), ("points", .array(points)), ("pointCount", .integer(live.points.count)),
            ("warnings", .array(live.warnings.map { .string(shown($0)) })), ("kept", live.kept.map { .string($0) } ?? .null),
        ]
        if live.record.state == .finished, let data = try? Data(contentsOfFile: figures), let json = try? JSON(parsing: data) {
            members.append(("figures", json))
        }
        return .object(members)
    }

    private func shown(_ warning: String) -> String { warning.replacingOccurrences(of: DataFolder.root(of: data).path + "/", with: "") }
}
