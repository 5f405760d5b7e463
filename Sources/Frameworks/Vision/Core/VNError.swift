import VisionRuntime

/// The domain of every error that Vision throws; the code is a ``VNErrorCode``.
public let VNErrorDomain = "com.apple.Vision"

/// The kind of error, as the `code` of an error of ``VNErrorDomain``.
public enum VNErrorCode: Int, Sendable {
    /// A code of Apple's training library Turi Create. It is not thrown here.
    case turiCoreErrorCode = -1
    /// No error.
    case OK = 0
    /// The request, or the task that performs it, was cancelled.
    case requestCancelled = 1
    /// The requested pixel format does not fit the result.
    case invalidFormat = 2
    /// The work failed midway: a network could not run, or an output could not be read.
    case operationFailed = 3
    /// An index is out of range.
    case outOfBoundsError = 4
    /// The value of an option is invalid. This error is not thrown here.
    case invalidOption = 5
    /// A file could not be read or written.
    case ioError = 6
    /// A required option is missing. This error is not thrown here.
    case missingOption = 7
    /// Not thrown here.
    case notImplemented = 8
    /// A limit of Vision was exceeded, such as 16 trackers of a kind, or an internal error occurred.
    case internalError = 9
    /// There is not enough memory for the work or its result.
    case outOfMemory = 10
    /// Not thrown here.
    case unknownError = 11
    /// The call is not possible in this state, such as analyzing a video that is being analyzed.
    case invalidOperation = 12
    /// The image is damaged, has no pixels, or does not fit the request.
    case invalidImage = 13
    /// An argument or a setting is not valid: out of range, not supported, empty, or in conflict with other settings or with earlier
    /// frames.
    case invalidArgument = 14
    /// The model cannot be loaded, or does not have the inputs and outputs that the request needs.
    case invalidModel = 15
    /// The request has no such revision.
    case unsupportedRevision = 16
    /// Something that the request needs is missing: a model of the catalogue, or a frame that was left out.
    case dataUnavailable = 17
    /// The request needs frames with times, and the frame has none.
    case timeStampNotFound = 18
    /// The request cannot be performed by this handler.
    case unsupportedRequest = 19
    /// The work took too long. Not thrown here.
    case timeout = 20
    /// The request has no such stage of its work.
    case unsupportedComputeStage = 21
    /// The stage cannot run on that device.
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
    /// Converts an error to an error of Vision: a failure of an analysis becomes an error of ``VNErrorDomain``; other errors stay unchanged.
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
