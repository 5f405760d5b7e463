import COneDNN

/// The kernel of attention.
private final class AttentionKernel: @unchecked Sendable {
    private let work: onednn_attention
    private let threads: Int32

    init(_ work: onednn_attention, threads: Int) {
        self.work = work
        self.threads = Int32(clamping: threads)
    }

    var scratchByteCount: Int { withUnsafePointer(to: work) { onednn_attention_scratch($0, threads) } }

    /// `addresses` holds queries, keys, values, the result, scratch memory and then the mask.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 5) { addresses in
            withUnsafePointer(to: work) { onednn_attention_run($0, addresses, threads) }
        }
    }
}

extension PlanBuilder {
    /// Attention by the shim's kernel, in float32 whatever the precision.
    mutating func planAttention(_ node: Node, _ attention: AttentionNode) throws {
        let y = node.outputs[0]
        let layout = try Layout(.float32, graph.shape(y))
        let sources = try node.inputs.map { try rowMajor($0) }
        let target = try destination(y, layout)
        let kernel = AttentionKernel(attentionWork(node, attention), threads: options.threads)
        let scratch = newBuffer(byteCount: kernel.scratchByteCount)
        append(node.name, .kernel({ kernel.run($0) }, Array(sources.prefix(3)) + [target, scratch] + Array(sources.dropFirst(3))))
        homes[y].append(Home(layout: layout, memory: target))
    }

    private func attentionWork(_ node: Node, _ attention: AttentionNode) -> onednn_attention {
        let (queries, keys, result) = (graph.shape(node.inputs[0]), graph.shape(node.inputs[1]), graph.shape(node.outputs[0]))
        let batch = Array(result.dropLast(2))
        let (length, source) = (result[batch.count], keys[keys.count - 2])
        func strides(_ id: ValueID) -> [Int] {
            let shape = graph.shape(id)
            return Broadcasting.strides(Array(shape.dropLast(2)), to: batch).map { $0 * shape.suffix(2).product() }
        }
        var work = onednn_attention()
        work.batch_rank = Int32(batch.count)
        store(batch, in: &work.batch)
        (work.queries, work.keys) = (Int64(length), Int64(source))
        (work.width, work.depth) = (Int64(queries[queries.count - 1]), Int64(result[batch.count + 1]))
        work.scale = attention.scale
        store(strides(node.inputs[0]), in: &work.query_strides)
        store(strides(node.inputs[1]), in: &work.key_strides)
        store(strides(node.inputs[2]), in: &work.value_strides)
        work.mask = ONEDNN_MASK_NONE
        guard let mask = node.inputs.dropFirst(3).first else { return work }
        work.mask = graph.isFloat(mask) ? ONEDNN_MASK_ADDED : ONEDNN_MASK_KEPT
        let maskStrides = Broadcasting.strides(graph.shape(mask), to: batch + [length, source])
        store(Array(maskStrides.dropLast(2)), in: &work.mask_strides)
        (work.mask_query_stride, work.mask_key_stride) = (Int64(maskStrides[batch.count]), Int64(maskStrides[batch.count + 1]))
        return work
    }
}
