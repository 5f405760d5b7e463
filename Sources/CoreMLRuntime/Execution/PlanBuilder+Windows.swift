import COneDNN

/// Pooling, normalisation, softmax and resampling.
extension PlanBuilder {
    /// Adds a step from one value to one value, given a way to make its primitive in a layout: first where the value lies, then in the
    /// family's format, then row-major.
    private mutating func planUnary(
        _ node: Node, elements: [Layout.Element]? = nil, extra: [Plan.Binding] = [], _ make: (Layout, Layout) throws -> Primitive
    ) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let here = try anyHome(x).layout
        var formats = [here.format]
        for format in [family, .rowMajor] where !formats.contains(format) { formats.append(format) }
        var fallback: (Layout, Layout, Primitive)?
        var chosen: (source: Layout, destination: Layout, primitive: Primitive)?
        search: for element in elements ?? (here.element == .float32 ? [.float32] : [here.element, .float32]) {
            for format in formats where format != .any && format != .other {
                guard let source = try? Layout(element, graph.shape(x), format),
                    let destination = try? Layout(element, graph.shape(y), format),
                    let primitive = try? make(source, destination)
                else { continue }
                if !primitive.isReference {
                    chosen = (source, destination, primitive)
                    break search
                }
                if fallback == nil { fallback = (source, destination, primitive) }
            }
        }
        guard let (source, destination, primitive) = chosen ?? fallback else {
            throw RuntimeError.unsupported("'\(node.name)': no kernel")
        }
        let memory = try home(x, source)
        let target = try self.destination(y, destination)
        try append(
            node.name, primitive,
            [binding(ONEDNN_ARGUMENT_SOURCE, source, memory), binding(ONEDNN_ARGUMENT_DESTINATION, destination, target)] + extra)
        homes[y].append(Home(layout: destination, memory: target))
    }

    mutating func planPooling(_ node: Node, _ pooling: PoolingNode) throws {
        try planUnary(node) {
            try Primitive.pooling(
                pooling.kind, kernel: pooling.kernel, strides: pooling.strides, paddingBefore: pooling.paddingBefore,
                paddingAfter: pooling.paddingAfter, source: $0, destination: $1)
        }
    }

    mutating func planSoftmax(_ node: Node, _ axis: Int) throws {
        try planUnary(node, elements: [.float32]) { try Primitive.softmax(axis: axis, source: $0, destination: $1) }
    }

    mutating func planLocalResponse(_ node: Node, _ response: LocalResponseNode) throws {
        try planUnary(node, elements: [.float32]) {
            try Primitive.localResponse(
                size: response.size, alpha: response.alpha, beta: response.beta, k: response.k, source: $0, destination: $1)
        }
    }

    mutating func planLayerNormalization(_ node: Node, _ normalization: NormalizationNode) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let layout = try Layout(.float32, graph.shape(x))
        let count = graph.shape(x)[graph.shape(x).count - 1]
        let primitive = try Primitive.layerNormalization(
            epsilon: normalization.epsilon, scaled: true, source: layout, destination: layout)
        let vector = try Layout(.float32, [count])
        let memory = try destination(y, layout)
        try append(
            node.name, primitive,
            [
                binding(ONEDNN_ARGUMENT_SOURCE, layout, try dense(x, .float32)),
                binding(ONEDNN_ARGUMENT_DESTINATION, layout, memory),
            ] + parameters(normalization, vector))
        homes[y].append(Home(layout: layout, memory: memory))
    }

    mutating func planInstanceNormalization(_ node: Node, _ normalization: NormalizationNode) throws {
        let vector = try Layout(.float32, [graph.shape(node.inputs[0])[1]])
        let statistics = [ONEDNN_ARGUMENT_MEAN, ONEDNN_ARGUMENT_VARIANCE].map {
            binding($0, vector, newBuffer(byteCount: vector.byteCount))
        }
        try planUnary(node, extra: statistics + parameters(normalization, vector)) {
            try Primitive.channelNormalization(epsilon: normalization.epsilon, source: $0, destination: $1)
        }
    }

    /// The bindings of a normalisation's scale and shift.
    private mutating func parameters(_ normalization: NormalizationNode, _ vector: Layout) -> [Plan.Binding] {
        let count = vector.dimensions[0]
        let gamma = normalization.gamma ?? [Float](repeating: 1, count: count)
        let beta = normalization.beta ?? [Float](repeating: 0, count: count)
        return [
            binding(ONEDNN_ARGUMENT_SCALE, vector, constant(ConstantMemory(gamma))),
            binding(ONEDNN_ARGUMENT_SHIFT, vector, constant(ConstantMemory(beta))),
        ]
    }

    mutating func planResampling(_ node: Node, _ kind: onednn_resampling_kind) throws {
        try planUnary(node) { try Primitive.resampling(kind, source: $0, destination: $1) }
    }
}
