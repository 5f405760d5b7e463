import Foundation

/// The domain of Create ML's errors.
public let MLCreateErrorDomain: String = "com.apple.CreateML"

/// An error in training, evaluating or writing a model.
public enum MLCreateError: Error, Sendable, CustomNSError, LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// An error without a case of its own. The reason is a sentence that names the parameter or the file.
    case generic(reason: String)
    /// A value or a column has the wrong type.
    case type(reason: String)
    /// A file or folder cannot be read or written.
    case io(reason: String)
    /// The training was cancelled.
    case cancelled
    /// A session cannot be resumed, because its parameters differ from the original parameters.
    case incompatibleParameters(parameter: String, originalValue: String, newValue: String)
    /// A session cannot be resumed, because its data differ from the original data.
    case modifiedTrainingData

    public static var errorDomain: String { MLCreateErrorDomain }

    public var errorCode: Int {
        switch self {
        case .generic: 0
        case .type: 1
        case .io: 2
        case .cancelled: 3
        case .incompatibleParameters: 4
        case .modifiedTrainingData: 5
        }
    }

    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    public var failureReason: String? {
        switch self {
        case .generic(let reason), .type(let reason), .io(let reason): reason
        case .cancelled: "Training was cancelled."
        case .incompatibleParameters(let parameter, let originalValue, let newValue):
            "The session was begun with \(parameter) \(originalValue), not \(newValue)."
        case .modifiedTrainingData: "The training data is not what the session was begun with."
        }
    }

    public var errorDescription: String? { failureReason }
    public var description: String { failureReason ?? "" }
    public var debugDescription: String { "MLCreateError: \(description)" }
}

extension MLCreateError {
    /// Runs `body`, which is a part of a training. An error that is not an `MLCreateError` is converted to one.
    static func describing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as MLCreateError {
            throw error
        } catch {
            throw MLCreateError.generic(reason: "the training failed: \(error)")
        }
    }

    /// Checks that a value is in a range.
    ///
    /// - Throws: `MLCreateError.generic` if the value is out of range. The error has its name and the range.
    static func require<Value: Comparable>(_ name: String, _ value: Value, _ range: ClosedRange<Value>) throws {
        guard range.contains(value) else {
            throw MLCreateError.generic(reason: "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
    }
}
