import CoreMLSpecification

/// Translates the messages of an ML Program to programs in memory. It reads constants and expands compressed weights.
///
/// Everything computes in float32: float16 values of the program are held as float32, and casts to float16 become casts to float32. The
/// names of operations and arguments stay the same. Strings that are values become numbers of a ``StringTable``. Strings that name
/// something, such as a mode, stay strings.
package struct MILTranslation {
    typealias MILSpec = Specification.MILSpec

    private let program: MILSpec.Program
    let constants: MILConstantDecoding
    private let limit: ConstantLimit

    /// - Parameter limit: the limit of memory for expanded constants.
    package init(_ program: Specification.MILSpec.Program, weights: WeightStore, limit: MemoryLimit = MemoryLimit()) {
        self.program = program
        self.limit = ConstantLimit(limit)
        constants = MILConstantDecoding(weights: weights, limit: self.limit, strings: StringTable())
    }

    /// The newest version of programs that is supported.
    private static let version: Int64 = 1

    package var functionNames: [String] { program.functions.keys }

    /// The function with the given name, or `main` without a name.
    ///
    /// - Throws: `RuntimeError.invalidModel` if the program is inconsistent, reads undefined values, or has inputs or outputs of strings.
    ///   `invalidModel` also if an ordinary value is used as a state. `unsupported` with the name of an unsupported feature.
    package func function(named name: String? = nil) throws -> MILFunction {
        let name = name ?? program.defaultFunctionName
        guard let function = program.functions[name] else {
            throw RuntimeError.invalidModel("the program has no function '\(name)'; it has \(functionNames.joined(separator: ", "))")
        }
        guard program.version <= MILTranslation.version else {
            throw RuntimeError.unsupported("a program of the version \(program.version)")
        }
        guard OperationSetName.isKnown(function.opset) else {
            throw RuntimeError.unsupported("function '\(name)' is of the operation set '\(function.opset)', which is not known")
        }
        guard let block = function.blockSpecializations[function.opset] ?? function.blockSpecializations.values.last else {
            throw RuntimeError.invalidModel("function '\(name)' has no block")
        }
        var scope = MILScope()
        let inputs = try function.inputs.map { try input($0) }
        for input in inputs { scope.define(input.name, isString: false) }
        let body = try translate(block, &scope, depth: 0)
        if let output = body.outputs.first(where: { scope.isString($0) }) {
            throw RuntimeError.invalidModel("the output '\(output)' is of strings, of which a model answers no arrays")
        }
        let strings = FunctionStrings(names: scope.strings, strings: constants.strings.strings)
        let translated = MILFunction(name: name, inputs: inputs, body: body, strings: strings)
        try checkNames(translated.inputs.map(\.name), "inputs", of: translated)
        try checkNames(translated.body.outputs + translated.stateOutputs.map(\.output), "outputs", of: translated)
        try translated.checkStates()
        return translated
    }

    /// Throws an error if two of `names` are equal.
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
        guard tensor.dataType != .string else {
            throw RuntimeError.invalidModel("the input '\(value.name)' is of strings, of which a model takes no arrays")
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

    private static let maximumDepth = 64

    private func translate(_ block: MILSpec.Block, _ scope: inout MILScope, depth: Int) throws -> Block {
        guard depth < MILTranslation.maximumDepth else { throw RuntimeError.invalidModel("blocks are nested too deeply") }
        var operations: [Operation] = []
        for operation in block.operations {
            if let translated = try translate(operation, &scope, depth: depth) { operations.append(translated) }
        }
        if let name = block.outputs.first(where: { !scope.isDefined($0) }) {
            throw RuntimeError.invalidModel("a block's output is '\(name)', which is not defined")
        }
        // If a constant is an output of the block, an `identity` operation produces it.
        for name in block.outputs {
            guard let constant = scope.constants[name], !operations.contains(where: { $0.outputs.contains(name) }) else { continue }
            operations.append(Operation(kind: "identity", name: name, arguments: ["x": .tensor(constant.tensor)], outputs: [name]))
        }
        let inputs = block.inputs.map { Parameter($0.name, TensorType(.float32, [])) }
        return Block(inputs: inputs, operations: operations, outputs: block.outputs)
    }

    /// Translates an operation. Returns `nil` if its results are constants, which are then defined in `scope`.
    private func translate(_ operation: MILSpec.Operation, _ scope: inout MILScope, depth: Int) throws -> Operation? {
        let name = operation.outputs.first?.name ?? operation.type
        func subject() -> String { "\(operation.type) '\(name)'" }
        if operation.type == "const" {
            guard let value = operation.attributes.entries.last(where: { $0.key == "val" })?.value else {
                throw RuntimeError.invalidModel("\(subject()) has no value")
            }
            scope.define(name, as: try constants.constant(value, for: subject()))
            return nil
        }
        let operands = try operands(of: operation, scope, for: subject())
        var arguments = operands.arguments
        if operation.type.hasPrefix("constexpr_") {
            for (key, value) in operation.attributes.entries where key != "name" {
                arguments[key] = try argument(constants.constant(value, for: "\(subject()).\(key)"))
            }
            let values = try expand(operation.type, name, arguments)
            for (output, value) in zip(operation.outputs, values) { scope.define(output.name, as: MILConstant(tensor: value)) }
            return nil
        }
        var kind = operation.type
        try countCopies(kind, arguments, subject())
        if kind == "conv_quantized" {
            arguments = try MILTranslation.expandQuantizedConvolution(name, arguments)
            kind = "conv"
        }
        arguments = try MILTranslation.recurrentArguments(kind, name, arguments)
        if case .constant(.string("fp16"))? = arguments["dtype"] { arguments["dtype"] = .string("fp32") }
        let (blocks, blockStrings) = try translateBlocks(of: operation, operands, scope, depth: depth)
        let strings = try MILTranslation.stringOutputs(of: operation, called: name, operands, blocks: blockStrings)
        if kind == "make_list", strings.contains(true) { arguments["dtype"] = .string(ScalarType.int32.rawValue) }
        if operands.strings.contains(true), operands.areConstant, OperationRegistry.table[kind] != nil {
            // Results that are computed from known strings are known during the translation, too.
            for (index, value) in try expand(kind, name, arguments).enumerated() where index < operation.outputs.count {
                let isString = strings.indices.contains(index) && strings[index]
                scope.define(operation.outputs[index].name, as: MILConstant(tensor: value, isString: isString))
            }
            return nil
        }
        for (index, output) in operation.outputs.enumerated() {
            scope.define(output.name, isString: strings.indices.contains(index) && strings[index])
        }
        return Operation(
            kind: kind, name: name, arguments: arguments, outputs: operation.outputs.map(\.name), blocks: blocks,
            isExact: operation.outputs.contains { MILTranslation.isExact($0) })
    }

    /// Whether the program declares a value as float32 or wider.
    private static func isExact(_ value: MILSpec.NamedValueType) -> Bool {
        guard case .tensorType(let tensor)? = value.type?.type else { return false }
        return tensor.dataType == .float32 || tensor.dataType == .float64
    }

    /// The translated blocks of an operation. For each output of a block, also whether the output holds strings.
    private func translateBlocks(
        of operation: MILSpec.Operation, _ operands: MILOperands, _ scope: MILScope, depth: Int
    ) throws -> (blocks: [Block], strings: [[Bool]]) {
        var blocks: [Block] = []
        var strings: [[Bool]] = []
        for block in operation.blocks {
            var inner = scope
            // The blocks of a loop are given its variables, in order.
            for (index, input) in block.inputs.enumerated() {
                inner.define(input.name, isString: operands.strings.indices.contains(index) && operands.strings[index])
            }
            blocks.append(try translate(block, &inner, depth: depth + 1))
            strings.append(block.outputs.map { inner.isString($0) })
        }
        return (blocks, strings)
    }

    /// Counts the memory of constants that an operation copies in another form. Each operation has its own copy.
    private func countCopies(_ kind: String, _ arguments: [String: Argument], _ subject: @autoclosure () -> String) throws {
        guard let copied = MILTranslation.copied[kind] else { return }
        for case .constant(.tensor(let tensor))? in copied.map({ arguments[$0] }) {
            try limit.take(TensorType.float32(tensor.shape).byteCount, subject())
        }
    }

    /// The arguments that `expandQuantizedConvolution` and `recurrentArguments` copy.
    private static let copied = ["conv_quantized": ["weight"], "gru": ["weight_ih", "weight_hh", "bias", "input_bias"]]

    /// Computes the results of an operation on constants. Compressed weights are expanded at the first access to their numbers.
    private func expand(_ kind: String, _ name: String, _ arguments: [String: Argument]) throws -> [Tensor] {
        let operation = Operation(kind: kind, name: name, arguments: arguments, outputs: [])
        let call = try OperationCall(operation) { value in
            throw RuntimeError.invalidModel("\(kind) '\(name)' reads '\(value)', which is not a constant")
        }
        let definition = try OperationRegistry.definition(for: kind)
        let types = try definition.outputTypes(call)
        for type in types {
            try type.validate("\(kind) '\(name)'")
            try limit.take(type.byteCount, "\(kind) '\(name)'")
        }
        if types.count == 1, let stored = try StoredNumbers(call, types[0]) { return [Tensor(types[0], stored: stored)] }
        let outputs = types.map { Tensor(uninitialized: $0) }
        try definition.compute(call, outputs: outputs)
        return outputs
    }
}
