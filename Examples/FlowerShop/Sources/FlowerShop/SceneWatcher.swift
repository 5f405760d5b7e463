import AVFoundation
import CoreVideo
import Foundation
import Vision

/// Watches a camera, and analyzes the newest frame when the scene is still.
///
/// Registering a frame with the previous one is cheap, and classification is expensive. So every frame is registered, but a frame is
/// classified only when the picture has hardly moved for half a second. One frame is analyzed at a time. Frames that arrive meanwhile are
/// dropped.
final class SceneWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let session = AVCaptureSession()
    private let classifier: FlowerClassifier
    private let videoDataOutputQueue = DispatchQueue(label: "FlowerShop.videoDataOutput")
    private let visionQueue = DispatchQueue(label: "FlowerShop.serialVisionQueue")

    // These properties are used only on the output's queue.
    private let sequenceRequestHandler = VNSequenceRequestHandler()
    private let maximumHistoryLength = 15
    private var transpositionHistoryPoints: [CGPoint] = []
    private var previousPixelBuffer: CVPixelBuffer?
    private var currentlyAnalyzedPixelBuffer: CVPixelBuffer?
    private var shownProduct: String?
    private var startTime: CMTime?
    private var sessionError: (any Error)?

    init(camera: AVCaptureDevice, classifier: FlowerClassifier) throws {
        self.classifier = classifier
        super.init()
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: videoDataOutputQueue)
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
    }

    /// Watches until the camera has no more frames.
    func run() throws {
        let stopped = DispatchSemaphore(value: 0)
        let center = NotificationCenter.default
        let observers = [
            center.addObserver(forName: .AVCaptureSessionDidStopRunning, object: session, queue: nil) { _ in stopped.signal() },
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { [self] notification in
                videoDataOutputQueue.sync { sessionError = notification.userInfo?[AVCaptureSessionErrorKey] as? any Error }
                stopped.signal()
            },
        ]
        defer { observers.forEach(center.removeObserver) }
        session.startRunning()
        stopped.wait()
        visionQueue.sync {}
        if let error = videoDataOutputQueue.sync(execute: { sessionError }) { throw error }
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        if startTime == nil { startTime = time }
        guard let previous = previousPixelBuffer else {
            previousPixelBuffer = pixelBuffer
            transpositionHistoryPoints.removeAll()
            return
        }
        previousPixelBuffer = pixelBuffer
        let registrationRequest = VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: pixelBuffer)
        do {
            try sequenceRequestHandler.perform([registrationRequest], on: previous)
        } catch {
            print("Error: Failed to process request: \(error.localizedDescription).")
            return
        }
        if let alignmentObservation = registrationRequest.results?.first as? VNImageTranslationAlignmentObservation {
            let alignmentTransform = alignmentObservation.alignmentTransform
            record(CGPoint(x: alignmentTransform.tx, y: alignmentTransform.ty))
        }
        if sceneStabilityAchieved(), currentlyAnalyzedPixelBuffer == nil {
            currentlyAnalyzedPixelBuffer = pixelBuffer
            analyzeCurrentImage(pixelBuffer, time)
        }
    }

    private func record(_ transposition: CGPoint) {
        transpositionHistoryPoints.append(transposition)
        if transpositionHistoryPoints.count > maximumHistoryLength { transpositionHistoryPoints.removeFirst() }
    }

    private func sceneStabilityAchieved() -> Bool {
        guard transpositionHistoryPoints.count == maximumHistoryLength else { return false }
        let path = transpositionHistoryPoints.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        return abs(path.x) + abs(path.y) < 20
    }

    private func analyzeCurrentImage(_ pixelBuffer: CVPixelBuffer, _ time: CMTime) {
        let requestHandler = VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: .up)
        visionQueue.async { [self] in
            let product = analyze(requestHandler)
            // The buffer is released, so that the next one can be analyzed.
            videoDataOutputQueue.async { [self] in
                currentlyAnalyzedPixelBuffer = nil
                show(product, time)
            }
        }
    }

    private func analyze(_ requestHandler: VNImageRequestHandler) -> String? {
        do {
            return try classifier.analyze(requestHandler)
        } catch {
            print("Error: Vision request failed with error \"\(error)\"")
            return nil
        }
    }

    /// Prints a product if it differs from the last one.
    private func show(_ product: String?, _ time: CMTime) {
        guard let product, let name = product.split(separator: " ").first.map(String.init), name != shownProduct else { return }
        shownProduct = name
        print(String(format: "%5.1f s  ", (time - (startTime ?? time)).seconds) + product)
    }
}
