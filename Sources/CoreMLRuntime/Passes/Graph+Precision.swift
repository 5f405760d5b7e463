import COneDNN

/// What stays in float32 where the rest computes in bfloat16.
///
/// Nodes come exact from operations that a program declares as float32: that is what Core ML promises at least. Of the others:
/// a factor rounded to bfloat16 is off by up to 1 part in 256. Sums of many products average that out; what follows here are the places
/// where nothing does, chosen by the shape of the graph.
extension Graph {
    /// Sums of fewer channels than this average little out: those of an image.
    private static let fewChannels = 4

    /// Whether there are products, and all of them are exact: a plan of reduced precision has nothing to reduce then.
    var hasExactProductsOnly: Bool {
        let products = nodes.filter(\.isProduct)
        return !products.isEmpty && products.allSatisfy(\.isExact)
    }

    mutating func chooseExactNodes() {
        let products = nodes.indices.filter { nodes[$0].isProduct }
        // A function of a single product is all rounding, and has no chain of products to be fast in.
        if products.count == 1 { nodes[products[0]].isExact = true }
        let normalized = Set(nodes.compactMap { node in if case .instanceNormalization = node.kind { node.inputs[0] } else { nil } })
        for index in products {
            guard case .convolution = nodes[index].kind else { continue }
            let (input, output) = (nodes[index].inputs[0], nodes[index].outputs[0])
            // An image's own mean is subtracted from the result, and its deviation, often a small one, divides what is left.
            if shape(input)[1] < Graph.fewChannels, normalized.contains(output) { nodes[index].isExact = true }
            // Maps of positions, where the largest value counts rather than the sum of all: nothing follows that would average.
            if isDense(output), isLastProduct(output), !isAveraged(output) { nodes[index].isExact = true }
        }
    }

    private func isDense(_ id: ValueID) -> Bool { shape(id).dropFirst(2).filter { $0 > 1 }.count > 1 }

    /// Whether all that comes of the map is its average over all places, as where images are classified.
    private func isAveraged(_ id: ValueID) -> Bool {
        var derived: Set<ValueID> = [id]
        for node in nodes where node.operands.contains(where: derived.contains) {
            switch node.kind {
            case .pointwise: derived.formUnion(node.outputs)
            case .pooling(let pooling) where pooling.kind != ONEDNN_POOL_MAX && !isDense(node.outputs[0]): continue
            default: return false
            }
        }
        return derived.isDisjoint(with: outputs)
    }

    /// Whether no other product reads what comes of `id`.
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
    fileprivate var isProduct: Bool {
        switch kind {
        case .convolution, .dynamicConvolution, .product, .matrixProduct, .attention: true
        default: false
        }
    }
}
