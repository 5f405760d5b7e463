import CKernels

extension PlanBuilder {
    /// Plans a convolution with a stride of one pixel, with our AMX kernel. Returns false if the library's kernel is to be used.
    mutating func planTileConvolution(_ node: Node, _ convolution: ConvolutionNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (graph.shape(x), graph.shape(y))
        guard usesAMX, family == .channelsLast, kernel_has_tile_convolution(), convolution.suitsTiles(input, result: result),
            takesTilePosts(node)
        else { return false }
        var work = KernelTileConvolution()
        (work.images, work.channels, work.outputs) = (Int64(input[0]), Int64(input[1]), Int64(result[1]))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        (work.kernel_height, work.kernel_width) = (Int64(convolution.weights.shape[2]), Int64(convolution.weights.shape[3]))
        (work.padding_top, work.padding_left) = (Int64(convolution.shape.paddingBefore[0]), Int64(convolution.shape.paddingBefore[1]))
        let (tensor, scale) = (convolution.weights, convolution.scale)
        let arranged = try tileWeights(weightKey(node, tensor, scale, form: "registers"), work) { [weights, work] memory in
            try weights.withFloats(of: tensor) {
                kernel_tile_convolution_weights(
                    work.channels, work.outputs, work.kernel_height, work.kernel_width, $0.floatPointer, scale, memory.pointer)
            }
            tensor.releasePages()
        }
        let source = try placement(x, Layout(.bfloat16, input, .channelsLast))
        let layout = try Layout(resultElement(y), result, .channelsLast)
        try appendTiles(node, work, source: source, constant(arranged), bias: convolution.bias, layout)
        return true
    }

    /// Plans a product of several rows with constant weights, with the same kernel.
    mutating func planTileProduct(_ node: Node, _ product: ProductNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs) = (product.outputCount, product.inputCount)
        let rows = graph.values[x].type.count / max(inputs, 1)
        guard usesAMX, kernel_has_tile_convolution(), TileShape.suits(rows: rows, numbers: inputs), outputs > 0, takesTilePosts(node)
        else { return false }
        let work = KernelTileConvolution(rows: rows, inputs: inputs, outputs: outputs)
        let layout = try PlanBuilder.tileWeightsLayout(work)
        let arranged = try productWeights(node, product, weightKey(node, product, form: "registers"), layout: layout) {
            [weights, work] memory in
            try weights.withRows(of: product) {
                kernel_tile_convolution_weights(work.channels, work.outputs, 1, 1, $0.floatPointer, product.scale, memory.pointer)
            }
            product.weights.releasePages()
        }
        let result = try Layout(resultElement(y), graph.shape(y))
        try appendTiles(node, work, source: try dense(x, .bfloat16), arranged, bias: product.bias, result)
        return true
    }

    func tileWeights(
        _ key: WeightKey, _ work: KernelTileConvolution, prepare: @escaping (ConstantMemory) throws -> Void
    ) throws -> ConstantMemory {
        try weights.memory(key, layout: try PlanBuilder.tileWeightsLayout(work), for: awaited, prepare: prepare)
    }

    private static func tileWeightsLayout(_ work: KernelTileConvolution) throws -> Layout {
        let numbers = kernel_tile_convolution_group_numbers(work.channels, work.kernel_height, work.kernel_width)
        return try Layout(.bfloat16, [tileGroups(work.outputs), Int(numbers)])
    }

    private static func tileGroups(_ outputs: Int64) -> Int { (Int(outputs) + Int(KERNEL_TILE_GROUP) - 1) / Int(KERNEL_TILE_GROUP) }

    mutating func appendTiles(
        _ node: Node, _ work: KernelTileConvolution, source: Memory, _ arranged: Memory, bias: [Float]?, _ layout: Layout
    ) throws {
        let y = node.outputs[0]
        let posts = try tilePosts(node, layout, firstOperand: 5)
        let target = try posts.overwritten ?? destination(y, layout)
        var work = work
        work.destination = layout.element.code
        let count = PlanBuilder.tileGroups(work.outputs) * Int(KERNEL_TILE_GROUP), bias = bias ?? []
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: options.threads, run: kernel_tile_convolution_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[3])
            work.bias = UnsafePointer(addresses[4].assumingMemoryBound(to: Float.self))
        }
        let memories = [
            source, target, newBuffer(byteCount: kernel.scratchByteCount(kernel_tile_convolution_scratch)), arranged,
            constant(ConstantMemory(bias + [Float](repeating: 0, count: count - bias.count))),
        ]
        append(node.name, .tiles, memories + posts.operands) { kernel.run($0) }
        placements[y].append(Placement(layout: layout, memory: target))
        try planPosts(node, from: posts.steps.count)
    }
}

extension KernelTileConvolution {
    /// A product of rows, as a convolution of an image of one row with a window of one pixel.
    init(rows: Int, inputs: Int, outputs: Int) {
        self.init()
        (images, channels, self.outputs) = (1, Int64(inputs), Int64(outputs))
        (height, width, result_height, result_width) = (1, Int64(rows), 1, Int64(rows))
        (kernel_height, kernel_width) = (1, 1)
    }
}

/// The shapes that the kernel is faster with than the library's.
enum TileShape {
    /// With fewer rows or pixels, reading the weights takes longer than the computation.
    fileprivate static let fewestRows = 16
    /// The least reduction length (input channels × kernel height × kernel width) for kernels of one pixel, and for larger ones. With less, most
    /// of the time goes into storing results. Work within ``small`` needs only the first of the two.
    fileprivate static let fewestNumbers = (onePixel: 97, several: 384)
    /// The library generates code for each shape of a window of several pixels. For so few multiplications and groups of results, that
    /// takes as long as hundreds of runs.
    fileprivate static let small = (products: 1 << 26, groups: 1 << 14)
    /// The rows that windows cover are copied by each thread.
    fileprivate static let maximumRowByteCount = 1 << 20

    static func suits(rows: Int, numbers: Int) -> Bool {
        rows >= fewestRows && numbers >= fewestNumbers.onePixel && numbers < Int(Int32.max)
    }
}

extension ConvolutionNode {
    fileprivate func suitsTiles(_ input: [Int], result: [Int]) -> Bool {
        guard input.count == 4, groups == 1, !shape.transposed, shape.dilations == [1, 1], shape.strides == [1, 1] else { return false }
        let numbers = weights.shape.dropFirst().product(), rows = result.product() / max(result[1], 1)
        let (height, width) = (weights.shape[2], weights.shape[3])
        if height == 1, width == 1, input[2...] == result[2...] { return TileShape.suits(rows: rows, numbers: numbers) }
        // The columns between rows of results are computed as well.
        let columns = result[3] + width - 1
        guard result[2] * result[3] >= TileShape.fewestRows, columns <= 2 * result[3], numbers < Int(Int32.max),
            columns * height * input[1] <= TileShape.maximumRowByteCount / 2
        else { return false }
        if numbers >= TileShape.fewestNumbers.several { return true }
        let products = Double(numbers) * Double(result.product()), groups = rows * ((result[1] + 15) / 16)
        return numbers >= TileShape.fewestNumbers.onePixel && products < Double(TileShape.small.products)
            && groups <= TileShape.small.groups
    }
}
