import CoreMedia
import Foundation
import Locks

/// Where a session has frames from.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    /// One stream of an input's.
    open class Port: NSObject, @unchecked Sendable {
        public private(set) weak var input: AVCaptureInput?
        public let mediaType: AVMediaType

        init(_ input: AVCaptureInput, _ mediaType: AVMediaType) { (self.input, self.mediaType) = (input, mediaType) }
    }

    public var ports: [Port] { [Port(self, .video)] }
}

/// A camera as a session's input.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
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
        case none = 0
        case lateData = 1
        case outOfBuffers = 2
        case discontinuity = 3
    }

    private let connected = Locked<[AVCaptureConnection]>([])

    public override init() { super.init() }

    public var connections: [AVCaptureConnection] { connected.withLock { $0 } }
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? { mediaType == .video ? connections.first : nil }

    func connect(_ connection: AVCaptureConnection) { connected.withLock { $0 = [connection] } }
}

/// The way from an input to an output.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    public let inputPorts: [AVCaptureInput.Port]
    public private(set) weak var output: AVCaptureOutput?
    private let enabled = Locked(true)

    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        self.output = output
    }

    /// Whether frames come through.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    public var isActive: Bool { isEnabled }
    public var isVideoMirroringSupported: Bool { false }

    /// Frames come as the camera stores them. `true` is not supported.
    public var isVideoMirrored: Bool {
        get { false }
        set { precondition(!newValue, "a connection was to mirror frames, which it does not support") }
    }

    /// Frames come as the camera stores them; requests take an orientation. Other angles than 0 are not supported.
    public var videoRotationAngle: CGFloat {
        get { 0 }
        set { precondition(newValue == 0, "a connection was to turn frames by \(newValue) degrees, which it does not support") }
    }

    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool { videoRotationAngle == 0 }
}
