import CKernels

/// A convolution that reads an image in row-major order, with our kernel. The library would first re-order the image.
enum ImageConvolution: KernelCandidate {
    static let name = KernelName.imageConvolution
    static let unit = ProductUnit.amx

    static func canPlan(_ node: Node, _ convolution: ConvolutionNode, in builder: PlanBuilder) -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        return builder.family == .channelsLast && convolution.readsImages(builder.graph.shape(x), result: builder.graph.shape(y))
            && builder.rowMajorFloats(x) != nil
    }

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (builder.graph.shape(x), builder.graph.shape(y))
        let source = try builder.rowMajorFloats(x) ?? (.float32, builder.rowMajor(x))
        let arranged = try weights(node, convolution, builder)
        let layout = try Layout(builder.resultElement(y), result, .channelsLast)
        let posts = try builder.tilePosts(node, layout, firstOperand: 4)
        let target = try posts.overwritten ?? builder.destination(y, layout)
        var work = KernelImageConvolution()
        (work.source, work.destination) = (source.element.code, layout.element.code)
        (work.images, work.channels, work.outputs) = (Int64(input[0]), Int64(input[1]), Int64(result[1]))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        (work.kernel_height, work.kernel_width) = (Int64(convolution.weights.shape[2]), Int64(convolution.weights.shape[3]))
        (work.stride_y, work.stride_x) = (Int64(convolution.shape.strides[0]), Int64(convolution.shape.strides[1]))
        (work.padding_top, work.padding_left) = (Int64(convolution.shape.paddingBefore[0]), Int64(convolution.shape.paddingBefore[1]))
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: builder.options.threads, run: kernel_image_convolution_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[3])
        }
        let scratch = builder.newBuffer(byteCount: kernel.scratchByteCount(kernel_image_convolution_scratch))
        let memories = [source.memory, target, scratch, builder.constant(arranged)]
        builder.append(node.name, name, memories + posts.operands) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: posts.steps.count)
    }

    /// The prepared weights and bias. The bias is part of the key under which they are cached.
    private static func weights(_ node: Node, _ convolution: ConvolutionNode, _ builder: PlanBuilder) throws -> ConstantMemory {
        let (tensor, scale, bias) = (convolution.weights, convolution.scale, convolution.bias)
        let shape = tensor.shape.map(Int64.init)
        let group = Int(KERNEL_IMAGE_GROUP)
        let groups = (tensor.shape[0] + group - 1) / group
        let key = builder.weightKey(node, tensor, (scale ?? []) + (bias ?? []), form: scale == nil ? "image" : "image, scaled")
        return try builder.weights.memory(
            key, layout: try Layout(.bfloat16, [groups, Int(KERNEL_IMAGE_GROUP_NUMBERS)]), for: builder.awaited
        ) { [weights = builder.weights] memory in
            try weights.withFloats(of: tensor) {
                kernel_image_convolution_weights(shape[1], shape[0], shape[2], shape[3], $0.floatPointer, scale, bias, memory.pointer)
            }
            tensor.releasePages()
        }
    }
}

extension ConvolutionNode {
    /// The least number of results for which this kernel is used. With fewer, its time does not matter.
    private static let fewestResults = 1 << 12

    /// Whether this is a convolution of images for which our kernel was made. With a stride of one pixel, the result is so much
    /// larger than the input that most of the time goes into storing it.
    fileprivate func readsImages(_ input: [Int], result: [Int]) -> Bool {
        guard input.count == 4, groups == 1, !shape.transposed, shape.dilations == [1, 1], shape.strides.allSatisfy({ $0 >= 2 }),
            result.product() >= ConvolutionNode.fewestResults
        else { return false }
        return kernel_has_image_convolution(
            Int64(input[1]), Int64(weights.shape[2]), Int64(weights.shape[3]), Int64(shape.strides[0]),
            Int64(shape.strides[1]))
    }
}
