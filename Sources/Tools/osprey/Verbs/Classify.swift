import Foundation
import JSON
import Reports
import Vision

/// `osprey classify`: classifies pictures with the default model or another model.
enum Classify: Verb {
    static let command = Command(
        "classify", "Says what is in photos, videos and sounds.", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [
            .value("--model", "M", "a classifier (.mlmodel, .mlpackage, .mlmodelc) instead of the default scene model"),
            .value("--top", "K", "at most K labels a photo (5 where not given)"),
            .value("--threshold", "T", "only labels with at least this confidence, 0…1"),
            .value("--crop", "HOW", "with --model: centerCrop (where not given), scaleFit or scaleFill"),
            .value("--compute-units", "U", ModelOptions.computeUnitsHelp),
            .value(
                "--annotate", "FILE",
                "draws the labels into a copy of the photo (.png, .jpg) or video (.mp4, .mov); for several, a folder"),
            ImageBatch.option,
            InputList.option,
            .flag("--json", "a JSON object a line"),
            ImageReport.Form.tableOption,
        ],
        discussion: """
            \(InputList.help)

            With --model and a classifier of sounds, IMAGE is a file of sound or a folder of such files. The labels of a file are the mean over its
            windows.

            The labels of some models form a tree, as 'osprey model labels --tree' shows it. Of such a model the text has the most specific labels
            with at least the confidence T (0.5 where not given), each with the labels above it: golden retriever 92.0 % (dog, mammal, animal).
            --json has these as "labels", each with its parents, and the most probable labels of any model, wide ones too, as "observations".
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if let files = SoundList.files(arguments.operands) { return try ClassifySounds.run(arguments, files) }
        let images = try InputList.images(arguments.operands, arguments)
        let selection = LabelSelection(
            top: try arguments.integer("--top", in: 1...1_000_000) ?? 5,
            threshold: try arguments.number("--threshold", in: 0...1).map { Float($0) })
        let form = try ImageReport.Form(arguments, columns: ["label", "confidence"])
        let batch = try ImageBatch(images, arguments)
        let classifier = try Classifier(ModelOptions.detection(arguments, workers: batch.workers))
        var report = try ImageReport(form, images: images)
        try batch.run { image in
            let request = classifier.request()
            try image.requestHandler().perform([request])
            let labels = try classifier.labels(of: request)
            try batch.annotate(image) { canvas in
                canvas.drawLabels(selection.readable(labels, classifier.tree).map { ($0.identifier, $0.confidence) })
            }
            return labels
        } consume: { image, result in
            try report.add(image, result) { labels in
                let shown = classifier.tree.map { [("labels", JSON.array(selection.readable(labels, $0).map(\.json)))] } ?? []
                return [("observations", .array(selection.mostProbable(labels).map(\.json)))] + shown
            } rows: { labels in
                selection.readable(labels, classifier.tree).map { [.string($0.identifier), .float($0.confidence)] }
            } text: { labels in
                let readable = selection.readable(labels, classifier.tree)
                return readable.isEmpty ? selection.noLabels(classifier.tree) : readable.map(\.text).joined(separator: ", ")
            }
        }
        return report.finish()
    }
}
