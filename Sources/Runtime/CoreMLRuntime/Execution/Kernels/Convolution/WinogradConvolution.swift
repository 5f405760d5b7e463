import CKernels

/// A 3 × 3 convolution of many channels with our Winograd kernel.
enum WinogradConvolution: KernelCandidate {
    static let name = KernelName.winograd
    static let unit = ProductUnit.vectors

    /// Whether the kernel is faster than the library's. There must be enough channels to pay for the transforms. Panels must be wide enough
    /// for all of the processor's registers. The weights grow to 16/9 of their size, so there must be enough tiles.
    static func canPlan(_ node: Node, _ convolution: ConvolutionNode, in builder: PlanBuilder) -> Bool {
        let (input, result) = (builder.graph.shape(node.inputs[0]), builder.graph.shape(node.outputs[0]))
        guard builder.family != .any, convolution.isSmallSquare(input),
            kernel_has_winograd_convolution(builder.factorElement.code, Int64(input[1]), Int64(result[1]))
        else { return false }
        let tiles = input[0] * ((result[2] + 1) / 2) * ((result[3] + 1) / 2)
        // For 256-bit vectors the library has only the direct kernel, and panels are narrow.
        if builder.family == .blocked8 { return tiles >= 32 }
        guard result[1] >= 48 else { return false }
        if builder.factorElement == .bfloat16 { return input[1] >= 32 && tiles >= 12 }
        // The library's F(4×4, 3×3) kernel is faster if its tiles fill the image.
        return input[1] >= 48 && convolution.suitsWinograd(input) && (result[2] % 8 != 0 || result[3] % 8 != 0)
    }

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (builder.graph.shape(x), builder.graph.shape(y))
        let (inputs, outputs) = (input[1], result[1])
        let arranged = try builder.weights.memory(
            builder.weightKey(node, convolution.weights, convolution.scale, form: "tiles"),
            layout: try Layout(builder.factorElement, [16, outputs, inputs]), for: builder.awaited
        ) { [weights = builder.weights, factorElement = builder.factorElement] memory in
            try weights.withFloats(of: convolution.weights) {
                kernel_winograd_convolution_weights(
                    factorElement.code, Int64(inputs), Int64(outputs), $0.floatPointer, convolution.scale, memory.pointer)
            }
            convolution.weights.releasePages()
        }
        let source = try builder.placement(x, Layout(builder.factorElement, input, builder.family))
        let layout = try Layout(builder.resultElement(y), result, builder.family)
        let posts = try builder.tilePosts(node, layout, firstOperand: 5)
        let target = try posts.overwritten ?? builder.destination(y, layout)
        var work = KernelWinogradConvolution()
        (work.source, work.destination) = (builder.factorElement.code, layout.element.code)
        (work.images, work.inputs, work.outputs) = (Int64(input[0]), Int64(inputs), Int64(outputs))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        (work.padding_top, work.padding_left) = (Int64(convolution.shape.paddingBefore[0]), Int64(convolution.shape.paddingBefore[1]))
        work.source_strides = pixelStrides(input, builder.family)
        work.destination_strides = pixelStrides(result, builder.family)
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: builder.options.threads, run: kernel_winograd_convolution_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[3])
            work.bias = UnsafePointer(addresses[4].assumingMemoryBound(to: Float.self))
        }
        let bias = convolution.bias ?? [Float](repeating: 0, count: outputs)
        let scratch = builder.newBuffer(byteCount: kernel.scratchByteCount(kernel_winograd_convolution_scratch))
        let memories = [source, target, scratch, builder.constant(arranged), builder.constant(ConstantMemory(bias))]
        builder.append(node.name, name, memories + posts.operands) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: posts.steps.count)
    }

    private static func pixelStrides(_ shape: [Int], _ family: Layout.Format) -> KernelPixelStrides {
        let (channels, height, width) = (shape[1], shape[2], shape[3])
        let pixel = family.block ?? channels
        return KernelPixelStrides(
            image: Int64(channels * height * width), row: Int64(pixel * width), pixel: Int64(pixel),
            group: Int64(family.block.map { $0 * height * width } ?? 16))
    }
}
