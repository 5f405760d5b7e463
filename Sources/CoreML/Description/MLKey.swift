import Foundation

/// The name of a parameter or a metric, with the part of the model that it belongs to.
open class MLKey: NSObject, NSCopying, @unchecked Sendable {
    public let name: String
    /// The layer or sub-model that the key belongs to; nil for the whole model.
    public let scope: String?

    package init(name: String, scope: String? = nil) {
        self.name = name
        self.scope = scope
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MLKey else { return false }
        return Swift.type(of: self) == Swift.type(of: other) && name == other.name && scope == other.scope
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(scope)
        return hasher.finalize()
    }

    open override var description: String { scope.map { "\($0).\(name)" } ?? name }
}

/// The name of a parameter that a configuration or an update can set.
public final class MLParameterKey: MLKey, @unchecked Sendable {
    public static let learningRate = MLParameterKey(name: "learningRate")
    public static let momentum = MLParameterKey(name: "momentum")
    public static let miniBatchSize = MLParameterKey(name: "miniBatchSize")
    public static let beta1 = MLParameterKey(name: "beta1")
    public static let beta2 = MLParameterKey(name: "beta2")
    public static let eps = MLParameterKey(name: "eps")
    public static let epochs = MLParameterKey(name: "epochs")
    public static let shuffle = MLParameterKey(name: "shuffle")
    public static let seed = MLParameterKey(name: "seed")
    public static let numberOfNeighbors = MLParameterKey(name: "numberOfNeighbors")
    public static let linkedModelFileName = MLParameterKey(name: "linkedModelFileName")
    public static let linkedModelSearchPath = MLParameterKey(name: "linkedModelSearchPath")
    public static let weights = MLParameterKey(name: "weights")
    public static let biases = MLParameterKey(name: "biases")

    /// The same parameter of one layer or sub-model.
    public func scoped(to scope: String) -> MLParameterKey {
        MLParameterKey(name: name, scope: scope)
    }
}

/// The name of a measure of training.
public final class MLMetricKey: MLKey, @unchecked Sendable {
    public static let lossValue = MLMetricKey(name: "lossValue")
    public static let epochIndex = MLMetricKey(name: "epochIndex")
    public static let miniBatchIndex = MLMetricKey(name: "miniBatchIndex")
}

/// The values that a numeric parameter may take.
public final class MLNumericConstraint: NSObject, @unchecked Sendable {
    public let minNumber: NSNumber
    public let maxNumber: NSNumber
    /// The only values allowed, nil where a range is.
    public let enumeratedNumbers: Set<NSNumber>?

    package init(minNumber: NSNumber, maxNumber: NSNumber, enumeratedNumbers: Set<NSNumber>? = nil) {
        self.minNumber = minNumber
        self.maxNumber = maxNumber
        self.enumeratedNumbers = enumeratedNumbers
    }
}

/// A parameter that the model lets its user set.
public final class MLParameterDescription: NSObject, @unchecked Sendable {
    public let key: MLParameterKey
    public let defaultValue: Any
    public let numericConstraint: MLNumericConstraint?

    package init(key: MLParameterKey, defaultValue: Any, numericConstraint: MLNumericConstraint? = nil) {
        self.key = key
        self.defaultValue = defaultValue
        self.numericConstraint = numericConstraint
    }
}
