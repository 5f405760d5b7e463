import CKernels

/// The AMX kernel of convolutions and products.
enum Tiles {
    static func weights(
        _ key: WeightKey, _ work: KernelTileConvolution, _ builder: PlanBuilder, prepare: @escaping (ConstantMemory) throws -> Void
    ) throws -> ConstantMemory {
        try builder.weights.memory(key, layout: try layout(work), for: builder.awaited, prepare: prepare)
    }

    static func layout(_ work: KernelTileConvolution) throws -> Layout {
        let numbers = kernel_tile_convolution_group_numbers(work.channels, work.kernel_height, work.kernel_width)
        return try Layout(.bfloat16, [groups(work.outputs), Int(numbers)])
    }

    private static func groups(_ outputs: Int64) -> Int { (Int(outputs) + Int(KERNEL_TILE_GROUP) - 1) / Int(KERNEL_TILE_GROUP) }

    /// Appends the step, and applies the node's posts.
    static func append(
        _ node: Node, _ work: KernelTileConvolution, source: Plan.Memory, _ arranged: Plan.Memory, bias: [Float]?, _ layout: Layout,
        in builder: inout PlanBuilder
    ) throws {
        let y = node.outputs[0]
        let posts = try builder.tilePosts(node, layout, firstOperand: 5)
        let target = try posts.overwritten ?? builder.destination(y, layout)
        var work = work
        work.destination = layout.element.code
        let count = groups(work.outputs) * Int(KERNEL_TILE_GROUP), bias = bias ?? []
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: builder.options.threads, run: kernel_tile_convolution_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[3])
            work.bias = UnsafePointer(addresses[4].assumingMemoryBound(to: Float.self))
        }
        let memories = [
            source, target, builder.newBuffer(byteCount: kernel.scratchByteCount(kernel_tile_convolution_scratch)), arranged,
            builder.constant(ConstantMemory(bias + [Float](repeating: 0, count: count - bias.count))),
        ]
        builder.append(node.name, .tiles, memories + posts.operands) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: posts.steps.count)
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

/// The shapes for which the kernel is faster than the library's kernels.
enum TileShape {
    /// The least number of rows or pixels. With fewer, reading the weights takes longer than the computation.
    static let fewestRows = 16
    /// The least reduction length: input channels × kernel height × kernel width. `onePixel` is for kernels of one pixel, `several` for all
    /// others. Below this length, most of the time goes into storing results. For larger kernels that do only a ``small`` amount of work,
    /// `onePixel` is sufficient.
    static let fewestNumbers = (onePixel: 97, several: 384)
    /// The limits of small work with windows of several pixels: the number of multiplications, and the number of groups of results. The
    /// library generates code for each shape of a window. For small work, generating the code takes as long as hundreds of runs.
    static let small = (products: 1 << 26, groups: 1 << 14)
    /// The maximum number of bytes of the rows that windows cover. Each thread copies these rows.
    static let maximumRowByteCount = 1 << 20

    static func suits(rows: Int, numbers: Int) -> Bool {
        rows >= fewestRows && numbers >= fewestNumbers.onePixel && numbers < Int(Int32.max)
    }
}
