extension TrainingBuilder {
    /// An operation with its arguments resolved.
    struct Resolved {
        let operation: Operation
        /// Constants have their tensors; values have none.
        var call: OperationCall
        var slots: [Slot]

        struct Slot {
            let argument: String
            let index: Int
            /// The index of the value that is read.
            var value: Int
        }

        func value(_ argument: String) -> Int? { slots.first { $0.argument == argument && $0.index == 0 }?.value }
    }

    func resolve(_ operation: Operation) throws -> Resolved {
        var call = OperationCall(kind: operation.kind, name: operation.name, inputs: [:])
        var slots: [Resolved.Slot] = []
        func input(_ argument: Argument, _ key: String, _ index: Int) throws -> OperationCall.Input {
            switch argument {
            case .value(let name):
                let value = try valueID(name)
                slots.append(.init(argument: key, index: index, value: value))
                return .init(type: values[value].type, tensor: nil)
            case .constant(.tensor(let tensor)): return .init(type: tensor.type, tensor: tensor)
            case .constant, .list: throw RuntimeError.invalidModel("\(operation.kind) '\(operation.name)': a tensor was expected")
            }
        }
        for (key, argument) in operation.arguments.sorted(by: { $0.key < $1.key }) {
            switch argument {
            case .value, .constant(.tensor): call.inputs[key] = [try input(argument, key, 0)]
            case .list(let elements): call.inputs[key] = try elements.enumerated().map { try input($1, key, $0) }
            case .constant(.string(let string)): call.strings[key] = [string]
            case .constant(.strings(let list)): call.strings[key] = list
            case .constant(.layer(let custom)): call.layer = custom
            }
        }
        return Resolved(operation: operation, call: call, slots: slots)
    }

    /// Adds the steps of an operation.
    mutating func add(_ index: Int) throws {
        let operation = function.body.operations[index]
        var resolved = try resolve(operation)
        if try addBatchNormalization(&resolved, index) { return }
        if options.usesFastKernels, try addFast(resolved) { return }
        try addPlain(resolved)
    }

    /// Whether gradients flow through an operation from some of its values.
    func wantsGradient(_ resolved: Resolved, _ definition: any OperationDefinition.Type) throws -> Bool {
        guard !PiecewiseConstant.kinds.contains(resolved.call.kind) else { return false }
        let names = (definition as? any DifferentiableOperation.Type)?.differentiable
        let wanting = resolved.slots.filter { values[$0.value].wantsGradient }
        guard !wanting.isEmpty else { return false }
        guard let names else { throw resolved.call.unsupported("there is no gradient of this operation") }
        for slot in wanting where !names.contains(slot.argument) {
            throw resolved.call.unsupported("there is no gradient of its argument '\(slot.argument)'")
        }
        return true
    }

    /// Adds an operation with its plain kernel, and returns the outputs. All values are in dense row-major order.
    @discardableResult
    mutating func addPlain(_ resolved: Resolved) throws -> [Int] {
        let definition = try OperationRegistry.definition(for: resolved.call.kind)
        let wantsGradient = try wantsGradient(resolved, definition)
        let types = try definition.outputTypes(resolved.call)
        if definition is any Reshaping.Type, options.usesFastKernels {
            return [try addReshaping(resolved, types[0], wantsGradient: wantsGradient)]
        }
        var resolved = resolved
        for index in resolved.slots.indices { resolved.slots[index].value = try placement(resolved.slots[index].value, nil) }
        let outputs = try types.map { type in
            try newValue(type, wantsGradient: wantsGradient && type.scalar == .float32)
        }
        if wantsGradient, types.allSatisfy({ $0.scalar != .float32 }) {
            throw resolved.call.unsupported("its result is \(types.first?.description ?? "nothing"), which has no gradient")
        }
        for (name, output) in zip(resolved.operation.outputs, outputs) { valueIDs[name] = output }
        let buffers = resolved.slots.map { values[$0.value].buffer } + outputs.map { values[$0].buffer }
        let (bound, outputBuffers, threads) = (bindable(resolved), outputs.map { values[$0].buffer }, options.threads)
        append("\(resolved.call.kind) '\(resolved.call.name)'", touching: buffers) { memory in
            let (call, results) = (bound.call(memory), zip(outputBuffers, types).map { memory.tensor($0, $1) })
            guard let definition = definition as? any DifferentiableOperation.Type else {
                return { try definition.compute(call, outputs: results) }
            }
            return { try definition.forward(call, outputs: results, threads: threads) }
        }
        guard wantsGradient, let definition = definition as? any DifferentiableOperation.Type else { return outputs }
        makers.append { try $0.addPlainBackward(resolved, definition, outputs) }
        return outputs
    }

    private mutating func addPlainBackward(
        _ resolved: Resolved, _ definition: any DifferentiableOperation.Type, _ outputs: [Int]
    ) throws {
        guard outputs.contains(where: { values[$0].gradient != nil }) else { return }
        let outputGradients = outputs.map { values[$0].gradient }
        var targets: [(slot: Resolved.Slot, buffer: Int)] = []
        for slot in resolved.slots where values[slot.value].wantsGradient {
            targets.append((slot, contributionBuffer(slot.value)))
        }
        let (types, buffers) = (outputs.map { values[$0].type }, outputs.map { values[$0].buffer })
        let readsOutputs = definition.backwardReadsOutputs
        let touched =
            resolved.slots.map { values[$0.value].buffer } + (readsOutputs ? buffers : []) + outputGradients.compactMap { $0 }
            + targets.map(\.buffer)
        let (bound, threads) = (bindable(resolved), options.threads)
        append("gradient of \(resolved.call.kind) '\(resolved.call.name)'", touching: touched) { memory in
            let call = bound.call(memory)
            var gradients = call.inputs.mapValues { [Tensor?](repeating: nil, count: $0.count) }
            for (slot, buffer) in targets {
                guard let type = call.inputs[slot.argument]?[slot.index].type else { continue }
                gradients[slot.argument]?[slot.index] = memory.tensor(buffer, type)
            }
            let pass = BackwardPass(
                call: call, outputs: zip(buffers, types).map { memory.tensor($0, $1) },
                outputGradients: zip(outputGradients, types).map { gradient, type in gradient.map { memory.tensor($0, type) } },
                gradients: gradients, threads: threads)
            return { try definition.backward(pass) }
        }
        for (slot, buffer) in targets { finishContribution(to: slot.value, buffer) }
    }

    /// Adds an operation that gives the same memory another shape.
    private mutating func addReshaping(_ resolved: Resolved, _ type: TensorType, wantsGradient: Bool) throws -> Int {
        guard let source = resolved.value("x") else {
            // A constant that was not folded.
            throw resolved.call.unsupported("its argument is a constant")
        }
        let value = try placement(source, nil)
        let output = newValue(Value(type: type, buffer: values[value].buffer, wantsGradient: wantsGradient))
        if let name = resolved.operation.outputs.first { valueIDs[name] = output }
        makers.append { builder in
            guard let gradient = builder.values[output].gradient else { return }
            try builder.pass(gradient, to: value)
        }
        return output
    }

    /// A call with the buffers of its values.
    struct Bindable {
        let template: OperationCall
        let operands: [(argument: String, index: Int, buffer: Int, type: TensorType)]

        func call(_ memory: TrainingMemory) -> OperationCall {
            var call = template
            for operand in operands {
                call.inputs[operand.argument]?[operand.index].tensor = memory.tensor(operand.buffer, operand.type)
            }
            return call
        }
    }

    func bindable(_ resolved: Resolved) -> Bindable {
        Bindable(
            template: resolved.call,
            operands: resolved.slots.map { ($0.argument, $0.index, values[$0.value].buffer, values[$0.value].type) })
    }
}
