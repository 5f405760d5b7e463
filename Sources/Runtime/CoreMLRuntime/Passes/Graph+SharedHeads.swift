/// Lets several query heads read one head of keys and values in place, as in grouped-query attention. Without this pass, the heads would be repeated
/// in memory.
extension Graph {
    /// Removes the repetition of keys and values before attention, and groups the query heads that share a head of keys and values. Converters write
    /// the repetition along a new dimension, and then merge this dimension with the heads.
    func shareHeads(_ node: inout Node, _ attention: inout AttentionNode, _ producer: [ValueID: Int]) {
        guard let keys = repeated(node.inputs[1], producer), let values = repeated(node.inputs[2], producer), keys.batch == values.batch,
            node.inputs.dropFirst(3).allSatisfy({ shape($0).dropLast(2).allSatisfy { $0 == 1 } })
        else { return }
        func split(_ view: StridedView) -> StridedView? { view.reshaped(keys.batch + view.shape.suffix(2)) }
        guard let queries = split(StridedView(shape(node.inputs[0]))), let result = split(attention.result) else { return }
        node.inputs.replaceSubrange(1...2, with: [keys.matrices, values.matrices])
        attention.operands = [queries, StridedView(shape(keys.matrices)), StridedView(shape(values.matrices))]
        attention.result = result
    }

    /// Finds matrices that are repeated for each group of heads. Their shape [batch…, heads, 1, M, N] becomes [batch…, heads, group, M, N],
    /// then [batch…, heads · group, M, N] for `id`.
    ///
    /// - Returns: the matrices, and [batch…, heads, group].
    private func repeated(_ id: ValueID, _ producer: [ValueID: Int]) -> (matrices: ValueID, batch: [Int])? {
        guard let joining = producer[id], case .reshape = nodes[joining].kind,
            let repeating = producer[nodes[joining].inputs[0]], case .plain(let plain) = nodes[repeating].kind,
            plain.definition is Tile.Type || plain.definition is BroadcastTo.Type, let x = plain.operand("x")
        else { return nil }
        let (from, to) = (shape(x), shape(nodes[joining].inputs[0]))
        let group = to.count - 3
        guard group >= 1, from.count <= Layout.maximumRank, from.count == to.count, from[group] == 1,
            from.indices.allSatisfy({ $0 == group || from[$0] == to[$0] }),
            shape(id) == to.prefix(group - 1) + [to[group - 1] * to[group]] + to.suffix(2)
        else { return nil }
        return (x, Array(to.dropLast(2)))
    }
}
