import CKernels

/// A convolution that cuts an image into patches without overlap, as in a vision transformer. A first step stores the numbers of each
/// patch contiguously, and then a matrix product computes the result.
enum PatchProduct: KernelCandidate {
    static let name = KernelName.patchProduct
    static let unit = ProductUnit.amx

    static func canPlan(_ node: Node, _ convolution: ConvolutionNode, in builder: PlanBuilder) -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        return builder.family == .channelsLast && kernel_has_tile_convolution()
            && convolution.cutsPatches(builder.graph.shape(x), result: builder.graph.shape(y)) && builder.takesTilePosts(node)
            && builder.rowMajorFloats(x) != nil
    }

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (builder.graph.shape(x), builder.graph.shape(y))
        let source = try builder.rowMajorFloats(x) ?? (.float32, builder.rowMajor(x))
        let (tensor, scale) = (convolution.weights, convolution.scale)
        let rows = result.product() / result[1], numbers = tensor.shape.dropFirst().product()
        var patches = KernelPatches()
        patches.source = source.element.code
        (patches.images, patches.channels) = (Int64(input[0]), Int64(input[1]))
        (patches.height, patches.width) = (Int64(input[2]), Int64(input[3]))
        (patches.patch_height, patches.patch_width) = (Int64(tensor.shape[2]), Int64(tensor.shape[3]))
        let buffer = builder.newBuffer(byteCount: try Layout(.bfloat16, [rows, numbers]).byteCount)
        let threads = Int32(clamping: builder.options.threads)
        let cut: Plan.Kernel = { [patches] in
            var patches = patches
            kernel_patches_run(&patches, $0[0], $0[1], threads)
        }
        builder.append(node.name, name, [source.memory, buffer], cut)
        let work = KernelTileConvolution(rows: rows, inputs: numbers, outputs: result[1])
        let arranged = try Tiles.weights(builder.weightKey(node, tensor, scale, form: "registers of patches"), work, builder) {
            [weights = builder.weights, work] memory in
            try weights.withFloats(of: tensor) {
                kernel_tile_convolution_weights(work.channels, work.outputs, 1, 1, $0.floatPointer, scale, memory.pointer)
            }
            tensor.releasePages()
        }
        let layout = try Layout(builder.resultElement(y), result, .channelsLast)
        try Tiles.append(node, work, source: buffer, builder.constant(arranged), bias: convolution.bias, layout, in: &builder)
    }
}

extension ConvolutionNode {
    /// Whether the windows neither overlap nor leave gaps, and the resulting matrix product suits the kernel.
    fileprivate func cutsPatches(_ input: [Int], result: [Int]) -> Bool {
        guard input.count == 4, groups == 1, !shape.transposed, shape.dilations == [1, 1],
            shape.strides == Array(weights.shape.suffix(2)),
            shape.strides != [1, 1], shape.paddingBefore == [0, 0]
        else { return false }
        let rows = result.product() / max(result[1], 1)
        return TileShape.suits(rows: rows, numbers: weights.shape.dropFirst().product())
            && result[2] == input[2] / weights.shape[2] && result[3] == input[3] / weights.shape[3]
    }
}
