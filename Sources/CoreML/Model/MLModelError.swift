import Foundation

/// The domain of the errors that Core ML throws.
public let MLModelErrorDomain = "com.apple.CoreML"

/// What went wrong when loading, describing or running a model.
///
/// The code tells the family; `localizedDescription` names the feature, the file or the layer and the reason.
public struct MLModelError: CustomNSError, LocalizedError, Hashable, CustomStringConvertible, @unchecked Sendable {
    public enum Code: Int, Sendable, Equatable {
        case generic = 0
        case featureType = 1
        case io = 3
        case customLayer = 4
        case customModel = 5
        case update = 6
        case parameters = 7
        case modelDecryptionKeyFetch = 8
        case modelDecryption = 9
        case modelCollection = 10
        case predictionCancelled = 11

        /// Lets `catch MLModelError.featureType` select errors by their code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? MLModelError)?.code == code
        }
    }

    public let code: Code
    /// The values of the corresponding `NSError`; immutable once made.
    public let userInfo: [String: Any]

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

    public static var generic: Code { .generic }
    public static var featureType: Code { .featureType }
    public static var io: Code { .io }
    public static var customLayer: Code { .customLayer }
    public static var customModel: Code { .customModel }
    public static var update: Code { .update }
    public static var parameters: Code { .parameters }
    public static var modelDecryptionKeyFetch: Code { .modelDecryptionKeyFetch }
    public static var modelDecryption: Code { .modelDecryption }
    public static var modelCollection: Code { .modelCollection }
    public static var predictionCancelled: Code { .predictionCancelled }

    public static func == (left: MLModelError, right: MLModelError) -> Bool {
        left.code == right.code && left.errorDescription == right.errorDescription
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(errorDescription)
    }
}
