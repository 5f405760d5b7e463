import CoreMedia
import Foundation
import Locks

/// The source of a session's frames.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// A stream of an input.
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

    /// - Throws: ``AVError`` `deviceNotConnected` if the camera does not exist.
    public init(device: AVCaptureDevice) throws {
        guard device.isConnected else { throw AVError(.deviceNotConnected, "\(device.uniqueID): there is no such camera") }
        self.device = device
    }
}

/// The destination of a session's frames.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    /// Why a frame was dropped.
    public enum DataDroppedReason: Int, Sendable {
        /// It was not dropped.
        case none = 0
        /// The delegate was still busy with an earlier frame.
        case lateData = 1
        /// The largest number of frames was already waiting.
        case outOfBuffers = 2
        /// An unknown number of frames was lost.
        case discontinuity = 3
    }

    private let connected = Locked<[AVCaptureConnection]>([])

    public override init() { super.init() }

    /// The connections from the session's input. Empty until input and output are both in a session.
    public var connections: [AVCaptureConnection] { connected.withLock { $0 } }
    /// The connection for video. `nil` for other media, and as long as the input and the output are not both in a session.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? { mediaType == .video ? connections.first : nil }

    /// - Parameter connection: the connection; `nil` if the output or the input has been removed from the session.
    func connect(_ connection: AVCaptureConnection?) { connected.withLock { $0 = connection.map { [$0] } ?? [] } }
}

/// The connection of an input to an output or a preview layer.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    /// The streams of the input.
    public let inputPorts: [AVCaptureInput.Port]
    /// The output that the streams go to, as long as it exists.
    public private(set) weak var output: AVCaptureOutput?
    private let enabled = Locked(true)

    /// A connection of streams to an output. Sessions make their own connections.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        self.output = output
    }

    /// A connection of a stream to a preview layer.
    init(inputPorts ports: [AVCaptureInput.Port]) { inputPorts = ports }

    /// Whether frames come through.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    /// Whether frames are delivered: `isEnabled`.
    public var isActive: Bool { isEnabled }

    /// The rotation and reflection that a connection applies to frames.
    struct Turning {
        /// The clockwise rotation, in quarter turns.
        var quarters = 0
        var isMirrored = false
        var stabilization = AVCaptureVideoStabilizationMode.off
    }

    let turning = Locked(Turning())
}
