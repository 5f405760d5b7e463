import Foundation

/// An error of an analysis. Both interfaces convert it to an error of their own.
package struct VisionFailure: LocalizedError, CustomStringConvertible, Sendable {
    /// The kinds of failures. The raw values are the codes of Vision's errors.
    package enum Kind: Int, Sendable {
        case requestCancelled = 1
        case invalidFormat = 2
        case operationFailed = 3
        case outOfBounds = 4
        case ioError = 6
        case internalError = 9
        case outOfMemory = 10
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

    package let kind: Kind
    /// A sentence that names the file, the model or the argument.
    package let reason: String
    package let underlying: (any Error)?

    package init(_ kind: Kind, _ reason: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.reason = reason
        self.underlying = underlying
    }

    package var description: String { reason }
    package var errorDescription: String? { reason }

    /// The error, if it is a failure of an analysis. If not, the failure that caused the error.
    package init?(in error: any Error) {
        var error = error
        for _ in 0..<8 {
            if let failure = error as? VisionFailure {
                self = failure
                return
            }
            guard let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error else { return nil }
            error = underlying
        }
        return nil
    }
}

/// The reason of an error of any library, for use within a longer sentence.
package func reason(of error: any Error) -> String {
    if let description = (error as? any LocalizedError)?.errorDescription {
        return description
    }
    if error is any CustomNSError || type(of: error) is NSError.Type {
        return error.localizedDescription
    }
    return String(describing: error)
}
