import CoreMLRuntime
import Foundation

/// A numeric or Boolean array with any number of dimensions and the operations of machine learning.
///
/// An operation is computed when it is called, on the CPU. Tensors are immutable and share memory where possible, so copies and reshapes cost
/// nothing. Shapes broadcast as in NumPy. Operands of different types are promoted to the higher category: floating point, then integer, then
/// Boolean. Within a category, they are promoted to the wider type. An operand without dimensions, such as a literal, adapts to the other. An
/// invalid call, such as a call with incompatible shapes, ends the program with a message, as an array index out of range does.
public struct MLTensor: Sendable {
    let storage: Tensor

    init(_ storage: Tensor) {
        self.storage = storage
    }

    /// The number of dimensions; 0 for a scalar.
    public var rank: Int { storage.type.rank }

    /// The number of elements along each axis, outermost first.
    public var shape: [Int] { storage.shape }

    /// The number of scalars.
    public var scalarCount: Int { storage.count }

    /// Whether the tensor has no dimensions.
    public var isScalar: Bool { rank == 0 }

    /// The type of the scalars.
    public var scalarType: any MLTensorScalar.Type { storage.scalar.swiftType }

    /// The tensor's scalars as a shaped array. If no conversion to another type is necessary, the array shares the tensor's memory.
    public func shapedArray<Scalar>(of scalarType: Scalar.Type) async -> MLShapedArray<Scalar>
    where Scalar: MLShapedArrayScalar, Scalar: MLTensorScalar {
        let tensor = storage.converted(to: ScalarType(scalarType))
        return MLShapedArray(
            bytesNoCopy: tensor.pointer, shape: tensor.shape, deallocator: .custom { _, _ in withExtendedLifetime(tensor) {} })
    }
}

extension MLTensor: CustomStringConvertible {
    public var description: String { "MLTensor(shape: \(shape), scalarType: \(scalarType))" }
}

extension MLTensor: ExpressibleByArrayLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// The elements stacked along a new first axis.
    public init(arrayLiteral elements: MLTensor...) {
        self.init(stacking: elements)
    }

    public init(floatLiteral value: Float) {
        self.init(value)
    }

    public init(integerLiteral value: Int32) {
        self.init(value)
    }

    public init(booleanLiteral value: Bool) {
        self.init(value)
    }
}

extension MLTensor {
    /// Ends the program because of a programming error in the caller.
    static func misuse(_ message: @autoclosure () -> String) -> Never {
        fatalError(message())
    }

    static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
        guard condition else { misuse(message()) }
    }

    /// The results of one of the runtime's operations.
    static func results(_ kind: String, _ arguments: [String: Argument]) -> [MLTensor] {
        do {
            return try OperationCall(kind, constants: arguments).results().map { MLTensor($0) }
        } catch {
            misuse("\(error)")
        }
    }

    /// The first result of one of the runtime's operations.
    static func result(_ kind: String, _ arguments: [String: Argument]) -> MLTensor {
        results(kind, arguments)[0]
    }

    /// The result of an operation whose argument `x` is this tensor.
    func applying(_ kind: String, _ arguments: [String: Argument] = [:]) -> MLTensor {
        MLTensor.result(kind, arguments.merging(["x": argument]) { given, _ in given })
    }

    var argument: Argument { .tensor(storage) }

    func converted(to scalar: ScalarType) -> MLTensor {
        scalar == storage.scalar ? self : MLTensor(storage.converted(to: scalar))
    }

    /// A tensor of floating-point numbers: this tensor, or its numbers converted to `Float`.
    var floating: MLTensor { storage.scalar.isFloatingPoint ? self : converted(to: .float32) }

    /// The tensors, converted to their common type.
    static func promoted(_ tensors: [MLTensor]) -> [MLTensor] {
        let common = ScalarType.common(tensors.map(\.storage))
        return tensors.map { $0.converted(to: common) }
    }

    /// The index of an axis, counted from the front. A negative `axis` counts from the end.
    func axis(_ axis: Int, of rank: Int? = nil) -> Int {
        let rank = rank ?? self.rank
        let positive = axis < 0 ? axis + rank : axis
        MLTensor.require(positive >= 0 && positive < rank, "Axis \(axis) is outside a tensor of \(rank) dimensions.")
        return positive
    }
}
