import CKernels
import COneDNN

/// The kernel of a pooling.
private final class PoolingKernel: @unchecked Sendable {
    private let work: KernelChannelPooling
    private let threads: Int32

    init(_ work: KernelChannelPooling, threads: Int) {
        self.work = work
        self.threads = Int32(clamping: threads)
    }

    /// `addresses` holds the source and the result.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        withUnsafePointer(to: work) { kernel_channel_pooling_run($0, addresses[0], addresses[1], threads) }
    }
}

/// Pooling, normalisation, softmax and resampling.
extension PlanBuilder {
    /// Adds a step with one input and one output. `make` makes its primitive for a layout. The formats are tried in this order: the input's
    /// present format, the family's format, row-major.
    private mutating func planUnary(
        _ node: Node, elements: [Layout.Element]? = nil, slidesOverChannels: Bool = false, _ make: (Layout, Layout) throws -> Primitive
    ) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let here = try anyPlacement(x).layout
        var formats = [here.format]
        // Kernels for windows over row-major channels are slow, and the readers of the result prefer the family's format.
        if slidesOverChannels, here.format == .rowMajor, family != .any { formats.insert(family, at: 0) }
        for format in [family, .rowMajor] where !formats.contains(format) { formats.append(format) }
        var fallback: (Layout, Layout, Primitive)?
        var chosen: (source: Layout, destination: Layout, primitive: Primitive)?
        search: for element in elements ?? (here.element == .float32 ? [.float32] : [here.element, .float32]) {
            for format in formats where format != .any && format != .other {
                guard let source = try? Layout(element, graph.shape(x), format),
                    let destination = try? Layout(element, graph.shape(y), format),
                    let primitive = try? make(source, destination)
                else { continue }
                if !primitive.isReference {
                    chosen = (source, destination, primitive)
                    break search
                }
                if fallback == nil { fallback = (source, destination, primitive) }
            }
        }
        guard let (source, destination, primitive) = chosen ?? fallback else {
            throw RuntimeError.unsupported("'\(node.name)': no kernel")
        }
        let memory = try placement(x, source)
        let target = try self.destination(y, destination)
        try append(
            node.name, primitive,
            [binding(ONEDNN_ARGUMENT_SOURCE, source, memory), binding(ONEDNN_ARGUMENT_DESTINATION, destination, target)])
        placements[y].append(Placement(layout: destination, memory: target))
    }

    mutating func planPooling(_ node: Node, _ pooling: PoolingNode) throws {
        let shape = graph.shape(node.inputs[0])
        let slides = shape.count >= 4 && shape[1] >= 8 && zip(pooling.kernel, shape.dropFirst(2)).contains { $0 < $1 }
        if try planChannelPooling(node, pooling, slidesOverChannels: slides) { return }
        try planUnary(node, slidesOverChannels: slides) {
            try Primitive.pooling(
                pooling.kind, kernel: pooling.kernel, strides: pooling.strides, paddingBefore: pooling.paddingBefore,
                paddingAfter: pooling.paddingAfter, source: $0, destination: $1)
        }
    }

    /// Plans a pooling with our kernel if the channels of a pixel are contiguous, or should be. Returns false if the kernel does not
    /// support the pooling.
    private mutating func planChannelPooling(_ node: Node, _ pooling: PoolingNode, slidesOverChannels: Bool) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let (input, result) = (graph.shape(x), graph.shape(y))
        let here = try anyPlacement(x).layout
        let moves = here.format == .other || here.format == .rowMajor && slidesOverChannels
        let format = moves ? family : here.format
        guard let channels = format == .channelsLast ? input[1] : format.block else { return false }
        func measures(_ values: [Int], missing: Int) -> [Int] { [Int](repeating: missing, count: 3 - values.count) + values }
        var work = KernelChannelPooling()
        work.type = here.element.code
        work.kind = pooling.kind.code
        work.images = Int64(input[0] * ((input[1] + channels - 1) / channels))
        work.channels = Int64(channels)
        store(measures(Array(input.dropFirst(2)), missing: 1), in: &work.input)
        store(measures(Array(result.dropFirst(2)), missing: 1), in: &work.result)
        store(measures(pooling.kernel, missing: 1), in: &work.kernel)
        store(measures(pooling.strides, missing: 1), in: &work.strides)
        store(measures(pooling.paddingBefore, missing: 0), in: &work.padding_before)
        guard kernel_has_channel_pooling(&work) else { return false }
        let source = try Layout(here.element, input, format)
        let destination = try Layout(here.element, result, format)
        let kernel = PoolingKernel(work, threads: options.threads)
        let memory = try placement(x, source)
        let target = try self.destination(y, destination)
        append(node.name, .kernel({ kernel.run($0) }, [memory, target]))
        placements[y].append(Placement(layout: destination, memory: target))
        return true
    }

    mutating func planSoftmax(_ node: Node, _ axis: Int) throws {
        let shape = graph.shape(node.inputs[0])
        if shape.dropFirst(axis + 1).product() == 1, shape[axis] > 1 {
            let length = Int64(shape[axis])
            return try planRows(node, length: shape[axis], memories: []) { source, destination, rows, threads in
                { addresses in
                    var work = KernelRowSoftmax(source: source, destination: destination, rows: rows, length: length)
                    kernel_row_softmax_run(&work, addresses[0], addresses[1], threads)
                }
            }
        }
        if try planColumnSoftmax(node, axis) { return }
        try planUnary(node, elements: [.float32]) { try Primitive.softmax(axis: axis, source: $0, destination: $1) }
    }

    /// Plans a softmax along an axis other than the last, with a kernel of the runtime. The library's kernels are made for the last
    /// dimension and for channels in blocks. Returns false if the value is not in row-major float32.
    private mutating func planColumnSoftmax(_ node: Node, _ axis: Int) throws -> Bool {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let found = placements[x].first { $0.layout.map { $0.element == .float32 && $0.isRowMajor } ?? false }
        guard let memory = found?.memory, let lines = ReducedLines(graph.shape(x), reducing: [axis]), lines.inner > 1 else { return false }
        let layout = try Layout(.float32, graph.shape(y))
        let target = try destination(y, layout)
        let softmax = ColumnSoftmax(lines: lines)
        let kernel: Plan.Kernel = { addresses in
            softmax.run(
                UnsafePointer(addresses[0].assumingMemoryBound(to: Float.self)), into: addresses[1].assumingMemoryBound(to: Float.self))
        }
        append(node.name, .kernel(kernel, [memory, target]))
        placements[y].append(Placement(layout: layout, memory: target))
        return true
    }

    mutating func planLocalResponse(_ node: Node, _ response: LocalResponseNode) throws {
        try planUnary(node, elements: [.float32]) {
            try Primitive.localResponse(
                size: response.size, alpha: response.alpha, beta: response.beta, k: response.k, source: $0, destination: $1)
        }
    }

    mutating func planLayerNormalization(_ node: Node, _ normalization: NormalizationNode) throws {
        let (epsilon, length) = (normalization.epsilon, Int64(normalization.count))
        let parameters = [normalization.gamma, normalization.beta].map { values in values.map { constant(ConstantMemory($0)) } }
        let (hasGamma, hasBeta) = (parameters[0] != nil, parameters[1] != nil)
        try planRows(node, length: normalization.count, memories: parameters.compactMap { $0 }) { source, destination, rows, threads in
            { addresses in
                let gamma = hasGamma ? UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self)) : nil
                let beta = hasBeta ? UnsafePointer(addresses[hasGamma ? 3 : 2].assumingMemoryBound(to: Float.self)) : nil
                var work = KernelRowNormalization(
                    source: source, destination: destination, rows: rows, length: length, epsilon: epsilon, gamma: gamma, beta: beta)
                kernel_row_normalization_run(&work, addresses[0], addresses[1], threads)
            }
        }
        if !node.posts.isEmpty { try planPointwise(node, from: node.outputs[0], node.posts) }
    }

    /// Plans a kernel over dense rows of `length` elements. `make` makes it for the types of the source and the result.
    mutating func planRows(
        _ node: Node, length: Int, memories: [Memory],
        _ make: (_ source: KernelElement, _ destination: KernelElement, _ rows: Int64, _ threads: Int32) -> Plan.Kernel
    ) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let found = placements[x].first { $0.layout?.isRowMajor ?? false }
        let memory = try found?.memory ?? rowMajor(x)
        let element = found?.layout?.element ?? .float32
        let layout = try Layout(resultElement(y), graph.shape(y))
        let target = try destination(y, layout)
        let rows = Int64(graph.values[x].type.count / length)
        let kernel = make(element.code, layout.element.code, rows, Int32(clamping: options.threads))
        append(node.name, .kernel(kernel, [memory, target] + memories))
        placements[y].append(Placement(layout: layout, memory: target))
    }

    mutating func planInstanceNormalization(_ node: Node, _ normalization: NormalizationNode) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let shape = graph.shape(x)
        let here = try anyPlacement(x)
        let formats: [Layout.Format] = [.rowMajor, .blocked16, .blocked8]
        let format = formats.contains(here.layout.format) ? here.layout.format : family.block == nil ? .rowMajor : family
        let source = try Layout(here.layout.element, shape, format)
        let block = format.block ?? 1
        let blocks = (shape[1] + block - 1) / block
        func parameter(_ values: [Float]?, _ fallback: Float) -> Memory {
            let values = values ?? [Float](repeating: fallback, count: shape[1])
            return constant(ConstantMemory(values + [Float](repeating: 0, count: blocks * block - shape[1])))
        }
        let memories = [try placement(x, source), parameter(normalization.gamma, 1), parameter(normalization.beta, 0)]
        var remaining = node.posts[...]
        var lowest = -Float.infinity
        if case .function(.relu, 0, _)? = remaining.first {
            lowest = 0
            remaining.removeFirst()
        }
        let destination = try Layout(resultElement(y), shape, format)
        let memory = try self.destination(y, destination)
        let (from, to, threads) = (source.element.code, destination.element.code, Int32(clamping: options.threads))
        let (images, pixels, epsilon) = (shape[0], normalization.count, normalization.epsilon)
        let kernel: Plan.Kernel = { [lowest] addresses in
            var work = KernelChannelNormalization(
                source: from, destination: to, images: Int64(images), blocks: Int64(blocks), block: Int64(block), pixels: Int64(pixels),
                epsilon: epsilon, gamma: UnsafePointer(addresses[2].assumingMemoryBound(to: Float.self)),
                beta: UnsafePointer(addresses[3].assumingMemoryBound(to: Float.self)), lowest: lowest)
            kernel_channel_normalization_run(&work, addresses[0], addresses[1], threads)
        }
        append(node.name, .kernel(kernel, [memories[0], memory] + memories.dropFirst()))
        placements[y].append(Placement(layout: destination, memory: memory))
        if !remaining.isEmpty { try planPointwise(node, from: y, Array(remaining)) }
    }

    mutating func planResampling(_ node: Node, _ kind: ResamplingKind) throws {
        try planUnary(node, slidesOverChannels: graph.shape(node.inputs[0])[1] >= 8) {
            try Primitive.resampling(kind, source: $0, destination: $1)
        }
    }
}
