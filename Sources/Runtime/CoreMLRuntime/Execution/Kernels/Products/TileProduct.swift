import CKernels

/// A product of several rows with constant weights, with the AMX kernel of convolutions.
enum TileProduct: KernelCandidate {
    static let name = KernelName.tiles
    static let unit = ProductUnit.amx

    static func canPlan(_ node: Node, _ product: ProductNode, in builder: PlanBuilder) -> Bool {
        kernel_has_tile_convolution() && TileShape.suits(rows: builder.rows(of: node, product), numbers: product.inputCount)
            && product.outputCount > 0 && builder.takesTilePosts(node)
    }

    static func plan(_ node: Node, _ product: ProductNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs, rows) = (product.outputCount, product.inputCount, builder.rows(of: node, product))
        let work = KernelTileConvolution(rows: rows, inputs: inputs, outputs: outputs)
        let layout = try Tiles.layout(work)
        let arranged = try builder.productWeights(node, product, builder.weightKey(node, product, form: "registers"), layout: layout) {
            [weights = builder.weights, work] memory in
            try weights.withRows(of: product) {
                kernel_tile_convolution_weights(work.channels, work.outputs, 1, 1, $0.floatPointer, product.scale, memory.pointer)
            }
            product.weights.releasePages()
        }
        let result = try Layout(builder.resultElement(y), builder.graph.shape(y))
        let source = try builder.dense(x, .bfloat16)
        try Tiles.append(node, work, source: source, arranged, bias: product.bias, result, in: &builder)
    }
}
