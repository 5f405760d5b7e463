import Foundation
import Reports

/// The Swift code that performs a request and uses its results.
struct LookCode: Sendable {
    /// The request, for code in which a `VNImageRequestHandler` performs it: the name of the request's variable, and the expression that makes the
    /// request. `nil` if the code in ``use`` performs its own request.
    private let request: (name: String, make: String)?
    /// The code that uses the results.
    private let use: String

    private init(_ name: String, _ make: String, _ use: String) {
        request = (name, make)
        self.use = use
    }

    private init(_ use: String) {
        request = nil
        self.use = use
    }

    /// Code that prints the observations of a detector's request, for a kind that is not in ``all``. Empty for a detector that needs options.
    init(_ name: String, printing detector: any Detector.Type) {
        if let request = try? detector.init(DetectionOptions()).query().request {
            self.init(name, "\(type(of: request))()", Self.each(name, "$", "observation"))
        } else {
            self.init("")
        }
    }

    /// The code of each kind that needs special code to print its results. The keys are the names of the kinds (``LookKind``). For other kinds,
    /// generated code prints the observations.
    static let all: [String: LookCode] = [
        "classify": LookCode("scene", "VNClassifyImageRequest()", each("scene", "$.identifier, $.confidence", "label", limit: 5)),
        "barcodes": LookCode(
            "barcodes", "VNDetectBarcodesRequest()",
            each("barcodes", "$.symbology.rawValue, $.payloadStringValue ?? \"\", $.boundingBox", "code")
        ),
        "faces": LookCode(
            "faces", "VNDetectFaceCaptureQualityRequest()", each("faces", "$.boundingBox, $.faceCaptureQuality ?? 0", "face")),
        "landmarks": LookCode(
            "landmarks", "VNDetectFaceLandmarksRequest()",
            each("landmarks", "$.landmarks?.leftEye?.normalizedPoints ?? []", "face")),
        "text": LookCode(
            "text", "VNRecognizeTextRequest()", each("text", "$.topCandidates(1).first?.string ?? \"\", $.boundingBox", "line")),
        "textRectangles": LookCode(
            "textLines", "VNDetectTextRectanglesRequest()", each("textLines", "$.boundingBox", "line")),
        "rectangles": LookCode(
            "rectangles", "VNDetectRectanglesRequest()",
            each("rectangles", "$.topLeft, $.topRight, $.bottomRight, $.bottomLeft", "rectangle")),
        "documents": LookCode(
            "documents", "VNDetectDocumentSegmentationRequest()",
            each("documents", "$.topLeft, $.topRight, $.bottomRight, $.bottomLeft", "document")),
        // Only the Swift-only interface has this request.
        "pages": LookCode(
            """
            for page in try await RecognizeDocumentsRequest().perform(on: URL(fileURLWithPath: "photo.jpg")) {
                print(page.document.text.transcript)
            }
            """),
        "contours": LookCode(
            "contours", "VNDetectContoursRequest()",
            """
            if let found = contours.results?.first {
                for contour in found.topLevelContours { print(contour.normalizedPoints) }
            }
            """),
        "horizon": LookCode("horizon", "VNDetectHorizonRequest()", each("horizon", "$.angle", "line")),
        "animals": LookCode(
            "animals", "VNRecognizeAnimalsRequest()",
            each("animals", "$.labels.first?.identifier ?? \"\", $.boundingBox", "animal")),
        "hands": LookCode(
            "hands", "VNDetectHumanHandPoseRequest()", each("hands", "try $.recognizedPoints(.all)", "hand")),
        "humans": LookCode("humans", "VNDetectHumanRectanglesRequest()", each("humans", "$.boundingBox, $.confidence", "person")),
        "pose": LookCode("poses", "VNDetectHumanBodyPoseRequest()", each("poses", "try $.recognizedPoints(.all)", "person")),
        "saliency": LookCode(
            "saliency", "VNGenerateAttentionBasedSaliencyImageRequest()",
            each("saliency", "$.salientObjects?.map(\\.boundingBox) ?? []", "map")),
        "people": LookCode("people", "VNGeneratePersonInstanceMaskRequest()", eachInstance("people")),
        "foreground": LookCode("foreground", "VNGenerateForegroundInstanceMaskRequest()", eachInstance("foreground")),
        "model": LookCode(
            "model", "VNCoreMLRequest(model: try VNCoreMLModel(for: MLModel(contentsOf: URL(fileURLWithPath: \"Model.mlmodel\"))))",
            """
            for result in model.results ?? [] {
                switch result {
                case let object as VNRecognizedObjectObservation: print(object.labels[0].identifier, object.boundingBox)
                case let label as VNClassificationObservation: print(label.identifier, label.confidence)
                default: print(result)
                }
            }
            """),
    ]

    private static func eachInstance(_ request: String) -> String {
        """
        if let found = \(request).results?.first {
            for instance in found.allInstances {
                // How sure it is that a pixel is of the instance.
                let mask = try found.generateMask(forInstances: [instance])
                print(instance, CVPixelBufferGetWidth(mask), CVPixelBufferGetHeight(mask))
            }
        }
        """
    }

    private static func each(_ request: String, _ what: String, _ variable: String, limit: Int? = nil) -> String {
        let list = limit.map { "(\(request).results ?? []).prefix(\($0))" } ?? "\(request).results ?? []"
        return "for \(variable) in \(list) { print(\(what.replacingOccurrences(of: "$", with: variable))) }"
    }

    /// A program that performs the requests of all `codes` on one picture.
    static func program(_ codes: [LookCode]) -> String {
        guard !codes.isEmpty else { return "" }
        let requests = codes.compactMap { $0.request }
        var lines: [String] = []
        if !requests.isEmpty {
            lines.append("let photo = VNImageRequestHandler(url: URL(fileURLWithPath: \"photo.jpg\"))")
            lines += requests.map { "let \($0.name) = \($0.make)" }
            lines.append("try photo.perform([\(requests.map { $0.name }.joined(separator: ", "))])")
        }
        lines += codes.map { $0.use }
        return """
            import Foundation
            import Vision

            \(lines.joined(separator: "\n"))
            """
    }
}
