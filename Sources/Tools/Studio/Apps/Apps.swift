import AVFoundation
import Foundation
import JSON
import Locks
import OspreyExtras
import Reports
import Vision

/// Waits until the scene is still, and then names the machine part. The name comes from the classifier or from a barcode.
final class RobotShopApp: LiveApp, @unchecked Sendable {
    private static let selection = LabelSelection(top: 1, threshold: 0.9)
    private let analyzer: StableSceneAnalyzer
    private let told: Locked<Told>

    /// The findings that have been reported since the scene became still.
    private struct Told {
        var names: Set<String> = []
        var events: [String] = []
        var findings: [Finding] = []
    }

    init(_ options: AppOptions) throws {
        let classifier = try options.classifier()
        let told = Locked(Told())
        self.told = told
        analyzer = StableSceneAnalyzer(requests: [classifier.request(), VNDetectBarcodesRequest()]) { analysis in
            let found = analysis.requests.flatMap { Self.results(of: $0, classifier) }
            told.withLock { told in
                told.findings = found.map(\.finding)
                told.events += found.filter { told.names.insert($0.name).inserted }.map(\.finding.title)
            }
        }
    }

    private static func results(of request: VNRequest, _ classifier: Classifier) -> [(name: String, finding: Finding)] {
        if let codes = request as? VNDetectBarcodesRequest {
            return (codes.results ?? []).map { ("barcode \($0.payloadStringValue ?? "")", Finding(barcode: $0)) }
        }
        let labels = (try? classifier.labels(of: request, shownBy: selection)) ?? []
        return labels.map { ($0.identifier, Finding($0)) }
    }

    func take(_ frame: AppFrame) throws -> AppAnswer {
        let step = try analyzer.take(frame.sample)
        return told.withLock { told in
            if !step.isStable { told = Told(events: told.events) }
            defer { told.events = [] }
            return AppAnswer(findings: told.findings, state: step.isStable ? "the scene rests" : "the scene moves", events: told.events)
        }
    }
}

/// Names the product of a visible barcode or, if the classifier is confident, the object. A different product or object is reported as an event.
final class FlowerShopApp: LiveApp {
    private static let selection = LabelSelection(top: 1, threshold: 0.9)
    private let classifier: Classifier
    private let classification: VNRequest
    private let barcodes = VNDetectBarcodesRequest()
    private let sequence = VNSequenceRequestHandler()
    private let registration = VNTrackTranslationalImageRegistrationRequest()
    private var shifts: [CGPoint] = []
    private var shown = ""

    init(_ options: AppOptions) throws {
        classifier = try options.classifier()
        classification = classifier.request()
    }

    func take(_ frame: AppFrame) throws -> AppAnswer {
        guard try isStable(frame) else { return AppAnswer(state: "the scene moves") }
        try VNImageRequestHandler(cmSampleBuffer: frame.sample, orientation: .up).perform([barcodes, classification])
        var answer = AppAnswer(state: "the scene rests")
        // The title of a barcode never changes. The title of a label contains its confidence, which changes, so its name is compared instead.
        var seen = (barcodes.results ?? []).map { Finding(barcode: $0) }.map { (name: $0.title, finding: $0) }
        seen += try classifier.labels(of: classification, shownBy: Self.selection).map { ($0.identifier, Finding($0)) }
        answer.findings = seen.map(\.finding)
        if let first = seen.first, first.name != shown {
            answer.events = [first.finding.title]
            shown = first.name
        }
        return answer
    }

    /// Whether the scene is stable: the sum of the last fifteen shifts is below twenty pixels.
    private func isStable(_ frame: AppFrame) throws -> Bool {
        try sequence.perform([registration], on: frame.sample)
        guard let transform = registration.results?.first?.alignmentTransform else { return false }
        shifts = (shifts + [CGPoint(x: transform.tx, y: transform.ty)]).suffix(15)
        guard shifts.count == 15 else { return false }
        let sum = shifts.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        return abs(sum.x) + abs(sum.y) < 20
    }
}

/// Detects objects in every frame, and reports objects that appear and disappear.
final class BreakfastFinderApp: LiveApp {
    private let request: VNCoreMLRequest
    private var seen: Set<String> = []

    init(_ options: AppOptions) throws {
        guard let detector = try options.request(AppModel.detector) else {
            throw UsageError("BreakfastFinder needs a detector: train one, or drop one in Models")
        }
        request = detector
        request.imageCropAndScaleOption = .scaleFill
    }

    func take(_ frame: AppFrame) throws -> AppAnswer {
        try VNImageRequestHandler(cmSampleBuffer: frame.sample, orientation: .up).perform([request])
        guard let objects = request.results as? [VNRecognizedObjectObservation] else {
            throw UsageError("the model is no detector of objects")
        }
        let labels = Set(objects.compactMap { $0.labels.first?.identifier })
        let events = labels.subtracting(seen).sorted().map { "\($0) is there" } + seen.subtracting(labels).sorted().map { "\($0) is gone" }
        seen = labels
        return AppAnswer(
            findings: objects.map { Finding($0) },
            state: labels.isEmpty ? "nothing for breakfast" : labels.sorted().joined(separator: ", "),
            events: events)
    }
}

/// Tracks the objects that were marked in the first frame.
final class ObjectTrackerApp: LiveApp {
    private static let certain: VNConfidence = 0.5
    private let sequence = VNSequenceRequestHandler()
    private var observations: [VNDetectedObjectObservation]
    private var lost: Set<Int> = []

    init(_ options: AppOptions) throws {
        guard options.boxes.count <= 16 else { throw UsageError("at most 16 things can be followed at once") }
        observations = options.boxes.map { VNDetectedObjectObservation(boundingBox: $0) }
    }

    func take(_ frame: AppFrame) throws -> AppAnswer {
        guard !observations.isEmpty else { return AppAnswer(state: "draw a box around what is to be followed") }
        let requests = observations.map { VNTrackObjectRequest(detectedObjectObservation: $0) }
        try sequence.perform(requests, on: frame.sample)
        var answer = AppAnswer(state: "following \(observations.count)")
        for (index, request) in requests.enumerated() {
            guard let found = request.results?.first as? VNDetectedObjectObservation else { continue }
            observations[index] = found
            let isLost = found.confidence < Self.certain
            if isLost != lost.contains(index) {
                lost.formSymmetricDifference([index])
                answer.events.append("object \(index + 1) is \(isLost ? "lost" : "found again")")
            }
            answer.findings.append(
                Finding(
                    title: "\(index + 1)  \(ShownText.percentage(found.confidence))", confidence: found.confidence,
                    boundingBox: found.boundingBox, json: ["boundingBox": JSON(found.boundingBox)]))
        }
        return answer
    }
}
