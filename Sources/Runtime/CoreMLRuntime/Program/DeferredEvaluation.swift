/// The operations of a run that executes while it is built. Operations wait until one of their values is requested. Then all waiting
/// operations are computed together, by a plan if there is one. Without a plan, the plain kernels compute them one by one.
///
/// The builder calls `hold` for the values that it still needs. It calls `dropUnheld` to declare that no others are needed. Values that
/// were made or released after the last `dropUnheld` also count as needed. Only needed values become results. Operations on which no needed
/// value depends are never computed. Only one thread uses a `DeferredEvaluation`.
final class DeferredEvaluation {
    private struct Value {
        let type: TensorType
        /// The value; `nil` while the operation that makes it waits.
        var tensor: Tensor?
        /// Whether the tensor was made for this value alone, so that nothing else uses it.
        var isOwn: Bool
        var holders = 0
        /// Whether the value was made or released since the last call of `dropUnheld`. Until the next call, the builder may use the value
        /// without holding it.
        var isInHand = true
    }

    private let plans: SubgraphPlans
    private let threads: Int
    private let identity: (Tensor) -> TensorIdentity
    private let cancellation = PredictionCancellation.current
    private var memory: LiveMemory
    private var values: [String: Value] = [:]
    private var valueCount = 0
    private var inHand: [String] = []
    private var waiting: [DeferredSubgraph.Step] = []
    /// The values that the waiting operations read, but do not make.
    private var inputs: [String: Tensor] = [:]

    /// The maximum number of waiting operations.
    private static let longestSubgraph = 1024
    /// The maximum number of elements of tensors with which an operation is computed immediately, if the tensors are known. Counters, conditions and
    /// shapes are that small, and requests for them should not force all waiting operations to run.
    private static let smallCount = 32

    /// - Parameter identity: the identity of a constant's numbers.
    init(plans: SubgraphPlans, threads: Int, memory: LiveMemory, identity: @escaping (Tensor) -> TensorIdentity) {
        self.plans = plans
        self.threads = threads
        self.memory = memory
        self.identity = identity
    }

    // MARK: Values

    /// A value for a tensor that the caller supplies.
    func given(_ tensor: Tensor) -> Argument { add(tensor.type, tensor, isOwn: false) }

    private func add(_ type: TensorType, _ tensor: Tensor?, isOwn: Bool = true) -> Argument {
        valueCount += 1
        let name = "%\(valueCount)"
        values[name] = Value(type: type, tensor: tensor, isOwn: isOwn)
        inHand.append(name)
        return .value(name)
    }

    private func value(_ name: String) throws -> Value {
        guard let value = values[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
        return value
    }

    func type(of name: String) throws -> TensorType { try value(name).type }

    /// The number of bytes of all tensors that were made so far.
    var madeByteCount: Int { memory.madeByteCount }

    /// The tensor of a value; `nil` if the value waits to be computed.
    func knownTensor(of name: String) -> Tensor? { values[name]?.tensor }

    /// The tensor of a value. If the value waits, it is computed now.
    func tensor(of name: String) throws -> Tensor {
        if let tensor = try value(name).tensor { return tensor }
        takeInHand(name)
        try evaluate()
        guard let tensor = knownTensor(of: name) else { throw RuntimeError.failed("the value '\(name)' was not computed") }
        return tensor
    }

    /// The value in memory that nothing else reads, not even a later caller of this method.
    func ownTensor(of name: String) throws -> Tensor {
        let tensor = try tensor(of: name)
        guard try value(name).isOwn else { return tensor.copied() }
        values[name]?.isOwn = false
        return tensor
    }

    func hold(_ name: String) { values[name]?.holders += 1 }

    func letGo(_ name: String) {
        values[name]?.holders -= 1
        takeInHand(name)
    }

    private func takeInHand(_ name: String) {
        guard values[name]?.isInHand == false else { return }
        values[name]?.isInHand = true
        inHand.append(name)
    }

    /// Declares that from now on only held values are read.
    func dropUnheld() {
        for name in inHand {
            guard let value = values[name] else { continue }
            if value.holders <= 0, value.tensor != nil {
                values[name] = nil
            } else {
                // A value that is not computed yet is removed when the waiting operations are computed.
                values[name]?.isInHand = false
            }
        }
        inHand.removeAll(keepingCapacity: true)
    }

    // MARK: Operations

    /// Emits an operation, and returns its outputs. If all arguments are constants, the outputs are constants. If not, the outputs are
    /// values. Values on which the shape of an output depends are computed now.
    ///
    /// - Throws: the errors of this operation, or of one that waited; `CancellationError` if the prediction is cancelled.
    func emit(_ kind: String, name: String, _ given: [String: Argument], outputCount: Int?) throws -> [Argument] {
        try cancellation?.check()
        let definition = try OperationRegistry.definition(for: kind)
        var arguments = given
        let readsValues = given.values.contains { $0.readsValues }
        if readsValues, given.values.allSatisfy(isSmallAndKnown) { arguments = try given.mapValues(known) }
        let (call, types) = try typedCall(kind, name, &arguments, outputCount, definition)
        for type in types { try type.validate("\(kind) '\(name)'") }
        if kind == "shape" { return try compute(call, definition, types).map { .tensor($0) } }
        if call.layer != nil {
            // A custom layer may have side effects, so it is called once, in program order.
            arguments = try arguments.mapValues(known)
            let resolved = try OperationCall(kind, name: name, arguments, input: input)
            return try compute(resolved, definition, types).map { add($0.type, $0) }
        }
        if arguments.values.contains(where: { $0.readsValues }) { return try wait(kind, name, arguments, types) }
        // A result of values is not a constant, even if it was computed immediately, because it may differ in the next round of a loop.
        if readsValues { return try compute(call, definition, types).map { add($0.type, $0) } }
        let isSmall = types.allSatisfy { $0.count <= ProgramBuilder.foldingLimit }
        guard isSmall, call.isRepeatable else { return try wait(kind, name, arguments, types) }
        return try compute(call, definition, types).map { .tensor($0) }
    }

    /// The call, and the types of its outputs. If the types depend on the values of arguments, these arguments become constants.
    private func typedCall(
        _ kind: String, _ name: String, _ arguments: inout [String: Argument], _ outputCount: Int?,
        _ definition: any OperationDefinition.Type
    ) throws -> (OperationCall, [TensorType]) {
        while true {
            var call = try OperationCall(kind, name: name, arguments, input: input)
            call.outputCount = outputCount
            do {
                return (call, try definition.outputTypes(call))
            } catch RuntimeError.dependsOnValue(let subject) {
                let unknown = arguments.filter { $0.value.readsValues }.map { $0.key }
                guard !unknown.isEmpty else { throw RuntimeError.dependsOnValue(subject) }
                let needed = unknown.filter { subject == "\(name).\($0)" }
                for key in needed.isEmpty ? unknown : needed { arguments[key] = try arguments[key].map(known) }
            }
        }
    }

    /// The argument for shape rules. Only a constant has elements here, because the elements of values differ from run to run.
    private func input(_ argument: Argument) throws -> OperationCall.Input {
        switch argument {
        case .value(let name): OperationCall.Input(type: try type(of: name), tensor: nil)
        case .constant(.tensor(let tensor)): OperationCall.Input(type: tensor.type, tensor: tensor)
        case .constant, .list: throw RuntimeError.invalidModel("a tensor was expected")
        }
    }

    /// The argument, with values replaced by constants.
    private func known(_ argument: Argument) throws -> Argument {
        switch argument {
        case .value(let name): .tensor(try tensor(of: name))
        case .list(let elements): .list(try elements.map(known))
        case .constant: argument
        }
    }

    private func isSmallAndKnown(_ argument: Argument) -> Bool {
        switch argument {
        case .value(let name): (knownTensor(of: name)?.count ?? .max) <= Self.smallCount
        case .list(let elements): elements.allSatisfy(isSmallAndKnown)
        case .constant(.tensor(let tensor)): tensor.count <= Self.smallCount
        case .constant(.layer): false
        case .constant: true
        }
    }

    private func compute(
        _ call: OperationCall, _ definition: any OperationDefinition.Type, _ types: [TensorType]
    ) throws -> [Tensor] {
        let outputs = try memory.make(types, "\(call.kind) '\(call.name)'")
        try definition.compute(call, outputs: outputs)
        return outputs
    }

    private func wait(_ kind: String, _ name: String, _ arguments: [String: Argument], _ types: [TensorType]) throws -> [Argument] {
        if waiting.count >= Self.longestSubgraph { try evaluate() }
        for operand in arguments.values.lazy.flatMap(\.names) {
            if let tensor = knownTensor(of: operand) { inputs[operand] = tensor }
        }
        let outputs = types.map { add($0, nil) }
        let operation = Operation(kind: kind, name: name, arguments: arguments, outputs: outputs.flatMap(\.names))
        waiting.append(DeferredSubgraph.Step(operation: operation, types: types))
        return outputs
    }

    // MARK: Subgraphs

    /// Computes those waiting operations that are needed for values that the builder still holds or may use.
    ///
    /// - Throws: the error of an invalid operation. `RuntimeError.unsupported` if the values take more memory than the limit. `CancellationError` if
    ///   the prediction is cancelled.
    func evaluate() throws {
        try cancellation?.check()
        guard !waiting.isEmpty else { return }
        let made = waiting.flatMap(\.operation.outputs)
        let kept = made.filter { name in values[name].map { $0.holders > 0 || $0.isInHand } ?? false }
        var subgraph = DeferredSubgraph(waiting, reading: inputs, outputs: kept)
        (waiting, inputs) = ([], [:])
        let results = subgraph.steps.isEmpty ? [] : try run(&subgraph)
        let outputs = Set(kept)
        for name in made where !outputs.contains(name) { values[name] = nil }
        for (name, tensor) in zip(kept, results) { values[name]?.tensor = tensor }
    }

    private func run(_ subgraph: inout DeferredSubgraph) throws -> [Tensor] {
        if let plan = try plan(for: subgraph), let outputs = try? memory.make(subgraph.outputTypes, "a part of the network") {
            try plan.run(inputs: subgraph.inputTensors, outputs: outputs)
            return outputs
        }
        // The subgraph is also interpreted if its results do not fit in memory together with all that it reads. The interpreter may release
        // some of that on the way, and its errors name the layer.
        return try subgraph.interpret(&memory, cancellation)
    }

    /// The plan of a subgraph; `nil` if the subgraph is to be interpreted.
    private func plan(for subgraph: DeferredSubgraph) throws -> Plan? {
        guard subgraph.isWorthPlanning, let key = SubgraphKey(subgraph, identity: identity) else { return nil }
        let function = try plans.subgraph(key, threads: threads) { SubgraphFunction(subgraph.function, isHeavy: subgraph.isHeavy) }
        guard let plan = plans.plan(function, threads: threads) else { return nil }
        let fits = plan.inputs.map(\.type) == subgraph.inputTensors.map(\.type) && plan.outputs.map(\.type) == subgraph.outputTypes
        return fits ? plan : nil
    }
}

extension Argument {
    /// Whether the argument is a value, or a list with one.
    fileprivate var readsValues: Bool {
        switch self {
        case .value: true
        case .list(let elements): elements.contains { $0.readsValues }
        case .constant: false
        }
    }
}
