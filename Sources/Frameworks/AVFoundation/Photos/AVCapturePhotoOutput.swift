import CoreMedia
import Foundation
import ImageIO
import Locks

/// Receives the events of a photo. The methods are called in the order of their declaration, on a queue of the output.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
    /// The settings are resolved.
    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// The frame is about to be taken.
    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// The frame has been taken.
    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// The photo has been processed.
    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)
    /// The capture is finished. No further calls follow. If there is no photo, `error` is the reason.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
    public func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings) {}
    public func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings) {}
    public func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings) {}
    public func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?) {}
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
    ) {}
}

/// Takes photos. A photo is the next frame of the session's camera.
open class AVCapturePhotoOutput: AVCaptureOutput, FrameTaking, @unchecked Sendable {
    /// The priority in taking a photo: speed or quality.
    public enum QualityPrioritization: Int, Sendable {
        /// Speed: the photo is taken as soon as possible.
        case speed = 1
        /// A balance of speed and quality.
        case balanced = 2
        /// Quality: the best photo is taken.
        case quality = 3
    }

    private struct Request: @unchecked Sendable {
        let settings: AVCapturePhotoSettings
        let delegate: any AVCapturePhotoCaptureDelegate
    }

    private struct State {
        /// Whether a running session delivers frames to this output.
        var isLive = false
        var requests: [Request] = []
        var isHighResolution = false
        var priority = QualityPrioritization.balanced
        var dimensions = CMVideoDimensions()
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "osprey.photos")
    private let queueKey = DispatchSpecificKey<Bool>()

    /// Makes an output without a session.
    public override init() {
        super.init()
        queue.setSpecific(key: queueKey, value: true)
    }

    /// Makes a photo of the next frame. If the session is not running, or ends before the next frame, the delegate gets the error
    /// `sessionNotRunning`.
    ///
    /// - Parameter delegate: the object that receives the photo. The output retains it until its last call.
    open func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
        let request = Request(settings: settings, delegate: delegate)
        let isWaiting = state.withLock { state in
            if state.isLive { state.requests.append(request) }
            return state.isLive
        }
        if !isWaiting { fail(request) }
    }

    /// Whether photos may have the largest possible size. It has no effect, because photos have the size of the frames.
    open var isHighResolutionCaptureEnabled: Bool {
        get { state.withLock { $0.isHighResolution } }
        set { state.withLock { $0.isHighResolution = newValue } }
    }
    /// The highest priority that settings may request. It has no effect, because a photo is the next frame.
    open var maxPhotoQualityPrioritization: QualityPrioritization {
        get { state.withLock { $0.priority } }
        set { state.withLock { $0.priority = newValue } }
    }
    /// The largest size of photos, zero by default. It has no effect, because photos have the size of the frames.
    open var maxPhotoDimensions: CMVideoDimensions {
        get { state.withLock { $0.dimensions } }
        set { state.withLock { $0.dimensions = newValue } }
    }

    /// The codecs of files: JPEG, and HEVC if this machine can write HEIC.
    open var availablePhotoCodecTypes: [AVVideoCodecType] {
        CGImageDestinationCopyTypeIdentifiers().contains { $0 as? String == "public.heic" } ? [.hevc, .jpeg] : [.jpeg]
    }
    /// The pixel formats that settings may request. If they request another one, pixels have the format of the frames.
    open var availablePhotoPixelFormatTypes: [OSType] { [kCVPixelFormatType_32BGRA] }
    /// The supported modes of the flash: only `off`.
    open var supportedFlashModes: [AVCaptureDevice.FlashMode] { [.off] }
    /// Whether live photos can be taken: always `false`.
    open var isLivePhotoCaptureSupported: Bool { false }
    /// Whether photos are live photos. Setting it to `true` is not supported.
    open var isLivePhotoCaptureEnabled: Bool {
        get { false }
        set { precondition(!newValue, "photos were to move, which is not supported") }
    }
    /// Whether photos can have depth data: always `false`.
    open var isDepthDataDeliverySupported: Bool { false }
    /// Whether photos have depth data. Setting it to `true` is not supported.
    open var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { precondition(!newValue, "photos were to have distances, which is not supported") }
    }

    /// Whether a photo can show the moment before the request: always `false`.
    open var isZeroShutterLagSupported: Bool { false }
    /// Whether a photo shows the moment before the request. Setting it to `true` is not supported.
    open var isZeroShutterLagEnabled: Bool {
        get { false }
        set { precondition(!newValue, "photos were to be taken without delay, which is not supported") }
    }
    /// Whether photos can overlap in time: always `false`.
    open var isResponsiveCaptureSupported: Bool { false }
    /// Whether photos overlap in time. Setting it to `true` is not supported.
    open var isResponsiveCaptureEnabled: Bool {
        get { false }
        set { precondition(!newValue, "photos were to overlap, which is not supported") }
    }
    /// Whether the quality of photos in quick succession can be reduced: always `false`.
    open var isFastCapturePrioritizationSupported: Bool { false }
    /// Whether the quality of photos in quick succession is reduced. Setting it to `true` is not supported.
    open var isFastCapturePrioritizationEnabled: Bool {
        get { false }
        set { precondition(!newValue, "photos were to be taken in quick succession, which is not supported") }
    }

    /// Calls the handler immediately, because nothing has to be prepared.
    open func setPreparedPhotoSettingsArray(
        _ preparedPhotoSettingsArray: [AVCapturePhotoSettings], completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        completionHandler?(true, nil)
    }

    // MARK: Frames

    var isOnCallbackQueue: Bool { DispatchQueue.getSpecific(key: queueKey) == true }

    func begin() { state.withLock { $0.isLive = true } }

    func take(_ sample: CMSampleBuffer, _ connection: AVCaptureConnection) {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        guard !requests.isEmpty, let buffer = sample.imageBuffer else { return }
        let frame = Frame(buffer: buffer, time: sample.presentationTimeStamp, orientation: connection.orientation.exif)
        queue.async { requests.forEach { self.deliver(frame, $0) } }
    }

    private struct Frame: @unchecked Sendable {
        let buffer: CVPixelBuffer
        let time: CMTime
        let orientation: Int
    }

    private func deliver(_ frame: Frame, _ request: Request) {
        let size = CMVideoDimensions(
            width: Int32(clamping: CVPixelBufferGetWidth(frame.buffer)), height: Int32(clamping: CVPixelBufferGetHeight(frame.buffer)))
        let resolved = AVCaptureResolvedPhotoSettings(request.settings, size)
        let photo = AVCapturePhoto(frame.buffer, frame.time, orientation: frame.orientation, request.settings, resolved)
        request.delegate.photoOutput(self, willBeginCaptureFor: resolved)
        request.delegate.photoOutput(self, willCapturePhotoFor: resolved)
        request.delegate.photoOutput(self, didCapturePhotoFor: resolved)
        request.delegate.photoOutput(self, didFinishProcessingPhoto: photo, error: nil)
        request.delegate.photoOutput(self, didFinishCaptureFor: resolved, error: nil)
    }

    private func fail(_ request: Request) {
        let error = AVError(.sessionNotRunning, "a photo was to be made while no session brings frames")
        queue.async {
            let resolved = AVCaptureResolvedPhotoSettings(request.settings, CMVideoDimensions())
            request.delegate.photoOutput(self, didFinishCaptureFor: resolved, error: error)
        }
    }

    func finish() {
        let requests = state.withLock { state in
            defer { (state.requests, state.isLive) = ([], false) }
            return state.requests
        }
        requests.forEach(fail)
        if !isOnCallbackQueue { queue.sync {} }
    }
}
