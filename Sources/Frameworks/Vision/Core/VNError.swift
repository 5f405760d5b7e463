import VisionRuntime

/// The domain of every error that Vision throws; the code is a ``VNErrorCode``.
public let VNErrorDomain = "com.apple.Vision"

/// The codes of errors of ``VNErrorDomain``.
public enum VNErrorCode: Int, Sendable {
    /// A code of Apple's training library Turi Create. Osprey never throws it.
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
    /// The value of an option is invalid. Osprey never throws this error.
    case invalidOption = 5
    /// A file could not be read or written.
    case ioError = 6
    /// A required option is missing. Osprey never throws this error.
    case missingOption = 7
    /// A feature is not implemented. Osprey never throws this error.
    case notImplemented = 8
    /// An internal error occurred, or a limit of Vision was exceeded, such as the limit of 16 trackers for one request class.
    case internalError = 9
    /// There is not enough memory for the work or its result.
    case outOfMemory = 10
    /// The cause of the error is unknown. Osprey never throws this error.
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
    /// The request does not support the revision.
    case unsupportedRevision = 16
    /// Data are missing: a model of Osprey's model catalogue is not installed, or the request skipped the frame.
    case dataUnavailable = 17
    /// The request needs frames with times, and the frame has no time.
    case timeStampNotFound = 18
    /// The request cannot be performed by this handler.
    case unsupportedRequest = 19
    /// The work took too long. Osprey never throws this error.
    case timeout = 20
    /// The request does not have the compute stage.
    case unsupportedComputeStage = 21
    /// The compute stage cannot run on the device.
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
    /// The error as an error of Vision. A failure of an analysis becomes an error of ``VNErrorDomain``. Other errors stay unchanged.
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
