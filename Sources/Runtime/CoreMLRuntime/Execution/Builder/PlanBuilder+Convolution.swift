import COneDNN

extension PlanBuilder {
    private struct Candidate {
        var source: Layout.Format
        var destination: Layout.Format
        var winograd = false
    }

    mutating func planConvolution(_ node: Node, _ convolution: ConvolutionNode) throws {
        if convolution.isVectorProduct(graph.shape(node.inputs[0])) { return try planVectorProduct(node, convolution) }
        if try planWinogradConvolution(node, convolution) { return }
        if try planImageConvolution(node, convolution) || planPatchConvolution(node, convolution) { return }
        if try planTileConvolution(node, convolution) { return }
        let candidates = candidates(node, convolution)
        // Winograd's kernels take few posts. Still, the Winograd kernel with the posts in a separate pass over the result costs less than
        // the direct kernel.
        if let winograd = candidates.first, winograd.winograd, !node.posts.isEmpty, graph.shape(node.inputs[0])[1] >= 32 {
            for count in [node.posts.count, 0]
            where try plan(node, convolution, winograd, Array(node.posts.prefix(count)), acceptsReference: false) {
                return try planPosts(node, from: count)
            }
        }
        for count in postCounts(node) {
            for candidate in candidates
            where try plan(node, convolution, candidate, Array(node.posts.prefix(count)), acceptsReference: false) {
                return try planPosts(node, from: count)
            }
        }
        guard try plan(node, convolution, Candidate(source: .rowMajor, destination: .rowMajor), [], acceptsReference: true) else {
            throw RuntimeError.unsupported("convolution '\(node.name)': no kernel")
        }
        try planPosts(node, from: 0)
    }

    /// Plans the node's posts from index `start` on in a separate pass.
    mutating func planPosts(_ node: Node, from start: Int) throws {
        let posts = Array(node.posts.dropFirst(start))
        if posts.isEmpty || planActivation(node, posts) { return }
        try planPointwise(node, from: node.outputs[0], posts)
    }

    /// Formats to try, the fastest first.
    private func candidates(_ node: Node, _ convolution: ConvolutionNode) -> [Candidate] {
        let input = graph.shape(node.inputs[0])
        let fallback = Candidate(source: .any, destination: .any)
        switch family {
        case .blocked16, .blocked8:
            // The kernels for few input channels read row-major input directly.
            let source: Layout.Format = input[1] <= 3 && convolution.groups == 1 ? .rowMajor : family
            let direct = Candidate(source: source, destination: family)
            guard factorElement == .float32, family == .blocked16, convolution.suitsWinograd(input) else { return [direct, fallback] }
            return [Candidate(source: family, destination: family, winograd: true), direct, fallback]
        case .any:
            guard factorElement == .float32, convolution.suitsWinograd(input) else { return [fallback] }
            return [Candidate(source: .any, destination: .any, winograd: true), fallback]
        default: return [Candidate(source: family, destination: family), fallback]
        }
    }

    /// Plans the node with one choice of formats. Returns false if the library has no kernel for it.
    private mutating func plan(
        _ node: Node, _ convolution: ConvolutionNode, _ candidate: Candidate, _ posts: [PostOperation], acceptsReference: Bool
    ) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try Layout(factorElement, graph.shape(x), candidate.source)
        let destination = try Layout(libraryResultElement(y), graph.shape(y), candidate.destination)
        guard let lowered = try lower(posts, destination: destination, shape: graph.shape(y), for: y) else { return false }
        if lowered.sum != nil, candidate.destination == .any { return false }
        let kernel = Array(convolution.weights.shape.dropFirst(2))
        let (inputs, outputs, groups) = (graph.shape(x)[1], convolution.outputChannels, convolution.groups)
        let dimensions = (groups > 1 ? [groups] : []) + [outputs / groups, inputs / groups] + kernel
        let weightsLayout = try Layout(factorElement, dimensions, .any)
        let bias = try convolution.bias.map { try Layout(.float32, [$0.count]) }
        var shape = convolution.shape
        shape.winograd = candidate.winograd
        let primitive: Primitive
        do {
            primitive = try Primitive.convolution(
                shape, source: source, weights: weightsLayout, bias: bias, destination: destination, posts: lowered.items)
        } catch { return false }
        guard acceptsReference || !primitive.isReference else { return false }
        let chosen = (
            source: try primitive.layout(ONEDNN_ARGUMENT_SOURCE, dimensions: graph.shape(x)),
            destination: try primitive.layout(ONEDNN_ARGUMENT_DESTINATION, dimensions: graph.shape(y)),
            weights: try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: dimensions)
        )
        let prepared = try prepareWeights(
            node, convolution, winograd: candidate.winograd, dimensions: dimensions, chosen.weights)
        var bindings = [
            binding(ONEDNN_ARGUMENT_SOURCE, chosen.source, try placement(x, chosen.source)),
            binding(ONEDNN_ARGUMENT_WEIGHTS, chosen.weights, constant(prepared)),
        ]
        if let values = convolution.bias, let bias {
            bindings.append(binding(ONEDNN_ARGUMENT_BIAS, bias, constant(ConstantMemory(values))))
        }
        bindings += try self.bindings(lowered)
        let memory = try self.destination(y, chosen.destination, lowered)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, chosen.destination, memory))
        try append(node.name, primitive, bindings)
        placements[y].append(Placement(layout: chosen.destination, memory: memory))
        return true
    }

    private func prepareWeights(
        _ node: Node, _ convolution: ConvolutionNode, winograd: Bool, dimensions: [Int], _ layout: Layout
    ) throws -> ConstantMemory {
        let form = convolution.shape.transposed ? "transposed" : ""
        let key = weightKey(node, convolution.weights, convolution.scale, form: form)
        return try weights.memory(key, layout: layout, for: awaited) { [weights] memory in
            let (tensor, scale) = (convolution.weights, convolution.scale)
            defer { tensor.releasePages() }
            if convolution.shape.transposed {
                let view = try PreparedWeights.transposed(tensor.shape, dimensions, groups: convolution.groups)
                return try weights.prepare(convolution.scaledTransposedWeights, scale: nil, from: view, to: layout, memory)
            }
            if winograd, try weights.prepareForWinograd(tensor, scale: scale, to: layout, memory) { return }
            try weights.prepare(tensor, scale: scale, from: try Layout(.float32, dimensions), to: layout, memory)
        }
    }

    /// The key under which a node's prepared weights are cached. The name alone is not enough: plans for other shapes use the same names,
    /// and their weights may differ.
    func weightKey(_ node: Node, _ tensor: Tensor, _ scale: [Float]?, form: String = "") -> WeightKey {
        WeightKey(
            name: graph.values[node.outputs[0]].name, form: form, numbers: weights.identity(of: tensor), scale: scale?.map(\.bitPattern))
    }
}

extension ConvolutionNode {
    /// The weights of a transposed convolution, each output scaled.
    fileprivate var scaledTransposedWeights: Tensor {
        guard let scale else { return weights }
        let scaled = Tensor(uninitialized: weights.type)
        let (inputs, perGroup, taps) = (weights.shape[0], weights.shape[1], weights.shape.dropFirst(2).product())
        for input in 0..<inputs {
            let group = input / (inputs / groups)
            for output in 0..<perGroup {
                let start = (input * perGroup + output) * taps
                for index in start..<start + taps { scaled.floats[index] = weights.floats[index] * scale[group * perGroup + output] }
            }
        }
        return scaled
    }
}
