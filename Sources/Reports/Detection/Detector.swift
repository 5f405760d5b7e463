import CoreMLSpecification
import Foundation
import Vision

/// Finds things of one kind in photos: loaded once, used from several threads.
package protocol Detector: Sendable {
    /// - Throws: `UsageError` where an option that it needs is missing or does not suit.
    init(_ options: DetectionOptions) throws

    /// What to ask of one photo.
    func query() throws -> DetectionQuery
}

/// A request for one photo, and what its results are, once it has been performed.
package struct DetectionQuery {
    package let request: VNRequest
    package let findings: () throws -> [Finding]
    /// Whether there is one finding at most, which JSON has as an object rather than as a list.
    package var isSingle = false

    package init(request: VNRequest, findings: @escaping () throws -> [Finding], isSingle: Bool = false) {
        (self.request, self.findings, self.isSingle) = (request, findings, isSingle)
    }
}

/// How things are looked for: with which model, and how a picture becomes its input.
package struct DetectionOptions: Sendable {
    /// The model's file; `nil` for the one that a kind has of its own.
    package var model: URL?
    /// How a picture becomes the model's input; `nil` for the way that is usual.
    package var crop: VNImageCropAndScaleOption?
    /// What computes; `nil` for the fastest.
    package var computeUnits: MLComputeUnits?
    /// How many threads look at once.
    package var workers: Int
    /// The confidence, 0…1, that a finding has at least.
    package var threshold: Float

    package init(
        model: URL? = nil, crop: VNImageCropAndScaleOption? = nil, computeUnits: MLComputeUnits? = nil, workers: Int = 1,
        threshold: Float = 0
    ) {
        (self.model, self.crop, self.computeUnits) = (model, crop, computeUnits)
        (self.workers, self.threshold) = (workers, threshold)
    }

    /// As many threads a prediction as leave every worker a core.
    package var configuration: MLModelConfiguration {
        let configuration = MLModelConfiguration()
        if let computeUnits { configuration.computeUnits = computeUnits }
        if workers > 1 { configuration.threadsPerPrediction = 1 }
        return configuration
    }

    /// The model, for a kind that has one of its own; `nil` where none is named.
    func network() throws -> MLModel? { try model.map { try MLModel(contentsOf: $0, configuration: configuration) } }
}

/// A found thing, in the three ways that it is shown.
package struct Finding: Sendable {
    /// What stands on its box in an annotated copy.
    package let title: String
    package let confidence: Float
    /// Normalised to the upright photo, with its origin at the lower left.
    package let boundingBox: CGRect
    /// Its members in JSON.
    package let json: JSON
    /// The closed lines that show it in an annotated copy, normalised as the box; none for the box itself.
    package var outlines: [[CGPoint]] = []
    /// The open lines that show it instead, and the places that it has dots at.
    package var lines: [[CGPoint]] = []
    package var dots: [CGPoint] = []
    /// The angle, in radians counterclockwise, of the line through the picture's middle that shows it instead.
    package var tilt: Double?
    /// What is drawn over the whole picture, below everything else.
    package var heatMap: HeatMap?

    package init(
        title: String, confidence: Float, boundingBox: CGRect, json: JSON, outlines: [[CGPoint]] = [], tilt: Double? = nil,
        heatMap: HeatMap? = nil
    ) {
        (self.title, self.confidence, self.boundingBox, self.json) = (title, confidence, boundingBox, json)
        (self.outlines, self.tilt, self.heatMap) = (outlines, tilt, heatMap)
    }

    /// The title, and the box: its lower left corner, and its size.
    package var text: String {
        let numbers = [boundingBox.minX, boundingBox.minY, boundingBox.width, boundingBox.height].map { String(format: "%.3f", $0) }
        return "\(title)  at (\(numbers[0]), \(numbers[1])), \(numbers[2]) × \(numbers[3])"
    }
}

/// The kinds of things that `osprey detect` finds.
package struct DetectionKind: Sendable {
    /// What the command line and JSON call it.
    package let name: String
    package let summary: String
    /// What finds it.
    package let detector: any Detector.Type

    /// A kind needs no more than a row here and a ``Detector``.
    package static let all = [
        DetectionKind("objects", "what the detector --model was trained to find", ObjectDetector.self),
        DetectionKind("barcodes", "bar codes and QR codes, with what they say", BarcodeDetector.self),
        DetectionKind("faces", "faces, how they are turned, and how good pictures of them these are", FaceDetector.self),
        DetectionKind("landmarks", "eyes, mouths and other parts of faces", LandmarkDetector.self),
        DetectionKind("text", "text, read", TextDetector.self),
        DetectionKind("textRectangles", "lines of text, without reading them", TextRectangleDetector.self),
        DetectionKind("rectangles", "rectangles, such as screens and sheets of paper", RectangleDetector.self),
        DetectionKind("documents", "the most prominent sheet of paper, card or the like", DocumentDetector.self),
        DetectionKind("pages", "text in the order of reading, with its title, paragraphs, lists and tables", PageDetector.self),
        DetectionKind("contours", "outlines of what is dark, and of holes in it", ContourDetector.self),
        DetectionKind("horizon", "how far the photo is turned", HorizonDetector.self),
        DetectionKind("hands", "the joints of hands", HandDetector.self),
        DetectionKind("humans", "people", HumanDetector.self),
        DetectionKind("pose", "the joints of bodies", PoseDetector.self),
        DetectionKind("saliency", "what people look at first", SaliencyDetector.self),
    ]

    private init(_ name: String, _ summary: String, _ detector: any Detector.Type) {
        (self.name, self.summary, self.detector) = (name, summary, detector)
    }

    /// The kinds of a list joined by commas, each once.
    ///
    /// - Throws: `UsageError` that says what there is.
    package static func list(_ text: String) throws -> [DetectionKind] {
        var kinds: [DetectionKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = all.first(where: { $0.name == name }) else {
                throw UsageError("there is no kind '\(name)' to detect; there is: \(all.map(\.name).joined(separator: ", "))")
            }
            if !kinds.contains(where: { $0.name == kind.name }) { kinds.append(kind) }
        }
        return kinds
    }

    /// The table as a verb's help shows it.
    package static var help: String {
        let width = (all.map(\.name.count).max() ?? 0) + 2
        return all.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count) + $0.summary }.joined(separator: "\n")
    }
}
