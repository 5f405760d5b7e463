import Foundation

/// A batch from an array of feature providers.
open class MLArrayBatchProvider: NSObject, MLBatchProvider {
    /// The inputs or outputs, one for each prediction.
    public let array: [any MLFeatureProvider]

    /// A batch of these inputs.
    public init(array: [any MLFeatureProvider]) {
        self.array = array
    }

    /// Makes a batch from a dictionary with a list of values for each feature.
    ///
    /// - Throws: `MLModelError.generic` when the lists differ in length, `.featureType` for a value that cannot be a feature value.
    public convenience init(dictionary: [String: [Any]]) throws {
        let count = dictionary.first?.value.count ?? 0
        for (name, values) in dictionary where values.count != count {
            throw MLModelError(.generic, "The feature '\(name)' has \(values.count) values where another has \(count).")
        }
        try self.init(
            array: (0..<count).map { index in
                try MLDictionaryFeatureProvider(dictionary: dictionary.mapValues { $0[index] })
            })
    }

    public var count: Int { array.count }

    public func features(at index: Int) -> any MLFeatureProvider { array[index] }
}
