/// The element type of a multi-array. Raw values are those of the model file format.
public enum MLMultiArrayDataType: Int, Sendable {
    /// Float64, eight bytes each.
    case double = 65600
    /// Float32, four bytes each.
    case float32 = 65568
    /// Float16, two bytes each.
    case float16 = 65552
    /// Signed integers of four bytes.
    case int32 = 131104
    /// Signed integers of one byte.
    case int8 = 131080

    /// Float64, eight bytes each.
    public static var float64: MLMultiArrayDataType { .double }
    /// Float32, four bytes each.
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
