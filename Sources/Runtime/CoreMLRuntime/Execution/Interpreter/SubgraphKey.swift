/// The computation of a deferred subgraph: the operations, their constants, and the types of the inputs. It is the same in every prediction
/// and every round of a loop.
struct SubgraphKey: Equatable, Sendable {
    /// The binding of an argument.
    private indirect enum Operand: Hashable, Sendable {
        /// A value by its number. The inputs come first, then the results of the operations.
        case value(Int)
        case constant(TensorIdentity)
        case strings([String])
        case list([Operand])
    }

    private struct Step: Hashable, Sendable {
        var kind: String
        /// The name of the operation, for errors.
        var name: String
        var arguments: [String: Operand]
    }

    // Compared first: it tells almost all keys apart.
    private let digest: Int
    private let inputs: [TensorType]
    private let steps: [Step]
    private let outputs: [Int]

    /// The key of a subgraph; `nil` if the same computation never comes again.
    ///
    /// - Parameter identity: returns the identity of a constant's numbers.
    init?(_ subgraph: DeferredSubgraph, identity: (Tensor) -> TensorIdentity) {
        var numbers: [String: Int] = [:]
        for name in subgraph.inputs { numbers[name] = numbers.count }
        func operand(_ argument: Argument) -> Operand? {
            switch argument {
            case .value(let name): return numbers[name].map { .value($0) }
            case .list(let elements):
                let operands = elements.compactMap(operand)
                return operands.count == elements.count ? .list(operands) : nil
            case .constant(.tensor(let tensor)): return .constant(identity(tensor))
            case .constant(.string(let string)): return .strings([string])
            case .constant(.strings(let strings)): return .strings(strings)
            case .constant(.layer): return nil
            }
        }
        var steps: [Step] = []
        steps.reserveCapacity(subgraph.steps.count)
        for operation in subgraph.steps.lazy.map(\.operation) {
            var arguments: [String: Operand] = [:]
            for (key, argument) in operation.arguments {
                guard let bound = operand(argument) else { return nil }
                arguments[key] = bound
            }
            steps.append(Step(kind: operation.kind, name: operation.name, arguments: arguments))
            for name in operation.outputs { numbers[name] = numbers.count }
        }
        inputs = subgraph.inputTensors.map(\.type)
        outputs = subgraph.outputs.compactMap { numbers[$0] }
        self.steps = steps
        var hasher = Hasher()
        hasher.combine(inputs)
        hasher.combine(steps)
        hasher.combine(outputs)
        digest = hasher.finalize()
    }
}
