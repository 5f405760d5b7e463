import CreateML
import Foundation
import Vision

/// `osprey evaluate`: how often a classifier is right.
enum Evaluate: Verb {
    static let command = Command(
        "evaluate", "Measures a classifier on labelled photos.", operands: "MODEL FOLDER", operandCount: 2...2,
        options: [
            .value("--crop", "HOW", "centerCrop (where not given), scaleFit or scaleFill"),
            .value("--compute-units", "U", "cpuOnly: float32; all (where not given): the fastest precision"),
            .flag("--json", "one JSON object"),
        ],
        discussion: "FOLDER has a folder of photos for each label. Any image classifier will do, whoever made it.")

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: URL(fileURLWithPath: arguments.operands[1])).labeledImages()
        let labels = images.keys.sorted()
        let examples = labels.flatMap { label in (images[label] ?? []).map { (path: $0.path, label: label) } }
        let batch = ImageBatch(examples.map(\.path))
        let crop = try arguments.choice(
            "--crop", of: [("centerCrop", VNImageCropAndScaleOption.centerCrop), ("scaleFit", .scaleFit), ("scaleFill", .scaleFill)])
        let configuration = try ModelOptions.configuration(arguments, workers: batch.workers)
        let model = try VNCoreMLModel(
            for: MLModel(contentsOf: URL(fileURLWithPath: arguments.operands[0]), configuration: configuration))

        var answers: [String?] = []
        var bar = ProgressBar(total: examples.count)
        try batch.run { path -> String in
            let request = VNCoreMLRequest(model: model)
            if let crop { request.imageCropAndScaleOption = crop }
            try VNImageRequestHandler(url: URL(fileURLWithPath: path)).perform([request])
            guard let best = (request.results as? [VNClassificationObservation])?.first else {
                throw UsageError("the model is not a classifier")
            }
            return best.identifier
        } consume: { path, result in
            switch result {
            case .success(let label): answers.append(label)
            case .failure(let error as UsageError): throw error
            case .failure(let error):
                answers.append(nil)
                bar.finish()
                StandardError.write("\(path): error: \(ErrorText.describe(error))\n")
            }
            bar.update(answers.count)
        }
        bar.finish()
        let metrics = MLClassifierMetrics(
            zip(examples, answers).compactMap { example, answer in answer.map { (example.label, $0) } })
        StandardOutput.write(line: arguments.flag("--json") ? metrics.json.text : metrics.description)
        return answers.contains(nil) ? .someFailed : .success
    }
}
