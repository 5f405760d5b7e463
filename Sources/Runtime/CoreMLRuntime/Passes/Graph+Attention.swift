import CKernels

/// `softmax(scale · Q · Kᵀ + mask) · V`. The inputs are queries, keys, values and an optional mask. The mask holds numbers to add to the
/// scores, or Booleans that select scores.
struct AttentionNode {
    var scale: Float
    /// The views of queries [batch…, N, width], keys [batch…, M, width] and values [batch…, M, depth] into the node's inputs.
    var operands: [StridedView]
    /// The view of the result [batch…, N, depth] in the node's output.
    var result: StridedView
    /// Whether its products may be computed in AMX.
    var fitsAMX: Bool
    /// Whether keys and values are read from states of float16.
    var hasHalves = false

    init(scale: Float, operands: [[Int]], result: [Int]) {
        self.scale = scale
        self.operands = operands.map { StridedView($0) }
        self.result = StridedView(result)
        let (width, depth) = (Int64(operands[0].last ?? 0), Int64(result.last ?? 0))
        fitsAMX = kernel_attention_fits_amx(width, depth)
    }
}

/// Chooses the faster of two forms of attention. The first is a single node whose kernel never holds all scores. The second has two
/// products with a softmax between them.
extension Graph {
    mutating func chooseAttentions(for options: PlanOptions) {
        recognizeAttentions(for: options)
        writeOutAttentions(for: options)
        readAttentionsThroughViews()
    }

    /// The maximum number of queries of a head for which AMX is not worthwhile. Reading the keys and values then takes most of the time.
    private static let fewQueries = 4

    /// Whether two matrix products in AMX are faster than the attention kernel. The kernel must be unable to use AMX. AMX must also save
    /// more time than storing and reading the scores takes. Wide queries allow more scores, because each score is a sum of more products.
    private func isFasterWrittenOut(_ attention: AttentionNode, _ scores: [Int], _ options: PlanOptions) -> Bool {
        guard options.precision == .bfloat16, options.usesAMX, !attention.fitsAMX else { return false }
        let (length, width) = (scores.dropLast().last ?? 0, attention.operands[0].shape.last ?? 0)
        guard length > Self.fewQueries else { return false }
        return scores.product() <= (width > 96 ? 1 << 24 : 1 << 21)
    }

    // MARK: Attention as converters write it

    /// The scores of an attention before the softmax.
    private struct Scores {
        var queries: ValueID
        var keys: ValueID
        var scale: Float = 1
        var mask: ValueID?
    }

    /// Finds attention that is written out as several operations. Nothing else may read their intermediate values.
    private mutating func recognizeAttentions(for options: PlanOptions) {
        guard nodes.contains(where: { if case .matrixProduct = $0.kind { true } else { false } }) else { return }
        let counts = useCounts
        let producer = producers
        for index in nodes.indices {
            guard case .matrixProduct(let product) = nodes[index].kind, !product.transposesFirst, !product.transposesSecond,
                nodes[index].posts.isEmpty
            else { continue }
            let (weights, values) = (nodes[index].inputs[0], nodes[index].inputs[1])
            guard counts[weights] == 1, let host = producer[weights], case .softmax(let axis) = nodes[host].kind,
                axis == shape(weights).count - 1, let found = scores(nodes[host].inputs[0], counts, producer)
            else { continue }
            let operands = [found.queries, found.keys, values].map { shape($0) }
            let attention = AttentionNode(scale: found.scale, operands: operands, result: shape(nodes[index].outputs[0]))
            if isFasterWrittenOut(attention, shape(weights), options) { continue }
            nodes[index].kind = .attention(attention)
            nodes[index].inputs = [found.queries, found.keys, values] + (found.mask.map { [$0] } ?? [])
        }
        removeDeadNodes()
    }

    /// The maximum number of operations between the products, in addition to the softmax.
    private static let longestChain = 4

    /// The scores that `value` holds: a product of queries and keys, then a scale, then a mask.
    private mutating func scores(
        _ value: ValueID, _ counts: [Int], _ producer: [ValueID: Int], operations: Int = Graph.longestChain
    ) -> Scores? {
        guard operations >= 0, counts[value] == 1, let index = producer[value], nodes[index].posts.count < 2 else { return nil }
        func before(_ value: ValueID) -> Scores? { scores(value, counts, producer, operations: operations - 1) }
        let node = nodes[index]
        switch (node.kind, node.posts.first) {
        case (.matrixProduct(let product), nil):
            guard !product.transposesFirst, product.transposesSecond else { return nil }
            return Scores(queries: node.inputs[0], keys: node.inputs[1])
        case (.pointwise, .function(.linear, let factor, 0)?):
            guard var found = before(node.inputs[0]), found.mask == nil else { return nil }
            found.scale *= factor
            return found
        case (.pointwise, .binary(.add, let other)?):
            for (sum, mask) in [(node.inputs[0], other), (other, node.inputs[0])] where shape(sum) == shape(value) {
                guard var found = before(sum), found.mask == nil else { continue }
                found.mask = mask
                return found
            }
            return nil
        case (.pointwise, .affine(let axis, let factors, let shifts)?):
            guard factors.allSatisfy({ $0 == 1 }), var found = before(node.inputs[0]), found.mask == nil else { return nil }
            var sizes = [Int](repeating: 1, count: shape(value).count)
            sizes[axis] = shifts.count
            found.mask = add(Value(name: "\(node.name).mask", type: .float32(sizes), constant: Tensor(shifts, shape: sizes)))
            return found
        default: return nil
        }
    }

    // MARK: Attention as products

    private mutating func writeOutAttentions(for options: PlanOptions) {
        guard nodes.contains(where: { if case .attention = $0.kind { true } else { false } }) else { return }
        let given = nodes
        nodes = []
        for node in given {
            if case .attention(let attention) = node.kind, let scores = scoresOfProducts(node),
                isFasterWrittenOut(attention, scores, options)
            {
                appendProducts(node, attention, scores)
            } else {
                nodes.append(node)
            }
        }
    }

    /// The shape of the scores; `nil` if two matrix products cannot compute the attention. Queries, keys and values must have a matrix for each
    /// matrix of the result, and a mask must hold numbers, not Booleans.
    private func scoresOfProducts(_ node: Node) -> [Int]? {
        let (result, keys) = (shape(node.outputs[0]), shape(node.inputs[1]))
        guard result.count <= 5, node.inputs.prefix(3).allSatisfy({ shape($0).dropLast(2) == result.dropLast(2) }),
            node.inputs.dropFirst(3).allSatisfy({ isFloat($0) })
        else { return nil }
        return Array(result.dropLast()) + [keys[keys.count - 2]]
    }

    private mutating func appendProducts(_ node: Node, _ attention: AttentionNode, _ shape: [Int]) {
        let scale = PostOperation.linear(attention.scale, 0)
        let masks = node.inputs.dropFirst(3).map { PostOperation.binary(.add, $0) }
        let (raw, scores, weights) = (
            intermediate(node, "products", shape), intermediate(node, "scores", shape), intermediate(node, "weights", shape)
        )
        nodes += [
            Node(
                name: "\(node.name).products", kind: .matrixProduct(.init(transposesFirst: false, transposesSecond: true)),
                inputs: Array(node.inputs.prefix(2)), outputs: [raw], isExact: node.isExact),
            Node(name: "\(node.name).scores", kind: .pointwise, inputs: [raw], outputs: [scores], posts: [scale] + masks),
            Node(name: "\(node.name).weights", kind: .softmax(axis: shape.count - 1), inputs: [scores], outputs: [weights]),
            Node(
                name: node.name, kind: .matrixProduct(.init(transposesFirst: false, transposesSecond: false)),
                inputs: [weights, node.inputs[2]], outputs: node.outputs, isExact: node.isExact),
        ]
    }

    private mutating func intermediate(_ node: Node, _ name: String, _ shape: [Int]) -> ValueID {
        add(Value(name: "\(node.name).\(name)", type: .float32(shape), constant: nil))
    }
}
