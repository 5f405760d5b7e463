import CoreMedia
import Foundation
import Locks

/// Receives a camera's frames. All methods are called on the output's queue.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Receives a frame with its time on the host clock.
    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// Receives a dropped frame. The buffer contains its times, and the reason under `kCMSampleBufferAttachmentKey_DroppedFrameReason`, but
    /// no pixels.
    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    public func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {}
    public func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {}
}

/// Delivers a camera's frames to a delegate, on a queue that the program provides.
///
/// If the delegate is busy when a frame arrives, the frame is dropped. The delegate therefore always gets recent frames. If
/// ``alwaysDiscardsLateVideoFrames`` is `false`, up to ``AVCaptureVideoDataOutput/maximumWaitingFrames`` frames wait instead.
open class AVCaptureVideoDataOutput: AVCaptureOutput, FrameTaking, @unchecked Sendable {
    /// The maximum number of waiting frames if late frames are not discarded. Only Osprey has this constant.
    public static let maximumWaitingFrames = 8

    private let state = Locked(State())
    private let queueKey = DispatchSpecificKey<Bool>()

    private struct State {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var settings: [String: Any]?
        var discardsLateFrames = true
        var waiting = 0
    }

    /// - Parameter sampleBufferCallbackQueue: a serial queue; required if there is a delegate.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        precondition(sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil, "a delegate needs a queue to be called on")
        sampleBufferCallbackQueue?.setSpecific(key: queueKey, value: true)
        state.withLock { state in
            state.delegate = sampleBufferDelegate
            state.queue = sampleBufferCallbackQueue
        }
    }

    /// The object that receives the frames. The output does not retain it.
    public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// The pixel format of the frames, under `kCVPixelBufferPixelFormatTypeKey`. By default pixels have two planes of 4:2:0. The settings
    /// take effect when the session starts.
    public var videoSettings: [String: Any]! {
        get { state.withLock { $0.settings } ?? [:] }
        set { state.withLock { $0.settings = newValue } }
    }

    /// Whether a frame is dropped if the delegate is busy when it arrives. If the value is `false`, the frame waits. The initial value is `true`.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLateFrames } }
        set { state.withLock { $0.discardsLateFrames = newValue } }
    }

    /// The pixel formats to which frames can be converted, as values for `videoSettings`.
    public var availableVideoPixelFormatTypes: [OSType] {
        [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA,
        ]
    }

    /// Whether the output selects the size of frames: always `true`, because frames have the camera's size. Setting it has no effect.
    public var automaticallyConfiguresOutputBufferDimensions: Bool {
        get { true }
        set {}
    }

    /// Whether frames have the size of a preview: always `false`, because frames have the camera's size. Setting it has no effect.
    public var deliversPreviewSizedOutputBuffers: Bool {
        get { false }
        set {}
    }

    var pixelFormat: OSType? { PixelFormatSetting.formats(in: videoSettings).first(where: PixelBufferMaker.supports) }

    var isOnCallbackQueue: Bool { DispatchQueue.getSpecific(key: queueKey) == true }

    /// Delivers a frame, or drops it.
    func take(_ sample: CMSampleBuffer, _ connection: AVCaptureConnection) {
        let (queue, reason) = state.withLock { state -> (DispatchQueue?, CFString?) in
            guard state.delegate != nil, let queue = state.queue, connection.isEnabled else { return (nil, nil) }
            if state.discardsLateFrames, state.waiting > 0 { return (queue, kCMSampleBufferDroppedFrameReason_FrameWasLate) }
            if state.waiting >= Self.maximumWaitingFrames { return (queue, kCMSampleBufferDroppedFrameReason_OutOfBuffers) }
            state.waiting += 1
            return (queue, nil)
        }
        guard let queue else { return }
        if let reason {
            guard let dropped = sample.droppedCopy(reason: reason) else { return }
            queue.async { self.sampleBufferDelegate?.captureOutput(self, didDrop: dropped, from: connection) }
        } else {
            queue.async {
                let sample = sample.turned(connection.orientation)
                self.sampleBufferDelegate?.captureOutput(self, didOutput: sample, from: connection)
                self.state.withLock { $0.waiting -= 1 }
            }
        }
    }

    /// Waits until the delegate has received all frames.
    func finish() {
        guard !isOnCallbackQueue else { return }
        sampleBufferCallbackQueue?.sync {}
    }
}
