import CKernels

extension ConvolutionNode {
    /// Whether this is the product of a matrix and a single vector, as in a squeeze-and-excitation block.
    func isVectorProduct(_ input: [Int]) -> Bool {
        input.count >= 3 && input[0] == 1 && input.dropFirst(2).allSatisfy { $0 == 1 } && groups == 1 && !shape.transposed
            && weights.shape.dropFirst(2).allSatisfy { $0 == 1 } && (shape.paddingBefore + shape.paddingAfter).allSatisfy { $0 == 0 }
            && weights.count <= 1 << 20
    }
}

extension PlanBuilder {
    /// Weights stay float32 whatever the precision: there are few.
    mutating func planVectorProduct(_ node: Node, _ convolution: ConvolutionNode) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (inputs, outputs) = (graph.shape(x)[1], convolution.outputChannels)
        let padded = outputs.rounded(toMultipleOf: 16)
        // The channels of a single pixel are contiguous in each of these formats.
        let formats: [Layout.Format] = [.rowMajor, .channelsLast, .blocked16, .blocked8]
        let found = placements[x].first { placement in
            placement.layout.map { formats.contains($0.format) && $0.dimensions == graph.shape(x) } ?? false
        }
        let source = try found?.memory ?? rowMajor(x)
        let from = found?.layout?.element ?? .float32
        let matrix = try weights.memory(
            weightKey(node, convolution.weights, convolution.scale, form: "vector"), layout: try Layout(.float32, [inputs, padded]),
            for: awaited
        ) { [weights] memory in
            try weights.withFloats(of: convolution.weights) {
                kernel_vector_product_weights(
                    Int64(inputs), Int64(outputs), $0.floatPointer, convolution.scale, memory.pointer.assumingMemoryBound(to: Float.self),
                    Int64(padded))
            }
            convolution.weights.releasePages()
        }
        let bias = (convolution.bias ?? []) + [Float](repeating: 0, count: padded - (convolution.bias?.count ?? 0))
        var functions: [KernelPointwisePost] = []
        for case .function(let algorithm, let alpha, let beta) in node.posts.prefix(while: \.isFunction) {
            functions.append(KernelPointwisePost(algorithm, alpha, beta))
        }
        let steps = PostSteps(functions)
        // Padded as blocks are, which rows ignore.
        let layout = try Layout(.float32, graph.shape(y), graph.shape(y).count <= 5 && family.block != nil ? family : .rowMajor)
        let target = newBuffer(byteCount: padded * MemoryLayout<Float>.size)
        var work = KernelVectorProduct()
        work.source = from.code
        work.destination = Layout.Element.float32.code
        (work.inputs, work.outputs, work.padded_outputs) = (Int64(inputs), Int64(outputs), Int64(padded))
        let run: TileKernel<KernelVectorProduct>.Run = { kernel_vector_product_run($0, $1?[0], $1?[1], $2) }
        let kernel = TileKernel(work, threads: options.threads, run: run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self))
            work.bias = UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self))
        }
        append(node.name, .kernel({ kernel.run($0) }, [source, target, constant(matrix), constant(ConstantMemory(bias))]))
        placements[y].append(Placement(layout: layout, memory: target))
        try planPosts(node, from: functions.count)
    }
}
