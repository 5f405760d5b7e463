import CoreML
import Foundation

extension MLMultiArray {
    /// A multi-array with the elements of `array`.
    ///
    /// Some element types do not exist in multi-arrays. They become `int32` if all elements fit, and `double` if not.
    package static func make(_ array: NumPyArray) throws -> MLMultiArray {
        let type = dataType(array.type)
        guard let type else { return try converted(array) }
        let result = try MLMultiArray(shape: array.shape.map { NSNumber(value: $0) }, dataType: type)
        result.withUnsafeMutableBytes { bytes, _ in bytes.copyBytes(from: array.data.prefix(bytes.count)) }
        return result
    }

    package static func dataType(_ type: NumPyArray.ElementType) -> MLMultiArrayDataType? {
        switch type {
        case .float16: .float16
        case .float32: .float32
        case .float64: .double
        case .int32: .int32
        case .int8: .int8
        case .bool, .uint8, .int16, .uint16, .uint32, .int64, .uint64: nil
        }
    }

    private static func converted(_ array: NumPyArray) throws -> MLMultiArray {
        let values = array.doubles()
        let integers = values.map { Int32(exactly: $0) }
        let shape = array.shape.map { NSNumber(value: $0) }
        guard integers.allSatisfy({ $0 != nil }) else {
            let result = try MLMultiArray(shape: shape, dataType: .double)
            result.withUnsafeMutableBufferPointer(ofType: Double.self) { buffer, _ in _ = buffer.update(fromContentsOf: values) }
            return result
        }
        let result = try MLMultiArray(shape: shape, dataType: .int32)
        result.withUnsafeMutableBufferPointer(ofType: Int32.self) { buffer, _ in
            _ = buffer.update(fromContentsOf: integers.map { $0 ?? 0 })
        }
        return result
    }

    /// The elements as a NumPy array.
    package func numPyArray() throws -> NumPyArray {
        let extents = shape.map(\.intValue)
        var contiguousStrides = [Int](repeating: 1, count: extents.count)
        for axis in extents.indices.dropFirst().reversed() { contiguousStrides[axis - 1] = contiguousStrides[axis] * extents[axis] }
        var source = self
        if strides.map(\.intValue) != contiguousStrides {
            source = try MLMultiArray(shape: shape, dataType: dataType)
            transfer(to: source)
        }
        let type: NumPyArray.ElementType =
            switch dataType {
            case .float16: .float16
            case .float32: .float32
            case .double: .float64
            case .int32: .int32
            case .int8: .int8
            }
        return try NumPyArray(
            type: type, shape: extents, data: source.withUnsafeBytes { Data($0.prefix(source.count * type.byteCount)) })
    }

    /// The elements in another shape with the same number of elements.
    package func reshaped(_ extents: [Int]) throws -> MLMultiArray {
        var array = try numPyArray()
        array.shape = extents
        return try MLMultiArray.make(array)
    }
}
