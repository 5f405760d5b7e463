import CoreMLRuntime
import Foundation
import JSON
import Reports
import Vision

/// An evaluation on the command line: the model, the location of the data, and the final output.
///
/// A verb that evaluates takes the model and the data as operands. Its options are `--crop`, `--compute-units`, `--report` and `--json`.
struct EvaluationRun {
    let model: MLModel
    /// The path of the data. For a zip archive, it is the folder with the unpacked data.
    let data: String
    private let dataPath: String
    /// The way in which a picture is cropped and scaled to the model's input; `nil` for the model's default.
    let crop: VNImageCropAndScaleOption?
    private let modelPath: String
    private let page: URL?
    private let isJSON: Bool

    /// Loads the model. It is configured for several predictions at the same time, each on one core.
    init(_ arguments: Arguments) throws {
        modelPath = arguments.operands[0]
        dataPath = arguments.operands[1]
        data = DataFolder.isArchive(dataPath) ? try UnpackedData.folder(dataPath).path : dataPath
        page = try arguments.page()
        crop = try ModelOptions.crop(arguments)
        isJSON = arguments.flag("--json")
        let configuration = try ModelOptions.configuration(arguments, workers: Parallelism.processorCount)
        model = try MLModel(contentsOf: URL(fileURLWithPath: modelPath), configuration: configuration)
    }

    /// The model's name without its extension.
    var title: String { URL(fileURLWithPath: modelPath).deletingPathExtension().lastPathComponent }

    /// The facts at the top of the evaluation's page: the paths of the data and of the model. `noun` is the word for the data.
    func facts(_ noun: String) -> [(name: String, value: String)] { [(noun, dataPath), ("model", modelPath)] }

    /// A warning for a report if the model does not know some labels of the data. It is also printed to standard error.
    ///
    /// - Throws: `UsageError` if the model knows none of the labels.
    func warnings(ofLabels labels: Set<String>) throws -> [String] {
        let known = model.detector?.labels ?? model.modelDescription.labels
        guard let warning = try LabelMatch(model: known, data: labels).warning() else { return [] }
        StandardError.write(line: "warning: \(warning)")
        return [warning]
    }

    /// Writes the page and prints the metrics, as text or as JSON.
    ///
    /// - Parameter isComplete: whether all of the data could be read.
    func finish(_ report: some Report, isComplete: Bool) throws -> ExitStatus {
        if let page { try report.write(to: page) }
        try isJSON ? StandardOutput.write(json: report.metrics.json) : StandardOutput.write(line: report.metrics.description)
        return isComplete ? .success : .someFailed
    }
}
