import Foundation

/// The domain of this module's errors; the code is an ``AVError/Code``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// What went wrong with a file, a camera or a writer, with a sentence that says where and why.
public struct AVError: CustomNSError, LocalizedError, Hashable, CustomStringConvertible, Sendable {
    public enum Code: Int, Sendable {
        case unknown = -11800
        case outOfMemory = -11801
        case sessionNotRunning = -11803
        case deviceNotConnected = -11814
        case diskFull = -11807
        case noDataCaptured = -11805
        case decodeFailed = -11821
        case invalidSourceMedia = -11822
        case fileAlreadyExists = -11823
        case exportFailed = -11820
        case fileFormatNotRecognized = -11828
        case fileFailedToParse = -11829
        case deviceWasDisconnected = -11808
        case encoderNotFound = -11834
        case decoderNotFound = -11833
        case operationNotAllowed = -11862
        case noImageAtTime = -11832
        case noLongerPlayable = -11867
        case operationInterrupted = -11847
        case invalidOutputURLPathExtension = -11843
    }

    public let code: Code
    /// A sentence that names the file.
    let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    public init(_ code: Code) { self.init(code, "\(code)") }

    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
    public var errorDescription: String? { reason }
    public var description: String { reason }
}
