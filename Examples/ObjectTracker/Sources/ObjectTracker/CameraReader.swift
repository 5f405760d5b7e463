import AVFoundation
import CoreVideo
import Foundation

/// Reads the frames of a camera. A new frame replaces a frame that has not been fetched yet, so the fetched frame is always the newest.
final class CameraReader: NSObject, FrameReader, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "ObjectTracker.frames")
    private let condition = NSCondition()
    private var newest: CMSampleBuffer?
    private var hasEnded = false
    private var error: (any Error)?
    private var observers: [any NSObjectProtocol] = []

    init(_ camera: AVCaptureDevice) throws {
        super.init()
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        output.setSampleBufferDelegate(self, queue: queue)
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
        for name in [NSNotification.Name.AVCaptureSessionDidStopRunning, .AVCaptureSessionRuntimeError] {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { [weak self] notification in
                    self?.end(notification.userInfo?[AVCaptureSessionErrorKey] as? any Error)
                })
        }
        session.startRunning()
    }

    deinit { observers.forEach(NotificationCenter.default.removeObserver) }

    func nextFrame() throws -> (image: CVPixelBuffer, time: CMTime)? {
        condition.lock()
        defer { condition.unlock() }
        while newest == nil, !hasEnded { condition.wait() }
        guard let sample = newest, let image = CMSampleBufferGetImageBuffer(sample) else {
            if let error { throw error }
            return nil
        }
        newest = nil
        return (image, CMSampleBufferGetPresentationTimeStamp(sample))
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        condition.lock()
        newest = sampleBuffer
        condition.signal()
        condition.unlock()
    }

    private func end(_ error: (any Error)?) {
        condition.lock()
        self.error = self.error ?? error
        hasEnded = true
        condition.signal()
        condition.unlock()
    }
}
