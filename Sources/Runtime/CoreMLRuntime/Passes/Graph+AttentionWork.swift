import CKernels

extension Graph {
    /// The arguments of the attention kernel, except the precision of its products.
    func attentionWork(_ node: Node, _ attention: AttentionNode) -> KernelAttention {
        let (queries, keys, values, result) = (attention.operands[0], attention.operands[1], attention.operands[2], attention.result)
        let axes = result.shape.count - 2
        let batch = Array(result.shape.prefix(axes))
        let (length, source) = (result.shape[axes], keys.shape[keys.shape.count - 2])
        /// The strides along the batch dimensions, with 0 for broadcast dimensions, and the stride between rows.
        func strides(_ view: StridedView) -> (batch: [Int], row: Int) {
            let own = view.shape.count - 2
            let along = batch.indices.map { axis in
                let index = own - axes + axis
                return index < 0 || view.shape[index] == 1 ? 0 : view.strides[index]
            }
            return (along, view.strides[own])
        }
        var work = KernelAttention()
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
        work.mask = KernelMaskNone
        guard let mask = node.inputs.dropFirst(3).first else { return work }
        work.mask = isFloat(mask) ? KernelMaskAdded : KernelMaskKept
        let maskStrides = Broadcasting.strides(shape(mask), to: batch + [length, source])
        store(Array(maskStrides.dropLast(2)), in: &work.mask_strides)
        (work.mask_query_stride, work.mask_key_stride) = (Int64(maskStrides[batch.count]), Int64(maskStrides[batch.count + 1]))
        return work
    }
}
