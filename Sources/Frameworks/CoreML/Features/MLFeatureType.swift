/// The type of a feature's value.
public enum MLFeatureType: Int, Sendable {
    /// No value, or a value that could not be computed.
    case invalid = 0
    /// A whole number.
    case int64 = 1
    /// A number.
    case double = 2
    /// A string.
    case string = 3
    /// An image, as a pixel buffer.
    case image = 4
    /// Numbers in any number of dimensions.
    case multiArray = 5
    /// A dictionary of numbers. The keys are strings or whole numbers.
    case dictionary = 6
    /// A list of strings or of whole numbers.
    case sequence = 7
    /// A value that a model keeps from one prediction to the next.
    case state = 8

    /// The name used in messages.
    var name: String {
        switch self {
        case .invalid: "an invalid value"
        case .int64: "Int64"
        case .double: "Double"
        case .string: "String"
        case .image: "image"
        case .multiArray: "MultiArray"
        case .dictionary: "Dictionary"
        case .sequence: "Sequence"
        case .state: "State"
        }
    }
}
