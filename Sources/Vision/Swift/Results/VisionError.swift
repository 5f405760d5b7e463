import CoreVideo
import Foundation
import VisionRuntime

/// What went wrong, with a sentence that names the file, the model or the argument.
public enum VisionError: Error, LocalizedError, CustomStringConvertible {
    /// What the request needs is not there: a model of the catalogue, or a frame that was left out.
    case dataUnavailable(String)
    /// A rule of Vision's was broken, such as more than 16 trackers of a kind.
    case internalError(String)
    /// An argument or a setting is beyond its range.
    case invalidArgument(String)
    /// A pixel format was asked for in which the answer cannot be given.
    case invalidFormat(String)
    /// The image is damaged, has no pixels, or does not fit the request.
    case invalidImage(String)
    /// The model cannot be loaded, or does not have the inputs and outputs that the request needs.
    case invalidModel(String)
    /// The call is not possible in this state, such as analyzing a video that is being analyzed.
    case invalidOperation(String)
    /// A file could not be read or written.
    case ioError(String)
    /// The work failed on the way: a network that could not run, an output that cannot be read.
    case operationFailed(String)
    /// An index is beyond what there is.
    case outOfBoundsError(String)
    /// There is not enough memory for the work or its result.
    case outOfMemory(String)
    /// A pixel buffer could not be made; with what Core Video says of it.
    case pixelBufferCreationFailed(CVReturn)
    /// The request, or the task that performs it, was cancelled.
    case requestCancelled(String)
    /// The work took too long. Not thrown here.
    case timeout(String)
    /// The request needs frames with times, and the frame has none.
    case timeStampNotFound(String)
    /// The stage cannot run on that device.
    case unsupportedComputeDevice(String)
    /// The request has no such stage of its work.
    case unsupportedComputeStage(String)
    /// The request cannot be performed by this handler.
    case unsupportedRequest(String)
    /// The request has no such revision.
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
