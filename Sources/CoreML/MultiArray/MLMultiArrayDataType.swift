/// The type of the elements of a multi-array. Raw values are those of the model file format.
public enum MLMultiArrayDataType: Int, Sendable {
    case double = 65600
    case float32 = 65568
    case float16 = 65552
    case int32 = 131104
    case int8 = 131080

    public static var float64: MLMultiArrayDataType { .double }
    public static var float: MLMultiArrayDataType { .float32 }

    /// The size of one element in bytes.
    package var byteSize: Int {
        switch self {
        case .double: 8
        case .float32, .int32: 4
        case .float16: 2
        case .int8: 1
        }
    }

    package var name: String {
        switch self {
        case .double: "Double"
        case .float32: "Float32"
        case .float16: "Float16"
        case .int32: "Int32"
        case .int8: "Int8"
        }
    }
}
