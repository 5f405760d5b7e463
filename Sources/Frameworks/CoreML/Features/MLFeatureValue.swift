import CoreMLRuntime
import CoreVideo
import Foundation

/// An immutable value of one of Core ML's feature types. The value may be missing.
open class MLFeatureValue: NSObject, NSCopying {
    enum Content {
        case undefined(MLFeatureType)
        case int64(Int64)
        case double(Double)
        case string(String)
        case image(CVPixelBuffer)
        case multiArray(MLMultiArray)
        case dictionary([AnyHashable: NSNumber])
        /// A classifier's probabilities. They are converted to a dictionary only on request.
        case probabilities(ClassProbabilities)
        case sequence(MLSequence)
    }

    let content: Content

    init(content: Content) {
        self.content = content
    }

    /// A whole number.
    public convenience init(int64 value: Int64) {
        self.init(content: .int64(value))
    }

    /// A number.
    public convenience init(double value: Double) {
        self.init(content: .double(value))
    }

    /// A string.
    public convenience init(string value: String) {
        self.init(content: .string(value))
    }

    /// A feature value that refers to an array without a copy. A change of the array changes the feature value.
    public convenience init(multiArray value: MLMultiArray) {
        self.init(content: .multiArray(value))
    }

    /// A feature value that refers to an image without a copy. A change of the image changes the feature value.
    public convenience init(pixelBuffer value: CVPixelBuffer) {
        self.init(content: .image(value))
    }

    /// A list of strings or of whole numbers.
    public convenience init(sequence: MLSequence) {
        self.init(content: .sequence(sequence))
    }

    /// A missing value of the given type.
    public convenience init(undefined type: MLFeatureType) {
        self.init(content: .undefined(type))
    }

    /// A dictionary of numbers, with keys that are all strings or all integers.
    ///
    /// - Throws: `MLModelError.featureType` for other keys or a mixture.
    public convenience init(dictionary value: [AnyHashable: NSNumber]) throws {
        if value.keys.allSatisfy({ $0.base is String }) {
            self.init(content: .dictionary(value))
            return
        }
        // With `Int64` keys, the dictionary can be cast to `[Int64: Double]`, and integers of every type find their value.
        var numbers = [AnyHashable: NSNumber](minimumCapacity: value.count)
        for (key, number) in value {
            guard let key = MLFeatureValue.int64(key) else {
                throw MLModelError(.featureType, "The keys of a dictionary feature must all be strings or all be 64-bit integers.")
            }
            numbers[key] = number
        }
        self.init(content: .dictionary(numbers))
    }

    /// A multi-array with a copy of the scalars.
    public convenience init<Scalar>(shapedArray: MLShapedArray<Scalar>) where Scalar: MLShapedArrayScalar {
        self.init(multiArray: MLMultiArray(shapedArray))
    }

    /// The type of the value.
    public var type: MLFeatureType {
        switch content {
        case .undefined(let type): type
        case .int64: .int64
        case .double: .double
        case .string: .string
        case .image: .image
        case .multiArray: .multiArray
        case .dictionary, .probabilities: .dictionary
        case .sequence: .sequence
        }
    }

    /// Whether the value is missing.
    public var isUndefined: Bool {
        if case .undefined = content { true } else { false }
    }

    /// The integer; 0 for other types.
    public var int64Value: Int64 {
        if case .int64(let value) = content { value } else { 0 }
    }

    /// The number; 0 for other types.
    public var doubleValue: Double {
        if case .double(let value) = content { value } else { 0 }
    }

    /// The string; empty for other types.
    public var stringValue: String {
        if case .string(let value) = content { value } else { "" }
    }

    /// The array; `nil` for other types.
    public var multiArrayValue: MLMultiArray? {
        if case .multiArray(let value) = content { value } else { nil }
    }

    /// The dictionary; empty for other types.
    public var dictionaryValue: [AnyHashable: NSNumber] {
        switch content {
        case .dictionary(let value): value
        case .probabilities(let value): value.dictionary
        default: [:]
        }
    }

    /// The image; `nil` for other types.
    public var imageBufferValue: CVPixelBuffer? {
        if case .image(let value) = content { value } else { nil }
    }

    /// The list; `nil` for other types.
    public var sequenceValue: MLSequence? {
        if case .sequence(let value) = content { value } else { nil }
    }

    /// The multi-array as a shaped array; `nil` if its scalar type is not `Scalar`, or if the value is not a multi-array.
    public func shapedArrayValue<Scalar>(of type: Scalar.Type) -> MLShapedArray<Scalar>? where Scalar: MLShapedArrayScalar {
        guard let array = multiArrayValue, array.dataType == Scalar.multiArrayDataType else { return nil }
        return MLShapedArray<Scalar>(array)
    }

    /// A dictionary's key as an integer; `nil` if it is not an integer.
    static func int64(_ key: AnyHashable) -> Int64? {
        switch key.base {
        case let value as Int64: value
        case let value as Int: Int64(value)
        case let value as NSNumber: value.int64Value
        case let value as any BinaryInteger: Int64(exactly: value)
        default: nil
        }
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether two values have the same type and are equal. Images are equal only if they are the same object.
    public func isEqual(to value: MLFeatureValue) -> Bool {
        guard type == value.type, isUndefined == value.isUndefined else { return false }
        switch (content, value.content) {
        case (.undefined, _): return true
        case (.int64(let left), .int64(let right)): return left == right
        case (.double(let left), .double(let right)): return left == right
        case (.string(let left), .string(let right)): return left == right
        case (.image(let left), .image(let right)): return left === right
        case (.multiArray(let left), .multiArray(let right)): return left.isEqual(right)
        case (.sequence(let left), .sequence(let right)): return left.isEqual(right)
        default: return dictionaryValue == value.dictionaryValue
        }
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? MLFeatureValue).map(isEqual(to:)) ?? false
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        switch content {
        case .int64(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        default: break
        }
        return hasher.finalize()
    }

    open override var description: String {
        let value =
            switch content {
            case .undefined: "undefined"
            case .int64(let value): String(value)
            case .double(let value): String(value)
            case .string(let value): value
            case .image(let value): String(describing: value)
            case .multiArray(let value): value.description
            case .dictionary, .probabilities: String(describing: dictionaryValue)
            case .sequence(let value): value.description
            }
        return "\(type.name) : \(value)"
    }
}
