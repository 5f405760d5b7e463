import Foundation

/// The domain of this module's errors; the code is an ``AVError/Code``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error with a file, a camera or a writer. Its description says where it occurred and why.
public struct AVError: CustomNSError, LocalizedError, Hashable, CustomStringConvertible, Sendable {
    /// The error codes, with AVFoundation's numbers. Osprey never throws some of them. Their comments say so.
    public enum Code: Int, Sendable {
        /// An error that has no code of its own.
        case unknown = -11800
        /// There is not enough memory for a frame, or for the decoder.
        case outOfMemory = -11801
        /// A photo was requested, but no running session delivers frames.
        case sessionNotRunning = -11803
        /// The camera does not exist, or it cannot be opened.
        case deviceNotConnected = -11814
        /// The disk is full, or the file has reached the largest size that is allowed.
        case diskFull = -11807
        /// A writer was finished before any frame was appended.
        case noDataCaptured = -11805
        /// A frame is damaged.
        case decodeFailed = -11821
        /// The file has no video that can be decoded, or is damaged.
        case invalidSourceMedia = -11822
        /// The file that is to be written already exists.
        case fileAlreadyExists = -11823
        /// The file cannot be written, or does not support these settings.
        case exportFailed = -11820
        /// The file is not a video that FFmpeg can read.
        case fileFormatNotRecognized = -11828
        /// The file cannot be understood. Osprey does not throw this error.
        case fileFailedToParse = -11829
        /// The camera was removed while it was in use.
        case deviceWasDisconnected = -11808
        /// FFmpeg on this machine has no encoder for this codec.
        case encoderNotFound = -11834
        /// FFmpeg on this machine has no decoder for this codec.
        case decoderNotFound = -11833
        /// A method was called in the wrong state, such as reading without an output.
        case operationNotAllowed = -11862
        /// No frame is within the tolerances of a time.
        case noImageAtTime = -11832
        /// The item cannot be played any more. Osprey does not throw this error.
        case noLongerPlayable = -11867
        /// The system's media server was restarted. Osprey does not throw this error.
        case mediaServicesWereReset = -11819
        /// The system paused the session. Osprey does not throw this error.
        case sessionWasInterrupted = -11818
        /// Another program uses the camera. Osprey throws `deviceNotConnected` instead, with a description that gives the reason.
        case deviceInUseByAnotherApplication = -11815
        /// The camera has no torch, or its torch does not support the level.
        case torchLevelUnavailable = -11846
        /// The work was cancelled.
        case operationInterrupted = -11847
        /// The file's extension does not match its type. Osprey does not throw this error.
        case invalidOutputURLPathExtension = -11843
    }

    /// The error code.
    public let code: Code
    /// The sentence that describes the error. It names the file.
    let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// An error that is described by the name of its code.
    public init(_ code: Code) { self.init(code, "\(code)") }

    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
    public var errorDescription: String? { reason }
    public var description: String { reason }
}
