/// Chooses the nodes that stay in float32 while the rest computes in bfloat16.
///
/// Operations that a program declares as float32 are exact already. In other operations, a factor rounded to bfloat16 has an error of up to
/// 1 part in 256. A sum of many products averages these errors out. The nodes that are chosen have no such average. They are found by the
/// structure of the graph.
extension Graph {
    /// The number of channels below which a sum has too few products to average the errors out. An image has fewer.
    private static let fewChannels = 4

    /// Whether the graph has products and all of them are exact. Reduced precision would then have no effect.
    var hasExactProductsOnly: Bool {
        let products = nodes.filter(\.isProduct)
        return !products.isEmpty && products.allSatisfy(\.isExact)
    }

    /// - Parameter names: operations that are chosen in addition.
    mutating func chooseExactNodes(_ names: Set<String>) {
        let products = nodes.indices.filter { nodes[$0].isProduct }
        for index in products where names.contains(nodes[index].name) { nodes[index].isExact = true }
        // With a single product, nothing averages the rounding errors out, and there is no chain of products to speed up.
        if products.count == 1 { nodes[products[0]].isExact = true }
        let normalized = Set(nodes.compactMap { node in if case .instanceNormalization = node.kind { node.inputs[0] } else { nil } })
        for index in products {
            guard case .convolution = nodes[index].kind else { continue }
            let (input, output) = (nodes[index].inputs[0], nodes[index].outputs[0])
            // The normalisation subtracts the image's own mean from the result, and divides the rest by its deviation, which is often small.
            if shape(input)[1] < Graph.fewChannels, normalized.contains(output) { nodes[index].isExact = true }
            // In a map of positions the largest value counts, and no sum follows that would average the errors out.
            if isDense(output), isLastProduct(output), !isAveraged(output) { nodes[index].isExact = true }
        }
    }

    private func isDense(_ id: ValueID) -> Bool { shape(id).dropFirst(2).filter { $0 > 1 }.count > 1 }

    /// Whether the map is used only through its average over all positions, as in image classification.
    private func isAveraged(_ id: ValueID) -> Bool {
        var derived: Set<ValueID> = [id]
        for node in nodes where node.operands.contains(where: derived.contains) {
            switch node.kind {
            case .pointwise: derived.formUnion(node.outputs)
            case .pooling(let pooling) where pooling.kind != .maximum && !isDense(node.outputs[0]): continue
            default: return false
            }
        }
        return derived.isDisjoint(with: outputs)
    }

    /// Whether no other product depends on `id`.
    private func isLastProduct(_ id: ValueID) -> Bool {
        var derived: Set<ValueID> = [id]
        for node in nodes where node.operands.contains(where: derived.contains) {
            if node.isProduct { return false }
            derived.formUnion(node.outputs)
        }
        return true
    }
}

extension Node {
    var isProduct: Bool {
        switch kind {
        case .convolution, .dynamicConvolution, .product, .matrixProduct, .attention: true
        default: false
        }
    }
}
