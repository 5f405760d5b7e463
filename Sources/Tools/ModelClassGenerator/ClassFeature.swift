import CoreMLSpecification

/// An input or output of a model as a property of a generated class.
struct ClassFeature {
    /// The type of the property's value.
    enum Kind {
        case int64
        case double
        case string
        case image(width: Int64, height: Int64, format: String)
        /// - Parameter scalar: the Swift type of the elements; `nil` if the model does not give it.
        case multiArray(scalar: String?)
        case dictionary(key: String)
        case sequence(element: String)
    }

    /// The name in the model.
    let name: String
    /// The name in Swift, without backticks.
    let identifier: String
    /// The name of the shaped-array property, or of the method that sets an image, without backticks.
    let companion: String
    let kind: Kind
    let isOptional: Bool
    /// The sentences of the feature's documentation comment.
    let documentation: String

    /// - Throws: ``GenerationError`` if no Swift property can have the feature's type.
    init(_ feature: Specification.FeatureDescription, names: inout NameTable) throws {
        name = feature.name
        identifier = names.unique(SwiftName.identifier(feature.name))
        guard let type = feature.type?.type, let kind = Kind(type) else {
            throw GenerationError("the feature '\(feature.name)' has no type that a Swift class can have")
        }
        self.kind = kind
        isOptional = feature.type?.isOptional ?? false
        companion =
            switch kind {
            case .multiArray: names.unique(identifier + "ShapedArray")
            case .image: names.unique("set" + identifier.prefix(1).uppercased() + identifier.dropFirst())
            default: ""
            }
        let subject = feature.shortDescription.isEmpty ? feature.name : feature.shortDescription
        documentation = "\(subject) as \(isOptional ? "optional " : "")\(FeaturePhrase.text(type))"
    }

    /// - Parameter taken: names that the features must not have.
    static func list(_ features: [Specification.FeatureDescription], taken: Set<String>) throws -> [ClassFeature] {
        var names = NameTable(taken: taken)
        return try features.map { try ClassFeature($0, names: &names) }
    }

    /// The name with backticks, if Swift needs them.
    var swiftName: String { SwiftName.quoted(identifier) }

    var isImage: Bool { if case .image = kind { true } else { false } }

    /// The element type of a shaped array that can hold the feature; `nil` if no shaped array can.
    var scalar: String? { if case .multiArray(let scalar) = kind { scalar } else { nil } }

    /// The property's type.
    var type: String {
        let type =
            switch kind {
            case .int64: "Int64"
            case .double: "Double"
            case .string: "String"
            case .image: "CVPixelBuffer"
            case .multiArray: "MLMultiArray"
            case .dictionary(let key): "[\(key) : Double]"
            case .sequence(let element): "[\(element)]"
            }
        return isOptional ? type + "?" : type
    }

    /// A Swift expression of the type `MLFeatureValue?`, made from the expression `value`. The type of `value` is not optional.
    func featureValue(of value: String) -> String {
        switch kind {
        case .int64: "MLFeatureValue(int64: \(value))"
        case .double: "MLFeatureValue(double: \(value))"
        case .string: "MLFeatureValue(string: \(value))"
        case .image: "MLFeatureValue(pixelBuffer: \(value))"
        case .multiArray: "MLFeatureValue(multiArray: \(value))"
        case .dictionary:
            "try? MLFeatureValue(dictionary: Dictionary(uniqueKeysWithValues: "
                + "\(value).map { entry in (AnyHashable(entry.key), NSNumber(value: entry.value)) }))"
        case .sequence("String"): "MLFeatureValue(sequence: MLSequence(strings: \(value)))"
        case .sequence: "MLFeatureValue(sequence: MLSequence(int64s: \(value).map { element in NSNumber(value: element) }))"
        }
    }

    /// A Swift expression that reads the property's value from the feature provider `provider`.
    func value(in provider: String) -> String {
        let mark = isOptional ? "?" : "!"
        let value = "\(provider).featureValue(for: \(SwiftText.literal(name)))\(mark)"
        // Optional chaining flattens nested optionals, so an optional value needs no `!`.
        let unwrap = isOptional ? "" : "!"
        switch kind {
        case .int64: return value + ".int64Value"
        case .double: return value + ".doubleValue"
        case .string: return value + ".stringValue"
        case .image: return value + ".imageBufferValue" + unwrap
        case .multiArray: return value + ".multiArrayValue" + unwrap
        case .dictionary(let key): return value + ".dictionaryValue.reduce(into: [:]) { $0[$1.key as! \(key)] = $1.value.doubleValue }"
        case .sequence("String"): return value + ".sequenceValue\(mark).stringValues"
        case .sequence: return value + ".sequenceValue\(mark).int64Values.map(\\.int64Value)"
        }
    }
}

extension ClassFeature.Kind {
    init?(_ type: Specification.FeatureType.Kind) {
        switch type {
        case .int64Type: self = .int64
        case .doubleType: self = .double
        case .stringType: self = .string
        case .imageType(let image):
            self = .image(width: image.width, height: image.height, format: FeaturePhrase.pixelFormat(image.colorSpace).name)
        case .multiArrayType(let array):
            switch array.dataType {
            case .float32: self = .multiArray(scalar: "Float")
            case .double: self = .multiArray(scalar: "Double")
            case .int32: self = .multiArray(scalar: "Int32")
            case .int8: self = .multiArray(scalar: "Int8")
            case .float16: self = .multiArray(scalar: "Float16")
            case .invalidArrayDataType, .unrecognized: self = .multiArray(scalar: nil)
            }
        case .dictionaryType(let dictionary):
            guard let key = dictionary.keyType else { return nil }
            switch key {
            case .stringKeyType: self = .dictionary(key: "String")
            case .int64KeyType: self = .dictionary(key: "Int64")
            }
        case .sequenceType(let sequence):
            guard let element = sequence.type else { return nil }
            switch element {
            case .stringType: self = .sequence(element: "String")
            case .int64Type: self = .sequence(element: "Int64")
            }
        default: return nil
        }
    }
}
