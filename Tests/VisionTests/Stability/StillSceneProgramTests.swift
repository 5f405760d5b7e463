import CoreML
import CoreVideo
import Dispatch
import Foundation
import Synchronization
import Testing
import Vision

/// A program as one writes it for a camera: frames are registered with the frame before; once the scene is still, the newest frame is
/// looked at on a queue of its own, one at a time.
private final class ShopWindow: @unchecked Sendable {
    private let sequenceHandler = VNSequenceRequestHandler()
    private var previousPixelBuffer: CVPixelBuffer?
    private var currentlyAnalyzedPixelBuffer: CVPixelBuffer?
    private var transpositionHistoryPoints: [CGPoint] = []
    private let maximumHistoryLength = 15
    private let visionQueue = DispatchQueue(label: "shop.window.vision")
    private var analysisRequests: [VNRequest] = []
    let products = Mutex<[String]>([])
    private(set) var stableFrames: [Int] = []

    func setUp(model: VNCoreMLModel) throws {
        let barcodes = VNDetectBarcodesRequest { request, _ in
            if let results = request.results as? [VNBarcodeObservation], let payload = results.first?.payloadStringValue {
                self.products.withLock { $0.append(payload) }
            }
        }
        let classification = VNCoreMLRequest(model: model) { request, _ in
            if let results = request.results as? [VNClassificationObservation], let best = results.first, best.confidence > 0.4 {
                self.products.withLock { $0.append(best.identifier) }
            }
        }
        analysisRequests = [barcodes, classification]
    }

    func capture(_ pixelBuffer: CVPixelBuffer, number: Int) throws {
        defer { previousPixelBuffer = pixelBuffer }
        guard let previousPixelBuffer else { return }
        let registration = VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: pixelBuffer)
        try sequenceHandler.perform([registration], on: previousPixelBuffer)
        if let alignment = registration.results?.first as? VNImageTranslationAlignmentObservation {
            let transform = alignment.alignmentTransform
            transpositionHistoryPoints.append(CGPoint(x: transform.tx, y: transform.ty))
            if transpositionHistoryPoints.count > maximumHistoryLength { transpositionHistoryPoints.removeFirst() }
        }
        guard sceneStabilityAchieved() else { return }
        stableFrames.append(number)
        if currentlyAnalyzedPixelBuffer == nil {
            currentlyAnalyzedPixelBuffer = pixelBuffer
            try analyzeCurrentImage()
        }
    }

    private func sceneStabilityAchieved() -> Bool {
        guard transpositionHistoryPoints.count == maximumHistoryLength else { return false }
        let sum = transpositionHistoryPoints.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        return abs(sum.x) + abs(sum.y) < 20
    }

    private func analyzeCurrentImage() throws {
        guard let buffer = currentlyAnalyzedPixelBuffer else { return }
        let handler = VNImageRequestHandler(cvPixelBuffer: buffer, orientation: .up)
        try visionQueue.sync {
            defer { self.currentlyAnalyzedPixelBuffer = nil }
            try handler.perform(analysisRequests)
        }
    }
}

@Suite("Programs as one writes them for a camera")
struct StillSceneProgramTests {
    @Test("Frames that pan are told from frames that rest, and only those are classified")
    func stillScene() throws {
        let shop = ShopWindow()
        try shop.setUp(model: VNCoreMLModel(TestModels.meanColor(side: 8)))
        // Twelve frames pan by 9 pixels across and 4 down; then a hand trembles by a third of a pixel.
        var position = CGPoint.zero
        for number in 0..<36 {
            let tremble = 0.33 * Double(number % 3 - 1)
            if number < 12 { position = CGPoint(x: position.x + 9, y: position.y + 4) }
            try shop.capture(ShiftedScenes.pixelBuffer(x: Double(position.x) + tremble, y: Double(position.y)), number: number)
        }
        // Fifteen movements have to be known, of which at most one may be of the pan.
        #expect(shop.stableFrames == Array(26..<36) || shop.stableFrames == Array(25..<36), "\(shop.stableFrames)")
        #expect(shop.products.withLock { $0.count } == shop.stableFrames.count)
    }

    @Test("A request has a revision and a region, which may be set; a handler takes several requests")
    func revisionsAndRegions() throws {
        let request = VNDetectBarcodesRequest()
        #expect(
            request.revision == VNDetectBarcodesRequest.defaultRevision
                && request.regionOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
        request.regionOfInterest = CGRect(x: 0.35, y: 0.35, width: 0.3, height: 0.3)
        request.revision = VNDetectBarcodesRequestRevision1
        let registration = VNTranslationalImageRegistrationRequest(targetedCGImage: try ShiftedScenes.image(x: 3, y: 2))
        try VNImageRequestHandler(cgImage: try ShiftedScenes.image()).perform([request, registration])
        #expect(request.results?.isEmpty == true)
        let alignment = try #require(registration.results?.first as? VNImageTranslationAlignmentObservation)
        // The scene's point that the targeted image shows at its corner lies 3 to the right of the image's and 2 below.
        #expect(abs(alignment.alignmentTransform.tx - 3) < 0.3 && abs(alignment.alignmentTransform.ty + 2) < 0.3)
        #expect(alignment.confidence > 0.5)
    }
}
