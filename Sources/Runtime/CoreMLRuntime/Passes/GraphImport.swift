import CKernels

/// Imports a function into a graph. Each operation with a fast kernel becomes its own kind of node.
struct GraphImport {
    var graph = Graph()
    private var ids: [String: Graph.ValueID] = [:]
    /// The values that are stored in float16, such as states. If an operation reads a float16 value as float32, the converted value is in
    /// `ids`.
    private var halves: [String: Graph.ValueID] = [:]
    /// The memory of the values that are computed during the import.
    private var memory: LiveMemory

    private init(_ limit: MemoryLimit) { memory = LiveMemory(limit) }

    /// - Throws: `RuntimeError.unsupported` if the values without dependence on the function's inputs take more memory than the limit.
    static func graph(of function: Function, limit: MemoryLimit = MemoryLimit()) throws -> Graph {
        var reader = GraphImport(limit)
        let states = Set(function.states.map(\.input))
        for (index, parameter) in function.inputs.enumerated() {
            let id = reader.graph.add(.init(name: parameter.name, type: parameter.type, constant: nil))
            reader.graph.inputs.append(id)
            if states.contains(index), parameter.type.scalar == .float16 {
                reader.halves[parameter.name] = id
            } else {
                reader.ids[parameter.name] = try reader.cast(id, to: widened(parameter.type).scalar)
            }
        }
        for operation in function.body.operations {
            guard try !reader.readHalves(operation, types: function.types) else { continue }
            try reader.read(operation, types: function.types)
        }
        reader.graph.outputs = try function.body.outputs.map { name in
            let id = try reader.halves[name] ?? reader.id(name)
            return try reader.cast(id, to: function.types[name]?.scalar ?? reader.graph.values[id].type.scalar)
        }
        return reader.graph
    }

    /// The type in which a value is computed. Float16 is only a storage type. All values between inputs and outputs are float32. Products
    /// have the precision of the plan.
    private static func widened(_ type: TensorType) -> TensorType {
        type.scalar == .float16 ? .float32(type.shape) : type
    }

    private static func widened(_ tensor: Tensor) -> Tensor {
        guard tensor.scalar == .float16 else { return tensor }
        let result = Tensor(uninitialized: .float32(tensor.shape))
        kernel_widen_float16(tensor.pointer, result.floatPointer, tensor.count)
        return result
    }

    /// The value converted to another element type.
    private mutating func cast(_ id: Graph.ValueID, to scalar: ScalarType) throws -> Graph.ValueID {
        let value = graph.values[id]
        guard value.type.scalar != scalar else { return id }
        let type = TensorType(scalar, value.type.shape)
        let output = graph.add(
            .init(name: "\(value.name) as \(scalar.rawValue)", type: type, constant: value.constant?.converted(to: scalar)))
        guard value.constant == nil else { return output }
        let call = OperationCall(
            kind: "cast", name: value.name, inputs: ["x": [.init(type: value.type, tensor: nil)]], strings: ["dtype": [scalar.rawValue]])
        let plain = PlainCall(
            definition: try OperationRegistry.definition(for: "cast"), call: call, slots: [.init(argument: "x", index: 0, value: id)])
        graph.nodes.append(Node(name: value.name, kind: .plain(plain), inputs: [id], outputs: [output]))
        return output
    }

    private mutating func id(_ name: String) throws -> Graph.ValueID {
        if let id = ids[name] { return id }
        guard let half = halves[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
        let id = try cast(half, to: .float32)
        ids[name] = id
        return id
    }

    /// Reads an operation that takes or replaces a slice of a float16 state. The rest of the state stays in place.
    ///
    /// - Returns: whether the operation takes or replaces a slice of a float16 state.
    private mutating func readHalves(_ operation: Operation, types: [String: TensorType]) throws -> Bool {
        guard case .value(let name)? = operation.arguments["x"], let x = halves[name], operation.outputs.count == 1,
            let type = types[operation.outputs[0]], type.scalar == .float16
        else { return false }
        let output = operation.outputs[0]
        switch operation.kind {
        case "identity": halves[output] = x
        case SliceUpdate.kinds[0]:
            let plain = try plainCall(operation, SliceUpdate.self, halves: x)
            let updated = graph.add(.init(name: output, type: type, constant: nil))
            halves[output] = updated
            graph.nodes.append(Node(plain, outputs: [updated]))
        case SliceByIndex.kinds[0]:
            let plain = try plainCall(operation, WidenedSlice.self, halves: x)
            let slice = graph.add(.init(name: output, type: GraphImport.widened(type), constant: nil))
            ids[output] = slice
            graph.nodes.append(Node(plain, outputs: [slice]))
        default: return false
        }
        return true
    }

    private mutating func read(_ operation: Operation, types: [String: TensorType]) throws {
        guard operation.blocks.isEmpty else {
            throw RuntimeError.unsupported("operation '\(operation.kind)' with nested blocks is not supported")
        }
        let definition = try OperationRegistry.definition(for: operation.kind)
        let plain = try plainCall(operation, definition)
        let outputTypes = try operation.outputs.map { name in
            guard let type = types[name] else { throw RuntimeError.invalidModel("the value '\(name)' has no type") }
            return GraphImport.widened(type)
        }
        let folded = plain.slots.isEmpty && plain.call.isRepeatable
        var constants: [Tensor?] = outputTypes.map { _ in nil }
        if folded {
            let tensors = try memory.make(outputTypes, "\(operation.kind) '\(operation.name)'")
            try definition.compute(plain.call, outputs: tensors)
            constants = tensors
        }
        let outputs = zip(zip(operation.outputs, outputTypes), constants).map { output, constant in
            graph.add(.init(name: output.0, type: output.1, constant: constant, isExact: operation.isExact))
        }
        for (name, id) in zip(operation.outputs, outputs) { ids[name] = id }
        guard !folded else { return }
        var node = try node(plain, outputs: outputs)
        node.isExact = operation.isExact
        graph.nodes.append(node)
    }

    /// The call of an operation, with its constants bound. `halves` is the value of the argument `x` if it is a float16 value.
    private mutating func plainCall(
        _ operation: Operation, _ definition: any OperationDefinition.Type, halves: Graph.ValueID? = nil
    ) throws -> PlainCall {
        var plain = PlainCall(
            definition: definition, call: OperationCall(kind: operation.kind, name: operation.name, inputs: [:]), slots: [])
        plain.call.inputs.reserveCapacity(operation.arguments.count)
        for (key, argument) in operation.arguments.sorted(by: { $0.key < $1.key }) {
            if key == "x", let halves {
                plain.slots.append(.init(argument: key, index: 0, value: halves))
                plain.call.inputs[key] = [.init(type: graph.values[halves].type, tensor: nil)]
                continue
            }
            switch argument {
            case .value, .constant(.tensor):
                let input = try input(argument, key, 0, of: &plain)
                plain.call.inputs[key] = [input]
            case .list(let elements):
                var list: [OperationCall.Input] = []
                for (index, element) in elements.enumerated() { list.append(try input(element, key, index, of: &plain)) }
                plain.call.inputs[key] = list
            case .constant(.string(let string)): plain.call.strings[key] = [string]
            case .constant(.strings(let strings)): plain.call.strings[key] = strings
            case .constant(.layer(let layer)): plain.call.layer = layer
            }
        }
        return plain
    }

    /// The input for element `index` of the argument `key`. A value that is not known yet becomes a slot of `plain`.
    private mutating func input(_ argument: Argument, _ key: String, _ index: Int, of plain: inout PlainCall) throws -> OperationCall.Input
    {
        switch argument {
        case .value(let name):
            let id = try id(name)
            let value = graph.values[id]
            if value.constant == nil { plain.slots.append(.init(argument: key, index: index, value: id)) }
            return OperationCall.Input(type: value.type, tensor: value.constant)
        case .constant(.tensor(let tensor)):
            let tensor = GraphImport.widened(tensor)
            return OperationCall.Input(type: tensor.type, tensor: tensor)
        case .constant, .list:
            throw RuntimeError.invalidModel("\(plain.call.kind) '\(plain.call.name)': a tensor was expected")
        }
    }

    /// The node for a call: a node with fast kernels, if one of ``FastNodes`` supports the call. For other calls, a node that runs the
    /// plain kernel.
    private mutating func node(_ plain: PlainCall, outputs: [Graph.ValueID]) throws -> Node {
        // Attention takes masks of booleans.
        let operands = plain.slots.filter { $0.argument != "attn_mask" }.map(\.value)
        let allFloat = (operands + outputs).allSatisfy { graph.isFloat($0) && graph.values[$0].type.count > 0 }
        if allFloat, let fast = try FastNodes.node(for: plain, outputs: outputs, graph: &graph) { return fast }
        if let alias = try FastNodes.alias(for: plain, outputs: outputs, graph: &graph) { return alias }
        return Node(plain, outputs: outputs)
    }
}

extension Node {
    fileprivate init(_ plain: PlainCall, outputs: [Graph.ValueID]) {
        self.init(name: plain.call.name, kind: .plain(plain), inputs: plain.slots.map(\.value), outputs: outputs)
    }
}
