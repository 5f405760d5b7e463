import Foundation

/// The domain of this module's errors; the code is an ``SNError/Code``.
public let SNErrorDomain = "com.apple.SoundAnalysis"

/// An error of an analysis of sound. Its description gives the reason, and names the file if there is one.
public struct SNError: CustomNSError, LocalizedError, Hashable, CustomStringConvertible, Sendable {
    /// The error codes, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// An error that has no code of its own.
        case unknownError = 1
        /// A step of the analysis failed, such as a prediction.
        case operationFailed
        /// The format of the sound cannot be converted.
        case invalidFormat
        /// The model does not classify sounds, or is not available.
        case invalidModel
        /// The file cannot be read.
        case invalidFile
    }

    /// The error code.
    public let code: Code
    /// The reason, as a sentence.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// An error that is described by the name of its code.
    public init(_ code: Code) { self.init(code, "\(code)") }

    public static var errorDomain: String { SNErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
    public var errorDescription: String? { description }

    /// The code of an error that has no code of its own.
    public static var unknownError: Code { .unknownError }
    /// The code of a step that failed.
    public static var operationFailed: Code { .operationFailed }
    /// The code of a format that cannot be converted.
    public static var invalidFormat: Code { .invalidFormat }
    /// The code of a model that does not classify sounds, or is not available.
    public static var invalidModel: Code { .invalidModel }
    /// The code of a file that cannot be read.
    public static var invalidFile: Code { .invalidFile }
}
