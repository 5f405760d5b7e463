import CKernels

extension PlanBuilder {
    /// Plans a 3 × 3 convolution of many channels with our Winograd kernel. Returns false if the library's kernel is as fast.
    mutating func planWinogradConvolution(_ node: Node, _ convolution: ConvolutionNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        guard family != .any, usesWinogradProducts(node, convolution) else { return false }
        let (input, result) = (graph.shape(x), graph.shape(y))
        let (inputs, outputs) = (input[1], result[1])
        let arranged = try weights.memory(
            weightKey(node, convolution.weights, convolution.scale, form: "tiles"),
            layout: try Layout(factorElement, [16, outputs, inputs]), for: awaited
        ) { [weights, factorElement] memory in
            try weights.withFloats(of: convolution.weights) {
                kernel_winograd_convolution_weights(
                    factorElement.code, Int64(inputs), Int64(outputs), $0.floatPointer, convolution.scale, memory.pointer)
            }
            convolution.weights.releasePages()
        }
        let source = try placement(x, Layout(factorElement, input, family))
        let layout = try Layout(resultElement(y), result, family)
        let posts = try tilePosts(node, layout, firstOperand: 5)
        let target = try posts.overwritten ?? destination(y, layout)
        var work = KernelWinogradConvolution()
        (work.source, work.destination) = (factorElement.code, layout.element.code)
        (work.images, work.inputs, work.outputs) = (Int64(input[0]), Int64(inputs), Int64(outputs))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        (work.padding_top, work.padding_left) = (Int64(convolution.shape.paddingBefore[0]), Int64(convolution.shape.paddingBefore[1]))
        work.source_strides = pixelStrides(input)
        work.destination_strides = pixelStrides(result)
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: options.threads, run: kernel_winograd_convolution_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[3])
            work.bias = UnsafePointer(addresses[4].assumingMemoryBound(to: Float.self))
        }
        let bias = convolution.bias ?? [Float](repeating: 0, count: outputs)
        let scratch = newBuffer(byteCount: kernel.scratchByteCount(kernel_winograd_convolution_scratch))
        let memories = [source, target, scratch, constant(arranged), constant(ConstantMemory(bias))]
        append(node.name, .winograd, memories + posts.operands) { kernel.run($0) }
        placements[y].append(Placement(layout: layout, memory: target))
        try planPosts(node, from: posts.steps.count)
        return true
    }

    /// Whether the kernel is faster than the library's. It needs enough channels to pay for the transforms, panels wide enough to use all
    /// of the processor's registers, and enough tiles to pay for weights that are 16/9 as large.
    private func usesWinogradProducts(_ node: Node, _ convolution: ConvolutionNode) -> Bool {
        let (input, result) = (graph.shape(node.inputs[0]), graph.shape(node.outputs[0]))
        guard convolution.isSmallSquare(input), !usesAMX,
            kernel_has_winograd_convolution(factorElement.code, Int64(input[1]), Int64(result[1]))
        else { return false }
        let tiles = input[0] * ((result[2] + 1) / 2) * ((result[3] + 1) / 2)
        // For 256-bit vectors the library has only the direct kernel, and panels are narrow.
        if family == .blocked8 { return tiles >= 32 }
        guard result[1] >= 48 else { return false }
        if factorElement == .bfloat16 { return input[1] >= 32 && tiles >= 12 }
        // The library's F(4×4, 3×3) kernel is faster if its tiles fill the image.
        return input[1] >= 48 && convolution.suitsWinograd(input) && (result[2] % 8 != 0 || result[3] % 8 != 0)
    }

    private func pixelStrides(_ shape: [Int]) -> KernelPixelStrides {
        let (channels, height, width) = (shape[1], shape[2], shape[3])
        let pixel = family.block ?? channels
        return KernelPixelStrides(
            image: Int64(channels * height * width), row: Int64(pixel * width), pixel: Int64(pixel),
            group: Int64(family.block.map { $0 * height * width } ?? 16))
    }
}
