import CoreMedia
import Foundation
import Locks

/// The key of the error in ``Foundation/NSNotification/Name/AVCaptureSessionRuntimeError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension NSNotification.Name {
    /// Posted when a camera has failed. The notification has the error under ``AVCaptureSessionErrorKey``.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Posted when the session has opened its camera and frames are arriving.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    /// Posted when the session has been stopped, or when its camera has no more frames.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
}

/// Delivers a camera's frames to outputs and previews, on a separate thread.
open class AVCaptureSession: NSObject, @unchecked Sendable {
    /// The requested frame size. If the camera does not support the size, its driver chooses another.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The camera selects the size.
        public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
        /// The camera selects the size. This is the default.
        public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
        /// The camera selects the size.
        public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
        /// The camera selects the size.
        public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
        /// 352 × 288 pixels.
        public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
        /// 640 × 480 pixels.
        public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
        /// 1280 × 720 pixels.
        public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
        /// 1920 × 1080 pixels.
        public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
        /// 3840 × 2160 pixels.
        public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
        /// 960 × 540 pixels.
        public static let qHD960x540 = Preset(rawValue: "AVCaptureSessionPreset960x540")
        /// 960 × 540 pixels.
        public static let iFrame960x540 = Preset(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// 1280 × 720 pixels.
        public static let iFrame1280x720 = Preset(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// The camera selects the size.
        public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")

        /// The size of the preset; `nil` if the camera selects the size.
        var size: CMVideoDimensions? {
            let numbers = rawValue.drop { !$0.isNumber }.split(separator: "x").compactMap { Int32($0) }
            return numbers.count == 2 ? CMVideoDimensions(width: numbers[0], height: numbers[1]) : nil
        }
    }

    private let state = Locked(State())

    private struct State {
        var preset = Preset.high
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var run: CaptureRun?
        /// The number of layers that show the frames. While it is not 0, the latest frame is stored in `newest`.
        var previews = 0
        var newest: CMSampleBuffer?
    }

    deinit { stopRunning() }

    /// The requested size of frames. It takes effect when the session starts. Setting a preset other than `inputPriority` discards the
    /// camera's `activeFormat`.
    public var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set {
            state.withLock { $0.preset = newValue }
            if newValue != .inputPriority { (inputs.first as? AVCaptureDeviceInput)?.device.forgetFormat() }
        }
    }

    /// Whether a preset can be set. Always `true`: the driver selects the nearest supported size.
    public func canSetSessionPreset(_ preset: Preset) -> Bool { true }

    /// The session's inputs: the camera, if one has been added.
    public var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    /// The outputs that have been added.
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    /// The connections from the camera to the outputs, once both have been added.
    public var connections: [AVCaptureConnection] { outputs.flatMap(\.connections) }

    /// Whether an input can be added: the session has no camera yet, and is not running.
    public func canAddInput(_ input: AVCaptureInput) -> Bool { state.withLock { $0.inputs.isEmpty && $0.run == nil } }
    /// Whether an output can be added: its type is supported, and the session has no output of this type yet, and is not running.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
        state.withLock { state in
            output is any FrameTaking && state.run == nil && !state.outputs.contains { type(of: $0) == type(of: output) }
        }
    }

    /// Adds a camera. If ``canAddInput(_:)`` returns `false` for it, the program stops.
    public func addInput(_ input: AVCaptureInput) {
        precondition(canAddInput(input), "an input was added that cannot be added to this session")
        state.withLock { $0.inputs.append(input) }
        connect()
    }

    /// Adds an output. If ``canAddOutput(_:)`` returns `false` for it, the program stops.
    public func addOutput(_ output: AVCaptureOutput) {
        precondition(canAddOutput(output), "an output was added that cannot be added to this session")
        state.withLock { $0.outputs.append(output) }
        connect()
    }

    /// Removes a camera. Does nothing if the camera is not in this session.
    public func removeInput(_ input: AVCaptureInput) {
        state.withLock { $0.inputs.removeAll { $0 === input } }
        if inputs.isEmpty { outputs.forEach { $0.connect(nil) } }
    }
    /// Removes an output. Does nothing if the output is not in this session.
    public func removeOutput(_ output: AVCaptureOutput) {
        guard outputs.contains(where: { $0 === output }) else { return }
        state.withLock { $0.outputs.removeAll { $0 === output } }
        output.connect(nil)
    }

    /// Connects the outputs that are not yet connected. Existing connections keep their settings.
    private func connect() {
        guard let input = inputs.first else { return }
        for output in outputs where output.connections.isEmpty {
            output.connect(AVCaptureConnection(inputPorts: input.ports, output: output))
        }
    }

    // MARK: Previews

    /// Makes the session store the newest frame. Each call must be balanced by a call of ``removePreview()``.
    func addPreview() { state.withLock { $0.previews += 1 } }

    func removePreview() {
        state.withLock { state in
            state.previews -= 1
            if state.previews == 0 { state.newest = nil }
        }
    }

    /// The latest frame; `nil` before the first frame, and if there is no preview.
    var newestFrame: CMSampleBuffer? { state.withLock { $0.newest } }

    /// Does nothing, because each change is applied immediately.
    public func beginConfiguration() {}
    /// Does nothing, because each change is applied immediately.
    public func commitConfiguration() {}

    /// Whether the session is delivering frames.
    public var isRunning: Bool { state.withLock { $0.run?.isRunning ?? false } }
    /// Whether the system has paused the session: always `false`.
    public var isInterrupted: Bool { false }
    /// The clock for the times of frames: the host clock.
    public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }

    /// Opens the camera and starts the session. Returns when frames are arriving. If the camera cannot be opened, posts a notification with
    /// the error and returns.
    public func startRunning() {
        guard !isRunning, let input = inputs.first as? AVCaptureDeviceInput else { return }
        let ways = outputs.compactMap { output in
            (output as? any FrameTaking).flatMap { taking in taking.connection(with: .video).map { (output: taking, connection: $0) } }
        }
        guard !ways.isEmpty || state.withLock({ $0.previews > 0 }) else { return }
        let rate = input.device.activeVideoMinFrameDuration
        let format = CaptureFormat(
            pixelFormat: ways.lazy.compactMap { ($0.output as? AVCaptureVideoDataOutput)?.pixelFormat }.first,
            size: input.device.chosenSize ?? sessionPreset.size,
            frameRate: rate.isNumeric && rate > .zero ? 1 / rate.seconds : nil)
        do {
            let feed = try input.device.makeFeed(format)
            let run = CaptureRun(feed, ways) { [weak self] sample in
                self?.state.withLock { state in if state.previews > 0 { state.newest = sample } }
            }
            state.withLock { $0.run = run }
            NotificationCenter.default.post(name: .AVCaptureSessionDidStartRunning, object: self)
            run.start { [weak self] error in self?.ended(run, error) }
        } catch {
            tell(error)
        }
    }

    /// Stops the session. Returns when no more frames will be delivered.
    public func stopRunning() {
        let run = state.withLock { state in
            defer { state.run = nil }
            return state.run
        }
        guard let run else { return }
        run.stop()
        NotificationCenter.default.post(name: .AVCaptureSessionDidStopRunning, object: self)
    }

    private func ended(_ run: CaptureRun, _ error: (any Error)?) {
        let isCurrent = state.withLock { state in
            guard state.run === run else { return false }
            state.run = nil
            return true
        }
        if let error { tell(error) }
        if isCurrent { NotificationCenter.default.post(name: .AVCaptureSessionDidStopRunning, object: self) }
    }

    private func tell(_ error: any Error) {
        NotificationCenter.default.post(
            name: .AVCaptureSessionRuntimeError, object: self, userInfo: [AVCaptureSessionErrorKey: error])
    }
}
