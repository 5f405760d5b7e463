/// The root mean square normalisation of rows. Rows lie along the last dimension that has several elements.
struct RootMeanSquareNode {
    /// The length of a row.
    var count: Int
    var scale: RowScale
    var gamma: [Float]?

    /// Includes a multiplication of the normalised rows. The factor is a single number, or one number for each index of `axis`, the axis of
    /// the rows. Returns false if `post` is any other operation.
    mutating func multiply(by post: PostOperation, along axis: Int) -> Bool {
        switch post {
        case .function(.linear, let factor, 0):
            let product = scale.factor * factor
            guard product.isNormal else { return false }
            scale.factor = product
        case .affine(axis, let weights, let shift):
            guard weights.count == count, shift.allSatisfy({ $0 == 0 }) else { return false }
            gamma = zip(gamma ?? [Float](repeating: 1, count: count), weights).map { $0 * $1 }
        default: return false
        }
        return true
    }
}

extension Graph {
    /// Finds root mean square normalisations in the various forms in which models write them out.
    mutating func recognizeRootMeanSquares() {
        guard nodes.contains(where: \.mayBePartOfRootMeanSquare) else { return }
        let search = RootMeanSquareSearch(self)
        for index in nodes.indices {
            if let node = search.writtenOut(nodes[index]) ?? search.mirrored(nodes[index]) { nodes[index] = node }
        }
        removeDeadNodes()
        foldWeightsOfRootMeanSquares()
    }

    /// Folds the weights that multiply a normalised value into the normalisation. Identity operations in between, such as casts, are skipped.
    private mutating func foldWeightsOfRootMeanSquares() {
        let counts = useCounts
        var reader: [ValueID: Int] = [:]
        for (index, node) in nodes.enumerated() { for operand in node.operands { reader[operand] = index } }
        var removed = Set<Int>()
        for index in nodes.indices {
            guard case .rootMeanSquare(var normalization) = nodes[index].kind else { continue }
            while let next = reader[nodes[index].outputs[0]], counts[nodes[index].outputs[0]] == 1,
                nodes[next].inputs == nodes[index].outputs
            {
                if !isIdentity(nodes[next]) {
                    guard case .pointwise = nodes[next].kind, nodes[next].posts.count == 1,
                        let axis = rowAxis(shape(nodes[index].outputs[0])), normalization.multiply(by: nodes[next].posts[0], along: axis)
                    else { break }
                }
                nodes[index].outputs = nodes[next].outputs
                removed.insert(next)
            }
            nodes[index].kind = .rootMeanSquare(normalization)
        }
        nodes = nodes.indices.filter { !removed.contains($0) }.map { nodes[$0] }
    }

    /// Whether the node's output has the same elements and shape as its input.
    fileprivate func isIdentity(_ node: Node) -> Bool {
        guard case .reshape = node.kind, node.inputs.count == 1, node.outputs.count == 1 else { return false }
        return values[node.inputs[0]].type == values[node.outputs[0]].type
    }

    /// The dimension along which the rows of a tensor lie.
    fileprivate func rowAxis(_ shape: [Int]) -> Int? { shape.lastIndex { $0 > 1 } }
}

extension Node {
    /// Whether the node is of a kind that every written-out form contains: a sum of rows, or a layer normalisation.
    fileprivate var mayBePartOfRootMeanSquare: Bool {
        switch kind {
        case .layerNormalization: true
        case .pooling(let pooling): pooling.kernel.count == 1
        case .plain(let plain): RootMeanSquareSearch.sums.contains(plain.call.kind)
        default: false
        }
    }
}

/// Searches a graph for the written-out forms. It does not change the graph.
private struct RootMeanSquareSearch {
    typealias ValueID = Graph.ValueID

    private let graph: Graph
    private let counts: [Int]
    private var producer: [ValueID: Int] = [:]
    /// For each value, the value to which it is identical.
    private var origins: [ValueID]

    /// The longest chain of operations that is followed.
    private static let longestChain = 16

    /// The operations that `reduction` recognises.
    static let sums: Set = ["reduce_mean", "reduce_sum", "reduce_sum_square", "reduce_l2_norm"]

    init(_ graph: Graph) {
        self.graph = graph
        counts = graph.useCounts
        origins = Array(graph.values.indices)
        for (index, node) in graph.nodes.enumerated() {
            for output in node.outputs { producer[output] = index }
            if graph.isIdentity(node) { origins[node.outputs[0]] = origins[node.inputs[0]] }
        }
    }

    // MARK: Operations one by one

    /// The root mean square normalisation of which this node is the last step; `nil` if it is none. The last step multiplies x by the
    /// reciprocal of a root, such as `rsqrt(mean(x²) + epsilon)`, or divides x by a root.
    func writtenOut(_ node: Node) -> Node? {
        guard case .pointwise = node.kind, node.posts.count == 1, case .binary(let algorithm, let other) = node.posts[0] else { return nil }
        let x = node.inputs[0]
        switch algorithm {
        case .multiply:
            return scaled(node, x, by: other, isDivided: false) ?? scaled(node, other, by: x, isDivided: false)
        case .divide: return scaled(node, x, by: other, isDivided: true)
        default: return nil
        }
    }

    private func scaled(_ node: Node, _ value: ValueID, by scale: ValueID, isDivided: Bool) -> Node? {
        let shape = graph.shape(node.outputs[0])
        guard graph.shape(value) == shape, let axis = graph.rowAxis(shape), let found = rowStatistic(scale, axis, shape) else { return nil }
        var statistic = found.statistic
        if isDivided, !statistic.follow(.function(.reciprocal, alpha: 0, beta: 0)) { return nil }
        guard let factors = statistic.scale else { return nil }
        var normalization = RootMeanSquareNode(count: shape[axis], scale: factors)
        if origins[value] != found.x {
            // The value may be multiplied by weights before the scale.
            guard let weighted = soleProducer(value), case .pointwise = weighted.kind, weighted.posts.count == 1,
                origins[weighted.inputs[0]] == found.x, normalization.multiply(by: weighted.posts[0], along: axis)
            else { return nil }
        }
        return Node(name: node.name, kind: .rootMeanSquare(normalization), inputs: [found.x], outputs: node.outputs)
    }

    /// Recognises `scale` as a statistic of the squares of rows: one number for each row along `axis`, possibly repeated along the row.
    /// Returns the value that has the rows, of this shape, and the statistic. Returns `nil` for any other `scale`, or if other operations
    /// read it or the values in between.
    private func rowStatistic(_ scale: ValueID, _ axis: Int, _ shape: [Int]) -> (x: ValueID, statistic: RowStatistic)? {
        var isRepeated = graph.shape(scale) == shape
        guard isRepeated || hasNumberForEachRow(graph.shape(scale), axis, shape) else { return nil }
        var functions: [PostOperation] = []
        var current = scale
        for _ in 0..<Self.longestChain {
            guard counts[current] == 1, let index = producer[current] else { return nil }
            let node = graph.nodes[index]
            if !isRepeated, let found = reduction(node, axis, shape) {
                var statistic = found.statistic
                for function in functions {
                    guard statistic.follow(function) else { return nil }
                }
                return (found.x, statistic)
            }
            switch node.kind {
            case .pointwise:
                guard node.posts.allSatisfy(\.isFunction) else { return nil }
                functions = node.posts + functions
            case .reshape:
                // With one number for each row, in order, the shape does not matter.
                guard !isRepeated || graph.isIdentity(node) else { return nil }
            case .plain(let plain) where node.inputs.count == 1:
                if let function = RowStatistic.functions(of: plain.call) {
                    functions = function + functions
                } else {
                    guard isRepeated, ["tile", "osprey.broadcast_to"].contains(plain.call.kind),
                        hasNumberForEachRow(graph.shape(node.inputs[0]), axis, shape)
                    else { return nil }
                    isRepeated = false
                }
            default: return nil
            }
            current = node.inputs[0]
        }
        return nil
    }

    /// Whether a value of shape `own` has one number for each row of `shape`.
    private func hasNumberForEachRow(_ own: [Int], _ axis: Int, _ shape: [Int]) -> Bool {
        guard own.count <= shape.count else { return false }
        var rows = shape
        rows[axis] = 1
        return [Int](repeating: 1, count: shape.count - own.count) + own == rows
    }

    /// The mean or sum of the squares of each row, or the square root of that; `nil` if the node computes anything else. The rows are those
    /// of a value of `shape`.
    private func reduction(_ node: Node, _ axis: Int, _ shape: [Int]) -> (x: ValueID, statistic: RowStatistic)? {
        guard node.inputs.count == 1, graph.shape(node.inputs[0]) == shape else { return nil }
        let (input, count) = (node.inputs[0], shape[axis])
        func ofSquares(_ factor: Double) -> (x: ValueID, statistic: RowStatistic)? {
            guard let x = squared(input) else { return nil }
            return (x, RowStatistic.squares(factor))
        }
        switch node.kind {
        case .pooling(let pooling):
            return axis == 2 && shape.count == 3 && pooling.isMean(of: count) ? ofSquares(1) : nil
        case .plain(let plain):
            guard plain.call.has("axes"), (try? plain.call.axes("axes", rank: shape.count)) == [axis] else { return nil }
            switch plain.call.kind {
            case "reduce_mean": return ofSquares(1)
            case "reduce_sum": return ofSquares(Double(count))
            case "reduce_sum_square": return (origins[input], RowStatistic.squares(Double(count)))
            case "reduce_l2_norm": return (origins[input], RowStatistic.norm(count))
            default: return nil
            }
        default: return nil
        }
    }

    /// The value whose squares are `squares`, which nothing else may read.
    private func squared(_ squares: ValueID) -> ValueID? {
        guard let node = soleProducer(squares), case .pointwise = node.kind, node.posts.count == 1 else { return nil }
        let x = origins[node.inputs[0]]
        switch node.posts[0] {
        case .function(.square, _, _): return x
        case .binary(.multiply, let other): return origins[other] == x ? x : nil
        default: return nil
        }
    }

    /// The node that produces a value, if the value is read only once. Identity operations on the way are skipped.
    private func soleProducer(_ value: ValueID) -> Node? {
        var current = value
        for _ in 0..<Self.longestChain {
            guard counts[current] == 1, let index = producer[current] else { return nil }
            guard graph.isIdentity(graph.nodes[index]) else { return graph.nodes[index] }
            current = graph.nodes[index].inputs[0]
        }
        return nil
    }

    // MARK: Layer normalisation

    /// The normalisation of x that is written as half of a layer normalisation. The layer normalisation takes the concatenation of x and
    /// −x, which has mean 0. The node takes the first half.
    func mirrored(_ node: Node) -> Node? {
        guard let input = node.inputs.first, let output = node.outputs.first, counts[output] > 0,
            let host = soleProducer(input), case .layerNormalization(let layer) = host.kind, host.posts.isEmpty,
            let joined = soleProducer(host.inputs[0]), case .concat(let axis) = joined.kind, joined.inputs.count == 2,
            let negation = soleProducer(joined.inputs[1]), case .pointwise = negation.kind, negation.posts.count == 1,
            case .function(.linear, -1, 0) = negation.posts[0]
        else { return nil }
        let x = origins[joined.inputs[0]]
        let shape = graph.shape(x)
        guard origins[negation.inputs[0]] == x, graph.rowAxis(shape) == axis, layer.count == 2 * shape[axis], graph.shape(output) == shape,
            layer.beta?.allSatisfy({ $0 == 0 }) ?? true, takesFirstHalf(node, axis)
        else { return nil }
        let scale = RowScale(epsilon: layer.epsilon, least: 0, margin: 0, factor: 1, hasWideSquares: false)
        let gamma = layer.gamma.map { Array($0.prefix(shape[axis])) }
        let normalization = RootMeanSquareNode(count: shape[axis], scale: scale, gamma: gamma)
        return Node(name: node.name, kind: .rootMeanSquare(normalization), inputs: [x], outputs: [output])
    }

    /// Whether the node takes the first half of the input along `axis`, and nothing reads its other results.
    private func takesFirstHalf(_ node: Node, _ axis: Int) -> Bool {
        let type = graph.values[node.inputs[0]].type
        switch node.kind {
        case .part(let offset): return offset == 0 && type.shape.prefix(axis).product() == 1
        case .plain(let plain) where node.inputs.count == 1:
            switch plain.call.kind {
            case "split":
                return (try? plain.call.axis("axis", rank: type.rank)) == axis && node.outputs.dropFirst().allSatisfy { counts[$0] == 0 }
            case "slice_by_index":
                guard let region = try? SliceByIndex.region(plain.call, of: type), region.offset == 0,
                    region.strides.count == type.rank
                else { return false }
                return type.shape.indices.allSatisfy { type.shape[$0] == 1 || region.strides[$0] == type.strides[$0] }
            default: return false
            }
        default: return false
        }
    }
}
