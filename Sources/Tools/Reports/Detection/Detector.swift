import CoreImage
import Foundation
import JSON
import Vision

/// Finds objects or features of one kind in photos. A detector is loaded once and used by several threads.
package protocol Detector: Sendable {
    /// - Throws: `UsageError` if a required option is missing or an option does not apply.
    init(_ options: DetectionOptions) throws

    /// The query for one photo. The caller sets the precision by ``DetectionOptions/usesCPUOnly``.
    func query() throws -> DetectionQuery
}

/// A request for one photo, and a closure that returns the findings of the performed request.
package struct DetectionQuery {
    package let request: VNRequest
    package let findings: () throws -> [Finding]
    /// Whether the request has at most one finding. JSON output then has an object for the finding instead of a list.
    package var isSingle = false
    /// A closure that makes a picture from the photo: the found object without its background, or a flattened page. It takes the handler that
    /// performed the request, and a closure that reads the upright photo. It returns `nil` if nothing was found.
    package var picture: ((VNImageRequestHandler, () throws -> CGImage) throws -> CIImage?)?

    package init(request: VNRequest, findings: @escaping () throws -> [Finding], isSingle: Bool = false) {
        (self.request, self.findings, self.isSingle) = (request, findings, isSingle)
    }
}

/// The options of a detection: the model, and the conversion of a picture to the model's input.
package struct DetectionOptions: Sendable {
    /// The model's file; `nil` for the default model of the kind of detection.
    package var model: URL?
    /// The way in which a picture is cropped and scaled to the model's input; `nil` for the default.
    package var crop: VNImageCropAndScaleOption?
    /// The units that compute; `nil` for the fastest.
    package var computeUnits: MLComputeUnits?
    /// Whether speed has priority over accuracy in the model that the user has given.
    package var allowsLowPrecision = false
    /// The number of threads that analyze pictures at the same time.
    package var workers: Int
    /// The minimum confidence, 0…1, of a finding.
    package var threshold: Float
    /// The options of reading text.
    package var text = TextOptions()

    package init(
        model: URL? = nil, crop: VNImageCropAndScaleOption? = nil, computeUnits: MLComputeUnits? = nil, workers: Int = 1,
        threshold: Float = 0
    ) {
        (self.model, self.crop, self.computeUnits) = (model, crop, computeUnits)
        (self.workers, self.threshold) = (workers, threshold)
    }

    /// Whether everything is computed in single precision.
    package var usesCPUOnly: Bool { computeUnits == .cpuOnly }

    /// The configuration of models. If there are several workers, each prediction uses one thread.
    package var configuration: MLModelConfiguration {
        let configuration = MLModelConfiguration()
        if let computeUnits { configuration.computeUnits = computeUnits }
        configuration.allowLowPrecisionAccumulationOnGPU = allowsLowPrecision
        if workers > 1 { configuration.threadsPerPrediction = 1 }
        return configuration
    }

    /// Loads the model that the user has given; `nil` if no model is given.
    func network() throws -> MLModel? { try model.map { try MLModel(contentsOf: $0, configuration: configuration) } }
}

/// A finding in three forms: text, JSON, and a drawing in an annotated copy.
package struct Finding: Sendable {
    /// The name of the found object, or the text that was read.
    package let label: String
    /// Whether the confidence is shown after the label, in text and in an annotated copy.
    private let tellsConfidence: Bool
    /// Whether the label is drawn in an annotated copy.
    private let isTitled: Bool
    package let confidence: Float
    /// The box, normalised to the upright photo, with the origin at the lower left.
    package let boundingBox: CGRect
    /// The finding as JSON.
    package let json: JSON
    /// Closed lines that the annotated copy shows instead of the box, normalised with the origin at the lower left. If there are none, it shows the
    /// box.
    package var outlines: [[CGPoint]] = []
    /// Open lines and dots that are drawn instead of the box.
    package var lines: [[CGPoint]] = []
    package var dots: [CGPoint] = []
    /// The angle, in radians counterclockwise, of a line through the picture's centre that is drawn instead of the box.
    package var tilt: Double?
    /// The map that is drawn over the whole picture, below everything else.
    package var heatMap: HeatMap?
    /// The text that was read; `nil` for other findings.
    package var transcript: String?
    /// The structure of a page; `nil` for other findings.
    package var page: DocumentObservation.Container?
    /// Further facts about the finding, printed after the box; nothing is printed if it is empty.
    package var details = ""
    /// In text output, the lines below the finding's caption; `nil` for none.
    package var body: String?

    /// A finding that is shown without its confidence.
    package init(
        title: String, confidence: Float, boundingBox: CGRect, json: JSON, outlines: [[CGPoint]] = [], tilt: Double? = nil,
        heatMap: HeatMap? = nil
    ) {
        self.init(label: title, tellsConfidence: false, confidence: confidence, boundingBox: boundingBox, json: json, outlines: outlines)
        (self.tilt, self.heatMap) = (tilt, heatMap)
    }

    package init(
        label: String, tellsConfidence: Bool = true, isTitled: Bool = true, confidence: Float, boundingBox: CGRect, json: JSON,
        outlines: [[CGPoint]] = []
    ) {
        (self.label, self.tellsConfidence, self.isTitled) = (label, tellsConfidence, isTitled)
        (self.confidence, self.boundingBox, self.json, self.outlines) = (confidence, boundingBox, json, outlines)
    }

    /// The label, followed by the confidence if it is shown.
    private var caption: String { tellsConfidence ? "\(label) \(ShownText.percentage(confidence))" : label }
    /// The title of the box in an annotated copy; empty for none.
    package var title: String { isTitled ? caption : "" }
    /// The lower left corner and the size of the box.
    private var sides: [CGFloat] { [boundingBox.minX, boundingBox.minY, boundingBox.width, boundingBox.height] }

    /// The finding as a row of a table. It has the text that was read or else the label, then the confidence, then the box as x, y, width and height.
    package var row: [JSON] { [.string(transcript ?? label), .float(confidence)] + sides.map { .number(Double($0)) } }

    /// The finding as text: the caption, the box and the details, and then the lines of ``body``.
    package var text: String {
        let numbers = sides.map { String(format: "%.3f", $0) }
        let box = "at (\(numbers[0]), \(numbers[1])), \(numbers[2]) × \(numbers[3])"
        let first = "\(caption)  \(box)\(details.isEmpty ? "" : ", \(details)")"
        return body.map { "\(first)\n\($0)" } ?? first
    }
}

extension [Finding] {
    /// The `count` findings with the highest confidences, in their order; all findings if `count` is `nil`.
    package func mostConfident(_ count: Int?) -> [Finding] {
        guard let count, count < self.count else { return self }
        let chosen = indices.sorted { (self[$1].confidence, $0) < (self[$0].confidence, $1) }.prefix(count)
        return chosen.sorted().map { self[$0] }
    }
}

/// The kinds of findings that `osprey detect` can look for, such as faces and text.
package struct DetectionKind: Sendable {
    /// The name on the command line and in JSON.
    package let name: String
    package let summary: String
    /// The detector of this kind.
    package let detector: any Detector.Type

    /// All kinds. To add a kind, add a row here and a ``Detector``, and name it in the README.
    package static let all = [
        DetectionKind("objects", "what the detector --model was trained to find", ObjectDetector.self),
        DetectionKind("barcodes", "bar codes and QR codes, with what they say", BarcodeDetector.self),
        DetectionKind("faces", "faces, how they turn, and how good their pictures are", FaceDetector.self),
        DetectionKind("landmarks", "eyes, mouths and other parts of faces", LandmarkDetector.self),
        DetectionKind("text", "text, read", TextDetector.self),
        DetectionKind("textRectangles", "lines of text, without reading them", TextRectangleDetector.self),
        DetectionKind("rectangles", "rectangles, such as screens and sheets of paper", RectangleDetector.self),
        DetectionKind("documents", "the most prominent sheet of paper, card or the like", DocumentDetector.self),
        DetectionKind("pages", "text in reading order, with its title, lists and tables", PageDetector.self),
        DetectionKind("contours", "outlines of what is dark, and of holes in it", ContourDetector.self),
        DetectionKind("horizon", "how far the photo is turned", HorizonDetector.self),
        DetectionKind("animals", "cats and dogs", AnimalDetector.self),
        DetectionKind("hands", "the joints of hands", HandDetector.self),
        DetectionKind("humans", "people, with the boxes around them", HumanDetector.self),
        DetectionKind("pose", "the joints of bodies", PoseDetector.self),
        DetectionKind("people", "people, pixel by pixel", PeopleMaskDetector.self),
        DetectionKind("foreground", "what a photo is about, pixel by pixel", ForegroundMaskDetector.self),
        DetectionKind("saliency", "what people look at first", SaliencyDetector.self),
    ]

    private init(_ name: String, _ summary: String, _ detector: any Detector.Type) {
        (self.name, self.summary, self.detector) = (name, summary, detector)
    }

    /// The kinds in a comma-separated list, without duplicates.
    ///
    /// - Throws: `UsageError` that lists the existing kinds.
    package static func list(_ text: String) throws -> [DetectionKind] {
        var kinds: [DetectionKind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = all.first(where: { $0.name == name }) else {
                let (names, word) = (all.map(\.name), String(name))
                let meant = Spelling.suggestion(for: word, names)
                let known = (meant.isEmpty ? "; there is: " : " There is: ") + names.joined(separator: ", ")
                throw UsageError("there is no kind '\(word)' to detect\(meant)\(known)")
            }
            if !kinds.contains(where: { $0.name == kind.name }) { kinds.append(kind) }
        }
        return kinds
    }

    /// The table of kinds as a verb's help shows it.
    package static var help: String {
        let width = (all.map(\.name.count).max() ?? 0) + 2
        return all.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count) + $0.summary }.joined(separator: "\n")
    }
}
