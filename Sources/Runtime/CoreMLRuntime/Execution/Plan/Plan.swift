import Locks

/// A function that is prepared to run many times. The kernels are made and the weights are re-ordered. Every intermediate value has its
/// place in one arena.
///
/// A plan is immutable. Each run takes a context, which owns the arena. Contexts are pooled, so two predictions may run at the same time,
/// and repeated runs allocate nothing.
package final class Plan: @unchecked Sendable {
    package let inputs: [Parameter]
    /// The function's outputs, except the new values of states that are updated in place.
    package let outputs: [Parameter]
    /// The indices of the inputs that are states updated in place. A run writes into their tensors. States without an update stay unchanged.
    package let statesInPlace: [Int]
    let options: PlanOptions
    /// The products with rounded factors.
    package let reducedProducts: [ReducedProduct]
    let steps: [Step]
    let buffers: [Buffer]
    /// The number of bytes of the intermediate values and scratchpads of one run.
    package let arenaByteCount: Int
    /// The number of bytes in which one run saves the previous contents of overwritten slices of states.
    let overwrittenByteCount: Int

    private let lock = Lock()
    private var idle: [PlanContext] = []

    /// Plans `function`. Plans that are made with the same `weights` share prepared weights.
    package convenience init(
        _ function: Function, options: PlanOptions = PlanOptions(), weights: PreparedWeights = PreparedWeights(),
        limit: MemoryLimit = MemoryLimit()
    ) throws {
        let made: (builder: PlanBuilder, statesInPlace: [StateParameter])
        do {
            made = try Plan.builder(function, options, weights, limit)
        } catch {
            // The weights that this plan has requested may belong to other plans, too. They are therefore prepared in any case.
            try? weights.finish(AwaitedWork(), threads: options.threads)
            throw error
        }
        try weights.finish(made.builder.awaited, threads: options.threads)
        self.init(builder: made.builder, function: function, statesInPlace: made.statesInPlace)
    }

    private static func builder(
        _ function: Function, _ options: PlanOptions, _ weights: PreparedWeights, _ limit: MemoryLimit
    ) throws -> (builder: PlanBuilder, statesInPlace: [StateParameter]) {
        var (graph, options) = (try GraphImport.graph(of: function, limit: limit), options)
        // If all products are float32, the kernels and formats for float32 are faster than those that suit both precisions.
        if graph.hasExactProductsOnly { (options.precision, options.rounding) = (.float32, nil) }
        graph.optimize(for: options)
        let states = graph.updateStatesInPlace(function.states)
        Threads.setLimit(options.threads)
        var builder = PlanBuilder(graph: graph, options: options, weights: weights)
        do {
            try builder.build()
        } catch RuntimeError.unsupported where options.usesIntegers && graph.hasIntegers {
            // There are fewer kernels for integers than for floats.
            options.usesIntegers = false
            return try Plan.builder(function, options, weights, limit)
        }
        return (builder, states)
    }

    private init(builder: PlanBuilder, function: Function, statesInPlace states: [StateParameter]) {
        inputs = function.inputs
        let positions = Set(states.map(\.output))
        let names = function.body.outputs.indices.filter { !positions.contains($0) }.map { function.body.outputs[$0] }
        outputs = zip(names, builder.graph.outputs).map { Parameter($0, builder.graph.values[$1].type) }
        statesInPlace = states.map(\.input)
        options = builder.options
        reducedProducts = builder.graph.reducedProducts
        steps = builder.steps
        overwrittenByteCount = builder.steps.reduce(0) { total, step in
            guard case .plain(let call, _, let outputs) = step.action, call.definition is StateUpdate.Type else { return total }
            return total + call.updateCount * (outputs.first?.type.scalar.size ?? 0)
        }
        var buffers = builder.buffers
        arenaByteCount = Arena.place(&buffers)
        self.buffers = buffers
    }

    /// The maximum number of bytes of a value in a plan. Kernels count in 32 bits.
    package static let maximumByteCount = 1 << 31

    /// An action of a plan.
    struct Step: Sendable {
        enum Action: @unchecked Sendable {
            case primitive(Primitive, [Binding])
            case plain(PlainCall, inputs: [PlainOperand], outputs: [PlainOperand])
            case kernel(Kernel, [Memory])
        }

        var name: String
        var kernel: KernelName
        var action: Action
    }

    /// The memory of a primitive's argument.
    struct Binding {
        var argument: Int
        var layout: Layout
        var memory: Memory
    }

    /// A dense row-major value that a plain kernel reads or writes.
    struct PlainOperand {
        var type: TensorType
        var memory: Memory
        var slot: PlainCall.Slot?
    }

    /// A kernel of the runtime. It gets the addresses of its memories in order.
    typealias Kernel = @Sendable (UnsafePointer<UnsafeMutableRawPointer>) throws -> Void

    struct Memory: Sendable, Hashable {
        var buffer: Int
        var offset = 0
    }

    struct Buffer: @unchecked Sendable {
        enum Kind {
            case arena
            case input(Int)
            case output(Int)
            case constant(ConstantMemory)
        }

        var kind: Kind
        var byteCount: Int
        /// The first step that uses the buffer.
        var first: Int
        var last: Int
        /// The offset of the buffer in the arena, in bytes.
        var offset = 0
    }

    /// The kernels that the plan runs, for tests and for measuring.
    package var stepNames: [String] {
        steps.map { step in
            switch step.action {
            case .primitive(let primitive, _): "\(step.name): \(primitive.implementation)"
            case .plain(let call, _, _): "\(step.name): plain \(call.call.kind)"
            case .kernel: "\(step.name): \(step.kernel.rawValue)"
            }
        }
    }

    /// Runs the plan. `inputs` and `outputs` are in the function's order. The run also writes to the inputs in `statesInPlace`.
    ///
    /// - Returns: the previous contents of the overwritten slices of these inputs, in the order of the writes.
    /// - Throws: `RuntimeError`; `CancellationError` if the prediction is cancelled meanwhile. Outputs may then be partly written, but
    ///   states are unchanged.
    @discardableResult
    package func run(inputs: [Tensor], outputs: [Tensor]) throws -> [OverwrittenSlice] {
        guard inputs.count == self.inputs.count, outputs.count == self.outputs.count else {
            throw RuntimeError.invalidInput("\(inputs.count) inputs and \(outputs.count) outputs were given")
        }
        for (tensor, parameter) in zip(inputs, self.inputs) where tensor.type != parameter.type {
            throw RuntimeError.invalidInput("the input '\(parameter.name)' is \(tensor.type) instead of \(parameter.type)")
        }
        let context = try takeContext()
        defer { lock.withLock { idle.append(context) } }
        return try context.run(inputs: inputs, outputs: outputs)
    }

    /// Runs the plan and returns new outputs.
    package func run(_ inputs: [Tensor]) throws -> [Tensor] {
        let outputs = outputs.map { Tensor(uninitialized: $0.type) }
        try run(inputs: inputs, outputs: outputs)
        return outputs
    }

    private func takeContext() throws -> PlanContext {
        if let context = lock.withLock({ idle.popLast() }) { return context }
        return try PlanContext(self)
    }
}
