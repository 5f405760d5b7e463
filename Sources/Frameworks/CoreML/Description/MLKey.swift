import Foundation

/// The name of a parameter or a metric, and the part of the model to which it belongs.
open class MLKey: NSObject, NSCopying, @unchecked Sendable {
    /// The name of the parameter or metric.
    public let name: String
    /// The layer or sub-model to which the key belongs; `nil` for the whole model.
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
    /// The step of gradient descent and Adam: a number.
    public static let learningRate = MLParameterKey(name: "learningRate")
    /// The momentum of gradient descent: a number from 0 to 1.
    public static let momentum = MLParameterKey(name: "momentum")
    /// The number of examples of one update: a whole number.
    public static let miniBatchSize = MLParameterKey(name: "miniBatchSize")
    /// Adam's decay rate for the mean of the gradients: a number from 0 to 1.
    public static let beta1 = MLParameterKey(name: "beta1")
    /// Adam's decay rate for the mean of the squared gradients: a number from 0 to 1.
    public static let beta2 = MLParameterKey(name: "beta2")
    /// Adam's epsilon, which is added to the square root in the denominator: a small number.
    public static let eps = MLParameterKey(name: "eps")
    /// The number of passes of an update over all examples: a whole number.
    public static let epochs = MLParameterKey(name: "epochs")
    /// Whether the examples are shuffled anew for each epoch: a Boolean.
    public static let shuffle = MLParameterKey(name: "shuffle")
    /// The seed of the random order of shuffled examples: a whole number.
    public static let seed = MLParameterKey(name: "seed")
    /// The number of neighbours that decide in a nearest-neighbour classifier: a whole number.
    public static let numberOfNeighbors = MLParameterKey(name: "numberOfNeighbors")
    /// The file name of a linked model: a string.
    public static let linkedModelFileName = MLParameterKey(name: "linkedModelFileName")
    /// The folders in which a linked model is searched for: a string, with colons between the folders.
    public static let linkedModelSearchPath = MLParameterKey(name: "linkedModelSearchPath")
    /// The weights of the layer that is the key's scope: an ``MLMultiArray``.
    public static let weights = MLParameterKey(name: "weights")
    /// The biases of the layer that is the key's scope: an ``MLMultiArray``.
    public static let biases = MLParameterKey(name: "biases")

    /// The key of the same parameter for one layer or sub-model.
    public func scoped(to scope: String) -> MLParameterKey {
        MLParameterKey(name: name, scope: scope)
    }
}

/// The name of a measure of training.
public final class MLMetricKey: MLKey, @unchecked Sendable {
    /// The loss after the update: a `Double`.
    public static let lossValue = MLMetricKey(name: "lossValue")
    /// The index of the epoch, from 0: an `Int`.
    public static let epochIndex = MLMetricKey(name: "epochIndex")
    /// The index of the mini-batch in its epoch, from 0: an `Int`.
    public static let miniBatchIndex = MLMetricKey(name: "miniBatchIndex")
}

/// The values that a numeric parameter may take.
public final class MLNumericConstraint: NSObject, @unchecked Sendable {
    /// The least value.
    public let minNumber: NSNumber
    /// The greatest value.
    public let maxNumber: NSNumber
    /// The allowed values; `nil` if every value of a range is allowed.
    public let enumeratedNumbers: Set<NSNumber>?

    package init(minNumber: NSNumber, maxNumber: NSNumber, enumeratedNumbers: Set<NSNumber>? = nil) {
        self.minNumber = minNumber
        self.maxNumber = maxNumber
        self.enumeratedNumbers = enumeratedNumbers
    }
}

/// A parameter that the model lets its user set.
public final class MLParameterDescription: NSObject, @unchecked Sendable {
    /// The name under which the parameter is set.
    public let key: MLParameterKey
    /// The model's own value of the parameter.
    public let defaultValue: Any
    /// The allowed values; `nil` for a parameter that is not a number.
    public let numericConstraint: MLNumericConstraint?

    package init(key: MLParameterKey, defaultValue: Any, numericConstraint: MLNumericConstraint? = nil) {
        self.key = key
        self.defaultValue = defaultValue
        self.numericConstraint = numericConstraint
    }
}
