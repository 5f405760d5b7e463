import CoreMLRuntime

/// A Swift type that an `MLTensor` can hold: `Float`, `Float16`, `Bool`, or an integer of 8, 16 or 32 bits. Other types cannot conform.
public protocol MLTensorScalar: Sendable {}

extension Float: MLTensorScalar {}
extension Float16: MLTensorScalar {}
extension Bool: MLTensorScalar {}
extension Int8: MLTensorScalar {}
extension Int16: MLTensorScalar {}
extension Int32: MLTensorScalar {}
extension UInt8: MLTensorScalar {}
extension UInt16: MLTensorScalar {}
extension UInt32: MLTensorScalar {}

extension ScalarType {
    init(_ type: any MLTensorScalar.Type) {
        switch type {
        case is Float.Type: self = .float32
        case is Float16.Type: self = .float16
        case is Bool.Type: self = .bool
        case is Int8.Type: self = .int8
        case is Int16.Type: self = .int16
        case is Int32.Type: self = .int32
        case is UInt8.Type: self = .uint8
        case is UInt16.Type: self = .uint16
        case is UInt32.Type: self = .uint32
        default: MLTensor.misuse("A tensor cannot hold \(type).")
        }
    }

    /// The Swift type of the elements. For an element type that tensors do not support, it is the nearest supported type.
    var swiftType: any MLTensorScalar.Type {
        switch self {
        case .float32, .float64: Float.self
        case .float16: Float16.self
        case .bool: Bool.self
        case .int8: Int8.self
        case .int16: Int16.self
        case .int32, .int64: Int32.self
        case .uint8: UInt8.self
        case .uint16: UInt16.self
        case .uint32: UInt32.self
        }
    }

    /// The rank of the type in promotion: floating-point types are above integers, and integers above Booleans.
    private var category: Int { isFloatingPoint ? 2 : self == .bool ? 0 : 1 }

    /// The promoted type of operands of several types: the widest type of the highest category. Operands without dimensions count only if no other
    /// operand is of that category.
    static func common(_ operands: [Tensor]) -> ScalarType {
        guard let category = operands.map(\.scalar.category).max() else { return .float32 }
        let candidates = operands.filter { $0.scalar.category == category }
        let shaped = candidates.filter { !$0.shape.isEmpty }
        let types = (shaped.isEmpty ? candidates : shaped).map(\.scalar)
        return types.dropFirst().reduce(types[0]) { $1.size > $0.size ? $1 : $0 }
    }
}
