import CKernels

/// A convolution of images of one pixel, which is the product of a matrix and a vector, with our kernel. It has few weights. They stay in float32 in
/// any precision.
enum VectorProduct: KernelCandidate {
    static let name = KernelName.vectorProduct

    static func canPlan(_ node: Node, _ convolution: ConvolutionNode, in builder: PlanBuilder) -> Bool {
        convolution.isVectorProduct(builder.graph.shape(node.inputs[0]))
    }

    static func plan(_ node: Node, _ convolution: ConvolutionNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (builder.graph.shape(x), builder.graph.shape(y))
        let (inputs, outputs) = (input[1], convolution.outputChannels)
        let padded = outputs.rounded(toMultipleOf: 16)
        // The channels of a single pixel are contiguous in each of these formats.
        let formats: [Layout.Format] = [.rowMajor, .channelsLast, .blocked16, .blocked8]
        let found = builder.placements[x].first { placement in
            placement.layout.map { formats.contains($0.format) && $0.dimensions == input } ?? false
        }
        let source = try found?.memory ?? builder.rowMajor(x)
        let from = found?.layout?.element ?? .float32
        let matrix = try builder.weights.memory(
            builder.weightKey(node, convolution.weights, convolution.scale, form: "vector"),
            layout: try Layout(.float32, [inputs, padded]),
            for: builder.awaited
        ) { [weights = builder.weights] memory in
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
        // The buffer is padded to whole blocks of channels. A reader in row-major order ignores the padding.
        let layout = try Layout(.float32, result, result.count <= 5 && builder.family.block != nil ? builder.family : .rowMajor)
        let target = builder.newBuffer(byteCount: padded * MemoryLayout<Float>.size)
        var work = KernelVectorProduct()
        work.source = from.code
        work.destination = Layout.Element.float32.code
        (work.inputs, work.outputs, work.padded_outputs) = (Int64(inputs), Int64(outputs), Int64(padded))
        let run: TileKernel<KernelVectorProduct>.Run = { kernel_vector_product_run($0, $1?[0], $1?[1], $2) }
        let kernel = TileKernel(work, threads: builder.options.threads, run: run) { work, addresses in
            (work.post_count, work.posts) = steps.bound
            work.weights = UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self))
            work.bias = UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self))
        }
        let memories = [source, target, builder.constant(matrix), builder.constant(ConstantMemory(bias))]
        builder.append(node.name, name, memories) { kernel.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: target))
        try builder.planPosts(node, from: functions.count)
    }
}

extension ConvolutionNode {
    /// Whether this is the product of a matrix and a single vector, as in a squeeze-and-excitation block.
    func isVectorProduct(_ input: [Int]) -> Bool {
        input.count >= 3 && input[0] == 1 && input.dropFirst(2).allSatisfy { $0 == 1 } && groups == 1 && !shape.transposed
            && weights.shape.dropFirst(2).allSatisfy { $0 == 1 } && (shape.paddingBefore + shape.paddingAfter).allSatisfy { $0 == 0 }
            && weights.count <= 1 << 20
    }
}
