import VisionRuntime

/// The domain of every error that Vision throws; the code is a ``VNErrorCode``.
public let VNErrorDomain = "com.apple.Vision"

/// What went wrong, as the `code` of an error of ``VNErrorDomain``.
public enum VNErrorCode: Int, @unchecked Sendable {
    case turiCoreErrorCode = -1
    case OK = 0
    case requestCancelled = 1
    case invalidFormat = 2
    case operationFailed = 3
    case outOfBoundsError = 4
    case invalidOption = 5
    case ioError = 6
    case missingOption = 7
    case notImplemented = 8
    case internalError = 9
    case outOfMemory = 10
    case unknownError = 11
    case invalidOperation = 12
    case invalidImage = 13
    case invalidArgument = 14
    case invalidModel = 15
    case unsupportedRevision = 16
    case dataUnavailable = 17
    case timeStampNotFound = 18
    case unsupportedRequest = 19
    case timeout = 20
    case unsupportedComputeStage = 21
    case unsupportedComputeDevice = 22
}

extension VNErrorCode {
    /// An error of this code whose `localizedDescription` is `reason`.
    func error(_ reason: String, underlying: (any Error)? = nil) -> NSError {
        var information: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let underlying {
            information[NSUnderlyingErrorKey] = underlying
        }
        return NSError(domain: VNErrorDomain, code: rawValue, userInfo: information)
    }
}

extension Error {
    /// The error as Vision throws it: a failure of an analysis becomes an error of ``VNErrorDomain``, anything else stays what it is.
    var asVisionError: any Error {
        guard let failure = VisionFailure(in: self), let code = VNErrorCode(rawValue: failure.kind.rawValue) else { return self }
        return code.error(failure.reason, underlying: failure.underlying)
    }
}

/// Calls `body` and throws its failures as errors of ``VNErrorDomain``.
func withVisionErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw error.asVisionError
    }
}
