import CoreVideo
import Foundation
import VisionRuntime

/// An error of Vision, with a sentence that names the file, the model or the argument.
public enum VisionError: Error, LocalizedError, CustomStringConvertible {
    /// Data are missing: a model of Osprey's model catalogue is not installed, or the request skipped the frame.
    case dataUnavailable(String)
    /// An internal error occurred, or a limit of Vision was exceeded, such as the limit of 16 trackers for one request class.
    case internalError(String)
    /// An argument or a setting is not valid: out of range, not supported, empty, or in conflict with other settings or with earlier
    /// frames.
    case invalidArgument(String)
    /// The requested pixel format does not fit the result.
    case invalidFormat(String)
    /// The image is damaged, has no pixels, or does not fit the request.
    case invalidImage(String)
    /// The model cannot be loaded, or does not have the inputs and outputs that the request needs.
    case invalidModel(String)
    /// The call is not possible in this state, such as analyzing a video that is being analyzed.
    case invalidOperation(String)
    /// A file could not be read or written.
    case ioError(String)
    /// The work failed midway: a network could not run, or an output could not be read.
    case operationFailed(String)
    /// An index is out of range.
    case outOfBoundsError(String)
    /// There is not enough memory for the work or its result.
    case outOfMemory(String)
    /// A pixel buffer could not be created. The value is Core Video's return code.
    case pixelBufferCreationFailed(CVReturn)
    /// The request, or the task that performs it, was cancelled.
    case requestCancelled(String)
    /// The work took too long. Osprey never throws this error.
    case timeout(String)
    /// The request needs frames with times, and the frame has no time.
    case timeStampNotFound(String)
    /// The compute stage cannot run on the device.
    case unsupportedComputeDevice(String)
    /// The request does not have the compute stage.
    case unsupportedComputeStage(String)
    /// The request cannot be performed by this handler.
    case unsupportedRequest(String)
    /// The request does not support the revision.
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

    /// Converts an error for requests without the prefix `VN`. A failure of an analysis becomes a `VisionError`. Other errors stay unchanged.
    static func from(_ error: any Error) -> any Error {
        if error is VisionError { return error }
        return VisionFailure(in: error).map { VisionError($0) } ?? error
    }
}
