import COneDNN

/// Lays out a function for training: the memory and format of every value, the forward steps, and the backward steps.
///
/// Each node adds its forward steps immediately. It also adds a closure that makes the backward steps later. The closures run in reverse
/// order.
struct TrainingBuilder {
    /// A value of the function, or its copy in another memory format.
    struct Value {
        var type: TensorType
        /// A memory format of oneDNN's; `nil` for dense row-major.
        var layout: Layout?
        var buffer: Int
        var wantsGradient: Bool
        /// The buffer of the gradient, in the value's format; `nil` before its first contribution.
        var gradient: Int?
        /// The tensor that receives the gradient of a parameter; `nil` for other values.
        var gradientTensor: Tensor?

        /// The number of floats in memory, including the padding of the format.
        var storedCount: Int { layout.map { $0.byteCount / 4 } ?? type.count }
    }

    struct Step {
        var name: String
        /// Binds the step to memory.
        var make: (TrainingMemory) throws -> () throws -> Void
    }

    typealias BackwardMaker = (inout TrainingBuilder) throws -> Void

    let options: TrainingOptions
    let parameters: TrainingParameters
    var values: [Value] = []
    var valueIDs: [String: Int] = [:]
    var buffers: [Plan.Buffer] = []
    var steps: [Step] = []
    var forwardCount = 0
    var makers: [BackwardMaker] = []
    var inputs: [String: Tensor] = [:]
    var outputs: [String: Tensor] = [:]
    var gradients: [String: Tensor] = [:]
    /// Copies of values in other formats.
    private var copies: [Int: [(layout: Layout?, value: Int)]] = [:]
    /// The operations that read each value, in their order.
    var readers: [String: [Int]] = [:]
    var function: Function
    /// The names of the values that the caller reads.
    let observed: Set<String>
    /// The operations that another operation already computes.
    var fused: Set<Int> = []

    init(_ function: Function, loss: String, observing: [String], parameters: TrainingParameters, options: TrainingOptions) throws {
        self.function = function
        self.parameters = parameters
        self.options = options
        observed = Set(observing + [loss])
        try build(loss: loss, observing: observing)
    }

    private mutating func build(loss: String, observing: [String]) throws {
        removeUnread()
        for (index, operation) in function.body.operations.enumerated() {
            guard operation.blocks.isEmpty else {
                throw RuntimeError.unsupported("\(operation.kind) '\(operation.name)' cannot be trained")
            }
            for name in Set(operation.operands) { readers[name, default: []].append(index) }
        }
        for input in function.inputs { try addInput(input) }
        for index in function.body.operations.indices where !fused.contains(index) { try add(index) }
        for name in observing {
            let value = try placement(try valueID(name), nil)
            let tensor = Tensor(uninitialized: values[value].type)
            outputs[name] = tensor
            let buffer = newBuffer(.constant(ConstantMemory(tensor)), byteCount: tensor.type.byteCount)
            append(
                "\(name) given out", touching: [values[value].buffer, buffer], copying: values[value].type, values[value].buffer, buffer)
        }
        let lossValue = try placement(try valueID(loss), nil)
        guard values[lossValue].type == .float32([]) else {
            throw RuntimeError.invalidModel("the loss '\(loss)' is \(values[lossValue].type), not a float32 number")
        }
        let result = Tensor.scalar(Float(0))
        outputs[loss] = result
        let resultBuffer = newBuffer(.constant(ConstantMemory(result)), byteCount: 4)
        let lossBuffer = values[lossValue].buffer
        append("the loss", touching: [lossBuffer, resultBuffer], copying: result.type, lossBuffer, resultBuffer)
        forwardCount = steps.count
        guard values[lossValue].wantsGradient else { throw RuntimeError.invalidModel("the loss depends on nothing that is trained") }
        values[lossValue].gradient = newBuffer(.constant(ConstantMemory([1])), byteCount: 4)
        for maker in makers.reversed() { try maker(&self) }
        try finishGradients()
    }

    /// Drops the operations that nothing observed depends on.
    private mutating func removeUnread() {
        var needed = observed
        var kept: [Operation] = []
        for operation in function.body.operations.reversed() where operation.outputs.contains(where: { needed.contains($0) }) {
            needed.formUnion(operation.operands)
            kept.append(operation)
        }
        function.body.operations = kept.reversed()
        function.inputs.removeAll { parameters[$0.name] != nil && !needed.contains($0.name) }
    }

    private mutating func addInput(_ input: Parameter) throws {
        let tensor: Tensor
        var role: TrainingParameters.Role?
        if let entry = parameters.entries[input.name] {
            guard entry.tensor.type == input.type else {
                throw RuntimeError.invalidModel("the parameter '\(input.name)' is \(entry.tensor.type) instead of \(input.type)")
            }
            tensor = entry.tensor
            role = entry.role
        } else {
            tensor = Tensor(uninitialized: input.type)
            tensor.clear()
            inputs[input.name] = tensor
        }
        var value = Value(
            type: input.type, buffer: newBuffer(.constant(ConstantMemory(tensor)), byteCount: input.type.byteCount),
            wantsGradient: role == .trained)
        if role == .trained {
            let gradient = Tensor(uninitialized: input.type)
            gradients[input.name] = gradient
            value.gradientTensor = gradient
        }
        valueIDs[input.name] = newValue(value)
    }

    /// Sets gradients to zero if the loss does not depend on their parameters.
    private mutating func finishGradients() throws {
        for (name, tensor) in gradients where values[try valueID(name)].gradient == nil { tensor.clear() }
    }

    // MARK: Values and memory

    func valueID(_ name: String) throws -> Int {
        guard let id = valueIDs[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
        return id
    }

    mutating func newValue(_ value: Value) -> Int {
        values.append(value)
        return values.count - 1
    }

    mutating func newBuffer(_ kind: Plan.Buffer.Kind = .arena, byteCount: Int) -> Int {
        buffers.append(Plan.Buffer(kind: kind, byteCount: max(byteCount, 4), first: .max, last: -1))
        return buffers.count - 1
    }

    /// A new value in the arena.
    mutating func newValue(_ type: TensorType, layout: Layout? = nil, wantsGradient: Bool) throws -> Int {
        try type.validate("a value of training")
        let buffer = newBuffer(byteCount: layout?.byteCount ?? type.byteCount)
        return newValue(Value(type: type, layout: layout, buffer: buffer, wantsGradient: wantsGradient))
    }

    /// The layout of a float32 value.
    func layout(_ value: Int) throws -> Layout { try values[value].layout ?? Layout(.float32, values[value].type.shape) }

    /// The value in `layout`, or in dense row-major order if `layout` is `nil`. It is the value itself or a copy.
    mutating func placement(_ value: Int, _ layout: Layout?) throws -> Int {
        if Self.matches(values[value].layout, layout) { return value }
        if let copy = copies[value]?.first(where: { Self.matches($0.layout, layout) }) { return copy.value }
        let copy = try newValue(values[value].type, layout: layout, wantsGradient: values[value].wantsGradient)
        let (from, to) = (try self.layout(value), try self.layout(copy))
        try appendReorder(from, values[value].buffer, to, values[copy].buffer)
        makers.append { builder in
            guard let gradient = builder.values[copy].gradient else { return }
            try builder.contribute(to: value) { try $0.appendReorder(to, gradient, from, $1) }
        }
        copies[value, default: []].append((layout, copy))
        return copy
    }

    private static func matches(_ a: Layout?, _ b: Layout?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a?, let b?): a.matches(b)
        default: false
        }
    }

    // MARK: Steps

    mutating func touch(_ touched: [Int]) {
        for buffer in touched {
            buffers[buffer].first = min(buffers[buffer].first, steps.count)
            buffers[buffer].last = max(buffers[buffer].last, steps.count)
        }
    }

    /// Appends a step that reads or writes the buffers `touching`.
    mutating func append(_ name: String, touching: [Int], _ make: @escaping (TrainingMemory) throws -> () throws -> Void) {
        touch(touching)
        steps.append(Step(name: name, make: make))
    }

    private mutating func append(_ name: String, touching: [Int], copying type: TensorType, _ source: Int, _ target: Int) {
        append(name, touching: touching) { memory in
            let (from, to, count) = (memory[source], memory[target], type.byteCount)
            return { to.copyMemory(from: from, byteCount: count) }
        }
    }

    /// Appends a primitive with its scratchpad.
    mutating func append(_ name: String, _ primitive: Primitive, _ bindings: [(onednn_argument, Layout, Int)]) throws {
        var bindings = bindings
        let scratchpad = primitive.scratchpadByteCount
        if scratchpad > 0 {
            let layout = try primitive.layout(ONEDNN_ARGUMENT_SCRATCHPAD, dimensions: [])
            bindings.append((ONEDNN_ARGUMENT_SCRATCHPAD, layout, newBuffer(byteCount: scratchpad)))
        }
        let bound = bindings
        append("\(name): \(primitive.implementation)", touching: bound.map(\.2)) { memory in
            let call = try PrimitiveCall(
                primitive, bound.map { .init(argument: Int($0.0.rawValue), layout: $0.1, data: memory[$0.2]) })
            return { try call.run() }
        }
    }

    mutating func appendReorder(_ from: Layout, _ source: Int, _ to: Layout, _ target: Int) throws {
        let primitive = try Primitive.reorder(from: from, to: to)
        try append(
            "re-ordered", primitive, [(ONEDNN_ARGUMENT_SOURCE, from, source), (ONEDNN_ARGUMENT_DESTINATION, to, target)])
    }

    // MARK: Gradients

    /// The buffer for a contribution to a value's gradient. The first contribution is written to the gradient itself. Each further
    /// contribution gets a buffer, and is then added to the gradient.
    mutating func contributionBuffer(_ value: Int) -> Int {
        if values[value].gradient != nil { return newBuffer(byteCount: values[value].storedCount * 4) }
        let kind = values[value].gradientTensor.map { Plan.Buffer.Kind.constant(ConstantMemory($0)) } ?? .arena
        let buffer = newBuffer(kind, byteCount: values[value].storedCount * 4)
        values[value].gradient = buffer
        return buffer
    }

    /// Ends a contribution that was written to `buffer`. The first contribution is the gradient of `value`. Further contributions are added
    /// to it.
    mutating func finishContribution(to value: Int, _ buffer: Int) {
        guard let gradient = values[value].gradient, gradient != buffer else { return }
        let (count, threads) = (values[value].storedCount, options.threads)
        append("gradients added", touching: [gradient, buffer]) { memory in
            let (sum, part) = (memory.floats(gradient), memory.floats(buffer))
            return {
                ParallelLoop.run(count, threads: threads) { range in for index in range { sum[index] += part[index] } }
            }
        }
    }

    /// Adds the result of `emit` to the gradient of a value. Does nothing if no gradient is wanted.
    mutating func contribute(to value: Int, _ emit: (inout TrainingBuilder, _ buffer: Int) throws -> Void) throws {
        guard values[value].wantsGradient else { return }
        let buffer = contributionBuffer(value)
        try emit(&self, buffer)
        finishContribution(to: value, buffer)
    }

    /// Passes the gradient in `buffer` on to a value of the same format. Nothing else may read the buffer any more.
    mutating func pass(_ buffer: Int, to value: Int) throws {
        guard values[value].wantsGradient else { return }
        if values[value].gradient == nil, values[value].gradientTensor == nil, case .arena = buffers[buffer].kind {
            values[value].gradient = buffer
            return
        }
        let type = TensorType.float32([values[value].storedCount])
        try contribute(to: value) { $0.append("gradient", touching: [buffer, $1], copying: type, buffer, $1) }
    }
}

/// The memory of a training graph.
struct TrainingMemory {
    let arena: UnsafeMutableRawPointer
    let buffers: [Plan.Buffer]

    subscript(buffer: Int) -> UnsafeMutableRawPointer {
        if case .constant(let memory) = buffers[buffer].kind { return memory.pointer }
        return arena + buffers[buffer].offset
    }

    func floats(_ buffer: Int) -> UnsafeMutablePointer<Float> { self[buffer].assumingMemoryBound(to: Float.self) }

    func tensor(_ buffer: Int, _ type: TensorType) -> Tensor { Tensor(type, viewing: self[buffer], owner: nil) }
}
