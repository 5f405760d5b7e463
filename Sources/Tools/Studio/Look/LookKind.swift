import JSON
import Reports
import Vision

/// A kind of finding that can be looked for in a picture, with the Swift code that does the same.
struct LookKind: Sendable {
    let name: String
    let summary: String
    /// The name of the kind on Studio's page, and the heading under which the page lists it.
    let title: String
    let group: String
    /// Whether this kind needs a model that the user chooses.
    let needsModel: Bool
    let detector: any Detector.Type
    let code: LookCode

    /// The kinds of `osprey detect`, and additional ones. A kind is left out if the model that it needs is not installed.
    static let all: [LookKind] = {
        let own = [
            LookKind("classify", "what is in the picture", SceneLabels.self),
            LookKind("model", "what a classifier or detector of yours says", ModelLabels.self, needsModel: true),
        ]
        let detected = DetectionKind.all.filter { !$0.needsOwnModel }.map { LookKind($0.name, $0.summary, $0.detector) }
        return own + detected
    }()

    /// The titles of kinds whose name is not a good title, or that do not belong to the group "Things".
    private static let titles: [String: (group: String, title: String)] = [
        "classify": ("The whole", "the scene"), "model": ("The whole", "by a model of yours"),
        "saliency": ("The whole", "what draws the eye"), "horizon": ("The whole", "the horizon"),
        "faces": ("People", "faces"), "landmarks": ("People", "eyes, nose and mouth"), "humans": ("People", "people"),
        "people": ("People", "people as shapes"), "pose": ("People", "body poses"), "hands": ("People", "hand poses"),
        "text": ("Text", "text"), "textRectangles": ("Text", "lines of text (fast)"), "barcodes": ("Text", "barcodes"),
        "documents": ("Text", "documents"), "pages": ("Text", "pages in reading order"),
        "animals": ("Things", "cats and dogs"), "foreground": ("Things", "things as shapes"),
        "rectangles": ("Things", "rectangles"), "contours": ("Things", "contours"),
    ]

    private init(_ name: String, _ summary: String, _ detector: any Detector.Type, needsModel: Bool = false) {
        (group, title) = Self.titles[name] ?? ("Things", name.replacing(/[A-Z]/) { " " + $0.output.lowercased() })
        (self.name, self.summary, self.detector, self.needsModel) = (name, summary, detector, needsModel)
        code = LookCode.all[name] ?? LookCode(name, printing: detector)
    }

    var json: JSON {
        [
            "name": .string(name), "title": .string(title), "group": .string(group), "summary": .string(summary),
            "needsModel": .bool(needsModel),
        ]
    }
}

extension Finding {
    /// A label of the whole picture.
    init(_ label: Label) { self.init(title: label.text, confidence: label.confidence, boundingBox: .null, json: label.json) }

    /// An object that a detector found.
    init(_ observation: VNRecognizedObjectObservation) {
        let label = observation.labels.first?.identifier ?? ""
        self.init(
            label: ShownText.escaped(label), confidence: observation.confidence,
            boundingBox: observation.boundingBox,
            json: [
                "label": .string(label), "confidence": .float(observation.confidence), "boundingBox": JSON(observation.boundingBox),
            ])
    }
}

/// The labels of the default scene model.
private struct SceneLabels: Detector {
    private let classifier: Classifier

    init(_ options: DetectionOptions) throws { classifier = try Classifier(nil) }

    func query() -> DetectionQuery {
        let request = classifier.request()
        return DetectionQuery(request: request) { try classifier.findings(of: request) }
    }
}

extension Classifier {
    /// The labels that are shown on a page.
    fileprivate func findings(of request: VNRequest) throws -> [Finding] {
        try labels(of: request, shownBy: LabelSelection(top: 5, threshold: nil)).map { Finding($0) }
    }
}

/// The labels or objects that the user's model finds.
private struct ModelLabels: Detector {
    private let classifier: Classifier

    init(_ options: DetectionOptions) throws {
        guard let url = options.model else { throw UsageError("choose a model first") }
        let network = try MLModel(contentsOf: url, configuration: options.configuration)
        let isDetector = network.modelDescription.outputDescriptionsByName["coordinates"] != nil
        classifier = try Classifier(network, crop: options.crop ?? (isDetector ? .scaleFill : .centerCrop))
    }

    func query() -> DetectionQuery {
        let request = classifier.request()
        return DetectionQuery(request: request) {
            switch (request as? VNCoreMLRequest)?.results {
            case is [VNClassificationObservation]: return try classifier.findings(of: request)
            case let objects as [VNRecognizedObjectObservation]: return objects.map { Finding($0) }
            default: throw UsageError("the model is neither a classifier nor a detector; the page Models runs it")
            }
        }
    }
}
