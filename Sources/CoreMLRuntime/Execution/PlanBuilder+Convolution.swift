import COneDNN

extension PlanBuilder {
    private struct Candidate {
        var source: Layout.Format
        var destination: Layout.Format
        var winograd = false
    }

    mutating func planConvolution(_ node: Node, _ convolution: ConvolutionNode) throws {
        if convolution.isVectorProduct(graph.shape(node.inputs[0])) { return try planVectorProduct(node, convolution) }
        let candidates = candidates(node, convolution)
        // Winograd's kernels take few posts; a pass of its own over the result costs less than the direct kernel.
        if let winograd = candidates.first, winograd.winograd, !node.posts.isEmpty, graph.shape(node.inputs[0])[1] >= 32 {
            for count in [node.posts.count, 0]
            where try plan(node, convolution, winograd, Array(node.posts.prefix(count)), acceptsReference: false) {
                return try planPosts(node, from: count)
            }
        }
        for count in stride(from: node.posts.count, through: 0, by: -1) {
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

    /// The posts from this one on, in a pass of their own.
    mutating func planPosts(_ node: Node, from start: Int) throws {
        guard start < node.posts.count else { return }
        try planPointwise(node, from: node.outputs[0], Array(node.posts.dropFirst(start)))
    }

    /// Formats to try, the fastest first.
    private func candidates(_ node: Node, _ convolution: ConvolutionNode) -> [Candidate] {
        let input = graph.shape(node.inputs[0])
        let fallback = Candidate(source: .any, destination: .any)
        switch family {
        case .blocked16:
            // The kernels for a few input channels read rows as they are.
            let source: Layout.Format = input[1] <= 3 && convolution.groups == 1 ? .rowMajor : .blocked16
            let direct = Candidate(source: source, destination: .blocked16)
            guard options.precision == .float32, convolution.suitsWinograd(input) else { return [direct, fallback] }
            return [Candidate(source: .blocked16, destination: .blocked16, winograd: true), direct, fallback]
        case .any:
            guard options.precision == .float32, convolution.suitsWinograd(input) else { return [fallback] }
            return [Candidate(source: .any, destination: .any, winograd: true), fallback]
        default: return [Candidate(source: family, destination: family), fallback]
        }
    }

    /// Plans the node with one choice of formats; false where the library has no kernel for it.
    private mutating func plan(
        _ node: Node, _ convolution: ConvolutionNode, _ candidate: Candidate, _ posts: [PostOperation], acceptsReference: Bool
    ) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try Layout(factorElement, graph.shape(x), candidate.source)
        let destination = try Layout(resultElement(y), graph.shape(y), candidate.destination)
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
            binding(ONEDNN_ARGUMENT_SOURCE, chosen.source, try home(x, chosen.source)),
            binding(ONEDNN_ARGUMENT_WEIGHTS, chosen.weights, constant(prepared)),
        ]
        if let values = convolution.bias, let bias {
            bindings.append(binding(ONEDNN_ARGUMENT_BIAS, bias, constant(ConstantMemory(values))))
        }
        bindings += try self.bindings(lowered)
        let memory = try self.destination(y, chosen.destination, lowered)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, chosen.destination, memory))
        try append(node.name, primitive, bindings)
        homes[y].append(Home(layout: chosen.destination, memory: memory))
        return true
    }

    private func prepareWeights(
        _ node: Node, _ convolution: ConvolutionNode, winograd: Bool, dimensions: [Int], _ layout: Layout
    ) throws
        -> ConstantMemory
    {
        let key = weightKey(node, convolution.scale)
        return try weights.memory(key, layout: layout) { memory in
            let tensor = convolution.weights
            let kernel = Array(tensor.shape.dropFirst(2))
            guard convolution.shape.transposed else {
                let scale = convolution.scale
                let done = try winograd && prepareForWinograd(tensor, scale: scale, to: layout, memory)
                if !done { try prepare(tensor, scale: scale, from: try Layout(.float32, dimensions), to: layout, memory) }
                tensor.releasePages()
                return
            }
            let (groups, inputs) = (convolution.groups, tensor.shape[0])
            let (perGroup, taps) = (tensor.shape[1], kernel.product())
            let scale = convolution.scale
            let scaled = scale == nil ? tensor : Tensor(uninitialized: tensor.type)
            if let scale {
                for input in 0..<inputs {
                    let group = input / (inputs / groups)
                    for output in 0..<perGroup {
                        let start = (input * perGroup + output) * taps
                        for index in start..<start + taps { scaled.floats[index] = tensor.floats[index] * scale[group * perGroup + output] }
                    }
                }
            }
            try prepare(scaled, scale: nil, from: try transposedWeights(tensor.shape, dimensions, groups: groups), to: layout, memory)
            tensor.releasePages()
        }
    }

    /// The weights of a transposed convolution, stored as [C, O / groups, …], seen as `dimensions`: [groups,] [O / groups, C / groups, …].
    func transposedWeights(_ stored: [Int], _ dimensions: [Int], groups: Int) throws -> Layout {
        let kernel = Array(stored.dropFirst(2))
        let (perGroup, taps) = (stored[1], kernel.product())
        var strides = [taps, perGroup * taps] + TensorType.float32(kernel).strides
        if groups > 1 { strides.insert(stored[0] / groups * perGroup * taps, at: 0) }
        return try Layout(.float32, dimensions, strides: strides)
    }

    /// The name under which a node's weights are kept; folded scales are part of it.
    func weightKey(_ node: Node, _ scale: [Float]?) -> String {
        "\(graph.values[node.outputs[0]].name) \(scale?.hashValue ?? 0)"
    }

    /// Weights re-ordered once into the layout that a kernel wants, each leading index scaled.
    func prepare(
        _ tensor: Tensor, scale: [Float]?, from source: Layout, to layout: Layout, _ result: ConstantMemory
    ) throws {
        let primitive = try Primitive.reorder(from: source, to: layout)
        let scratchpadByteCount = primitive.scratchpadByteCount
        // Kept from one weight to the next: fresh pages cost more than the work done in them.
        let changes = tensor.halves != nil || !(scale ?? []).isEmpty
        let workspace = try weights.workspace(byteCount: scratchpadByteCount + 64 + (changes ? tensor.type.byteCount : 0))
        var values = tensor
        if changes {
            values = Tensor(tensor.type, viewing: workspace.pointer + (scratchpadByteCount + 63) / 64 * 64, owner: workspace)
            tensor.halves?.widen(into: values.floatPointer)
        }
        if let scale, !scale.isEmpty {
            let count = tensor.count / scale.count
            let to = values.floatPointer
            let from = tensor.halves == nil ? tensor.floatPointer : to
            for (row, factor) in scale.enumerated() {
                for index in row * count..<(row + 1) * count { to[index] = from[index] * factor }
            }
        }
        var bindings: [PrimitiveCall.Binding] = [
            .init(argument: Int(ONEDNN_ARGUMENT_SOURCE.rawValue), layout: source, data: values.pointer),
            .init(argument: Int(ONEDNN_ARGUMENT_DESTINATION.rawValue), layout: layout, data: result.pointer),
        ]
        if scratchpadByteCount > 0 {
            bindings.append(
                .init(
                    argument: Int(ONEDNN_ARGUMENT_SCRATCHPAD.rawValue),
                    layout: try primitive.layout(ONEDNN_ARGUMENT_SCRATCHPAD, dimensions: []), data: workspace.pointer))
        }
        try PrimitiveCall(primitive, bindings).run()
        withExtendedLifetime(values) { weights.recycle(workspace) }
    }

    /// False where the library must do it.
    private func prepareForWinograd(_ tensor: Tensor, scale: [Float]?, to layout: Layout, _ result: ConstantMemory) throws -> Bool {
        try withFloats(of: tensor) { try Primitive.winogradWeights($0, scale: scale, to: layout, result) }
    }

    /// Calls `body` with a weight in float32, which is there no longer than the call where it had to be widened.
    func withFloats<Result>(of tensor: Tensor, _ body: (Tensor) throws -> Result) throws -> Result {
        guard let halves = tensor.halves else { return try body(tensor) }
        let workspace = try weights.workspace(byteCount: tensor.type.byteCount)
        defer { weights.recycle(workspace) }
        let widened = Tensor(tensor.type, viewing: workspace.pointer, owner: workspace)
        halves.widen(into: widened.floatPointer)
        return try body(widened)
    }
}
