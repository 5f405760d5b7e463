/// Operations that are computed together. Holds the tensors that the operations read, and the names of the results that are read later.
struct DeferredSubgraph {
    struct Step {
        var operation: Operation
        /// The types of the operation's outputs.
        var types: [TensorType]
    }

    /// The steps that an output needs.
    let steps: [Step]
    /// The values that the steps read but do not compute, in the order in which they are first read.
    let inputs: [String]
    let outputs: [String]
    /// The values of the inputs, until the subgraph is interpreted.
    private var tensors: [String: Tensor]

    /// The least number of operations for which a plan is worthwhile. For a product, a plan is worthwhile even if it is the only operation.
    private static let leastCount = 2
    /// The least number of multiplications for which a plan is made. The plain kernels compute this many in the time that it takes to make a plan.
    private static let leastWork = 1e6

    /// - Parameter candidates: the operations in order. Those that no output needs are left out.
    init(_ candidates: [Step], reading known: [String: Tensor], outputs: [String]) {
        var needed = Set(outputs)
        var steps: [Step] = []
        for step in candidates.reversed() where step.operation.outputs.contains(where: { needed.contains($0) }) {
            needed.formUnion(step.operation.operands)
            steps.append(step)
        }
        steps.reverse()
        var inputs: [String] = []
        var tensors: [String: Tensor] = [:]
        for step in steps {
            for name in step.operation.operands where tensors[name] == nil {
                guard let tensor = known[name] else { continue }
                tensors[name] = tensor
                inputs.append(name)
            }
        }
        self.steps = steps
        self.inputs = inputs
        self.outputs = outputs
        self.tensors = tensors
    }

    var inputTensors: [Tensor] { inputs.compactMap { tensors[$0] } }

    var outputTypes: [TensorType] {
        let types = types
        return outputs.compactMap { types[$0] }
    }

    private var types: [String: TensorType] {
        var types = tensors.mapValues(\.type)
        for step in steps {
            for (name, type) in zip(step.operation.outputs, step.types) { types[name] = type }
        }
        return types
    }

    // MARK: Plans

    var isWorthPlanning: Bool {
        steps.count >= Self.leastCount || steps.contains { Subgraph.productKinds.contains($0.operation.kind) }
    }

    /// Whether the products take so long that the subgraph is planned at its first use. Lighter subgraphs are not, because the shapes may change with
    /// every round of a loop, and a plan might never be used again.
    var isHeavy: Bool {
        let types = types
        func counts(_ argument: Argument) -> [Int] {
            switch argument {
            case .value(let name): [types[name]?.count ?? 0]
            case .list(let elements): elements.flatMap(counts)
            case .constant(.tensor(let tensor)): [tensor.count]
            case .constant: []
            }
        }
        var work = 0.0
        for step in steps where Subgraph.productKinds.contains(step.operation.kind) {
            // [m, k] · [k, n] takes m·k·n multiplications. That is the square root of the product of the three element counts.
            let largest = step.operation.arguments.values.flatMap(counts).sorted(by: >).prefix(2)
            work += (largest + [step.types.first?.count ?? 0]).reduce(1.0) { $0 * Double($1) }.squareRoot()
        }
        return work >= Self.leastWork
    }

    /// The subgraph as a function; `nil` if a function cannot be built without the values of its inputs.
    var function: Function? {
        var builder = ProgramBuilder()
        var values: [String: Argument] = [:]
        for (index, name) in inputs.enumerated() {
            guard let tensor = tensors[name], let input = try? builder.input("input_\(index)", tensor.type) else { return nil }
            values[name] = input
        }
        for step in steps {
            // The builder names values after layers, because prepared weights are shared with other subgraphs by these names.
            guard Subgraph.emit(step.operation, outputs: nil, &builder, &values) else { return nil }
        }
        var results: [(name: String, value: Argument)] = []
        for (index, name) in outputs.enumerated() {
            guard let value = values[name] else { return nil }
            if case .value(let existing) = value {
                results.append((existing, value))
            } else {
                results.append(("output_\(index)", value))
            }
        }
        return try? builder.finish(outputs: results)
    }

    // MARK: Plain kernels

    /// Computes the outputs with the plain kernels. Each tensor is released after its last use.
    mutating func interpret(_ memory: inout LiveMemory, _ cancellation: PredictionCancellation?) throws -> [Tensor] {
        var known = tensors
        tensors = [:]
        let lastUses = Block(operations: steps.map(\.operation), outputs: outputs).lastUses
        for (step, ended) in zip(steps, lastUses) {
            try cancellation?.check()
            let operation = step.operation
            var call = try OperationCall(operation) { name in
                guard let tensor = known[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not defined") }
                return tensor
            }
            call.outputCount = operation.outputs.count
            let results = try memory.make(step.types, "\(operation.kind) '\(operation.name)'")
            try OperationRegistry.definition(for: operation.kind).compute(call, outputs: results)
            for (name, tensor) in zip(operation.outputs, results) { known[name] = tensor }
            for name in ended { known[name] = nil }
        }
        return try outputs.map { name in
            guard let tensor = known[name] else { throw RuntimeError.invalidModel("the value '\(name)' is not computed") }
            return tensor
        }
    }
}
