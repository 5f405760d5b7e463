import CoreMLSpecification
import Foundation
import Vision

/// Finds things of one kind in photos: loaded once, used from several threads.
protocol Detector: Sendable {
    /// - Parameter workers: how many threads use it at once.
    /// - Throws: `UsageError` where an option that it needs is missing or does not suit.
    init(_ arguments: Arguments, workers: Int) throws

    /// What to ask of one photo.
    func query() throws -> DetectionQuery
}

/// A request for one photo, and what its results are, once it has been performed.
struct DetectionQuery {
    let request: VNRequest
    let findings: () throws -> [Finding]
    /// Whether there is one finding at most, which JSON has as an object rather than as a list.
    var isSingle = false
}

/// A found thing, in the three ways that it is shown.
struct Finding: Sendable {
    /// What stands on its box in an annotated copy.
    let title: String
    let confidence: Float
    /// Normalised to the upright photo, with its origin at the lower left.
    let boundingBox: CGRect
    /// Its members in JSON.
    let json: JSON
    /// The closed lines that show it in an annotated copy, normalised as the box; none for the box itself.
    var outlines: [[CGPoint]] = []
    /// The open lines that show it instead, and the places that it has dots at.
    var lines: [[CGPoint]] = []
    var dots: [CGPoint] = []
    /// The angle, in radians counterclockwise, of the line through the picture's middle that shows it instead.
    var tilt: Double?
    /// What is drawn over the whole picture, below everything else.
    var heatMap: HeatMap?

    /// The title, and the box: its lower left corner, and its size.
    var text: String {
        let numbers = [boundingBox.minX, boundingBox.minY, boundingBox.width, boundingBox.height].map { String(format: "%.3f", $0) }
        return "\(title)  at (\(numbers[0]), \(numbers[1])), \(numbers[2]) × \(numbers[3])"
    }
}

/// The kinds of things that `osprey detect` finds.
struct DetectionKind: Sendable {
    /// What the command line and JSON call it.
    let name: String
    let summary: String
    /// What finds it.
    let detector: any Detector.Type

    /// A kind needs no more than a row here and a ``Detector``.
    static let all = [
        DetectionKind("objects", "what the detector --model was trained to find", ObjectDetector.self),
        DetectionKind("barcodes", "bar codes and QR codes, with what they say", BarcodeDetector.self),
        DetectionKind("faces", "faces, how they are turned, and how good pictures of them these are", FaceDetector.self),
        DetectionKind("landmarks", "eyes, mouths and other parts of faces", LandmarkDetector.self),
        DetectionKind("text", "text, read", TextDetector.self),
        DetectionKind("textRectangles", "lines of text, without reading them", TextRectangleDetector.self),
        DetectionKind("rectangles", "rectangles, such as screens and sheets of paper", RectangleDetector.self),
        DetectionKind("documents", "the most prominent sheet of paper, card or the like", DocumentDetector.self),
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
    static func list(_ text: String) throws -> [DetectionKind] {
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
    static var help: String {
        let width = (all.map(\.name.count).max() ?? 0) + 2
        return all.map { "  " + $0.name + String(repeating: " ", count: width - $0.name.count) + $0.summary }.joined(separator: "\n")
    }
}
