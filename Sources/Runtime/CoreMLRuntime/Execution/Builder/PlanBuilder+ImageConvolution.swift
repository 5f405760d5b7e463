import CKernels

extension PlanBuilder {
    /// Plans a convolution that reads an image in row-major order, with the kernel of `CKernels`. Returns false if the library is as fast,
    /// although it needs the image re-ordered first.
    mutating func planImageConvolution(_ node: Node, _ convolution: ConvolutionNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        guard usesAMX, family == .channelsLast, convolution.readsImages(graph.shape(x), result: graph.shape(y)),
            let source = placements[x].first(where: { $0.layout?.isRowMajor ?? false }), let element = source.layout?.element,
            element == .float32 || element == .bfloat16
        else { return false }
        let (input, result) = (graph.shape(x), graph.shape(y))
        let arranged = try imageWeights(node, convolution)
        let layout = try Layout(resultElement(y), result, .channelsLast)
        let posts = try tilePosts(node, layout, firstOperand: 4)
        let target = try posts.overwritten ?? destination(y, layout)
        var work = KernelImageConvolution()
        (work.source, work.destination) = (element.code, layout.element.code)
        (work.images, work.channels, work.outputs) = (Int64(input[0]), Int64(input[1]), Int64(result[1]))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        (work.kernel_height, work.kernel_width) = (Int64(convolution.weights.shape[2]), Int64(convolution.weights.shape[3]))
        (work.stride_y, work.stride_x) = (Int64(convolution.shape.strides[0]), Int64(convolution.shape.strides[1]))
        (work.padding_top, work.padding_left) = (Int64(convolution.shape.paddingBefore[0]), Int64(convolution.shape.paddingBefore[1]))
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: options.threads, run: kernel_image_convolution_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[3])
        }
        let scratch = newBuffer(byteCount: kernel.scratchByteCount(kernel_image_convolution_scratch))
        let memories = [source.memory, target, scratch, constant(arranged)]
        append(node.name, .imageConvolution, memories + posts.operands) { kernel.run($0) }
        placements[y].append(Placement(layout: layout, memory: target))
        try planPosts(node, from: posts.steps.count)
        return true
    }

    /// The prepared weights and bias. The bias is part of the key under which they are cached.
    private func imageWeights(_ node: Node, _ convolution: ConvolutionNode) throws -> ConstantMemory {
        let (tensor, scale, bias) = (convolution.weights, convolution.scale, convolution.bias)
        let shape = tensor.shape.map(Int64.init)
        let group = Int(KERNEL_IMAGE_GROUP)
        let groups = (tensor.shape[0] + group - 1) / group
        let key = weightKey(node, tensor, (scale ?? []) + (bias ?? []), form: scale == nil ? "image" : "image, scaled")
        return try weights.memory(
            key, layout: try Layout(.bfloat16, [groups, Int(KERNEL_IMAGE_GROUP_NUMBERS)]), for: awaited
        ) { [weights] memory in
            try weights.withFloats(of: tensor) {
                kernel_image_convolution_weights(shape[1], shape[0], shape[2], shape[3], $0.floatPointer, scale, bias, memory.pointer)
            }
            tensor.releasePages()
        }
    }
}

extension ConvolutionNode {
    /// Below so many results the kernel's time is of no matter.
    private static let fewestResults = 1 << 12

    /// Whether this is a convolution of images for which our kernel was made. With a stride of one pixel, the result is so much
    /// larger than the input that most of the time goes into storing it.
    fileprivate func readsImages(_ input: [Int], result: [Int]) -> Bool {
        guard input.count == 4, groups == 1, !shape.transposed, shape.dilations == [1, 1], shape.strides.allSatisfy({ $0 >= 2 }),
            result.product() >= ConvolutionNode.fewestResults
        else { return false }
        return kernel_has_image_convolution(
            Int64(input[1]), Int64(weights.shape[2]), Int64(weights.shape[3]), Int64(shape.strides[0]), Int64(shape.strides[1]))
    }
}
