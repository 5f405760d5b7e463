import CKernels

extension PlanBuilder {
    /// With fewer rows, reading the weights takes longer than the computation, and the library's kernels are as fast.
    private static let fewestRows = 16

    /// Plans a product of several rows with constant weights. Returns false if there is no kernel of ours for it.
    mutating func planRowProduct(_ node: Node, _ product: ProductNode) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (outputs, inputs) = (product.outputCount, product.inputCount)
        let rows = graph.values[x].type.count / max(inputs, 1)
        guard rows >= PlanBuilder.fewestRows, !usesAMX,
            kernel_has_row_product(factorElement.code, Int64(inputs), Int64(outputs))
        else { return false }
        let arranged = try productWeights(
            node, product, weightKey(node, product, form: "rows"), layout: try Layout(factorElement, [outputs, inputs])
        ) { [weights, factorElement] memory in
            try weights.withRows(of: product) {
                kernel_row_product_weights(
                    factorElement.code, Int64(inputs), Int64(outputs), $0.floatPointer, product.scale, memory.pointer)
            }
            product.weights.releasePages()
        }
        let source = try dense(x, factorElement)
        let layout = try Layout(resultElement(y), graph.shape(y))
        let posts = try tilePosts(node, layout, firstOperand: 4)
        let target = try posts.overwritten ?? destination(y, layout)
        let bias = product.bias ?? [Float](repeating: 0, count: outputs)
        var work = KernelRowProduct()
        (work.source, work.destination) = (factorElement.code, layout.element.code)
        (work.rows, work.inputs, work.outputs) = (Int64(rows), Int64(inputs), Int64(outputs))
        let steps = PostSteps(posts.steps)
        let kernel = TileKernel(work, threads: options.threads, run: kernel_row_product_run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafeRawPointer(addresses[2])
            work.bias = UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self))
        }
        append(
            node.name,
            .kernel({ kernel.run($0) }, [source, target, arranged, constant(ConstantMemory(bias))] + posts.operands))
        placements[y].append(Placement(layout: layout, memory: target))
        try planPosts(node, from: posts.steps.count)
        return true
    }
}
