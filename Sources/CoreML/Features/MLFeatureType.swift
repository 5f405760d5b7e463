/// The kind of a feature's value.
public enum MLFeatureType: Int, Sendable {
    case invalid = 0
    case int64 = 1
    case double = 2
    case string = 3
    case image = 4
    case multiArray = 5
    case dictionary = 6
    case sequence = 7
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
