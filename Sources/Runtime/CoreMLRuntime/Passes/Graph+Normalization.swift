extension Graph {
    /// Finds normalisations over the last dimension written out as several operations: `(x − mean) / √(variance + epsilon)`.
    mutating func recognizeNormalizations() {
        let quotients = combinations(.divide)
        guard !quotients.isEmpty else { return }
        let producer = producers
        for index in quotients {
            guard case .binary(_, let deviation) = nodes[index].posts[0],
                let found = normalized(nodes[index].inputs[0], by: deviation, producer)
            else { continue }
            nodes[index].kind = .layerNormalization(found.node)
            nodes[index].inputs = [found.x]
            nodes[index].posts = []
        }
        removeDeadNodes()
    }

    /// The x whose normalisation is `centred / deviation`.
    private func normalized(_ centred: ValueID, by deviation: ValueID, _ producer: [ValueID: Int]) -> (x: ValueID, node: NormalizationNode)?
    {
        guard let count = shape(centred).last, count > 1, let middle = producer[centred], case .pointwise = nodes[middle].kind,
            nodes[middle].posts.count == 1, case .binary(.subtract, let mean) = nodes[middle].posts[0],
            let x = Optional(nodes[middle].inputs[0]), reduction(mean, of: x, producer) == 1 / Float(count)
        else { return nil }
        var functions: [PostOperation] = []
        var current = deviation
        while let index = producer[current], case .pointwise = nodes[index].kind {
            functions = nodes[index].posts + functions
            current = nodes[index].inputs[0]
        }
        functions = PostOperation.simplified(functions)
        guard functions.count == 2, case .function(.linear, let scale, let epsilon) = functions[0],
            case .function(.squareRoot, _, _) = functions[1], epsilon > 0
        else { return nil }
        guard let sum = producer[current], let squares = nodes[sum].inputs.first,
            let factor = reduction(current, of: squares, producer), abs(factor * scale * Float(count) - 1) < 1e-5,
            let square = producer[squares], case .pointwise = nodes[square].kind, nodes[square].inputs[0] == centred,
            nodes[square].posts.count == 1, case .function(.square, _, _) = nodes[square].posts[0]
        else { return nil }
        return (x, NormalizationNode(count: count, epsilon: epsilon))
    }

    /// The factor between `value` and the sum of the last dimension of `x`: 1 for a sum, 1 / count for a mean. `nil` for anything else.
    private func reduction(_ value: ValueID, of x: ValueID, _ producer: [ValueID: Int]) -> Float? {
        guard let index = producer[value], nodes[index].inputs == [x], let count = shape(x).last,
            shape(value) == Array(shape(x).dropLast()) + [1]
        else { return nil }
        switch nodes[index].kind {
        case .pooling(let pooling) where pooling.isMean(of: count): return 1 / Float(count)
        case .plain(let plain):
            guard plain.call.has("axes"), (try? plain.call.axes("axes", rank: shape(x).count)) == [shape(x).count - 1] else { return nil }
            return plain.call.kind == "reduce_sum" ? 1 : plain.call.kind == "reduce_mean" ? 1 / Float(count) : nil
        default: return nil
        }
    }
}

extension PoolingNode {
    /// Whether each result is the mean of a whole line of `count` elements.
    func isMean(of count: Int) -> Bool {
        kind == .averageWithPadding && kernel == [count] && (paddingBefore + paddingAfter).allSatisfy { $0 == 0 }
    }
}
