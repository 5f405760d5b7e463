import CKernels

/// The arguments of an attention.
private final class AttentionCall: @unchecked Sendable {
    private let work: KernelAttention
    private let threads: Int32

    init(_ work: KernelAttention, threads: Int) {
        self.work = work
        self.threads = Int32(clamping: threads)
    }

    var scratchByteCount: Int { withUnsafePointer(to: work) { kernel_attention_scratch($0, threads) } }

    /// Runs the kernel. `addresses` holds the queries, keys, values, result, scratch memory and mask, in this order.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 6) { addresses in
            withUnsafePointer(to: work) { kernel_attention_run($0, addresses, threads) }
        }
    }
}

/// Attention in blocks of scores, with products in AMX.
enum AttentionInAMX: KernelCandidate {
    static let name = KernelName.attentionInAMX
    static let unit = ProductUnit.amx

    static func canPlan(_ node: Node, _ attention: AttentionNode, in builder: PlanBuilder) -> Bool { attention.fitsAMX }

    static func plan(_ node: Node, _ attention: AttentionNode, in builder: inout PlanBuilder) throws {
        try builder.appendAttention(node, attention, name)
    }
}

/// Attention with few queries. The keys and values are read once for all heads that share them.
enum AttentionOfFewQueries: KernelCandidate {
    static let name = KernelName.attentionOfFewQueries

    static func canPlan(_ node: Node, _ attention: AttentionNode, in builder: PlanBuilder) -> Bool {
        var work = builder.graph.attentionWork(node, attention)
        return kernel_attention_has_few_queries(&work)
    }

    static func plan(_ node: Node, _ attention: AttentionNode, in builder: inout PlanBuilder) throws {
        try builder.appendAttention(node, attention, name)
    }
}

/// Attention in blocks of scores, in float32.
enum AttentionInBlocks: KernelCandidate {
    static let name = KernelName.attentionInBlocks

    static func plan(_ node: Node, _ attention: AttentionNode, in builder: inout PlanBuilder) throws {
        try builder.appendAttention(node, attention, name)
    }
}

extension PlanBuilder {
    /// Appends attention by `kernel`. It computes in float32, except for products in AMX.
    fileprivate mutating func appendAttention(_ node: Node, _ attention: AttentionNode, _ kernel: KernelName) throws {
        let y = node.outputs[0]
        var work = graph.attentionWork(node, attention)
        work.uses_amx = kernel == .attentionInAMX
        let element: Layout.Element = work.uses_amx ? factorElement : .float32
        let layout = try Layout(work.uses_amx ? resultElement(y) : .float32, graph.shape(y))
        work.result = layout.element.code
        var memories: [Memory] = []
        for (input, view) in zip(node.inputs, attention.operands) {
            let isHalf = graph.values[input].type.scalar == .float16
            var memory = isHalf ? try rowMajor(input) : try placement(input, Layout(element, graph.shape(input)))
            memory.offset += view.offset * (isHalf ? ScalarType.float16.size : element.size)
            memories.append(memory)
        }
        memories.append(try destination(y, layout))
        let target = memories[3]
        let call = AttentionCall(work, threads: options.threads)
        memories.append(newBuffer(byteCount: call.scratchByteCount))
        for mask in node.inputs.dropFirst(3) { memories.append(try rowMajor(mask)) }
        append(node.name, kernel, memories) { call.run($0) }
        placements[y].append(.init(layout: layout, memory: target))
    }
}
