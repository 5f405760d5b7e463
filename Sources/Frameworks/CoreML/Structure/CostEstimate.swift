import CoreMLSpecification

/// An estimate of the fraction of a function's time that each operation takes.
///
/// The time of an operation is the maximum of two times. One is for multiplications and additions, the other for moving the operation's bytes.
/// Dimensions that are unknown before a prediction count as 1. The blocks of a loop count once.
struct CostEstimate {
    /// The number of multiply-adds that a processor computes in the time in which it moves one byte.
    private static let operationsPerByte = 8.0

    /// The fraction of the time for each operation, with the operation's number as the key. Constants have no entry.
    private(set) var weights: [Int: Double] = [:]
    private var types: [String: ValueShape] = [:]

    init(_ function: MLModelStructure.Program.Function) {
        add(function.inputs)
        add(function.block)
        let total = weights.values.reduce(0, +)
        if total > 0 {
            weights = weights.mapValues { $0 / total }
        }
    }

    private mutating func add(_ values: [MLModelStructure.Program.NamedValueType]) {
        for value in values { types[value.name] = ValueShape(value.type.specification) }
    }

    private mutating func add(_ block: MLModelStructure.Program.Block) {
        add(block.inputs)
        for operation in block.operations {
            add(operation.outputs)
            for block in operation.blocks { add(block) }
            if operation.isComputed {
                weights[operation.number] = cost(operation)
            }
        }
    }

    private func shape(_ binding: MLModelStructure.Program.Binding) -> ValueShape? {
        switch binding {
        case .name(let name): types[name]
        case .value(let value): ValueShape(value.specification.type)
        }
    }

    private func cost(_ operation: MLModelStructure.Program.Operation) -> Double {
        // The output is the same memory with another shape.
        if ["reshape", "expand_dims", "squeeze", "flatten2d", "identity"].contains(operation.operatorName) { return 0 }
        // The operations inside the blocks have the cost.
        if !operation.blocks.isEmpty { return 0 }
        let inputs = operation.inputs.mapValues { $0.bindings.compactMap(shape) }
        let outputs = operation.outputs.map { ValueShape($0.type.specification) }
        let bytes = (inputs.values.joined() + outputs).reduce(0) { $0 + $1.byteCount }
        let call = Call(
            kind: operation.operatorName, inputs: inputs, output: outputs.first ?? ValueShape(dimensions: []),
            count: (inputs.values.joined() + outputs).map(\.count).max() ?? 0)
        return max(call.multiplyAdds / CostEstimate.operationsPerByte, bytes)
    }
}

extension MLModelStructure.Program.Operation {
    /// Whether the operation computes something in a prediction. Constants do not.
    var isComputed: Bool { operatorName != "const" && !operatorName.hasPrefix("constexpr_") }
}

/// The shape of a value and the size of its elements.
private struct ValueShape {
    var dimensions: [Double]
    var elementByteCount = 4.0

    var count: Double { dimensions.reduce(1.0, *) }
    var byteCount: Double { count * elementByteCount }

    init(dimensions: [Double]) {
        self.dimensions = dimensions
    }

    init(_ type: Specification.MILSpec.ValueType?) {
        self.init(dimensions: [])
        switch type?.type {
        case .tensorType(let tensor):
            dimensions = tensor.dimensions.map { dimension in
                guard case .constant(let constant)? = dimension.dimension else { return 1 }
                return Double(constant.size)
            }
            elementByteCount = ValueShape.byteCount(tensor.dataType)
        case .stateType(let state):
            if let wrapped = state.wrappedType, case .tensorType = wrapped.type { self.init(wrapped) }
        default: break
        }
    }

    private static func byteCount(_ type: Specification.MILSpec.DataType) -> Double {
        switch type {
        case .float64, .int64, .uint64: 8
        case .float16, .bfloat16, .int16, .uint16: 2
        case .bool, .int8, .uint8, .float8e4m3fn, .float8e5m2: 1
        case .uint6: 0.75
        case .int4, .uint4: 0.5
        case .uint3: 0.375
        case .uint2: 0.25
        case .uint1: 0.125
        default: 4
        }
    }
}

/// A call of an operation, with the parts on which the number of multiplications and additions depends.
private struct Call {
    let kind: String
    let inputs: [String: [ValueShape]]
    let output: ValueShape
    /// The number of elements of the largest value that is read or written.
    let count: Double

    var multiplyAdds: Double {
        switch kind {
        case "conv": output.count * perOutputChannel("weight")
        case "conv_transpose": (input("x")?.count ?? 0) * perOutputChannel("weight")
        case "linear": output.count * perOutputChannel("weight")
        case "matmul": matrixProduct
        // For factors m x k and k x n, and their product m x n, this is m · k · n.
        case "einsum": ((inputs["values"] ?? []).reduce(output.count) { $0 * $1.count }).squareRoot()
        case "scaled_dot_product_attention": attention
        case "lstm", "gru", "rnn": recurrent
        default: count
        }
    }

    private func input(_ argument: String) -> ValueShape? { inputs[argument]?.first }

    /// The number of weights for one element of the first dimension.
    private func perOutputChannel(_ argument: String) -> Double {
        guard let weight = input(argument), let channels = weight.dimensions.first, channels > 0 else { return 1 }
        return weight.count / channels
    }

    /// The number of multiply-adds. The inner dimension follows from the left factor and the result, so transposition does not matter.
    private var matrixProduct: Double {
        guard let x = input("x"), x.dimensions.count >= 2 else { return count }
        let rows = output.dimensions.suffix(2).first ?? 1
        return output.count * x.dimensions.suffix(2).reduce(1.0, *) / max(rows, 1)
    }

    private var attention: Double {
        guard let query = input("query"), let key = input("key"), let value = input("value") else { return count }
        let (queries, keys) = (query.dimensions.suffix(2).first ?? 1, key.dimensions.suffix(2).first ?? 1)
        return query.count * keys + queries * value.count
    }

    /// The number of multiply-adds of a recurrent layer. Every weight is used once for each step of each sequence.
    private var recurrent: Double {
        guard let x = input("x") else { return count }
        let weights = inputs.filter { $0.key.hasPrefix("weight_") }.values.joined().reduce(0) { $0 + $1.count }
        return weights * x.dimensions.prefix(2).reduce(1.0, *)
    }
}
