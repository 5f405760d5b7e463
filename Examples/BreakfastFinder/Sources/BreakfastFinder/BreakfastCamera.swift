import AVFoundation
import CoreVideo
import Foundation
import Vision

/// Watches a table with a camera, and reports the objects when they change.
///
/// One frame is analyzed at a time. Frames that arrive meanwhile are dropped, and the newest frame is analyzed next.
final class BreakfastCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    /// The number of consecutive frames with the same findings before they are reported.
    private static let steadyFrames = 3

    private let session = AVCaptureSession()
    private let videoDataOutputQueue = DispatchQueue(label: "BreakfastFinder.videoDataOutput")
    private let finder: BreakfastFinder

    // These properties are used only on the queue.
    private var startTime: CMTime?
    private var latestLabels: [String] = []
    private var sameFrames = 0
    private var toldLabels: [String]?
    private var counts = (analyzed: 0, dropped: 0)
    private var sessionError: (any Error)?

    init(camera: AVCaptureDevice, finder: BreakfastFinder) throws {
        self.finder = finder
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
        let (error, counts) = videoDataOutputQueue.sync { (sessionError, self.counts) }
        if let error { throw error }
        print("\(counts.analyzed) frames analyzed, \(counts.dropped) dropped while one was")
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        if startTime == nil { startTime = time }
        do {
            try finder.look(VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: .up))
        } catch {
            sessionError = error
            // A session cannot be stopped from its output's queue.
            DispatchQueue.global().async { [session] in session.stopRunning() }
            return
        }
        counts.analyzed += 1
        show(at: time)
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        counts.dropped += 1
    }

    private func show(at time: CMTime) {
        let labels = finder.findings.map(\.label).sorted()
        sameFrames = labels == latestLabels ? sameFrames + 1 : 1
        latestLabels = labels
        guard sameFrames >= Self.steadyFrames, labels != toldLabels else { return }
        toldLabels = labels
        print(String(format: "%5.1f s  ", (time - (startTime ?? time)).seconds) + finder.text)
    }
}
