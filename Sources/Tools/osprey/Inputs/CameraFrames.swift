import AVFoundation
import Foundation
import ImageIO

/// The frames of a camera, with times that start at 0. Frames that arrive while the consumer is busy are dropped.
final class CameraFrames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let session = AVCaptureSession()
    private let output = AVCaptureVideoDataOutput()
    private let queue = BoundedQueue<CMSampleBuffer>(capacity: 1)
    private var observers: [any NSObjectProtocol] = []
    private var start = CMTime.invalid

    init(_ device: AVCaptureDevice) throws {
        super.init()
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(output)
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "osprey.camera"))
        let center = NotificationCenter.default
        let frames = queue
        observers = [
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { notification in
                frames.finish(notification.userInfo?[AVCaptureSessionErrorKey] as? any Error)
            },
            center.addObserver(forName: .AVCaptureSessionDidStopRunning, object: session, queue: nil) { _ in frames.finish() },
        ]
        session.startRunning()
    }

    deinit {
        queue.close()
        session.stopRunning()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        _ = queue.put(sampleBuffer)
    }

    func next() throws -> (CMSampleBuffer, CGImagePropertyOrientation)? {
        guard let sample = try queue.take() else { return nil }
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        if !start.isValid { start = time }
        let timing = CMSampleTimingInfo(
            duration: CMSampleBufferGetDuration(sample), presentationTimeStamp: time - start, decodeTimeStamp: .invalid)
        return (try CMSampleBuffer(copying: sample, withNewTiming: [timing]), .up)
    }
}
