import Foundation

/// The domain of Create ML's errors.
public let MLCreateErrorDomain: String = "com.apple.CreateML"

/// An error in training, evaluating or writing a model.
public enum MLCreateError: Error, Sendable, CustomNSError, LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// Any other error, as a sentence that names the parameter or the file.
    case generic(reason: String)
    /// A value or a column has the wrong type.
    case type(reason: String)
    /// A file or folder cannot be read or written.
    case io(reason: String)
    /// The training was cancelled.
    case cancelled
    /// A session was resumed with parameters other than its original ones.
    case incompatibleParameters(parameter: String, originalValue: String, newValue: String)
    /// A session was resumed with data other than its original data.
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
    /// Runs a part of a training, and converts errors of the engine to Create ML's errors.
    static func describing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as MLCreateError {
            throw error
        } catch {
            throw MLCreateError.generic(reason: "the training failed: \(error)")
        }
    }

    /// - Throws: `generic` with the name of a number that is out of range.
    static func require<Value: Comparable>(_ name: String, _ value: Value, _ range: ClosedRange<Value>) throws {
        guard range.contains(value) else {
            throw MLCreateError.generic(reason: "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
    }
}
