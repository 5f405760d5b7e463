import CoreMedia
import Foundation
import Locks

/// Where a session has frames from.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// One stream of an input's.
    open class Port: NSObject, @unchecked Sendable {
        /// The input that the stream is of, while it exists.
        public private(set) weak var input: AVCaptureInput?
        /// The kind of media: video.
        public let mediaType: AVMediaType

        init(_ input: AVCaptureInput, _ mediaType: AVMediaType) { (self.input, self.mediaType) = (input, mediaType) }
    }

    /// One stream of video.
    public var ports: [Port] { [Port(self, .video)] }
}

/// A camera as a session's input.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The camera.
    public let device: AVCaptureDevice

    /// - Throws: ``AVError`` `deviceNotConnected` where the camera is not there.
    public init(device: AVCaptureDevice) throws {
        guard device.isConnected else { throw AVError(.deviceNotConnected, "\(device.uniqueID): there is no such camera") }
        self.device = device
    }
}

/// Where a session brings frames to.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    /// Why a frame was dropped.
    public enum DataDroppedReason: Int, Sendable {
        /// It was not dropped.
        case none = 0
        /// The delegate was still at a frame before.
        case lateData = 1
        /// The most frames that may wait were waiting already.
        case outOfBuffers = 2
        /// An unknown number of frames was lost.
        case discontinuity = 3
    }

    private let connected = Locked<[AVCaptureConnection]>([])

    public override init() { super.init() }

    /// The connections from the session's input. Empty until input and output are both in a session.
    public var connections: [AVCaptureConnection] { connected.withLock { $0 } }
    /// The connection for video; `nil` for other media, and until input and output are both in a session.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? { mediaType == .video ? connections.first : nil }

    /// - Parameter connection: `nil` where the output has left its session, or the input.
    func connect(_ connection: AVCaptureConnection?) { connected.withLock { $0 = connection.map { [$0] } ?? [] } }
}

/// The way from an input to an output.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    /// The streams that come in.
    public let inputPorts: [AVCaptureInput.Port]
    /// The output that the streams go to, as long as it exists.
    public private(set) weak var output: AVCaptureOutput?
    private let enabled = Locked(true)

    /// A way from streams to an output. Sessions make their own.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        self.output = output
    }

    /// A way from a stream to a layer that shows it.
    init(inputPorts ports: [AVCaptureInput.Port]) { inputPorts = ports }

    /// Whether frames come through.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    /// Whether frames come through: `isEnabled`.
    public var isActive: Bool { isEnabled }

    /// How frames are moved on their way.
    struct Turning {
        /// Quarters of a turn, clockwise.
        var quarters = 0
        var isMirrored = false
        var stabilization = AVCaptureVideoStabilizationMode.off
    }

    let turning = Locked(Turning())
}
