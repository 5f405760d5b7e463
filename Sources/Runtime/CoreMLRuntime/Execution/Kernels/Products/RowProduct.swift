import CKernels

/// A product of several rows with constant weights, with our kernel for vectors.
enum RowProduct: KernelCandidate {
    static let name = KernelName.rowProduct
    static let unit = ProductUnit.vectors

    /// The least number of rows. With fewer, reading the weights takes longer than the computation, and the library's kernels are as fast.
    private static let fewestRows = 16

    static func canPlan(_ node: Node, _ product: ProductNode, in builder: PlanBuilder) -> Bool {
        builder.rows(of: node, product) >= fewestRows
            && kernel_has_row_product(builder.factorElement.code, Int64(product.inputCount), Int64(product.outputCount))
    }

    static func plan(_ node: Node, _ product: ProductNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs, rows) = (product.outputCount, product.inputCount, builder.rows(of: node, product))
        let arranged = try builder.productWeights(
            node, product, builder.weightKey(node, product, form: "rows"), layout: try Layout(builder.factorElement, [outputs, inputs])
        ) { [weights = builder.weights, factorElement = builder.factorElement] memory in
            try weights.withRows(of: product) {
                kernel_row_product_weights(
                    factorElement.code, Int64(inputs), Int64(outputs), $0.floatPointer, product.scale, memory.pointer)
            }
            product.weights.releasePages()
        }
        let source = try builder.dense(x, builder.factorElement)
        let layout = try Layout(builder.resultElement(y), builder.graph.shape(y))
        let posts = try builder.tilePosts(node, layout, firstOperand: 4)
        let target = try posts.overwritten ?? builder.destination(y, layout)
        let bias = product.bias ?? [Float](repeating: 0, count: outputs)
        var work = KernelRowProduct()
        (work.source, work.destination) = (builder.factorElement.code, layout.element.code)
        (work.rows, work.inputs, work.outputs) = (Int64(rows), Int64(inputs), Int64(outputs))
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: builder.options.threads, run: kernel_row_product_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[2])
            work.bias = UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self))
        }
        let memories = [source, target, arranged, builder.constant(ConstantMemory(bias))]
        builder.append(node.name, name, memories + posts.operands) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: posts.steps.count)
    }
}
