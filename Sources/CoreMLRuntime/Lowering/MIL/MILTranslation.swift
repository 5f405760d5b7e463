import CoreMLSpecification

/// Turns the messages of an ML Program into programs in memory, with constants read and compressed weights expanded.
///
/// Everything computes in float32: float16 values of the program are held as float32, and casts to float16 become casts to float32. The
/// names of the operations and of their arguments stay those of the program.
package struct MILTranslation {
    typealias MILSpec = Specification.MILSpec

    private let program: MILSpec.Program
    private let constants: MILConstantDecoding
    private let limit: ConstantLimit

    /// - Parameter limit: for the constants that are expanded.
    package init(_ program: Specification.MILSpec.Program, weights: WeightStore, limit: MemoryLimit = MemoryLimit()) {
        self.program = program
        self.limit = ConstantLimit(limit)
        constants = MILConstantDecoding(weights: weights, limit: self.limit)
    }

    package var functionNames: [String] { program.functions.keys }

    /// The function of that name, `main` where none is given.
    package func function(named name: String? = nil) throws -> MILFunction {
        let name = name ?? (program.functions["main"] == nil ? program.functions.keys.first ?? "main" : "main")
        guard let function = program.functions[name] else {
            throw RuntimeError.invalidModel("the program has no function '\(name)'; it has \(functionNames.joined(separator: ", "))")
        }
        guard let block = function.blockSpecializations[function.opset] ?? function.blockSpecializations.values.last else {
            throw RuntimeError.invalidModel("function '\(name)' has no block")
        }
        var scope = Scope()
        let inputs = try function.inputs.map { try input($0) }
        let translated = MILFunction(name: name, inputs: inputs, body: try translate(block, &scope, depth: 0))
        try checkNames(translated.inputs.map(\.name), "inputs", of: translated)
        try checkNames(translated.body.outputs + translated.stateOutputs.map(\.output), "outputs", of: translated)
        return translated
    }

    /// Throws where two of `names` are equal.
    private func checkNames(_ names: [String], _ role: String, of function: MILFunction) throws {
        var seen: Set<String> = []
        for name in names {
            guard seen.insert(name).inserted else {
                throw RuntimeError.invalidModel("function '\(function.name)' has two \(role) called '\(name)'")
            }
        }
    }

    private func input(_ value: MILSpec.NamedValueType) throws -> MILFunction.Input {
        var type = value.type?.type
        var isState = false
        if case .stateType(let state)? = type {
            isState = true
            type = state.wrappedType?.type
        }
        guard case .tensorType(let tensor)? = type else {
            throw RuntimeError.unsupported("input '\(value.name)' is not a tensor")
        }
        let dimensions: [Int?] = tensor.dimensions.map { dimension in
            guard case .constant(let constant)? = dimension.dimension else { return nil }
            return Int(clamping: constant.size)
        }
        return MILFunction.Input(
            name: value.name, scalar: try scalar(tensor.dataType, for: "input '\(value.name)'"), dimensions: dimensions, isState: isState)
    }

    private func scalar(_ type: MILSpec.DataType, for subject: String) throws -> ScalarType {
        switch type {
        case .float16, .float32, .float64, .bfloat16: .float32
        case .int32, .int64, .uint32, .uint64: .int32
        case .int8: .int8
        case .uint8: .uint8
        case .int16: .int16
        case .uint16: .uint16
        case .bool: .bool
        default: throw RuntimeError.unsupported("\(subject): values of type \(type) are not supported")
        }
    }

    // MARK: Blocks

    /// The constants seen so far, by the names of their values.
    private struct Scope {
        var constants: [String: Constant] = [:]
    }

    private static let maximumDepth = 64

    private func translate(_ block: MILSpec.Block, _ scope: inout Scope, depth: Int) throws -> Block {
        guard depth < MILTranslation.maximumDepth else { throw RuntimeError.invalidModel("blocks are nested too deeply") }
        var operations: [Operation] = []
        for operation in block.operations {
            if let translated = try translate(operation, &scope, depth: depth) { operations.append(translated) }
        }
        // A constant that leaves the block is given an operation to stand for it.
        for name in block.outputs {
            guard let constant = scope.constants[name], !operations.contains(where: { $0.outputs.contains(name) }) else { continue }
            operations.append(Operation(kind: "identity", name: name, arguments: ["x": .constant(constant)], outputs: [name]))
        }
        let inputs = block.inputs.map { Parameter($0.name, TensorType(.float32, [])) }
        return Block(inputs: inputs, operations: operations, outputs: block.outputs)
    }

    /// The operation, or nil where it is a constant, which `scope` then knows.
    private func translate(_ operation: MILSpec.Operation, _ scope: inout Scope, depth: Int) throws -> Operation? {
        let name = operation.outputs.first?.name ?? operation.type
        let subject = "\(operation.type) '\(name)'"
        if operation.type == "const" {
            guard let value = operation.attributes["val"] else { throw RuntimeError.invalidModel("\(subject) has no value") }
            scope.constants[name] = try constants.constant(value, for: subject)
            return nil
        }
        var arguments: [String: Argument] = [:]
        for (key, argument) in operation.inputs { arguments[key] = try translate(argument, scope, for: "\(subject).\(key)") }
        if operation.type.hasPrefix("constexpr_") {
            for (key, value) in operation.attributes where key != "name" {
                arguments[key] = .constant(try constants.constant(value, for: "\(subject).\(key)"))
            }
            let values = try expand(operation.type, name, arguments)
            for (output, value) in zip(operation.outputs, values) { scope.constants[output.name] = .tensor(value) }
            return nil
        }
        var kind = operation.type
        try countCopies(kind, arguments, subject)
        if kind == "conv_quantized" {
            arguments = try MILTranslation.expandQuantizedConvolution(name, arguments)
            kind = "conv"
        }
        arguments = try MILTranslation.recurrentArguments(kind, name, arguments)
        if case .constant(.string("fp16"))? = arguments["dtype"] { arguments["dtype"] = .string("fp32") }
        var blocks: [Block] = []
        for block in operation.blocks {
            var inner = scope
            blocks.append(try translate(block, &inner, depth: depth + 1))
        }
        return Operation(kind: kind, name: name, arguments: arguments, outputs: operation.outputs.map(\.name), blocks: blocks)
    }

    private func translate(_ argument: MILSpec.Argument, _ scope: Scope, for subject: String) throws -> Argument {
        let bindings: [Argument] = try argument.arguments.map { binding in
            switch binding.binding {
            case .name(let name): scope.constants[name].map { .constant($0) } ?? .value(name)
            case .value(let value): .constant(try constants.constant(value, for: subject))
            case nil: throw RuntimeError.invalidModel("\(subject) is not bound")
            }
        }
        return bindings.count == 1 && !MILTranslation.variadic.contains(subject.suffix(after: ".")) ? bindings[0] : .list(bindings)
    }

    /// Arguments that are lists even where one value is bound.
    private static let variadic: Set<Substring> = ["values", "loop_vars"]

    /// Counts the constants that an operation is given in another form, as each that reads them has its own.
    private func countCopies(_ kind: String, _ arguments: [String: Argument], _ subject: String) throws {
        let copied = MILTranslation.copied[kind] ?? []
        for case .constant(.tensor(let tensor))? in copied.map({ arguments[$0] }) {
            try limit.take(TensorType.float32(tensor.shape).byteCount, subject)
        }
    }

    /// The arguments that `expandQuantizedConvolution` and `recurrentArguments` copy.
    private static let copied = ["conv_quantized": ["weight"], "gru": ["weight_ih", "weight_hh", "bias", "input_bias"]]

    /// Compressed weights, expanded.
    private func expand(_ kind: String, _ name: String, _ arguments: [String: Argument]) throws -> [Tensor] {
        let operation = Operation(kind: kind, name: name, arguments: arguments, outputs: [])
        let call = try OperationCall(operation) { value in
            throw RuntimeError.invalidModel("\(kind) '\(name)' reads '\(value)', which is not a constant")
        }
        let definition = try OperationRegistry.definition(for: kind)
        let outputs = try definition.outputTypes(call).map { type in
            try type.validate("\(kind) '\(name)'")
            try limit.take(type.byteCount, "\(kind) '\(name)'")
            return Tensor(uninitialized: type)
        }
        try definition.compute(call, outputs: outputs)
        return outputs
    }
}

extension String {
    fileprivate func suffix(after separator: Character) -> Substring {
        lastIndex(of: separator).map { self[index(after: $0)...] } ?? self[...]
    }
}
