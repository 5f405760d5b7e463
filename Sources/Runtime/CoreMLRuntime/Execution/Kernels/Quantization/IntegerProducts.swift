import COneDNN

/// A convolution of 8-bit integers by the library.
enum LibraryIntegerConvolution: KernelCandidate {
    static let name = KernelName.libraryIntegers

    static func plan(_ node: Node, _ operation: (ConvolutionNode, IntegerProduct), in builder: inout PlanBuilder) throws {
        let (convolution, integers) = operation
        let (x, y) = (builder.graph.shape(node.inputs[0]), builder.graph.shape(node.outputs[0]))
        let (inputs, outputs, groups) = (x[1], convolution.outputChannels, convolution.groups)
        let kernel = Array(convolution.weights.shape.dropFirst(2))
        let source = try Layout(integers.input.element, x, .channelsLast)
        let destination = { (element: Layout.Element) in try Layout(element, y, .channelsLast) }
        let work = IntegerWork(
            word: "convolution", source: source, dimensions: (groups > 1 ? [groups] : []) + [outputs / groups, inputs / groups] + kernel,
            weights: convolution.weights, axis: 1, destination: destination, own: destination
        ) {
            try Primitive.convolution(convolution.shape, source: source, weights: $0, bias: $1, destination: $2, posts: $3)
        }
        let terms = builder.terms(integers, scale: convolution.scale, bias: convolution.bias)
        try builder.appendIntegers(node, work, terms, integers) { builder in try builder.placement(node.inputs[0], source) }
    }
}

/// A product of 8-bit integers by the library.
enum LibraryIntegerProduct: KernelCandidate {
    static let name = KernelName.libraryIntegers

    static func plan(_ node: Node, _ operation: (ProductNode, IntegerProduct), in builder: inout PlanBuilder) throws {
        let (product, integers) = operation
        let (outputs, inputs) = (product.outputCount, product.inputCount)
        let rows = builder.graph.values[node.inputs[0]].type.count / max(inputs, 1)
        let y = builder.graph.shape(node.outputs[0])
        let source = try Layout(integers.input.element, [rows, inputs])
        let work = IntegerWork(
            word: "linear", source: source, dimensions: [outputs, inputs], weights: product.weights, axis: y.count - 1,
            destination: { try Layout($0, [rows, outputs]) }, own: { try Layout($0, y) }
        ) {
            try Primitive.innerProduct(source: source, weights: $0, bias: $1, destination: $2, posts: $3)
        }
        let terms = builder.terms(integers, scale: product.scale, bias: product.bias)
        try builder.appendIntegers(node, work, terms, integers) { builder in try builder.dense(node.inputs[0], integers.input.element) }
    }
}

/// The differences between a convolution and a matrix product of integers.
private struct IntegerWork {
    /// The name of the operation in error messages.
    let word: String
    let source: Layout
    /// The shape of the weights in the model.
    let dimensions: [Int]
    let weights: Tensor
    /// The axis of the result along which each output has its own scale.
    let axis: Int
    /// The result's layout for the library. Its dimensions may differ from the value's.
    let destination: (Layout.Element) throws -> Layout
    /// The layout of the value in the plan.
    let own: (Layout.Element) throws -> Layout
    let primitive: (_ weights: Layout, _ bias: Layout?, _ destination: Layout, _ posts: [Primitive.Post]) throws -> Primitive
}

extension PlanBuilder {
    fileprivate typealias Terms = (scale: [Float], bias: [Float]?, shift: [Float])

    fileprivate mutating func appendIntegers(
        _ node: Node, _ work: IntegerWork, _ terms: Terms, _ integers: IntegerProduct, input: (inout PlanBuilder) throws -> Memory
    ) throws {
        let y = node.outputs[0]
        for posts in attempts(node, integers) {
            let element = posts == nil ? .float32 : integers.result?.element ?? resultElement(y)
            let destination = try work.destination(element)
            let all = [.affine(axis: work.axis, scale: terms.scale, shift: terms.shift)] + (posts ?? [])
            guard let lowered = try lower(all, destination: destination, shape: graph.shape(y), for: y),
                let primitive = try? work.primitive(
                    try Layout(.int8, work.dimensions, .any), try terms.bias.map { try Layout(.float32, [$0.count]) }, destination,
                    lowered.items),
                !primitive.isReference
            else { continue }
            let chosen = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: work.dimensions)
            let key = weightKey(node, work.weights, nil, form: "int8")
            let prepared = try weights.memory(key, layout: chosen, for: awaited) { [weights] memory in
                try weights.prepare(integers.weights.values, scale: nil, from: try Layout(.int8, work.dimensions), to: chosen, memory)
            }
            let source = binding(ONEDNN_ARGUMENT_SOURCE, work.source, try input(&self))
            try finish(
                node, primitive, [source, binding(ONEDNN_ARGUMENT_WEIGHTS, chosen, constant(prepared))], terms.bias, lowered, destination,
                own: try work.own(element))
            if posts == nil { try planPointwise(node, from: y, node.posts) }
            return
        }
        throw RuntimeError.unsupported("\(work.word) '\(node.name)': no kernel for integers")
    }

    /// The lists of posts to try, in order. For a quantized result there is one list: all posts and the quantization. A float result with
    /// posts has a second attempt, `nil`, which means that the posts are applied in a separate pass.
    private func attempts(_ node: Node, _ integers: IntegerProduct) -> [[PostOperation]?] {
        guard let result = integers.result else { return node.posts.isEmpty ? [[]] : [node.posts, nil] }
        return [node.posts + [.linear(1 / result.scale, Float(result.zero))]]
    }

    /// The terms that convert a sum of integer products to a number. First comes a bias for the sum, then a scale, then a shift.
    fileprivate func terms(_ integers: IntegerProduct, scale: [Float]?, bias: [Float]?) -> Terms {
        let scales = integers.weights.scales.enumerated().map { $1 * integers.input.scale * (scale?[$0] ?? 1) }
        var shift = bias ?? [Float](repeating: 0, count: scales.count)
        if integers.input.zero != 0 {
            for (index, sum) in integers.weights.sums.enumerated() { shift[index] -= scales[index] * sum * Float(integers.input.zero) }
        }
        let none = [Float](repeating: 0, count: scales.count)
        if shift == none { return (scales, nil, none) }
        // In the library's kernels, a bias costs less than a shift, but it is added before the scale.
        let before = zip(shift, scales).map { $0 / $1 }
        return before.allSatisfy(\.isFinite) ? (scales, before, none) : (scales, nil, shift)
    }

    private mutating func finish(
        _ node: Node, _ primitive: Primitive, _ start: [Plan.Binding], _ bias: [Float]?, _ lowered: LoweredPosts, _ destination: Layout,
        own: Layout
    ) throws {
        let y = node.outputs[0]
        var bindings = start
        if let bias { bindings.append(binding(ONEDNN_ARGUMENT_BIAS, try Layout(.float32, [bias.count]), constant(ConstantMemory(bias)))) }
        bindings += try self.bindings(lowered)
        let memory = try self.destination(y, own, lowered)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, destination, memory))
        try append(node.name, .libraryIntegers, primitive, bindings)
        placements[y] = [Placement(layout: own, memory: memory)]
    }
}
