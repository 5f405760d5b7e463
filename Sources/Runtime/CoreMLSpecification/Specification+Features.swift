extension Specification.FeatureDescription {
    /// A feature that is not optional.
    package init(_ name: String, _ kind: Specification.FeatureType.Kind) {
        self.init()
        self.name = name
        type = .with { $0.type = kind }
    }

    /// An array.
    package init(array name: String, _ shape: [Int], type: Specification.ArrayFeatureType.ArrayDataType = .float32) {
        var array = Specification.ArrayFeatureType()
        array.dataType = type
        array.shape = shape.map { Int64($0) }
        self.init(name, .multiArrayType(array))
    }
}

extension Specification.FeatureType.Kind {
    /// A dictionary of numbers with texts or whole numbers as keys.
    package static func dictionary(hasIntegerKeys: Bool = false) -> Self {
        .dictionaryType(.with { $0.keyType = hasIntegerKeys ? .int64KeyType(.init()) : .stringKeyType(.init()) })
    }
}
