/// Runs functions operation by operation with the plain kernels, allocating as it goes.
///
/// The oracle for plans, and the way of the programs that cannot be planned because shapes depend on values: every operation's output
/// types are derived again from what it is really given.
package struct Interpreter {
    package init() {}

    /// The values of `function`'s outputs. `inputs` holds a tensor for each of the function's parameters.
    package func interpret(_ function: Function, inputs: [String: Tensor]) throws -> [String: Tensor] {
        var values: [String: Tensor] = [:]
        for parameter in function.inputs {
            guard let tensor = inputs[parameter.name] else {
                throw RuntimeError.invalidInput("the input '\(parameter.name)' is missing")
            }
            guard tensor.scalar == parameter.type.scalar else {
                throw RuntimeError.invalidInput("the input '\(parameter.name)' is \(tensor.type) instead of \(parameter.type)")
            }
            values[parameter.name] = tensor
        }
        try run(function.body, &values)
        var results: [String: Tensor] = [:]
        for name in function.body.outputs { results[name] = try value(name, values) }
        return results
    }

    private func run(_ block: Block, _ values: inout [String: Tensor]) throws {
        for operation in block.operations {
            let outputs = try perform(operation, values)
            for (name, tensor) in zip(operation.outputs, outputs) { values[name] = tensor }
        }
    }

    private func perform(_ operation: Operation, _ values: [String: Tensor]) throws -> [Tensor] {
        guard operation.blocks.isEmpty else {
            throw RuntimeError.unsupported("operation '\(operation.kind)' with nested blocks is not supported")
        }
        let call = try OperationCall(operation) { try value($0, values) }
        let definition = try OperationRegistry.definition(for: operation.kind)
        let types = try definition.outputTypes(call)
        for type in types { try type.validate("\(operation.kind) '\(operation.name)'") }
        let outputs = types.map { Tensor(uninitialized: $0) }
        try definition.compute(call, outputs: outputs)
        return outputs
    }

    private func value(_ name: String, _ values: [String: Tensor]) throws -> Tensor {
        guard let tensor = values[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
        return tensor
    }
}

extension OperationCall {
    /// `operation` with every argument known; `value` gives the value of a name.
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
            }
        }
    }
}
