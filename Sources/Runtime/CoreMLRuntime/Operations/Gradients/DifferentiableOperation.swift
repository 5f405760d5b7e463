/// An operation that can compute its gradient.
///
/// Gradients are float32. They do not flow through values of other types, or through operations that do not conform to this protocol. In training,
/// the results of a piecewise constant operation count as constants. Any other operation that does not conform makes training throw an error.
protocol DifferentiableOperation: OperationDefinition {
    /// The arguments that have a gradient.
    static var differentiable: [String] { get }

    /// Computes the gradients that `pass` wants from the gradients of the outputs. Every element of a wanted gradient is written.
    static func backward(_ pass: BackwardPass) throws

    /// Whether `backward` reads the values of the outputs. It may always read the values of the arguments.
    static var backwardReadsOutputs: Bool { get }

    /// Computes the outputs during training. The default is the plain kernel. An operation may have a faster kernel, if it gives the same results for
    /// every number of threads.
    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws
}

extension DifferentiableOperation {
    static var differentiable: [String] { ["x"] }
    static var backwardReadsOutputs: Bool { false }

    static func forward(_ call: OperationCall, outputs: [Tensor], threads: Int) throws { try compute(call, outputs: outputs) }
}

/// An operation in a backward pass: the call, the outputs, their gradients, and memory for the gradients of the arguments.
struct BackwardPass {
    let call: OperationCall
    let outputs: [Tensor]
    /// The gradient of each output; `nil` if nothing that is trained depends on the output.
    let outputGradients: [Tensor?]
    /// The memory for the gradient of each element of each argument; `nil` if that gradient is not wanted.
    let gradients: [String: [Tensor?]]
    let threads: Int

    /// The memory for the gradient of an argument; `nil` if it is not wanted.
    func gradient(_ argument: String, _ index: Int = 0) -> Tensor? {
        guard let list = gradients[argument], index < list.count else { return nil }
        return list[index]
    }

    /// The gradient of the only output of an operation. The output has a gradient whenever the operation is differentiated.
    func outputGradient(_ index: Int = 0) throws -> Tensor {
        guard index < outputGradients.count, let gradient = outputGradients[index] else {
            throw call.invalid("output \(index) has no gradient")
        }
        return gradient
    }

    func floats(_ argument: String) throws -> UnsafePointer<Float> { try call.floats(argument) }
}

/// Operations with piecewise constant results, or with results that count as constants. No gradient flows back through them.
enum PiecewiseConstant {
    static let kinds: Set<String> = [
        "ceil", "floor", "round", "sign", "floor_div", "shape", "logical_not", "equal", "not_equal", "less", "less_equal", "greater",
        "greater_equal", "logical_and", "logical_or", "logical_xor", "reduce_argmax", "reduce_argmin", "one_hot", "non_zero", "fill",
        "fill_like", "range_1d", "random_normal", "random_uniform", "random_bernoulli", "random_categorical",
        "non_maximum_suppression", "osprey.assign_detections",
    ]
}
