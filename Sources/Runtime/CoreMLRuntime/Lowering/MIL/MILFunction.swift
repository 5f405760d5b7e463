/// A function of an ML Program in its original form. The shapes may be known only at the call, or only during the run.
package struct MILFunction: Sendable {
    package struct Input: Sendable {
        package var name: String
        package var scalar: ScalarType
        /// The shape of the input. A dimension is `nil` if the program leaves it open.
        package var dimensions: [Int?]
        /// Whether the input is a state, which the function may also write.
        package var isState: Bool
    }

    package let name: String
    package let inputs: [Input]
    package var body: Block
    /// The values of the body that are strings.
    var strings = FunctionStrings()

    /// Whether the function is a plain sequence of operations on tensors, without branches, loops or lists.
    package var isStatic: Bool {
        body.operations.allSatisfy { $0.blocks.isEmpty && !$0.kind.hasPrefix("list_") && $0.kind != "make_list" }
    }

    private var stateNames: Set<String> { Set(inputs.filter(\.isState).map(\.name)) }

    /// - Throws: `RuntimeError.invalidModel` if the body, or a block within it, uses an ordinary value as a state.
    func checkStates() throws { try body.checkStates(stateNames) }

    /// The function's states, each with the name of the output that `specialized` adds for its new value.
    package var stateOutputs: [(state: String, output: String)] {
        inputs.filter(\.isState).map { ($0.name, $0.name + "#written") }
    }

    /// Specialises the function for inputs of these shapes. The type of every value is then known.
    ///
    /// States become ordinary inputs, and their final values become additional outputs. Throws `dependsOnValue` if a shape depends on the
    /// values of the inputs, and `unsupported` for nested blocks. Such functions run in the interpreter.
    package func specialized(shapes: [String: [Int]]) throws -> Function {
        var builder = ProgramBuilder()
        builder.reserveCapacity(body.operations.count)
        var values: [String: Argument] = [:]
        values.reserveCapacity(body.operations.count)
        let states = stateNames
        for input in inputs {
            guard let shape = shapes[input.name] ?? input.fixedShape else {
                throw RuntimeError.invalidInput("the input '\(input.name)' is missing")
            }
            try input.check(shape)
            values[input.name] = try builder.input(input.name, TensorType(input.scalar, shape))
        }
        for operation in body.operations {
            guard operation.blocks.isEmpty else { throw RuntimeError.unsupported("operation '\(operation.kind)' with nested blocks") }
            let arguments = try operation.arguments.mapValues { try resolve($0, values, operation) }
            switch operation.kind {
            case "read_state":
                let state = try operation.state(among: states)
                if let output = operation.outputs.first { values[output] = values[state] }
            case "coreml_update_state", "write_state":
                let state = try operation.state(among: states)
                guard let value = arguments[operation.kind == "write_state" ? "data" : "value"] else {
                    throw RuntimeError.invalidModel("\(operation.kind) '\(operation.name)' lacks a value")
                }
                let (type, wanted) = (try builder.type(of: value), try builder.type(of: .value(state)))
                guard type == wanted else {
                    throw RuntimeError.invalidModel(
                        "\(operation.kind) '\(operation.name)': a value of type \(type) for a state of type \(wanted)")
                }
                values[state] = value
                if let output = operation.outputs.first { values[output] = value }
            default:
                let results = try builder.emit(
                    operation.kind, name: operation.name, arguments, outputs: operation.outputs, isExact: operation.isExact)
                for (name, value) in zip(operation.outputs, results) { values[name] = value }
            }
        }
        var outputs = try body.outputs.map { name in (name: name, value: try resolve(.value(name), values, nil)) }
        for (state, output) in stateOutputs { outputs.append((output, try resolve(.value(state), values, nil))) }
        var function = try builder.finish(outputs: outputs)
        function.states = inputs.indices.filter { inputs[$0].isState }.enumerated().map { number, input in
            StateParameter(input: input, output: body.outputs.count + number)
        }
        return function
    }

    private func resolve(_ argument: Argument, _ values: [String: Argument], _ operation: Operation?) throws -> Argument {
        switch argument {
        case .value(let name):
            guard let value = values[name] else {
                throw RuntimeError.invalidModel(
                    "\(operation.map { "\($0.kind) '\($0.name)'" } ?? "the function") reads '\(name)', which is not defined")
            }
            return value
        case .list(let elements): return .list(try elements.map { try resolve($0, values, operation) })
        case .constant: return argument
        }
    }
}

extension Block {
    /// - Throws: `RuntimeError.invalidModel` if the block, or a block within it, reads or writes a state that is not among `states`.
    fileprivate func checkStates(_ states: Set<String>) throws {
        for operation in operations {
            if Operation.stateArguments[operation.kind] != nil { _ = try operation.state(among: states) }
            // An input of a block is a plain value, even if it has the name of a state.
            for block in operation.blocks { try block.checkStates(states.subtracting(block.inputs.map(\.name))) }
        }
    }
}

extension Operation {
    /// The argument of each operation that names a state.
    fileprivate static let stateArguments = ["read_state": "input", "write_state": "input", "coreml_update_state": "state"]

    /// The state that the operation reads or writes.
    ///
    /// - Throws: `RuntimeError.invalidModel` if the state is not among `states`.
    fileprivate func state(among states: Set<String>) throws -> String {
        let key = Operation.stateArguments[kind] ?? ""
        guard case .value(let name)? = arguments[key], states.contains(name) else {
            throw RuntimeError.invalidModel("\(kind) '\(self.name)': \(key) is not a state")
        }
        return name
    }
}

extension MILFunction.Input {
    /// The shape; `nil` if the program leaves a dimension open.
    package var fixedShape: [Int]? {
        let known = dimensions.compactMap { $0 }
        return known.count == dimensions.count ? known : nil
    }

    /// The type of a state's content.
    var stateType: TensorType { TensorType(scalar, fixedShape ?? []) }

    /// Throws an error if the program does not accept `shape`.
    func check(_ shape: [Int]) throws {
        let fits = shape.count == dimensions.count && zip(shape, dimensions).allSatisfy { $1 == nil || $0 == $1 }
        guard fits else {
            let wanted = dimensions.map { $0.map(String.init) ?? "?" }.joined(separator: ", ")
            throw RuntimeError.invalidInput("the input '\(name)' has the shape \(shape) instead of [\(wanted)]")
        }
    }
}
