import CKernels

/// A convolution with a stride of one pixel, with our AMX kernel.
enum TileConvolution: KernelCandidate {
    static let name = KernelName.tiles
    static let unit = ProductUnit.amx

    static func canPlan(_ node: Node, _ convolution: ConvolutionNode, in builder: PlanBuilder) -> Bool {
        let (input, result) = (builder.graph.shape(node.inputs[0]), builder.graph.shape(node.outputs[0]))
        return builder.family == .channelsLast && kernel_has_tile_convolution() && convolution.suitsTiles(input, result: result)
            && builder.takesTilePosts(node)
    }

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (builder.graph.shape(x), builder.graph.shape(y))
        var work = KernelTileConvolution()
        (work.images, work.channels, work.outputs) = (Int64(input[0]), Int64(input[1]), Int64(result[1]))
        (work.height, work.width) = (Int64(input[2]), Int64(input[3]))
        (work.result_height, work.result_width) = (Int64(result[2]), Int64(result[3]))
        (work.kernel_height, work.kernel_width) = (Int64(convolution.weights.shape[2]), Int64(convolution.weights.shape[3]))
        (work.padding_top, work.padding_left) = (Int64(convolution.shape.paddingBefore[0]), Int64(convolution.shape.paddingBefore[1]))
        let (tensor, scale) = (convolution.weights, convolution.scale)
        let arranged = try Tiles.weights(builder.weightKey(node, tensor, scale, form: "registers"), work, builder) {
            [weights = builder.weights, work] memory in
            try weights.withFloats(of: tensor) {
                kernel_tile_convolution_weights(
                    work.channels, work.outputs, work.kernel_height, work.kernel_width, $0.floatPointer, scale, memory.pointer)
            }
            tensor.releasePages()
        }
        let source = try builder.placement(x, Layout(.bfloat16, input, .channelsLast))
        let layout = try Layout(builder.resultElement(y), result, .channelsLast)
        try Tiles.append(node, work, source: source, builder.constant(arranged), bias: convolution.bias, layout, in: &builder)
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
