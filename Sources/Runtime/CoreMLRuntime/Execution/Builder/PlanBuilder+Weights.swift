extension PlanBuilder {
    /// The number of rows of a product's input.
    func rows(of node: Node, _ product: ProductNode) -> Int { graph.values[node.inputs[0]].type.count / max(product.inputCount, 1) }

    /// The key under which a node's prepared weights are cached. The name alone is not enough: plans for other shapes use the same names,
    /// and their weights may differ.
    func weightKey(_ node: Node, _ tensor: Tensor, _ scale: [Float]?, form: String = "") -> WeightKey {
        WeightKey(
            name: graph.values[node.outputs[0]].name, form: form, numbers: weights.identity(of: tensor), scale: scale?.map(\.bitPattern))
    }

    func weightKey(_ node: Node, _ product: ProductNode, form: String = "") -> WeightKey {
        weightKey(node, product.weights, product.scale, form: product.isTransposed ? form + " transposed" : form)
    }

    /// The memory of a product's prepared weights. They are prepared once, or in every run if the model is too large to be held twice.
    mutating func productWeights(
        _ node: Node, _ product: ProductNode, _ key: WeightKey, layout: Layout, prepare: @escaping (ConstantMemory) throws -> Void
    ) throws -> Memory {
        let isQuantized = product.quantized(weights) != nil
        guard isQuantized, weights.areTooMany else {
            // Quantized weights are kept even while no plan reads them: a plan for few rows reads the file, but the next plan for many rows
            // reads these weights again.
            return constant(try weights.memory(key, layout: layout, for: awaited, keeps: isQuantized, prepare: prepare))
        }
        let memory = newBuffer(byteCount: layout.byteCount)
        let preparation = WeightPreparation(byteCount: layout.byteCount, weights, prepare)
        append("\(node.name) (weights)", .weights, [memory]) { try preparation.run($0[0]) }
        return memory
    }
}

/// Prepares the weights of a product for its kernel in every run.
private final class WeightPreparation: @unchecked Sendable {
    private let byteCount: Int
    private let weights: PreparedWeights
    private let prepare: (ConstantMemory) throws -> Void

    init(byteCount: Int, _ weights: PreparedWeights, _ prepare: @escaping (ConstantMemory) throws -> Void) {
        self.byteCount = byteCount
        self.weights = weights
        self.prepare = prepare
    }

    func run(_ memory: UnsafeMutableRawPointer) throws {
        defer { weights.dropLargeWorkspaces() }
        try prepare(ConstantMemory(memory, byteCount: byteCount, of: self))
    }
}
