import CoreVideo
import Foundation
import VisionRuntime

/// What went wrong, with a sentence that names the file, the model or the argument.
public enum VisionError: Error, LocalizedError, CustomStringConvertible {
    case dataUnavailable(String)
    case internalError(String)
    case invalidArgument(String)
    case invalidFormat(String)
    case invalidImage(String)
    case invalidModel(String)
    case invalidOperation(String)
    case ioError(String)
    case operationFailed(String)
    case outOfBoundsError(String)
    case outOfMemory(String)
    case pixelBufferCreationFailed(CVReturn)
    case requestCancelled(String)
    case timeout(String)
    case timeStampNotFound(String)
    case unsupportedComputeDevice(String)
    case unsupportedComputeStage(String)
    case unsupportedRequest(String)
    case unsupportedRevision(String)

    public var errorDescription: String? { description }

    public var description: String {
        switch self {
        case .dataUnavailable(let reason), .internalError(let reason), .invalidArgument(let reason), .invalidFormat(let reason),
            .invalidImage(let reason), .invalidModel(let reason), .invalidOperation(let reason), .ioError(let reason),
            .operationFailed(let reason), .outOfBoundsError(let reason), .outOfMemory(let reason), .requestCancelled(let reason),
            .timeout(let reason), .timeStampNotFound(let reason), .unsupportedComputeDevice(let reason),
            .unsupportedComputeStage(let reason), .unsupportedRequest(let reason), .unsupportedRevision(let reason):
            reason
        case .pixelBufferCreationFailed(let code): "a pixel buffer could not be made: Core Video's error \(code)"
        }
    }
}

extension VisionError {
    init(_ failure: VisionFailure) {
        let reason = failure.reason
        self =
            switch failure.kind {
            case .requestCancelled: .requestCancelled(reason)
            case .invalidFormat: .invalidFormat(reason)
            case .operationFailed: .operationFailed(reason)
            case .outOfBounds: .outOfBoundsError(reason)
            case .ioError: .ioError(reason)
            case .internalError: .internalError(reason)
            case .outOfMemory: .outOfMemory(reason)
            case .invalidOperation: .invalidOperation(reason)
            case .invalidImage: .invalidImage(reason)
            case .invalidArgument: .invalidArgument(reason)
            case .invalidModel: .invalidModel(reason)
            case .unsupportedRevision: .unsupportedRevision(reason)
            case .dataUnavailable: .dataUnavailable(reason)
            case .timeStampNotFound: .timeStampNotFound(reason)
            case .unsupportedRequest: .unsupportedRequest(reason)
            case .timeout: .timeout(reason)
            case .unsupportedComputeStage: .unsupportedComputeStage(reason)
            case .unsupportedComputeDevice: .unsupportedComputeDevice(reason)
            }
    }

    /// An error as the Swift-only interface throws it: a failure of an analysis becomes a `VisionError`, anything else stays what it is.
    static func from(_ error: any Error) -> any Error {
        if error is VisionError { return error }
        return VisionFailure(in: error).map { VisionError($0) } ?? error
    }
}
