import CKernels

/// The kernel of attention.
private final class AttentionKernel: @unchecked Sendable {
    private let work: KernelAttention
    private let threads: Int32

    init(_ work: KernelAttention, threads: Int) {
        self.work = work
        self.threads = Int32(clamping: threads)
    }

    var scratchByteCount: Int { withUnsafePointer(to: work) { kernel_attention_scratch($0, threads) } }

    /// `addresses` holds the queries, keys, values, result, scratch memory and mask, in this order.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 6) { addresses in
            withUnsafePointer(to: work) { kernel_attention_run($0, addresses, threads) }
        }
    }
}

extension PlanBuilder {
    /// Plans attention with our kernel. It computes in float32, except for products in AMX.
    mutating func planAttention(_ node: Node, _ attention: AttentionNode) throws {
        let y = node.outputs[0]
        var work = graph.attentionWork(node, attention)
        work.uses_amx = usesAMX && attention.fitsAMX
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
        let kernel = AttentionKernel(work, threads: options.threads)
        memories.append(newBuffer(byteCount: kernel.scratchByteCount))
        for mask in node.inputs.dropFirst(3) { memories.append(try rowMajor(mask)) }
        append(node.name, .kernel({ kernel.run($0) }, memories))
        placements[y].append(Placement(layout: layout, memory: target))
    }
}
