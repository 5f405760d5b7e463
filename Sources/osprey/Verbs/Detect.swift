import CoreMLSpecification
import Foundation
import Vision

/// `osprey detect`: where things are in the picture.
enum Detect: Verb {
    static let command = Command(
        "detect", "Finds things in photos.", operands: "KINDS IMAGE…", operandCount: 2...Int.max,
        options: [
            .value("--model", "M", "the object detector: a model that ends in non-maximum suppression (needed for objects)"),
            .value("--threshold", "T", "only what has at least this confidence, 0…1"),
            .value("--crop", "HOW", "scaleFill (where not given), centerCrop or scaleFit"),
            .value("--compute-units", "U", "cpuOnly: float32; all (where not given): the fastest precision"),
            .value("--annotate", "FILE", "draws what was found into a copy of the photo; for several photos, a folder"),
            .flag("--json", "a JSON object a line"),
        ],
        discussion: """
            KINDS is a comma-separated list of: \(kinds.joined(separator: ", ")).
            IMAGE is a file, a folder, or '-' for a list of paths on standard input. Boxes are normalised to 0…1 of the upright photo, with
            the origin at its lower left.
            """)

    private static let kinds = ["objects"]

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        for kind in arguments.operands[0].split(separator: ",", omittingEmptySubsequences: false) where !kinds.contains(String(kind)) {
            throw UsageError("there is no kind '\(kind)' to detect; there is: \(kinds.joined(separator: ", "))")
        }
        let paths = try InputList.images(Array(arguments.operands.dropFirst()))
        let threshold = Float(try arguments.number("--threshold", in: 0...1) ?? 0)
        let batch = ImageBatch(paths)
        let detector = try ObjectDetector(arguments, workers: batch.workers)
        let canvas = try arguments.string("--annotate").map { try AnnotationTarget($0, imageCount: paths.count) }
        var report = ImageReport(json: arguments.flag("--json"), paths: paths)
        try batch.run { path in
            let found = try detector.objects(in: path).filter { $0.confidence >= threshold }
            try canvas?.write(path) { canvas in
                for object in found { canvas.draw(object.boundingBox, label: object.title) }
            }
            return found
        } consume: { path, result in
            report.add(path, result) { objects in
                [("objects", .array(objects.map(\.json)))]
            } text: { objects in
                objects.isEmpty ? "nothing found" : objects.map(\.text).joined(separator: "\n")
            }
        }
        return report.finish()
    }
}

/// A found object: its best label, and where it is.
private struct DetectedObject: Sendable {
    let label: String
    let confidence: Float
    let boundingBox: CGRect

    var title: String { "\(label) \(ImageReport.percentage(confidence))" }

    /// The title, and the box: its lower left corner, and its size.
    var text: String {
        let numbers = [boundingBox.minX, boundingBox.minY, boundingBox.width, boundingBox.height].map { String(format: "%.3f", $0) }
        return "\(title)  at (\(numbers[0]), \(numbers[1])), \(numbers[2]) × \(numbers[3])"
    }

    var json: JSON {
        .object([("label", .string(label)), ("confidence", .float(confidence)), ("boundingBox", JSON(boundingBox))])
    }
}

/// A request a photo, all on one loaded model.
private struct ObjectDetector: @unchecked Sendable {
    private let model: VNCoreMLModel
    private let crop: VNImageCropAndScaleOption

    init(_ arguments: Arguments, workers: Int) throws {
        guard let path = arguments.string("--model") else { throw UsageError("'osprey detect objects' needs --model M") }
        crop = try ModelOptions.crop(arguments) ?? .scaleFill
        let configuration = try ModelOptions.configuration(arguments, workers: workers)
        model = try VNCoreMLModel(for: MLModel(contentsOf: URL(fileURLWithPath: path), configuration: configuration))
    }

    func objects(in path: String) throws -> [DetectedObject] {
        let request = VNCoreMLRequest(model: model)
        request.imageCropAndScaleOption = crop
        try VNImageRequestHandler(url: URL(fileURLWithPath: path)).perform([request])
        guard let observations = request.results as? [VNRecognizedObjectObservation] else {
            throw UsageError("the model is not an object detector: it does not end in non-maximum suppression")
        }
        return observations.map { observation in
            DetectedObject(
                label: observation.labels.first?.identifier ?? "", confidence: observation.confidence, boundingBox: observation.boundingBox)
        }
    }
}
