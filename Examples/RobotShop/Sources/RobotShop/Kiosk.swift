import AVFoundation
import CoreML
import Foundation
import OspreyExtras
import Vision

/// Reports which part lies in front of the camera when the scene is still.
///
/// `StableSceneAnalyzer` registers each frame with the previous one, and performs both requests on the newest frame when the scene is
/// still. A barcode identifies a part that the classifier does not know.
final class Kiosk: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    /// The minimum confidence of an answer that is reported.
    private static let threshold: VNConfidence = 0.98

    private let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "RobotShop.frames")
    private let analyzer: StableSceneAnalyzer
    private let answers: Answers
    private var error: (any Error)?

    init(camera: AVCaptureDevice, model: MLModel) throws {
        let answers = Answers()
        let classification = VNCoreMLRequest(model: try VNCoreMLModel(for: model))
        analyzer = StableSceneAnalyzer(requests: [classification, VNDetectBarcodesRequest()]) { analysis in
            for request in analysis.requests {
                switch request.results?.first {
                case let code as VNBarcodeObservation:
                    answers.tell("barcode \(code.payloadStringValue ?? "without text")", at: analysis.time)
                case let part as VNClassificationObservation where part.confidence >= Self.threshold:
                    answers.tell(part.identifier, String(format: " %.2f", part.confidence), at: analysis.time)
                default: break
                }
            }
        }
        self.answers = answers
        super.init()
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(self, queue: queue)
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
                queue.sync { error = notification.userInfo?[AVCaptureSessionErrorKey] as? any Error }
                stopped.signal()
            },
        ]
        defer { observers.forEach(center.removeObserver) }
        session.startRunning()
        stopped.wait()
        analyzer.waitUntilIdle()
        if let error = queue.sync(execute: { error }) { throw error }
        let counts = analyzer.counts
        print("\(counts.taken) frames, \(counts.analyzed) of them analyzed, \(counts.leftOut) left out while one was")
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        do {
            let step = try analyzer.take(sampleBuffer)
            answers.note(isStable: step.isStable, at: CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
        } catch {
            self.error = error
            DispatchQueue.global().async { [session] in session.stopRunning() }
        }
    }
}

/// The answers reported since the scene became still. Each answer is reported once.
private final class Answers: @unchecked Sendable {
    private let lock = NSLock()
    private var told = Set<String>()
    private var start: CMTime?

    func note(isStable: Bool, at time: CMTime) {
        lock.withLock {
            if start == nil { start = time }
            if !isStable { told.removeAll() }
        }
    }

    func tell(_ name: String, _ note: String = "", at time: CMTime) {
        lock.withLock {
            guard told.insert(name).inserted else { return }
            print(String(format: "%5.1f s  ", (time - (start ?? time)).seconds) + name + note)
        }
    }
}
