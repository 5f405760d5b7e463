/// A list of tensors, made by `make_list`. An element that was never written is read as a tensor of zeros with the list's element shape.
struct TensorList {
    private(set) var elements: [Tensor?]
    let scalar: ScalarType
    /// The dimensions of each element, with `nil` for a dimension that the program leaves open. The property itself is `nil` if the program gives
    /// no dimensions at all.
    private let dimensions: [Int?]?
    /// The shape of an element that was never written; `nil` if neither the program nor a written element has set it.
    private(set) var elementShape: [Int]?

    init(_ elements: [Tensor?], _ scalar: ScalarType, dimensions: [Int?]?) {
        (self.elements, self.scalar, self.dimensions) = (elements, scalar, dimensions)
        let known: [Int]? = dimensions?.compactMap { $0 }
        elementShape = known?.count == dimensions?.count ? known : nil
    }

    /// Writes an element of an allowed type. The list grows if necessary.
    mutating func write(_ tensor: Tensor, at index: Int) {
        if index >= elements.count { elements += [Tensor?](repeating: nil, count: index + 1 - elements.count) }
        elements[index] = tensor
        elementShape = elementShape ?? tensor.shape
    }

    /// Whether a tensor of `type` may be an element.
    func takes(_ type: TensorType) -> Bool {
        guard type.scalar == scalar else { return false }
        guard let dimensions else { return true }
        return type.rank == dimensions.count && zip(type.shape, dimensions).allSatisfy { $1 == nil || $0 == $1 }
    }

    /// The type of the elements, for messages.
    var elementDescription: String {
        let sizes: [String]? = dimensions?.map { size in size.map { "\($0)" } ?? "?" }
        return "\(scalar.rawValue)[\(sizes?.joined(separator: ", ") ?? "…")]"
    }
}

/// Branches, loops, lists and states.
extension Interpreter {
    /// The maximum number of elements of a list.
    private static let maximumListCount = 1 << 20

    /// The operations that `performControl` supports.
    static let controlKinds: Set = [
        "cond", "while_loop", "make_list", "list_length", "list_read", "list_write", "list_scatter", "list_gather", "read_state",
        "coreml_update_state", "write_state",
    ]

    /// The outputs of an operation on blocks, lists or states; `nil` for all others.
    func performControl(_ operation: Operation) throws -> [Value]? {
        switch operation.kind {
        case "cond": try branch(operation)
        case "while_loop": try loop(operation)
        case "make_list": [.list(try makeList(operation))]
        case "list_length": [.tensor(.scalar(try list(operation).elements.count))]
        case "list_read": [.tensor(try read(try list(operation), at: try integers("index", of: operation).first ?? 0, operation))]
        case "list_write": [.list(try write(operation, at: try integers("index", of: operation), [try tensor("value", of: operation)]))]
        case "list_scatter": [.list(try scatter(operation))]
        case "list_gather": [.tensor(try gather(operation))]
        case "read_state": [.tensor(try state("input", of: operation).share())]
        case "coreml_update_state": [.tensor(try updateState(operation, state: "state", value: "value"))]
        case "write_state": try writeState(operation)
        case "identity": try handOn(operation)
        default: nil
        }
    }

    private func invalid(_ operation: Operation, _ reason: String) -> RuntimeError {
        .invalidModel("\(operation.kind) '\(operation.name)': \(reason)")
    }

    private func argument(_ key: String, of operation: Operation) throws -> Argument {
        guard let argument = operation.arguments[key] else { throw invalid(operation, "argument \(key) is missing") }
        return argument
    }

    private func evaluate(_ argument: Argument, _ operation: Operation) throws -> Value {
        switch argument {
        case .value(let name): try value(name)
        case .constant(.tensor(let tensor)): .tensor(tensor)
        case .constant, .list: throw invalid(operation, "a value was expected")
        }
    }

    private func tensor(_ key: String, of operation: Operation) throws -> Tensor {
        guard let tensor = try evaluate(argument(key, of: operation), operation).tensor else {
            throw invalid(operation, "\(key) is not a tensor")
        }
        return tensor
    }

    /// The list that `identity` returns unchanged; `nil` if its argument is a tensor, which the operation copies.
    private func handOn(_ operation: Operation) throws -> [Value]? {
        guard case .value(let name)? = operation.arguments["x"], case .list(let list) = try value(name) else { return nil }
        return [.list(list)]
    }

    private func integers(_ key: String, of operation: Operation) throws -> [Int] { try tensor(key, of: operation).integers }

    // MARK: Branches and loops

    private func branch(_ operation: Operation) throws -> [Value] {
        guard operation.blocks.count == 2 else { throw invalid(operation, "two blocks were expected") }
        let holds = try tensor("pred", of: operation).isTrue
        let number = holds ? 0 : 1
        let block = operation.blocks[number]
        return try outputs(of: block, number: number, block.lastUses, given: [])
    }

    private func loop(_ operation: Operation) throws -> [Value] {
        guard operation.blocks.count == 2 else { throw invalid(operation, "two blocks were expected") }
        let variables = try argument("loop_vars", of: operation)
        var state: [Value]
        if case .list(let elements) = variables {
            state = try elements.map { try evaluate($0, operation) }
        } else {
            state = [try evaluate(variables, operation)]
        }
        let (condition, body) = (operation.blocks[0], operation.blocks[1])
        let (conditionUses, bodyUses) = (condition.lastUses, body.lastUses)
        while true {
            guard case .tensor(let holds)? = try outputs(of: condition, number: 0, conditionUses, given: state).first else {
                throw invalid(operation, "the condition has no value")
            }
            guard holds.isTrue else { return state }
            if let rounds = try beginRound() { throw invalid(operation, "does not end after \(rounds) rounds") }
            state = try outputs(of: body, number: 1, bodyUses, given: state)
        }
    }

    // MARK: Lists

    private func list(_ operation: Operation) throws -> TensorList {
        let value = try evaluate(argument("ls", of: operation), operation)
        if case .list(let list) = value { return list }
        // A list that is a constant of the program is stored as a tensor.
        guard let tensor = value.tensor, let count = tensor.shape.first, count <= Interpreter.maximumListCount else {
            throw invalid(operation, "ls is not a list")
        }
        return TensorList(slices(of: tensor), tensor.scalar, dimensions: tensor.shape.dropFirst().map { Optional($0) })
    }

    /// The parts of a tensor along its first dimension.
    private func slices(of tensor: Tensor) -> [Tensor] {
        let type = TensorType(tensor.scalar, Array(tensor.shape.dropFirst()))
        return (0..<(tensor.shape.first ?? 0)).map { Tensor(type, viewing: tensor.pointer + $0 * type.byteCount, owner: tensor) }
    }

    private func makeList(_ operation: Operation) throws -> TensorList {
        let length = operation.arguments["init_length"] == nil ? 1 : try integers("init_length", of: operation).first ?? 1
        guard (0...Interpreter.maximumListCount).contains(length) else { throw invalid(operation, "a list of \(length) elements") }
        let (scalar, dimensions) = (try elementScalar(of: operation), try elementDimensions(of: operation))
        if let dimensions { try TensorType(scalar, dimensions.map { $0 ?? 1 }).validate("make_list '\(operation.name)'") }
        return TensorList([Tensor?](repeating: nil, count: length), scalar, dimensions: dimensions)
    }

    /// The scalar type in which the runtime holds elements of a list.
    private func elementScalar(of operation: Operation) throws -> ScalarType {
        guard let argument = operation.arguments["dtype"] else { return .float32 }
        guard case .constant(.string(let name)) = argument, let scalar = ScalarType(rawValue: name) else {
            throw invalid(operation, "dtype is no type of elements")
        }
        switch scalar {
        case .float16, .float32, .float64: return .float32
        case .int32, .int64, .uint32: return .int32
        default: return scalar
        }
    }

    /// The dimensions of a list's elements. A symbol in the program leaves its dimension open.
    private func elementDimensions(of operation: Operation) throws -> [Int?]? {
        switch operation.arguments["elem_shape"] {
        case .list(let dimensions)?:
            return dimensions.map { dimension -> Int? in
                guard case .constant(.tensor(let tensor)) = dimension else { return nil }
                return tensor.integers.first
            }
        case .constant(.string)?: return [nil]
        case .constant(.strings(let symbols))?: return [Int?](repeating: nil, count: symbols.count)
        case .some(let argument): return try evaluate(argument, operation).tensor?.integers.map { Optional($0) }
        case nil: return nil
        }
    }

    private func read(_ list: TensorList, at index: Int, _ operation: Operation) throws -> Tensor {
        guard list.elements.indices.contains(index) else {
            throw invalid(operation, "element \(index) of a list of \(list.elements.count)")
        }
        if let element = list.elements[index] { return element }
        guard let shape = list.elementShape else { throw invalid(operation, "element \(index) was never written") }
        let zeros = try make(TensorType(list.scalar, shape), for: operation)
        zeros.rawBytes.initializeMemory(as: UInt8.self, repeating: 0)
        return zeros
    }

    private func write(_ operation: Operation, at indices: [Int], _ tensors: [Tensor]) throws -> TensorList {
        var list = try list(operation)
        for (index, tensor) in zip(indices, tensors) {
            guard index >= 0, index < Interpreter.maximumListCount else { throw invalid(operation, "element \(index) of a list") }
            guard list.takes(tensor.type) else {
                throw invalid(operation, "a value of type \(tensor.type) for a list of \(list.elementDescription)")
            }
            list.write(tensor, at: index)
        }
        return list
    }

    /// Writes the slices of `value` along its first dimension.
    private func scatter(_ operation: Operation) throws -> TensorList {
        let (indices, value) = (try integers("indices", of: operation), try tensor("value", of: operation))
        guard let count = value.shape.first, count == indices.count else {
            throw invalid(operation, "\(indices.count) indices for a value of shape \(value.shape)")
        }
        return try write(operation, at: indices, slices(of: value))
    }

    /// The elements at `indices`, stacked along a new first dimension.
    private func gather(_ operation: Operation) throws -> Tensor {
        let (list, indices) = (try list(operation), try integers("indices", of: operation))
        let tensors = try indices.map { index in
            try read(list, at: index < 0 ? index + list.elements.count : index, operation)
        }
        let shape = tensors.first?.shape ?? list.elementShape ?? []
        let type = TensorType(tensors.first?.scalar ?? list.scalar, [tensors.count] + shape)
        let result = try make(type, for: operation)
        for (index, tensor) in tensors.enumerated() {
            guard tensor.type == TensorType(type.scalar, shape) else {
                throw invalid(operation, "elements of the types \(TensorType(type.scalar, shape)) and \(tensor.type)")
            }
            (result.pointer + index * tensor.type.byteCount).copyMemory(from: tensor.pointer, byteCount: tensor.type.byteCount)
        }
        return result
    }

    // MARK: States

    private func state(_ key: String, of operation: Operation) throws -> StateBuffer {
        guard case .state(let state) = try evaluate(argument(key, of: operation), operation) else {
            throw invalid(operation, "\(key) is not a state")
        }
        return state
    }

    /// Writes a state. Model files use this operation, which has no output, in place of the program builder's `coreml_update_state`.
    private func writeState(_ operation: Operation) throws -> [Value] {
        _ = try updateState(operation, state: "input", value: "data")
        return []
    }

    private func updateState(_ operation: Operation, state stateKey: String, value valueKey: String) throws -> Tensor {
        let (state, value) = (try state(stateKey, of: operation), try tensor(valueKey, of: operation))
        guard state.tensor.type == value.type else {
            throw invalid(operation, "a value of type \(value.type) for a state of type \(state.tensor.type)")
        }
        state.tensor = value
        return value
    }
}

extension Tensor {
    /// Whether the first element is not zero.
    fileprivate var isTrue: Bool {
        count > 0 && Tensor(TensorType(scalar, []), viewing: pointer, owner: self).integers[0] != 0
    }
}
