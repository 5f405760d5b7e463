/// Builds a function operation by operation. The type of every value is known as soon as it is emitted. An operation with small known arguments is
/// computed immediately, so that shapes computed by the model itself become constants.
package struct ProgramBuilder {
    package private(set) var types: [String: TensorType] = [:]
    private var inputs: [Parameter] = []
    private var operations: [Operation] = []
    private var names: Set<String> = []
    /// For each name, the number that makes the next use of the name unique. The number is appended to the name.
    private var numbers: [String: Int] = [:]
    private var work = 0
    /// The largest number of operations in a program, plus the layers from which it is made. Real programs have far fewer, and this many
    /// fit in memory.
    var workLimit = 1 << 20
    private let reserved: Set<String>
    /// Whether operations are computed as they are emitted.
    package let isEager: Bool
    /// Computes the operations when their values are requested; `nil` if they are computed immediately or only recorded.
    let deferred: DeferredEvaluation?

    /// The largest result, in elements, that is computed while building.
    static let foldingLimit = 1 << 16

    /// The values that were computed while building.
    var memory = LiveMemory()

    /// A builder that keeps the names in `reserved` for the function's outputs. An eager builder computes every operation with known
    /// arguments, whatever its size. With constants as inputs, building the function runs it.
    package init(reserving reserved: [String] = [], eager: Bool = false) {
        self.reserved = Set(reserved)
        isEager = eager
        deferred = nil
    }

    /// A builder that runs the function while it is built. `deferred` computes the operations when their values are requested.
    init(deferred: DeferredEvaluation) {
        reserved = []
        isEager = false
        self.deferred = deferred
    }

    /// Reserves memory for a number of operations.
    mutating func reserveCapacity(_ operationCount: Int) {
        types.reserveCapacity(operationCount)
        names.reserveCapacity(operationCount)
        operations.reserveCapacity(operationCount)
    }

    /// The number of bytes of all tensors that were computed while building.
    var madeByteCount: Int { deferred?.madeByteCount ?? memory.madeByteCount }

    /// Whether building the function runs it, so that every value is known on request.
    var isRunning: Bool { isEager || deferred != nil }

    /// Declares an input of the function.
    package mutating func input(_ name: String, _ type: TensorType) throws -> Argument {
        try type.validate("input '\(name)'")
        guard !reserved.contains(name) else { throw RuntimeError.invalidModel("the input '\(name)' is an output too") }
        guard names.insert(name).inserted else { throw RuntimeError.invalidModel("the value '\(name)' is defined twice") }
        inputs.append(Parameter(name, type))
        types[name] = type
        return .value(name)
    }

    /// Counts steps of building, because a small file can have loops that unroll to many operations. A builder that runs the program does not count.
    ///
    /// - Throws: `RuntimeError.unsupported` if there are more steps than the limit.
    mutating func spend(_ steps: Int) throws {
        guard !isRunning else { return }
        work += steps
        guard work <= workLimit else { throw RuntimeError.unsupported("the model has more than \(workLimit) operations") }
    }

    /// Emits a call, and returns its outputs in order. `outputs` are their names; unnamed outputs get new names. Some operations have an argument for
    /// the number of outputs. If `outputs` is given, that number must not exceed the number of names. `isExact` says whether the operation must be
    /// computed in float32.
    package mutating func emit(
        _ kind: String, name: String = "", _ arguments: [String: Argument], outputs outputNames: [String]? = nil, isExact: Bool = false
    ) throws -> [Argument] {
        let name = name.isEmpty ? kind : name
        if let deferred { return try deferred.emit(kind, name: name, arguments, outputCount: outputNames?.count) }
        var call = try OperationCall(kind, name: name, arguments) { try resolved($0) }
        call.outputCount = outputNames?.count
        let definition = try OperationRegistry.definition(for: kind)
        let outputTypes = try definition.outputTypes(call)
        try spend(max(outputTypes.count, 1))
        for type in outputTypes { try type.validate("\(kind) '\(call.name)'") }
        if let folded = try fold(call, definition, outputTypes) { return folded.map { .tensor($0) } }
        let wanted = outputNames ?? []
        let outputs = outputTypes.indices.map { index in
            freshName(index < wanted.count ? wanted[index] : "\(call.name)_\(index)")
        }
        for (name, type) in zip(outputs, outputTypes) { types[name] = type }
        operations.append(Operation(kind: kind, name: call.name, arguments: arguments, outputs: outputs, isExact: isExact))
        return outputs.map { .value($0) }
    }

    /// Emits a call that has one output.
    package mutating func emitOne(_ kind: String, name: String = "", _ arguments: [String: Argument], output: String? = nil) throws
        -> Argument
    {
        let results = try emit(kind, name: name, arguments, outputs: output.map { [$0] })
        guard let first = results.first else { throw RuntimeError.invalidModel("\(kind) '\(name)' has no output") }
        return first
    }

    package func type(of argument: Argument) throws -> TensorType {
        switch argument {
        case .value(let name):
            if let deferred { return try deferred.type(of: name) }
            guard let type = types[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
            return type
        case .constant(.tensor(let tensor)): return tensor.type
        case .constant, .list: throw RuntimeError.invalidModel("a tensor was expected")
        }
    }

    /// The argument's value if it is known already, or else `nil`.
    package func tensor(of argument: Argument) -> Tensor? {
        switch argument {
        case .constant(.tensor(let tensor)): tensor
        case .value(let name): deferred?.knownTensor(of: name)
        default: nil
        }
    }

    /// Ends the function. An output gets the requested name if the name was reserved, or if the value already has it.
    package mutating func finish(outputs: [(name: String, value: Argument)]) throws -> Function {
        var names: [String] = []
        for (name, value) in outputs {
            if case .value(let existing) = value, existing == name {
                names.append(name)
            } else {
                let type = try type(of: value)
                let output = reserved.contains(name) && self.names.insert(name).inserted ? name : freshName(name)
                types[output] = type
                operations.append(Operation(kind: "identity", name: name, arguments: ["x": value], outputs: [output]))
                names.append(output)
            }
        }
        return Function(inputs: inputs, body: Block(operations: operations, outputs: names), types: types)
    }

    private mutating func freshName(_ wanted: String) -> String {
        if !reserved.contains(wanted) && names.insert(wanted).inserted { return wanted }
        var number = numbers[wanted] ?? 2
        while reserved.contains("\(wanted)#\(number)") || !names.insert("\(wanted)#\(number)").inserted { number += 1 }
        numbers[wanted] = number + 1
        return "\(wanted)#\(number)"
    }

    private func resolved(_ argument: Argument) throws -> OperationCall.Input {
        OperationCall.Input(type: try type(of: argument), tensor: tensor(of: argument))
    }

    private mutating func fold(
        _ call: OperationCall, _ definition: any OperationDefinition.Type, _ outputTypes: [TensorType]
    ) throws -> [Tensor]? {
        let known = call.kind == "shape" || call.inputs.values.allSatisfy { $0.allSatisfy { $0.tensor != nil } }
        let isSmall = outputTypes.allSatisfy { $0.count <= ProgramBuilder.foldingLimit } && call.isRepeatable
        guard known, isEager || isSmall else { return nil }
        let outputs = try memory.make(outputTypes, "\(call.kind) '\(call.name)'")
        try definition.compute(call, outputs: outputs)
        return outputs
    }
}

extension OperationCall {
    /// A call with `arguments`. `input` returns the type of each and, if known, its value.
    init(_ kind: String, name: String, _ arguments: [String: Argument], input: (Argument) throws -> Input) throws {
        self.init(kind: kind, name: name, inputs: [:])
        inputs.reserveCapacity(arguments.count)
        for (key, argument) in arguments {
            switch argument {
            case .value, .constant(.tensor): inputs[key] = [try input(argument)]
            case .list(let elements): inputs[key] = try elements.map { try input($0) }
            case .constant(.string(let string)): strings[key] = [string]
            case .constant(.strings(let list)): strings[key] = list
            case .constant(.layer(let custom)): layer = custom
            }
        }
    }
}
