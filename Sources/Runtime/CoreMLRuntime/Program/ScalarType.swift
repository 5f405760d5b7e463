/// The element type of a tensor, with Core ML's names.
package enum ScalarType: String, Sendable, Hashable, CaseIterable {
    case float16 = "fp16"
    case float32 = "fp32"
    case float64 = "fp64"
    case int8
    case uint8
    case int16
    case uint16
    case int32
    case uint32
    case int64
    case bool

    /// The number of bytes of an element.
    package var size: Int {
        switch self {
        case .int8, .uint8, .bool: 1
        case .float16, .int16, .uint16: 2
        case .float32, .int32, .uint32: 4
        case .float64, .int64: 8
        }
    }

    package var isFloatingPoint: Bool {
        switch self {
        case .float16, .float32, .float64: true
        default: false
        }
    }

    /// Whether int32 can hold every value of the type. Operations on such types are exact.
    package var fitsInt32: Bool {
        switch self {
        case .float16, .float32, .float64, .int64, .uint32: false
        default: true
        }
    }
}
