/// An operation that knows its gradient.
///
/// Gradients are float32. What flows through an operation that is no `DifferentiableOperation`, and through values that are no float32,
/// is constant as far as training is concerned where the operation is piecewise constant, and an error otherwise.
protocol DifferentiableOperation: OperationDefinition {
    /// The arguments that have a gradient.
    static var differentiable: [String] { get }

    /// Writes the gradients that `pass` wants from those of the outputs. Every element of a wanted gradient is written.
    static func backward(_ pass: BackwardPass) throws

    /// Whether `backward` reads the values of the outputs; those of the arguments it always may.
    static var backwardReadsOutputs: Bool { get }

    /// Computes the outputs while training: the plain kernel, unless the operation has a faster one that any thread count leaves exact.
    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws
}

extension DifferentiableOperation {
    static var differentiable: [String] { ["x"] }
    static var backwardReadsOutputs: Bool { false }

    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws { try compute(call, outputs: outputs) }
}

/// An operation in the middle of a backward pass: what it computed, the gradients of its outputs, and where those of its arguments go.
struct BackwardPass {
    let call: OperationCall
    let outputs: [Tensor]
    /// `nil` where nothing that is trained for depends on the output.
    let outputGradients: [Tensor?]
    /// Where to write the gradients, for each element of each argument; `nil` where none is wanted.
    let gradients: [String: [Tensor?]]
    let threads: Int

    /// The gradient to write for an argument; `nil` where none is wanted.
    func gradient(_ argument: String, _ index: Int = 0) -> Tensor? {
        guard let list = gradients[argument], index < list.count else { return nil }
        return list[index]
    }

    /// The gradient of an output that must have one: the only output of an operation that is being differentiated.
    func outputGradient(_ index: Int = 0) throws -> Tensor {
        guard index < outputGradients.count, let gradient = outputGradients[index] else {
            throw call.invalid("output \(index) has no gradient")
        }
        return gradient
    }

    func floats(_ argument: String) throws -> UnsafePointer<Float> { try call.floats(argument) }
}

/// Operations whose results are constant but for jumps, or count as constants: nothing flows back through them.
enum PiecewiseConstant {
    static let kinds: Set<String> = [
        "ceil", "floor", "round", "sign", "floor_div", "shape", "logical_not", "equal", "not_equal", "less", "less_equal", "greater",
        "greater_equal", "logical_and", "logical_or", "logical_xor", "reduce_argmax", "reduce_argmin", "one_hot", "non_zero", "fill",
        "fill_like", "range_1d", "random_normal", "random_uniform", "random_bernoulli", "random_categorical",
        "non_maximum_suppression", "osprey.assign_detections",
    ]
}
