/// The memory of one run: the arena, with every step of a plan bound to it. Only one thread uses it at a time.
final class PlanContext {
    private enum Bound {
        case primitive(PrimitiveCall)
        case plain(Int)
        /// The update of a slice of a state. The state is the plan's input with the index `input`.
        case stateUpdate(Int, input: Int)
        case kernel(Plan.Kernel, UnsafeMutablePointer<UnsafeMutableRawPointer>)
    }

    /// A call of a plain kernel with its tensors. The caller's tensors are replaced in every run.
    private struct BoundCall {
        var definition: any OperationDefinition.Type
        var call: OperationCall
        var outputs: [Tensor]
        var outside: [(operand: Plan.PlainOperand, index: Int, isOutput: Bool)]
    }

    private enum Patch {
        case primitive(PrimitiveCall, index: Int, Plan.Memory)
        case kernel(UnsafeMutablePointer<UnsafeMutableRawPointer>, Plan.Memory)
    }

    /// The plan owns this context while it does not run. A strong reference back would keep both alive for ever.
    private unowned let plan: Plan
    private let memory: PageMemory
    private var arena: UnsafeMutableRawPointer { memory.pointer }
    private var bound: [Bound] = []
    private var plainCalls: [BoundCall] = []
    /// The pointers into the caller's memory.
    private var patches: [Patch] = []
    private var addressTables: [UnsafeMutablePointer<UnsafeMutableRawPointer>] = []
    /// The previous contents of the slices that the run has overwritten so far, the latest at the end.
    private var overwritten: [OverwrittenSlice] = []

    init(_ plan: Plan) throws {
        self.plan = plan
        memory = try PageMemory(byteCount: max(plan.arenaByteCount, 64))
        for step in plan.steps { try bind(step) }
    }

    deinit {
        for table in addressTables { table.deallocate() }
    }

    /// The address of a memory; `nil` if it is the caller's memory.
    private func address(_ memory: Plan.Memory) -> UnsafeMutableRawPointer? {
        switch plan.buffers[memory.buffer].kind {
        case .arena: arena + plan.buffers[memory.buffer].offset + memory.offset
        case .constant(let constant): constant.pointer + memory.offset
        case .input, .output: nil
        }
    }

    private func bind(_ step: Plan.Step) throws {
        switch step.action {
        case .primitive(let primitive, let bindings):
            let call = try PrimitiveCall(
                primitive, bindings.map { .init(argument: $0.argument, layout: $0.layout, data: address($0.memory)) })
            for (index, binding) in bindings.enumerated() where address(binding.memory) == nil {
                patches.append(.primitive(call, index: index, binding.memory))
            }
            bound.append(.primitive(call))
        case .kernel(let kernel, let memories):
            let table = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: max(memories.count, 1))
            addressTables.append(table)
            for (index, memory) in memories.enumerated() {
                table[index] = address(memory) ?? arena
                if address(memory) == nil { patches.append(.kernel(table + index, memory)) }
            }
            bound.append(.kernel(kernel, table))
        case .plain(let plain, let inputs, let outputs):
            var call = BoundCall(definition: plain.definition, call: plain.call, outputs: [], outside: [])
            for input in inputs {
                guard let slot = input.slot else { continue }
                if let pointer = address(input.memory) {
                    call.call.inputs[slot.argument]?[slot.index].tensor = Tensor(input.type, viewing: pointer, owner: nil)
                } else {
                    call.outside.append((input, slot.index, false))
                }
            }
            for (index, output) in outputs.enumerated() {
                let pointer = address(output.memory)
                if pointer == nil { call.outside.append((output, index, true)) }
                call.outputs.append(Tensor(output.type, viewing: pointer ?? arena, owner: nil))
            }
            if plain.definition is StateUpdate.Type, case .input(let input)? = outputs.first.map({ plan.buffers[$0.memory.buffer].kind }) {
                bound.append(.stateUpdate(plainCalls.count, input: input))
            } else {
                bound.append(.plain(plainCalls.count))
            }
            plainCalls.append(call)
        }
    }

    /// - Returns: the previous contents of the overwritten slices of states, in the order of the writes.
    /// - Throws: the errors of the steps; `CancellationError` before the next step if the prediction is cancelled. All overwritten slices
    ///   are then restored.
    func run(inputs: [Tensor], outputs: [Tensor]) throws -> [OverwrittenSlice] {
        Threads.setLimit(plan.options.threads)
        try rebind(inputs, outputs)
        defer { overwritten = [] }
        do {
            try runSteps()
        } catch {
            for slice in overwritten.reversed() { slice.putBack(into: inputs[slice.input]) }
            throw error
        }
        return overwritten
    }

    private func runSteps() throws {
        let cancellation = PredictionCancellation.current
        if let profile = PlanProfile.current {
            let clock = ContinuousClock()
            let durations = try bound.map { step in
                try cancellation?.check()
                return try clock.measure { try run(step) }
            }
            profile.add(durations, of: plan)
        } else if let cancellation {
            for step in bound {
                try cancellation.check()
                try run(step)
            }
        } else {
            for step in bound { try run(step) }
        }
    }

    @inline(__always) private func run(_ step: Bound) throws {
        switch step {
        case .primitive(let call): try call.run()
        case .kernel(let kernel, let table): try kernel(table)
        case .plain(let index): try plainCalls[index].definition.compute(plainCalls[index].call, outputs: plainCalls[index].outputs)
        case .stateUpdate(let index, let input):
            overwritten.append(try StateUpdate.write(plainCalls[index].call, into: plainCalls[index].outputs[0], input: input))
        }
    }

    /// Binds every step that reads or writes the caller's memory to the tensors of this run.
    private func rebind(_ inputs: [Tensor], _ outputs: [Tensor]) throws {
        func pointer(_ memory: Plan.Memory) -> UnsafeMutableRawPointer {
            switch plan.buffers[memory.buffer].kind {
            case .input(let index): inputs[index].pointer + memory.offset
            case .output(let index): outputs[index].pointer + memory.offset
            default: arena
            }
        }
        for patch in patches {
            switch patch {
            case .primitive(let call, let index, let memory): try call.bind(index, to: pointer(memory))
            case .kernel(let entry, let memory): entry.pointee = pointer(memory)
            }
        }
        for index in plainCalls.indices {
            for (operand, position, isOutput) in plainCalls[index].outside {
                let tensor = Tensor(operand.type, viewing: pointer(operand.memory), owner: nil)
                if isOutput {
                    plainCalls[index].outputs[position] = tensor
                } else if let slot = operand.slot {
                    plainCalls[index].call.inputs[slot.argument]?[slot.index].tensor = tensor
                }
            }
        }
    }
}
