import COneDNN

/// A convolution by the library, with Winograd's F(4×4) kernel if it takes the convolution.
enum LibraryWinogradConvolution: KernelCandidate {
    static let name = KernelName.libraryWinograd

    static func canPlan(_ node: Node, _ convolution: ConvolutionNode, in builder: PlanBuilder) -> Bool {
        (builder.family == .blocked16 || builder.family == .any) && builder.factorElement == .float32
            && convolution.suitsWinograd(builder.graph.shape(node.inputs[0]))
    }

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        let winograd = LibraryFormats(source: builder.family, destination: builder.family, winograd: true)
        // Winograd's kernels take few posts. Still, the Winograd kernel with the posts in a separate pass over the result costs less than
        // the direct kernel.
        if !node.posts.isEmpty, builder.graph.shape(node.inputs[0])[1] >= 32 {
            for count in [node.posts.count, 0]
            where try winograd.plan(node, convolution, Array(node.posts.prefix(count)), in: &builder) {
                return try builder.planPosts(node, from: count)
            }
        }
        try LibraryConvolution.plan(node, convolution, [winograd] + LibraryConvolution.formats(node, convolution, builder), in: &builder)
    }
}

/// A convolution by the direct kernels of the library.
enum LibraryConvolution: KernelCandidate {
    static let name = KernelName.library

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        try plan(node, convolution, formats(node, convolution, builder), in: &builder)
    }

    /// Plans the convolution with the first of `formats` in which the library has a kernel. All formats are tried with the most posts
    /// first. If no format has a kernel, some posts are left out.
    fileprivate static func plan(
        _ node: Node, _ convolution: ConvolutionNode, _ formats: [LibraryFormats], in builder: inout PlanBuilder
    ) throws {
        for count in builder.postCounts(node) {
            for format in formats where try format.plan(node, convolution, Array(node.posts.prefix(count)), in: &builder) {
                return try builder.planPosts(node, from: count)
            }
        }
        let reference = LibraryFormats(source: .rowMajor, destination: .rowMajor, acceptsReference: true)
        guard try reference.plan(node, convolution, [], in: &builder) else {
            throw RuntimeError.unsupported("convolution '\(node.name)': no kernel")
        }
        try builder.planPosts(node, from: 0)
    }

    /// Formats to try for the direct kernels, the fastest first.
    fileprivate static func formats(_ node: Node, _ convolution: ConvolutionNode, _ builder: PlanBuilder) -> [LibraryFormats] {
        let family = builder.family
        let fallback = LibraryFormats(source: .any, destination: .any)
        switch family {
        case .blocked16, .blocked8:
            // The kernels for few input channels read row-major input directly.
            let source: Layout.Format = builder.graph.shape(node.inputs[0])[1] <= 3 && convolution.groups == 1 ? .rowMajor : family
            return [LibraryFormats(source: source, destination: family), fallback]
        case .any: return [fallback]
        default: return [LibraryFormats(source: family, destination: family), fallback]
        }
    }
}

/// The memory formats in which a convolution of the library is tried.
private struct LibraryFormats {
    var source: Layout.Format
    var destination: Layout.Format
    var winograd = false
    /// Whether the library's slow reference code is accepted.
    var acceptsReference = false

    /// Plans the node in these formats. Returns false if the library has no kernel for it.
    func plan(_ node: Node, _ convolution: ConvolutionNode, _ posts: [PostOperation], in builder: inout PlanBuilder) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result, element) = (builder.graph.shape(x), builder.graph.shape(y), builder.factorElement)
        let source = try Layout(element, input, self.source)
        let destination = try Layout(builder.libraryResultElement(y), result, self.destination)
        guard let lowered = try builder.lower(posts, destination: destination, shape: result, for: y) else { return false }
        if lowered.sum != nil, self.destination == .any { return false }
        let kernel = Array(convolution.weights.shape.dropFirst(2))
        let (inputs, outputs, groups) = (input[1], convolution.outputChannels, convolution.groups)
        let dimensions = (groups > 1 ? [groups] : []) + [outputs / groups, inputs / groups] + kernel
        let weightsLayout = try Layout(element, dimensions, .any)
        let bias = try convolution.bias.map { try Layout(.float32, [$0.count]) }
        var shape = convolution.shape
        shape.winograd = winograd
        let primitive: Primitive
        do {
            primitive = try Primitive.convolution(
                shape, source: source, weights: weightsLayout, bias: bias, destination: destination, posts: lowered.items)
        } catch { return false }
        guard acceptsReference || !primitive.isReference else { return false }
        let chosen = (
            source: try primitive.layout(ONEDNN_ARGUMENT_SOURCE, dimensions: input),
            destination: try primitive.layout(ONEDNN_ARGUMENT_DESTINATION, dimensions: result),
            weights: try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: dimensions)
        )
        let prepared = try weights(node, convolution, dimensions, chosen.weights, builder)
        var bindings = [
            builder.binding(ONEDNN_ARGUMENT_SOURCE, chosen.source, try builder.placement(x, chosen.source)),
            builder.binding(ONEDNN_ARGUMENT_WEIGHTS, chosen.weights, builder.constant(prepared)),
        ]
        if let values = convolution.bias, let bias {
            bindings.append(builder.binding(ONEDNN_ARGUMENT_BIAS, bias, builder.constant(ConstantMemory(values))))
        }
        bindings += try builder.bindings(lowered)
        let memory = try builder.destination(y, chosen.destination, lowered)
        bindings.append(builder.binding(ONEDNN_ARGUMENT_DESTINATION, chosen.destination, memory))
        try builder.append(node.name, winograd ? .libraryWinograd : .library, primitive, bindings)
        builder.placements[y].append(.init(layout: chosen.destination, memory: memory))
        return true
    }

    private func weights(
        _ node: Node, _ convolution: ConvolutionNode, _ dimensions: [Int], _ layout: Layout, _ builder: PlanBuilder
    ) throws -> ConstantMemory {
        let form = convolution.shape.transposed ? "transposed" : ""
        let key = builder.weightKey(node, convolution.weights, convolution.scale, form: form)
        return try builder.weights.memory(key, layout: layout, for: builder.awaited) { [weights = builder.weights, winograd] memory in
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
}

extension ConvolutionNode {
    /// The weights of a transposed convolution, with each output scaled.
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
