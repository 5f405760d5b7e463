import CKernels

/// A depthwise convolution and the pointwise convolution that reads its result, in one step.
enum DepthwisePointwise: KernelCandidate {
    static let name = KernelName.depthwisePointwise
    static let unit = ProductUnit.amx

    static func plan(_ node: Node, _ pair: DepthwisePointwiseNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (builder.graph.shape(x), builder.graph.shape(y))
        // The arranged weights consist of whole blocks of channels and whole groups of outputs.
        let channels = input[1].rounded(toMultipleOf: Int(KERNEL_DEPTHWISE_BLOCK))
        let outputs = result[1].rounded(toMultipleOf: Int(KERNEL_POINTWISE_GROUP))
        let arranged = try (
            depthwise: depthwiseWeights(node, pair.depthwise, channels: channels, builder),
            pointwise: pointwiseWeights(node, pair.pointwise, channels: channels, outputs: outputs, builder)
        )
        let source = try builder.placement(x, Layout(.bfloat16, input, .channelsLast))
        let layout = try Layout(builder.resultElement(y), result, .channelsLast)
        let posts = try builder.tilePosts(node, layout, firstOperand: 7)
        let target = try posts.overwritten ?? builder.destination(y, layout)
        var functions: [KernelPointwisePost] = []
        for case .function(let algorithm, let alpha, let beta) in pair.functions {
            functions.append(KernelPointwisePost(algorithm, alpha, beta))
        }
        var work = KernelDepthwisePointwise()
        work.destination = layout.element.code
        (work.images, work.channels, work.outputs) = (Int64(input[0]), Int64(input[1]), Int64(result[1]))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        let shape = pair.depthwise.shape
        (work.kernel, work.stride) = (Int64(pair.depthwise.weights.shape[2]), Int64(shape.strides[0]))
        (work.padding_top, work.padding_left) = (Int64(shape.paddingBefore[0]), Int64(shape.paddingBefore[1]))
        let (functionSteps, steps) = (PostSteps(functions), PostSteps(posts.steps))
        let kernel = TileKernel(work, threads: builder.options.threads, run: kernel_depthwise_pointwise_run) { work, addresses in
            (work.function_count, work.functions) = functionSteps.bound
            (work.post_count, work.posts) = steps.bound
            work.depthwise_weights = UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self))
            work.depthwise_bias = UnsafePointer(addresses[4].assumingMemoryBound(to: Float.self))
            work.weights = UnsafeRawPointer(addresses[5])
            work.bias = UnsafePointer(addresses[6].assumingMemoryBound(to: Float.self))
        }
        let memories = [
            source, target, builder.newBuffer(byteCount: kernel.scratchByteCount(kernel_depthwise_pointwise_scratch)),
            builder.constant(arranged.depthwise), builder.constant(bias(pair.depthwise, count: channels)),
            builder.constant(arranged.pointwise), builder.constant(bias(pair.pointwise, count: outputs)),
        ]
        builder.append(node.name, name, memories + posts.operands) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: posts.steps.count)
    }

    private static func depthwiseWeights(
        _ node: Node, _ convolution: ConvolutionNode, channels: Int, _ builder: PlanBuilder
    ) throws -> ConstantMemory {
        let (tensor, scale) = (convolution.weights, convolution.scale)
        let (count, taps) = (tensor.shape[0], tensor.shape[2] * tensor.shape[3])
        return try builder.weights.memory(
            builder.weightKey(node, tensor, scale, form: "depthwise"), layout: try Layout(.float32, [channels, taps]), for: builder.awaited
        ) { [weights = builder.weights] memory in
            try weights.withFloats(of: tensor) {
                kernel_depthwise_weights(
                    Int64(count), Int64(taps), $0.floatPointer, scale, memory.pointer.assumingMemoryBound(to: Float.self))
            }
            tensor.releasePages()
        }
    }

    private static func pointwiseWeights(
        _ node: Node, _ convolution: ConvolutionNode, channels: Int, outputs: Int, _ builder: PlanBuilder
    ) throws -> ConstantMemory {
        let (tensor, scale) = (convolution.weights, convolution.scale)
        let (count, inputs) = (tensor.shape[0], tensor.shape[1])
        return try builder.weights.memory(
            builder.weightKey(node, tensor, scale, form: "pointwise"), layout: try Layout(.bfloat16, [outputs, channels]),
            for: builder.awaited
        ) { [weights = builder.weights] memory in
            try weights.withFloats(of: tensor) {
                kernel_depthwise_pointwise_weights(Int64(inputs), Int64(count), $0.floatPointer, scale, memory.pointer)
            }
            tensor.releasePages()
        }
    }

    /// A convolution's bias, padded with zeros to `count` numbers.
    private static func bias(_ convolution: ConvolutionNode, count: Int) -> ConstantMemory {
        let values = convolution.bias ?? []
        return ConstantMemory(values + [Float](repeating: 0, count: count - values.count))
    }
}
