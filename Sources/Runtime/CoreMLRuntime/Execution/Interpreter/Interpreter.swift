/// Runs functions operation by operation with the plain kernels, and allocates tensors as it runs.
///
/// It is the reference implementation for plans. Programs whose shapes depend on values cannot be planned, and run only here. The output
/// types of every operation are derived again from the actual inputs. The interpreter also runs nested blocks, and operations on lists and
/// states. A value is released after its last use. With ``SubgraphPlans``, the operations between control flow run as plans.
package struct Interpreter {
    /// A value while a program runs.
    enum Value {
        case tensor(Tensor)
        case list(TensorList)
        /// A state, which the program may write.
        case state(StateBuffer)

        var tensor: Tensor? {
            if case .tensor(let tensor) = self { tensor } else { nil }
        }
    }

    /// The live tensors, the loop count and the cancellation of one run. The scopes of all blocks share this object.
    private final class Memory {
        var live: LiveMemory
        var rounds: LoopRounds
        let cancellation = PredictionCancellation.current

        init(_ live: LiveMemory, _ rounds: LoopRounds) {
            (self.live, self.rounds) = (live, rounds)
        }
    }

    private var values: [String: Value] = [:]
    private var memory = Memory(LiveMemory(MemoryLimit(byteCount: .max)), LoopRounds())
    /// The rounds at the start of a run, with the limits.
    var rounds = LoopRounds()

    /// The plans of subgraphs; `nil` if every operation is interpreted.
    private var plans: SubgraphPlans?
    private var threads = 1
    /// The path of the running block: pairs of the index of an operation and of one of its blocks, the outermost first.
    private var path: [Int] = []
    private var position = 0
    /// The index in the block of the first operation for which a plan is tried. The operations before it are interpreted.
    private var interpretedUntil = 0

    package init() {}

    /// Makes an interpreter that runs planned subgraphs, each with a number of threads.
    init(plans: SubgraphPlans, threads: Int) {
        self.plans = plans
        self.threads = threads
    }

    /// Computes the outputs of `function`. `inputs` holds a tensor for each of the function's parameters.
    package func interpret(_ function: Function, inputs: [String: Tensor]) throws -> [String: Tensor] {
        var run = self
        for parameter in function.inputs { try run.bind(parameter.name, parameter.type.scalar, inputs) }
        return try run.outputs(of: function.body)
    }

    /// Computes the outputs of a function with shapes that are unknown beforehand. Its states are read from and written to `states`.
    ///
    /// - Parameter given: the size in bytes of the arrays that the caller passes.
    /// - Throws: `RuntimeError.unsupported` if the live values take more memory than `limit`. `CancellationError` if the prediction is
    ///   cancelled. Earlier writes to states remain.
    package func interpret(
        _ function: MILFunction, inputs: [String: Tensor], states: [String: StateBuffer] = [:], limit: MemoryLimit = MemoryLimit(),
        given: Int = 0
    ) throws -> [String: Tensor] {
        var run = self
        run.memory = Memory(LiveMemory(limit, inputs: inputs.values, given: given), rounds)
        for input in function.inputs {
            if input.isState {
                guard let state = states[input.name] else { throw RuntimeError.invalidInput("the state '\(input.name)' is missing") }
                run.values[input.name] = .state(state)
            } else {
                try run.bind(input.name, input.scalar, inputs)
            }
        }
        return try run.outputs(of: function.body)
    }

    private mutating func bind(_ name: String, _ scalar: ScalarType, _ inputs: [String: Tensor]) throws {
        guard let tensor = inputs[name] else { throw RuntimeError.invalidInput("the input '\(name)' is missing") }
        guard tensor.scalar == scalar else {
            throw RuntimeError.invalidInput("the input '\(name)' is \(tensor.type) instead of \(scalar.rawValue)")
        }
        values[name] = .tensor(tensor)
    }

    private mutating func outputs(of body: Block) throws -> [String: Tensor] {
        let results = try run(body, body.lastUses)
        var outputs: [String: Tensor] = [:]
        for (name, value) in zip(body.outputs, results) {
            guard let tensor = value.tensor else { throw RuntimeError.unsupported("the output '\(name)' is not a tensor") }
            outputs[name] = tensor
        }
        return outputs
    }

    /// The values of the block's outputs. `lastUses` has, for each operation of the block, the values that it is the last to read.
    private mutating func run(_ block: Block, _ lastUses: [[String]]) throws -> [Value] {
        var next = 0
        while next < block.operations.count {
            try memory.cancellation?.check()
            let start = next
            if let end = try runSubgraph(of: block, from: start, lastUses) {
                next = end
            } else {
                position = start
                let outputs = try perform(block.operations[start])
                for (name, output) in zip(block.operations[start].outputs, outputs) { values[name] = output }
                next += 1
            }
            for name in lastUses[start..<next].joined() { values[name] = nil }
        }
        return try block.outputs.map { try value($0) }
    }

    /// Runs a planned subgraph that begins with the operation `start`; `nil` if there is none.
    ///
    /// - Returns: the index of the operation after the subgraph.
    private mutating func runSubgraph(of block: Block, from start: Int, _ lastUses: [[String]]) throws -> Int? {
        guard let plans, start >= interpretedUntil else { return nil }
        let candidates = plans.candidates(of: block, at: path, from: start)
        guard candidates.end > start else { return nil }
        // `identity` also accepts lists, which have no tensor.
        let inputs = try candidates.inputs.compactMap { try value($0).tensor }
        guard inputs.count == candidates.inputs.count else { return nil }
        let key = SubgraphPlans.Key(path: path, start: start, types: inputs.map(\.type))
        let subgraph = try plans.subgraph(block, candidates, key, lastUses, threads: threads)
        guard let plan = plans.plan(subgraph, threads: threads) else {
            interpretedUntil = subgraph.end
            return nil
        }
        let outputs = try memory.live.make(plan.outputs.map(\.type), "a part of the program")
        try plan.run(inputs: inputs, outputs: outputs)
        for (name, output) in zip(subgraph.outputs, outputs) { values[name] = .tensor(output) }
        return subgraph.end
    }

    private func perform(_ operation: Operation) throws -> [Value] {
        if let outputs = try performControl(operation) { return outputs }
        var call = try OperationCall(operation) { try tensor($0) }
        call.outputCount = operation.outputs.count
        let definition = try OperationRegistry.definition(for: operation.kind)
        let outputs = try make(definition.outputTypes(call), for: operation)
        try definition.compute(call, outputs: outputs)
        return outputs.map { .tensor($0) }
    }

    /// Makes the tensors for the results of an operation.
    ///
    /// - Throws: `RuntimeError.unsupported` if the run would then take more memory than its limit.
    private func make(_ types: [TensorType], for operation: Operation) throws -> [Tensor] {
        for type in types { try type.validate("\(operation.kind) '\(operation.name)'") }
        return try memory.live.make(types, "\(operation.kind) '\(operation.name)'")
    }

    func make(_ type: TensorType, for operation: Operation) throws -> Tensor { try make([type], for: operation)[0] }

    func value(_ name: String) throws -> Value {
        guard let value = values[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
        return value
    }

    func tensor(_ name: String) throws -> Tensor {
        guard let tensor = try value(name).tensor else { throw RuntimeError.invalidModel("the value '\(name)' is not a tensor") }
        return tensor
    }

    // MARK: Control flow

    /// Begins another round of a loop. Returns `nil`, or the number of rounds so far if the run has reached a limit of rounds.
    ///
    /// - Throws: `CancellationError` if the prediction is cancelled.
    func beginRound() throws -> Int? {
        try memory.cancellation?.check()
        return memory.rounds.begin(after: memory.live.madeByteCount) ? nil : memory.rounds.count
    }

    /// Runs a block of the current operation in a new scope, and returns the block's outputs. `number` is the index of the block.
    /// `arguments` are the block's inputs. `lastUses` has, for each operation of the block, the values that it is the last to read.
    func outputs(of block: Block, number: Int, _ lastUses: [[String]], given arguments: [Value]) throws -> [Value] {
        guard arguments.count == block.inputs.count else {
            throw RuntimeError.invalidModel("a block takes \(block.inputs.count) values, \(arguments.count) are given")
        }
        var scope = self
        scope.path += [position, number]
        scope.interpretedUntil = 0
        for (parameter, argument) in zip(block.inputs, arguments) { scope.values[parameter.name] = argument }
        return try scope.run(block, lastUses)
    }
}

extension Block {
    /// For each operation, the values whose last use it is. Neither a later operation nor the block's outputs read them.
    var lastUses: [[String]] {
        var last: [String: Int] = [:]
        for (index, operation) in operations.enumerated() { operation.visitNames { last[$0] = index } }
        for name in outputs { last[name] = nil }
        var names = [[String]](repeating: [], count: operations.count)
        for (name, index) in last { names[index].append(name) }
        return names
    }
}

extension Operation {
    /// Calls `visit` with the name of every value that the operation or one of its nested blocks reads or makes.
    fileprivate func visitNames(_ visit: (String) -> Void) {
        for argument in arguments.values { argument.names.forEach(visit) }
        outputs.forEach(visit)
        for block in blocks {
            for operation in block.operations { operation.visitNames(visit) }
            block.outputs.forEach(visit)
        }
    }
}

extension OperationCall {
    /// The call of `operation` with the tensors of all its arguments. `value` returns the tensor of a name.
    package init(_ operation: Operation, value: (String) throws -> Tensor) throws {
        self.init(kind: operation.kind, name: operation.name, inputs: [:])
        func input(_ argument: Argument) throws -> Input {
            switch argument {
            case .value(let name):
                let tensor = try value(name)
                return Input(type: tensor.type, tensor: tensor)
            case .constant(.tensor(let tensor)): return Input(type: tensor.type, tensor: tensor)
            case .constant, .list: throw RuntimeError.invalidModel("\(operation.kind) '\(operation.name)': a tensor was expected")
            }
        }
        for (key, argument) in operation.arguments {
            switch argument {
            case .value, .constant(.tensor): inputs[key] = [try input(argument)]
            case .list(let elements): inputs[key] = try elements.map(input)
            case .constant(.string(let string)): strings[key] = [string]
            case .constant(.strings(let list)): strings[key] = list
            case .constant(.layer(let custom)): layer = custom
            }
        }
    }
}
