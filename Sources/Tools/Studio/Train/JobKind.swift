import CreateML
import Foundation
import JSON
import Reports

/// A kind of model that can be trained.
struct JobKind: Sendable {
    let name: String
    let title: String
    /// The form of the data, such as photos or a table.
    let data: String
    /// The names of the augmentations, which change copies of the data.
    let changes: [String]
    /// The default number of frames of a window, and the default frame rate; `nil` for kinds that do not learn from windows of frames.
    let window: (length: Int, frameRate: Double)?
    let train: @Sendable (TrainingTask) throws -> TrainedModel

    static let all = [
        JobKind(
            "photos", "photos by label", "a folder of photos for each label",
            changes: MLImageClassifier.ImageAugmentationOptions.named.map(\.name), PhotoTraining.train),
        JobKind(
            "boxes", "objects in pictures",
            "pictures, and a JSON file (Create ML, COCO, Label Studio), a CSV file of boxes, or files of Pascal VOC or YOLO",
            BoxTraining.train),
        poses("actions", "what people do", "body", MLActionClassifier.self),
        poses("handActions", "what hands do", "hand", MLHandActionClassifier.self),
        poses("handPoses", "how hands are held", "hand", MLHandPoseClassifier.self),
        JobKind("table", "a column of a table", "a table by itself (.csv, .tsv, .json, .jsonl)", TabularTraining.train),
    ]

    private static func poses<Task: PoseTask>(_ name: String, _ title: String, _ part: String, _ task: Task.Type) -> JobKind {
        JobKind(
            name, title, "a folder of \(part) poses (.json, .csv) for each label", changes: Task.augmentations.names,
            window: Task.defaults.window > 1 ? (Task.defaults.window, Task.defaults.frameRate) : nil, PoseTraining<Task>.train)
    }

    private init(
        _ name: String, _ title: String, _ data: String, changes: [String] = [], window: (length: Int, frameRate: Double)? = nil,
        _ train: @escaping @Sendable (TrainingTask) throws -> TrainedModel
    ) {
        (self.name, self.title, self.data, self.changes) = (name, title, data, changes)
        (self.window, self.train) = (window, train)
    }
}

/// The inputs of a training.
struct TrainingTask: Sendable {
    let title: String
    let data: URL
    /// The model's file to write.
    let output: URL
    /// The folder for features and checkpoints.
    let session: URL
    let settings: JobSettings
    /// Receives each progress report of the training, and the reports from before an interruption.
    let reporter: TrainingReporter
    let recall: @Sendable (_ iteration: Int, _ metrics: [MLProgress.Metric: Any]) -> Void
    let warn: @Sendable ([String]) -> Void
    let curves: @Sendable () -> [TrainingCurve]

    func parameters(checkpointInterval: Int) -> MLTrainingSessionParameters {
        MLTrainingSessionParameters(
            sessionDirectory: session, reportInterval: 1, checkpointInterval: checkpointInterval, iterations: Int.max)
    }

    func run<Model>(_ session: MLTrainingSession<Model>) throws -> Model {
        for report in session.reports { recall(report.iteration, report.metrics) }
        warn(session.warnings)
        return try session.run(reporter)
    }

    var metadata: MLModelMetadata { MLModelMetadata(author: "Osprey Studio", shortDescription: title) }
}

/// The result of a training, in addition to the model's file.
struct TrainedModel: Sendable {
    /// The evaluation, as a page.
    let page: String
    /// The metrics on the validation data and on the training data.
    let validation: JSON
    let training: JSON
    let warnings: [String]
    /// The fields of a row, for predictions on rows that users type; `nil` for models that do not predict from table rows.
    var row: JSON?

    init(_ report: some Report, training: some Figures, warnings: [String]) {
        page = HTML.page(title: report.title, body: report.body)
        (validation, self.training, self.warnings) = (report.metrics.json, training.json, warnings)
    }
}

/// The user's settings.
struct JobSettings: Codable, Sendable {
    var iterations: Int?
    /// The names of the augmentations, which change copies of the data.
    var augment: [String] = []
    /// The fraction of the data, 0…0.9, that is set aside for validation; `nil` for an automatic choice.
    var split: Double?
    /// The number of frames of a window, for kinds that learn from windows of frames; `nil` for the default.
    var window: Int?
    var frameRate: Double?
    /// The user's choices for a table; `nil` for other data.
    var table: TableSettings?

    init(_ json: JSON) throws {
        iterations = try Self.number(json["iterations"], "iterations", in: 1...100_000).map { Int($0) }
        split = try Self.number(json["split"], "split", in: 0...0.9)
        window = try Self.number(json["window"], "window", in: 2...4096).map { Int($0) }
        frameRate = try Self.number(json["frameRate"], "frameRate", in: 0.1...1000)
        augment = (json["augment"]?.array ?? []).prefix(20).compactMap(\.string)
        if let choice = json["table"], choice.object != nil { table = try TableSettings(choice) }
    }

    static func number(_ json: JSON?, _ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let json else { return nil }
        if case .null = json { return nil }
        guard let value = json.double, range.contains(value) else {
            throw WebFailure(400, "'\(name)' is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
