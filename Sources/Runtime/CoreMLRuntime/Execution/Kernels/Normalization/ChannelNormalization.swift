import CKernels

/// An instance normalisation: each channel by itself.
enum ChannelNormalization: KernelCandidate {
    static let name = KernelName.channels

    static func plan(_ node: Node, _ normalization: NormalizationNode, in builder: inout PlanBuilder) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let shape = builder.graph.shape(x)
        let here = try builder.anyPlacement(x)
        let formats: [Layout.Format] = [.rowMajor, .blocked16, .blocked8]
        let format = formats.contains(here.layout.format) ? here.layout.format : builder.family.block == nil ? .rowMajor : builder.family
        let source = try Layout(here.layout.element, shape, format)
        let block = format.block ?? 1
        let blocks = (shape[1] + block - 1) / block
        func parameter(_ values: [Float]?, _ fallback: Float) -> ConstantMemory {
            let values = values ?? [Float](repeating: fallback, count: shape[1])
            return ConstantMemory(values + [Float](repeating: 0, count: blocks * block - shape[1]))
        }
        let memories = [
            try builder.placement(x, source), builder.constant(parameter(normalization.gamma, 1)),
            builder.constant(parameter(normalization.beta, 0)),
        ]
        var remaining = node.posts[...]
        var lowest = -Float.infinity
        if case .function(.relu, 0, _)? = remaining.first {
            lowest = 0
            remaining.removeFirst()
        }
        let destination = try Layout(builder.resultElement(y), shape, format)
        let memory = try builder.destination(y, destination)
        let (from, to, threads) = (source.element.code, destination.element.code, Int32(clamping: builder.options.threads))
        let (images, pixels, epsilon) = (shape[0], normalization.count, normalization.epsilon)
        let kernel: Plan.Kernel = { [lowest] addresses in
            var work = KernelChannelNormalization(
                source: from, destination: to, images: Int64(images), blocks: Int64(blocks), block: Int64(block), pixels: Int64(pixels),
                epsilon: epsilon, gamma: UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self)),
                beta: UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self)), lowest: lowest)
            kernel_channel_normalization_run(&work, addresses[0], addresses[1], threads)
        }
        builder.append(node.name, name, [memories[0], memory] + memories.dropFirst(), kernel)
        builder.placements[y].append(.init(layout: destination, memory: memory))
        if !remaining.isEmpty { try builder.planPointwise(node, from: y, Array(remaining)) }
    }
}
