import AVFoundation
import BeanBagGame
import Foundation

/// Receives the frames of a camera or a video.
protocol CameraControllerOutputDelegate: AnyObject {
    /// Receives a frame with its presentation time. The next frame is delivered after this method has returned.
    func cameraController(_ controller: CameraController, didReceive buffer: CMSampleBuffer) throws
}

/// The source of the frames.
enum Source {
    case camera(AVCaptureDevice)
    /// Every frame of a video file, without waiting for the frames' times.
    case video(URL)
}

/// Delivers the frames of a camera or a video file to its delegate, one at a time.
///
/// Camera frames that arrive while another frame is being analyzed are dropped and counted.
final class CameraController: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    weak var outputDelegate: (any CameraControllerOutputDelegate)?
    /// Whether frames are delivered in a colour format, into which the overlay can be drawn.
    var deliversColor = false
    private let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "ActionAndVision.frames")
    private var error: (any Error)?
    private(set) var droppedCount = 0

    /// Runs until the source has no further frames, or `stop` is called.
    func run(_ source: Source) throws {
        switch source {
        case .camera(let device): try runSession(with: device)
        case .video(let url): try readFrames(of: url)
        }
    }

    private var isStopped = false

    /// Stops the delivery of frames.
    func stop() { isStopped = true }

    private var pixelFormat: [String: Any]? {
        deliversColor ? [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA] : nil
    }

    private func readFrames(of url: URL) throws {
        let asset = AVAsset(url: url)
        guard let track = asset.tracks(withMediaType: .video).first else { throw GameError.noVideo(url) }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track, outputSettings: pixelFormat ?? [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar])
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? GameError.noVideo(url) }
        while !isStopped, let buffer = output.copyNextSampleBuffer() {
            try outputDelegate?.cameraController(self, didReceive: buffer)
        }
        if reader.status == .failed, let error = reader.error { throw error }
    }

    private func runSession(with device: AVCaptureDevice) throws {
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = true
        if let pixelFormat { output.videoSettings = pixelFormat }
        output.setSampleBufferDelegate(self, queue: queue)
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(output)
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
        if let error = queue.sync(execute: { error }) { throw error }
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard !isStopped else { return }
        do {
            try outputDelegate?.cameraController(self, didReceive: sampleBuffer)
        } catch {
            self.error = error
            isStopped = true
        }
        // A session cannot be stopped from its own queue.
        if isStopped { DispatchQueue.global().async { [session] in session.stopRunning() } }
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        droppedCount += 1
    }
}
