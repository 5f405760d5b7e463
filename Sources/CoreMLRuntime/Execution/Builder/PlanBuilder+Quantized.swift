import COneDNN

extension PlanBuilder {
    // MARK: To integers and back

    mutating func planQuantize(_ node: Node, _ quantization: EightBitQuantization) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try plainPlacement(x)
        let layout = try Layout(quantization.element, graph.shape(x), source.layout.format)
        let memory = newBuffer(byteCount: layout.byteCount)
        let count = layout.byteCount
        let (isHalf, parts) = (source.layout.element == .bfloat16, options.threads)
        let kernel: Plan.Kernel = { addresses in
            let (from, to) = (addresses[0], addresses[1])
            OneDNN.parallel(parts) { part in
                let range = count * part / parts..<count * (part + 1) / parts
                if isHalf {
                    QuantizationKernel.quantize(BrainFloats(from), to, range, quantization)
                } else {
                    QuantizationKernel.quantize(Floats(from), to, range, quantization)
                }
            }
        }
        append(node.name, .kernel(kernel, [source.memory, memory]))
        placements[y] = [Placement(layout: layout, memory: memory)]
    }

    mutating func planDequantize(_ node: Node, _ quantization: EightBitQuantization) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try plainPlacement(x)
        let layout = try Layout(.float32, graph.shape(x), source.layout.format)
        let memory = try destination(y, layout)
        let (count, parts) = (source.layout.byteCount, options.threads)
        let kernel: Plan.Kernel = { addresses in
            let (from, to) = (addresses[0], addresses[1].assumingMemoryBound(to: Float.self))
            OneDNN.parallel(parts) { part in
                QuantizationKernel.dequantize(from, to, count * part / parts..<count * (part + 1) / parts, quantization)
            }
        }
        append(node.name, .kernel(kernel, [source.memory, memory]))
        placements[y] = [Placement(layout: layout, memory: memory)]
    }

    /// A place of the value in a format that another element type has too.
    private mutating func plainPlacement(_ id: ValueID) throws -> (layout: Layout, memory: Memory) {
        let placement = try anyPlacement(id)
        guard placement.layout.format == .other else { return placement }
        let layout = try Layout(placement.layout.element, graph.shape(id))
        return (layout, try self.placement(id, layout))
    }

    // MARK: Products

    mutating func planIntegerConvolution(_ node: Node, _ convolution: ConvolutionNode, _ integers: IntegerProduct) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (inputs, outputs, groups) = (graph.shape(x)[1], convolution.outputChannels, convolution.groups)
        let kernel = Array(convolution.weights.shape.dropFirst(2))
        let dimensions = (groups > 1 ? [groups] : []) + [outputs / groups, inputs / groups] + kernel
        let terms = terms(integers, scale: convolution.scale, bias: convolution.bias)
        let source = try Layout(integers.input.element, graph.shape(x), .channelsLast)
        for posts in attempts(node, integers) {
            let element = posts == nil ? .float32 : integers.result?.element ?? resultElement(y)
            let destination = try Layout(element, graph.shape(y), .channelsLast)
            let all = [.affine(axis: 1, scale: terms.scale, shift: terms.shift)] + (posts ?? [])
            guard let lowered = try lower(all, destination: destination, shape: graph.shape(y), for: y),
                let primitive = try? Primitive.convolution(
                    convolution.shape, source: source, weights: try Layout(.int8, dimensions, .any),
                    bias: try terms.bias.map { try Layout(.float32, [$0.count]) }, destination: destination, posts: lowered.items),
                !primitive.isReference
            else { continue }
            let chosen = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: dimensions)
            let key = weightKey(node, convolution.weights, nil, form: "int8")
            let prepared = try weights.memory(key, layout: chosen, for: awaited) { [weights] memory in
                try weights.prepare(integers.weights.values, scale: nil, from: try Layout(.int8, dimensions), to: chosen, memory)
            }
            let input = binding(ONEDNN_ARGUMENT_SOURCE, source, try placement(x, source))
            try finish(
                node, primitive, [input, binding(ONEDNN_ARGUMENT_WEIGHTS, chosen, constant(prepared))], terms.bias, lowered, destination,
                own: destination)
            if posts == nil { try planPointwise(node, from: y, node.posts) }
            return
        }
        throw RuntimeError.unsupported("convolution '\(node.name)': no kernel for integers")
    }

    mutating func planIntegerProduct(_ node: Node, _ product: ProductNode, _ integers: IntegerProduct) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs) = (product.outputCount, product.inputCount)
        let rows = graph.values[x].type.count / max(inputs, 1)
        let terms = terms(integers, scale: product.scale, bias: product.bias)
        let source = try Layout(integers.input.element, [rows, inputs])
        for posts in attempts(node, integers) {
            let element = posts == nil ? .float32 : integers.result?.element ?? resultElement(y)
            let destination = try Layout(element, [rows, outputs])
            let all = [.affine(axis: graph.shape(y).count - 1, scale: terms.scale, shift: terms.shift)] + (posts ?? [])
            guard let lowered = try lower(all, destination: destination, shape: graph.shape(y), for: y),
                let primitive = try? Primitive.innerProduct(
                    source: source, weights: try Layout(.int8, [outputs, inputs], .any),
                    bias: try terms.bias.map { try Layout(.float32, [$0.count]) }, destination: destination, posts: lowered.items),
                !primitive.isReference
            else { continue }
            let chosen = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: [outputs, inputs])
            let key = weightKey(node, product.weights, nil, form: "int8")
            let prepared = try weights.memory(key, layout: chosen, for: awaited) { [weights] memory in
                try weights.prepare(integers.weights.values, scale: nil, from: try Layout(.int8, [outputs, inputs]), to: chosen, memory)
            }
            let input = binding(ONEDNN_ARGUMENT_SOURCE, source, try dense(x, integers.input.element))
            try finish(
                node, primitive, [input, binding(ONEDNN_ARGUMENT_WEIGHTS, chosen, constant(prepared))], terms.bias, lowered, destination,
                own: try Layout(element, graph.shape(y)))
            if posts == nil { try planPointwise(node, from: y, node.posts) }
            return
        }
        throw RuntimeError.unsupported("linear '\(node.name)': no kernel for integers")
    }

    /// The posts to try to store with: all of them and the quantization of the result; for a result in floats also none, as nil, to be
    /// applied after.
    private func attempts(_ node: Node, _ integers: IntegerProduct) -> [[PostOperation]?] {
        guard let result = integers.result else { return node.posts.isEmpty ? [[]] : [node.posts, nil] }
        return [node.posts + [.linear(1 / result.scale, Float(result.zero))]]
    }

    /// What turns a sum of products of integers into a number: a bias added to the sum, then a scale, then a shift.
    private func terms(_ integers: IntegerProduct, scale: [Float]?, bias: [Float]?) -> (scale: [Float], bias: [Float]?, shift: [Float]) {
        let scales = integers.weights.scales.enumerated().map { $1 * integers.input.scale * (scale?[$0] ?? 1) }
        var shift = bias ?? [Float](repeating: 0, count: scales.count)
        if integers.input.zero != 0 {
            for (index, sum) in integers.weights.sums.enumerated() { shift[index] -= scales[index] * sum * Float(integers.input.zero) }
        }
        let none = [Float](repeating: 0, count: scales.count)
        if shift == none { return (scales, nil, none) }
        // The kernels add a bias for less than a shift, but before they scale.
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
        try append(node.name, primitive, bindings)
        placements[y] = [Placement(layout: own, memory: memory)]
    }
}
