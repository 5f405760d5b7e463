import CoreMLRuntime
import Foundation

extension MLMultiArrayDataType {
    var scalarType: ScalarType {
        switch self {
        case .double: .float64
        case .float32: .float32
        case .float16: .float16
        case .int32: .int32
        case .int8: .int8
        }
    }

    init?(_ type: ScalarType) {
        switch type {
        case .float64: self = .double
        case .float32: self = .float32
        case .float16: self = .float16
        case .int32: self = .int32
        case .int8: self = .int8
        default: return nil
        }
    }
}

extension MLMultiArray {
    /// The elements as a tensor of the wanted type. If type and layout fit, the tensor shares the array's memory. In other cases, the tensor is a
    /// converted copy.
    func tensor(as wanted: ScalarType?) throws -> Tensor {
        let own = dataType.scalarType
        let type = wanted.flatMap { MLMultiArrayDataType($0) } ?? dataType
        if isContiguous, wanted == nil || wanted == own {
            return Tensor(TensorType(own, dimensions), viewing: memory.base, owner: self)
        }
        if let wanted, MLMultiArrayDataType(wanted) == nil {
            return try integerTensor(as: wanted)
        }
        let tensor = Tensor(uninitialized: TensorType(type.scalarType, dimensions))
        CoreML.copyElements(
            from: memory.base, ArrayLayout(type: dataType, strides: elementStrides), to: tensor.pointer,
            ArrayLayout(type: type, strides: ArrayGeometry.contiguousStrides(dimensions)), shape: dimensions)
        return tensor
    }

    /// A tensor of an element type that multi-arrays do not support. Values saturate.
    private func integerTensor(as wanted: ScalarType) throws -> Tensor {
        let tensor = Tensor(uninitialized: TensorType(wanted, dimensions))
        func fill<Element>(_: Element.Type, _ convert: (Double) -> Element) {
            let elements = tensor.elements(as: Element.self)
            for index in elements.indices {
                elements[index] = convert(double(at: offset(index)))
            }
        }
        func clamped<Integer: FixedWidthInteger>(_ value: Double) -> Integer {
            value.isNaN ? 0 : value >= Double(Integer.max) ? .max : value <= Double(Integer.min) ? .min : Integer(value)
        }
        switch wanted {
        case .uint8: fill(UInt8.self, clamped)
        case .int16: fill(Int16.self, clamped)
        case .uint16: fill(UInt16.self, clamped)
        case .uint32: fill(UInt32.self, clamped)
        case .int64: fill(Int64.self, clamped)
        case .bool: fill(Bool.self) { $0 != 0 }
        default: throw MLModelError(.featureType, "A multi-array cannot become a tensor of \(wanted.rawValue).")
        }
        return tensor
    }

    /// An array from a tensor. If the types are equal, it shares the tensor's memory. In other cases, the array has a converted copy.
    convenience init(_ tensor: Tensor, as type: MLMultiArrayDataType) throws {
        guard let own = MLMultiArrayDataType(tensor.scalar) else {
            try self.init(tensor.converted(to: type.scalarType), as: type)
            return
        }
        let strides = ArrayGeometry.contiguousStrides(tensor.shape)
        if own == type {
            let memory = ArrayMemory(lent: tensor.pointer, byteCount: tensor.type.byteCount) { withExtendedLifetime(tensor) {} }
            self.init(memory: memory, shape: tensor.shape, strides: strides, dataType: type)
        } else {
            try self.init(extents: tensor.shape, dataType: type, isZeroed: false)
            CoreML.copyElements(
                from: tensor.pointer, ArrayLayout(type: own, strides: strides), to: memory.base,
                ArrayLayout(type: type, strides: strides), shape: tensor.shape)
        }
    }
}
