import Foundation

/// The domain of the errors that Core ML throws.
public let MLModelErrorDomain = "com.apple.CoreML"

/// An error in loading, describing or running a model.
///
/// The code is the category of the error. `localizedDescription` names the feature, the file or the layer, and the reason.
public struct MLModelError: CustomNSError, LocalizedError, Hashable, CustomStringConvertible, @unchecked Sendable {
    /// The categories of errors. The raw values are the codes of `NSError`.
    public enum Code: Int, Sendable, Equatable {
        /// An error that has no code of its own.
        case generic = 0
        /// A feature is missing, or has a type, shape or size that the model does not accept.
        case featureType = 1
        /// A file could not be read or written.
        case io = 3
        /// A custom layer of the model has no class, or its class failed.
        case customLayer = 4
        /// A custom model has no class, or its class failed.
        case customModel = 5
        /// The model cannot be updated, or its update failed.
        case update = 6
        /// A parameter of the configuration is unknown, or beyond its range.
        case parameters = 7
        /// The model is encrypted, and only Apple's platforms can fetch the key.
        case modelDecryptionKeyFetch = 8
        /// An encrypted model could not be decrypted. Osprey does not throw this error.
        case modelDecryption = 9
        /// A collection of models was requested. Collections exist on Apple's platforms only.
        case modelCollection = 10
        /// The task that requested the prediction was cancelled.
        case predictionCancelled = 11

        /// Lets `catch MLModelError.featureType` select errors by their code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? MLModelError)?.code == code
        }
    }

    /// The category of the error.
    public let code: Code
    /// The values of the corresponding `NSError`; immutable once made.
    public let userInfo: [String: Any]

    /// An error of a category. Its `NSError` has the values in `userInfo`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let underlying {
            info[NSUnderlyingErrorKey] = underlying
        }
        self.init(code, userInfo: info)
    }

    public static var errorDomain: String { MLModelErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { userInfo }
    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }
    public var localizedDescription: String { errorDescription ?? "Core ML error \(code.rawValue)." }
    public var description: String { localizedDescription }

    /// An error that has no code of its own.
    public static var generic: Code { .generic }
    /// A feature is missing, or has a type, shape or size that the model does not accept.
    public static var featureType: Code { .featureType }
    /// A file could not be read or written.
    public static var io: Code { .io }
    /// A custom layer of the model has no class, or its class failed.
    public static var customLayer: Code { .customLayer }
    /// A custom model has no class, or its class failed.
    public static var customModel: Code { .customModel }
    /// The model cannot be updated, or its update failed.
    public static var update: Code { .update }
    /// A parameter of the configuration is unknown, or beyond its range.
    public static var parameters: Code { .parameters }
    /// The model is encrypted, and only Apple's platforms can fetch the key.
    public static var modelDecryptionKeyFetch: Code { .modelDecryptionKeyFetch }
    /// An encrypted model could not be decrypted. Osprey does not throw this error.
    public static var modelDecryption: Code { .modelDecryption }
    /// A collection of models was requested. Collections exist on Apple's platforms only.
    public static var modelCollection: Code { .modelCollection }
    /// The task that requested the prediction was cancelled.
    public static var predictionCancelled: Code { .predictionCancelled }

    public static func == (left: MLModelError, right: MLModelError) -> Bool {
        left.code == right.code && left.errorDescription == right.errorDescription
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(errorDescription)
    }
}
