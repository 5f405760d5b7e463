/// A function for one set of shapes, laid out for training. The graph computes the loss, the gradients and all intermediate values. The
/// memory is allocated once and reused in every step.
///
/// A graph reads and updates the parameters that it was made with. Only one thread may use it at a time.
package final class TrainingGraph {
    /// The inputs of the function except the parameters. The caller writes the batch into them.
    package let inputs: [String: Tensor]
    /// The gradients of the trained parameters after the last `run`.
    package let gradients: [String: Tensor]
    /// The observed values after the last `run`.
    package let outputs: [String: Tensor]
    private let lossName: String
    private let threads: Int
    private let arena: PageMemory
    private let forwardSteps: [() throws -> Void]
    private let backwardSteps: [() throws -> Void]
    /// The names of the steps, in their order.
    package let stepNames: [String]
    /// The number of bytes of values, gradients and workspaces.
    package let memoryByteCount: Int
    /// The buffers, which keep the bound memory alive.
    private let buffers: [Plan.Buffer]

    /// Lays out `function`.
    ///
    /// - Parameters:
    ///   - loss: the name of a float32 scalar to minimise.
    ///   - observing: names of other values to return.
    ///   - parameters: the inputs other than data.
    /// - Throws: `RuntimeError.unsupported` if an operation between a trained parameter and the loss has no gradient. `unsupported` also if
    ///   the graph needs more memory than the options allow.
    package init(
        _ function: Function, loss: String, observing: [String] = [], parameters: TrainingParameters,
        options: TrainingOptions = TrainingOptions()
    ) throws {
        Threads.setLimit(options.threads)
        let builder = try TrainingBuilder(function, loss: loss, observing: observing, parameters: parameters, options: options)
        var buffers = builder.buffers
        memoryByteCount = Arena.place(&buffers)
        try options.memoryLimit.check(memoryByteCount, "a step of training")
        arena = try PageMemory(byteCount: max(memoryByteCount, 64))
        let memory = TrainingMemory(arena: arena.pointer, buffers: buffers)
        let steps = try builder.steps.map { try $0.make(memory) }
        forwardSteps = Array(steps.prefix(builder.forwardCount))
        backwardSteps = Array(steps.dropFirst(builder.forwardCount))
        stepNames = builder.steps.map(\.name)
        inputs = builder.inputs
        gradients = builder.gradients
        outputs = builder.outputs
        lossName = loss
        threads = options.threads
        self.buffers = buffers
    }

    /// Computes the loss and the gradients for the data in `inputs`, and updates the running statistics.
    package func run() throws -> Float {
        Threads.setLimit(threads)
        for step in forwardSteps { try step() }
        for step in backwardSteps { try step() }
        return outputs[lossName]?.floats[0] ?? .nan
    }

    /// The seconds that each step takes, for profiling.
    package func profile() throws -> [(name: String, seconds: Double)] {
        Threads.setLimit(threads)
        let clock = ContinuousClock()
        return try zip(stepNames, forwardSteps + backwardSteps).map { name, step in
            let duration = try clock.measure { try step() }
            return (name, Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds))
        }
    }
}
