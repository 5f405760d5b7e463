import InputChecks

/// The element type and the concrete shape of a value, outermost dimension first. Elements are in row-major order.
package struct TensorType: Hashable, Sendable, CustomStringConvertible {
    package var scalar: ScalarType
    package var shape: [Int]

    package init(_ scalar: ScalarType, _ shape: [Int]) {
        self.scalar = scalar
        self.shape = shape
    }

    package static func float32(_ shape: [Int]) -> TensorType { TensorType(.float32, shape) }

    package var rank: Int { shape.count }

    /// The type itself, or one dimension of one element for a scalar.
    package var withDimensions: TensorType { shape.isEmpty ? TensorType(scalar, [1]) : self }

    /// The number of elements; 1 for a scalar (rank 0). `Int.max` for an impossible shape, which `validate` refuses.
    package var count: Int { shape.product() }

    /// The size of the elements in bytes; `Int.max` for an impossible shape.
    package var byteCount: Int { count.times(scalar.size) }

    /// Row-major strides, in elements.
    package var strides: [Int] {
        var strides = [Int](repeating: 1, count: shape.count)
        for axis in shape.indices.dropLast().reversed() { strides[axis] = strides[axis + 1].times(shape[axis + 1]) }
        return strides
    }

    /// The size of the largest tensor that the runtime makes: 2³³ bytes. The runtime refuses a shape beyond this size before it allocates
    /// memory.
    package static let maximumByteCount = 1 << 33

    /// Checks that no dimension is negative and that the size is at most `maximumByteCount`. In this check a dimension of zero counts as
    /// one, so that the product of the other dimensions cannot overflow either.
    package func validate(_ subject: @autoclosure () -> String) throws {
        var bytes = scalar.size
        for dimension in shape {
            guard dimension >= 0 else { throw RuntimeError.invalidModel("\(subject()): negative dimension in shape \(shape)") }
            let (product, overflow) = bytes.multipliedReportingOverflow(by: max(dimension, 1))
            guard !overflow, product <= TensorType.maximumByteCount else {
                throw RuntimeError.invalidModel(
                    "\(subject()): shape \(shape) is larger than the limit of \(TensorType.maximumByteCount) bytes")
            }
            bytes = product
        }
    }

    package var description: String { "\(scalar.rawValue)[\(shape.map(String.init).joined(separator: ", "))]" }
}
