import CoreMedia
import Foundation
import Locks

/// The source of a session's frames.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// A media stream of an input.
    open class Port: NSObject, @unchecked Sendable {
        /// The input of the stream. `nil` after the input has been released.
        public private(set) weak var input: AVCaptureInput?
        /// The media type: video.
        public let mediaType: AVMediaType

        init(_ input: AVCaptureInput, _ mediaType: AVMediaType) { (self.input, self.mediaType) = (input, mediaType) }
    }

    /// The input's only stream, which is video.
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
    /// The reason why a frame was dropped.
    public enum DataDroppedReason: Int, Sendable {
        /// The frame was not dropped.
        case none = 0
        /// The delegate was still busy with an earlier frame.
        case lateData = 1
        /// The maximum number of frames was already waiting.
        case outOfBuffers = 2
        /// An unknown number of frames was lost.
        case discontinuity = 3
    }

    private let connected = Locked<[AVCaptureConnection]>([])

    public override init() { super.init() }

    /// The connections from the session's input. Empty until a session has both an input and this output.
    public var connections: [AVCaptureConnection] { connected.withLock { $0 } }
    /// The connection for video. `nil` for other media types, and if the input and the output are not both in a session.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? { mediaType == .video ? connections.first : nil }

    /// - Parameter connection: the connection; `nil` if the output or the input has been removed from the session.
    func connect(_ connection: AVCaptureConnection?) { connected.withLock { $0 = connection.map { [$0] } ?? [] } }
}

/// The connection of an input to an output or a preview layer.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    /// The streams of the input.
    public let inputPorts: [AVCaptureInput.Port]
    /// The output of the connected streams. `nil` after the output has been released.
    public private(set) weak var output: AVCaptureOutput?
    private let enabled = Locked(true)

    /// Connects streams to an output. Sessions create their own connections.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        self.output = output
    }

    /// Connects streams to a preview layer.
    init(inputPorts ports: [AVCaptureInput.Port]) { inputPorts = ports }

    /// Whether the connection delivers frames.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    /// Whether frames are delivered. It is equal to ``isEnabled``.
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
