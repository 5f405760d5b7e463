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
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 6) { addresses in
            withUnsafePointer(to: work) { onednn_attention_run($0, addresses, threads) }
        }
    }
}

extension PlanBuilder {
    /// Attention by the shim's kernel: in float32, but for products that a matrix unit computes.
    mutating func planAttention(_ node: Node, _ attention: AttentionNode) throws {
        let y = node.outputs[0]
        var work = graph.attentionWork(node, attention)
        work.uses_matrix_unit = usesMatrixUnit && attention.fitsMatrixUnit
        let element: Layout.Element = work.uses_matrix_unit ? factorElement : .float32
        let layout = try Layout(work.uses_matrix_unit ? resultElement(y) : .float32, graph.shape(y))
        work.result = layout.element.code
        var memories: [Memory] = []
        for (input, view) in zip(node.inputs, attention.operands) {
            let isHalf = graph.values[input].type.scalar == .float16
            var memory = isHalf ? try rowMajor(input) : try home(input, Layout(element, graph.shape(input)))
            memory.offset += view.offset * (isHalf ? ScalarType.float16.size : element.size)
            memories.append(memory)
        }
        memories.append(try destination(y, layout))
        let target = memories[3]
        let kernel = AttentionKernel(work, threads: options.threads)
        memories.append(newBuffer(byteCount: kernel.scratchByteCount))
        for mask in node.inputs.dropFirst(3) { memories.append(try rowMajor(mask)) }
        append(node.name, .kernel({ kernel.run($0) }, memories))
        homes[y].append(Home(layout: layout, memory: target))
    }
}

extension Graph {
    /// What the kernel is to do, but for the precision of its products.
    func attentionWork(_ node: Node, _ attention: AttentionNode) -> onednn_attention {
        let (queries, keys, values, result) = (attention.operands[0], attention.operands[1], attention.operands[2], attention.result)
        let axes = result.shape.count - 2
        let batch = Array(result.shape.prefix(axes))
        let (length, source) = (result.shape[axes], keys.shape[keys.shape.count - 2])
        /// Along the batch, where a view has fewer dimensions or one element it repeats; then from row to row.
        func strides(_ view: StridedView) -> (batch: [Int], row: Int) {
            let own = view.shape.count - 2
            let along = batch.indices.map { axis in
                let index = own - axes + axis
                return index < 0 || view.shape[index] == 1 ? 0 : view.strides[index]
            }
            return (along, view.strides[own])
        }
        var work = onednn_attention()
        work.batch_rank = Int32(axes)
        store(batch, in: &work.batch)
        (work.queries, work.keys) = (Int64(length), Int64(source))
        (work.width, work.depth) = (Int64(queries.shape.last ?? 0), Int64(result.shape.last ?? 0))
        work.scale = attention.scale
        work.has_halves = attention.hasHalves
        store(strides(queries).batch, in: &work.query_strides)
        store(strides(keys).batch, in: &work.key_strides)
        store(strides(values).batch, in: &work.value_strides)
        store(strides(result).batch, in: &work.result_strides)
        (work.query_row, work.key_row) = (Int64(strides(queries).row), Int64(strides(keys).row))
        (work.value_row, work.result_row) = (Int64(strides(values).row), Int64(strides(result).row))
        work.mask = ONEDNN_MASK_NONE
        guard let mask = node.inputs.dropFirst(3).first else { return work }
        work.mask = isFloat(mask) ? ONEDNN_MASK_ADDED : ONEDNN_MASK_KEPT
        let maskStrides = Broadcasting.strides(shape(mask), to: batch + [length, source])
        store(Array(maskStrides.dropLast(2)), in: &work.mask_strides)
        (work.mask_query_stride, work.mask_key_stride) = (Int64(maskStrides[batch.count]), Int64(maskStrides[batch.count + 1]))
        return work
    }
}
