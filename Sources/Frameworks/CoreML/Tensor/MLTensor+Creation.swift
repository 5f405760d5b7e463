import CoreMLRuntime
import Foundation

extension MLTensor {
    /// A tensor with memory that `fill` initialises.
    init(_ shape: [Int], _ scalar: ScalarType, filling fill: (Tensor) throws -> Void) rethrows {
        let type = TensorType(scalar, shape)
        do {
            try type.validate("A tensor")
        } catch {
            MLTensor.misuse("\(error)")
        }
        let tensor = Tensor(uninitialized: type)
        try fill(tensor)
        self.init(tensor)
    }

    /// A tensor without dimensions, with one scalar.
    public init<Scalar>(_ value: Scalar, scalarType: Scalar.Type = Scalar.self) where Scalar: MLTensorScalar {
        self.init([], ScalarType(scalarType)) { $0.pointer.storeBytes(of: value, as: Scalar.self) }
    }

    /// A tensor of one dimension.
    public init<Scalar>(_ scalars: some Collection<Scalar>, scalarType: Scalar.Type = Scalar.self) where Scalar: MLTensorScalar {
        self.init(shape: [scalars.count], scalars: scalars, scalarType: scalarType)
    }

    /// A tensor of one dimension.
    public init(_ scalars: some Collection<Float>) {
        self.init(scalars, scalarType: Float.self)
    }

    /// A tensor of one dimension.
    public init(_ scalars: some Collection<Int32>) {
        self.init(scalars, scalarType: Int32.self)
    }

    /// A tensor of row-major scalars.
    ///
    /// - Precondition: the number of scalars fits the shape.
    public init(shape: [Int], scalars: some Collection<Float>) {
        self.init(shape: shape, scalars: scalars, scalarType: Float.self)
    }

    /// A tensor of row-major scalars.
    ///
    /// - Precondition: the number of scalars fits the shape.
    public init<Scalar>(shape: [Int], scalars: some Collection<Scalar>, scalarType: Scalar.Type = Scalar.self)
    where Scalar: MLTensorScalar {
        self.init(shape, ScalarType(scalarType)) { tensor in
            MLTensor.require(scalars.count == tensor.count, "The shape \(shape) needs \(tensor.count) scalars, not \(scalars.count).")
            let elements = tensor.elements(as: Scalar.self)
            let (_, end) = elements.initialize(from: scalars)
            MLTensor.require(end == elements.count, "The collection has fewer elements than its count says.")
        }
    }

    /// A copy of row-major scalars.
    ///
    /// - Precondition: the data hold exactly as many bytes as the shape needs.
    public init(shape: [Int], data: Data, scalarType: any MLTensorScalar.Type) {
        self.init(shape, ScalarType(scalarType)) { tensor in
            let wanted = tensor.type.byteCount
            MLTensor.require(data.count == wanted, "The shape \(shape) of \(scalarType) needs \(wanted) bytes, not \(data.count).")
            data.withUnsafeBytes { tensor.rawBytes.copyMemory(from: $0) }
        }
    }

    /// A tensor that uses the caller's memory of row-major scalars. The memory must not change until `deallocator` is called.
    ///
    /// - Precondition: there are at least as many bytes as the shape needs.
    public init(
        bytesNoCopy bytes: UnsafeRawBufferPointer, shape: [Int], scalarType: any MLTensorScalar.Type, deallocator: Data.Deallocator
    ) {
        let scalar = ScalarType(scalarType)
        let wanted = (ArrayGeometry.count(shape) ?? .max).multipliedReportingOverflow(by: scalar.size)
        MLTensor.require(
            !wanted.overflow && bytes.count >= wanted.partialValue,
            "The shape \(shape) of \(scalarType) needs more than \(bytes.count) bytes.")
        guard let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress), Int(bitPattern: base) % scalar.size == 0 else {
            self.init(shape, scalar) { $0.rawBytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<wanted.partialValue])) }
            bytes.baseAddress.flatMap { releaseFunction(of: deallocator, bytes: $0, byteCount: bytes.count) }?()
            return
        }
        let memory = ArrayMemory(
            lent: base, byteCount: bytes.count, isWritable: false,
            release: releaseFunction(of: deallocator, bytes: base, byteCount: bytes.count))
        self.init(Tensor(TensorType(scalar, shape), viewing: base, owner: memory))
    }

    /// A tensor whose row-major bytes are written by `initializer`. It must write all of them.
    public init(
        unsafeUninitializedShape shape: [Int], scalarType: any MLTensorScalar.Type,
        initializingWith initializer: (UnsafeMutableRawBufferPointer) throws -> Void
    ) rethrows {
        try self.init(shape, ScalarType(scalarType)) { try initializer($0.rawBytes) }
    }

    /// A copy of a shaped array.
    public init<ShapedArray>(_ shapedArray: ShapedArray) where ShapedArray: MLShapedArrayProtocol, ShapedArray.Scalar: MLTensorScalar {
        let shape = shapedArray.shape
        self.init(shape, ScalarType(ShapedArray.Scalar.self)) { tensor in
            shapedArray.withUnsafeShapedBufferPointer { elements, _, strides in
                guard let base = elements.baseAddress, tensor.count > 0 else { return }
                let type = ShapedArray.Scalar.multiArrayDataType
                copyElements(
                    from: base, ArrayLayout(type: type, strides: strides), to: tensor.pointer,
                    ArrayLayout(type: type, strides: ArrayGeometry.contiguousStrides(shape)), shape: shape)
            }
        }
    }

    /// A tensor with one value everywhere.
    public init(repeating repeatedValue: Float, shape: [Int]) {
        self.init(repeating: repeatedValue, shape: shape, scalarType: Float.self)
    }

    /// A tensor with one value everywhere.
    public init<Scalar>(repeating repeatedValue: Scalar, shape: [Int], scalarType: Scalar.Type = Scalar.self)
    where Scalar: MLTensorScalar {
        self.init(shape, ScalarType(scalarType)) { $0.elements(as: Scalar.self).initialize(repeating: repeatedValue) }
    }

    /// A tensor of zeros.
    public init<Scalar>(zeros shape: [Int], scalarType: Scalar.Type = Scalar.self) where Scalar: MLTensorScalar, Scalar: FixedWidthInteger {
        self.init(repeating: 0, shape: shape, scalarType: scalarType)
    }

    /// A tensor of zeros.
    public init<Scalar>(zeros shape: [Int], scalarType: Scalar.Type = Scalar.self)
    where Scalar: MLTensorScalar, Scalar: BinaryFloatingPoint {
        self.init(repeating: 0, shape: shape, scalarType: scalarType)
    }

    /// A tensor of ones.
    public init<Scalar>(ones shape: [Int], scalarType: Scalar.Type = Scalar.self) where Scalar: MLTensorScalar, Scalar: FixedWidthInteger {
        self.init(repeating: 1, shape: shape, scalarType: scalarType)
    }

    /// A tensor of ones.
    public init<Scalar>(ones shape: [Int], scalarType: Scalar.Type = Scalar.self)
    where Scalar: MLTensorScalar, Scalar: BinaryFloatingPoint {
        self.init(repeating: 1, shape: shape, scalarType: scalarType)
    }

    /// A tensor with the numbers from `start` up to but not including `end`, `stride` apart.
    public init(rangeFrom start: Float, to end: Float, by stride: Float.Stride) {
        self.init(rangeFrom: start, to: end, by: stride, scalarType: Float.self)
    }

    /// A tensor with the numbers from `start` up to but not including `end`, `stride` apart.
    public init<Scalar>(rangeFrom start: Scalar, to end: Scalar, by stride: Scalar.Stride, scalarType: Scalar.Type = Scalar.self)
    where Scalar: MLTensorScalar, Scalar: Strideable {
        self.init(Array(Swift.stride(from: start, to: end, by: stride)), scalarType: scalarType)
    }

    /// A tensor with `count` numbers, evenly spaced from `start` to `end`, both included.
    public init(linearSpaceFrom start: Float, through end: Float, count: Int) {
        self.init(linearSpaceFrom: start, through: end, count: count, scalarType: Float.self)
    }

    /// A tensor with `count` numbers, evenly spaced from `start` to `end`, both included.
    public init<Scalar>(linearSpaceFrom start: Scalar, through end: Scalar, count: Int, scalarType: Scalar.Type = Scalar.self)
    where Scalar: MLTensorScalar, Scalar: BinaryFloatingPoint {
        MLTensor.require(count >= 0, "A tensor cannot have \(count) scalars.")
        let (first, last) = (Double(start), Double(end))
        let scalars = (0..<count).map { index in
            index == count - 1 && count > 1 ? end : Scalar(first + (last - first) * Double(index) / Double(Swift.max(count - 1, 1)))
        }
        self.init(scalars, scalarType: scalarType)
    }
}
