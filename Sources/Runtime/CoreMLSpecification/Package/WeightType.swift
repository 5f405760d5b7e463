/// The element type of an array in a weight file. The raw value is the type's number in the file.
package enum WeightType: UInt32, Sendable, CaseIterable {
    case float16 = 1
    case float32 = 2
    case uint8 = 3
    case int8 = 4
    case bfloat16 = 5
    case int16 = 6
    case uint16 = 7
    case int4 = 8
    case uint1 = 9
    case uint2 = 10
    case uint4 = 11
    case uint3 = 12
    case uint6 = 13
    case int32 = 14
    case uint32 = 15
    case float8E4M3FN = 16
    case float8E5M2 = 17

    package var bitsPerElement: Int {
        switch self {
        case .uint1: 1
        case .uint2: 2
        case .uint3: 3
        case .int4, .uint4: 4
        case .uint6: 6
        case .uint8, .int8, .float8E4M3FN, .float8E5M2: 8
        case .float16, .bfloat16, .int16, .uint16: 16
        case .float32, .int32, .uint32: 32
        }
    }
}
