import CKernels

extension PlanBuilder {
    /// How many of its first posts a node's primitive is offered, in the order to try: as many as may be, but where the last is a function
    /// that a pass over the result computes sooner than the library's code for it, that one is left out first.
    func postCounts(_ node: Node) -> [Int] {
        let count = node.posts.count
        guard let last = node.posts.last, passes(last, over: node.outputs[0]) else { return Array((0...count).reversed()) }
        return [count - 1, count] + (0..<count - 1).reversed()
    }

    /// Whether such a pass exists, and the value is neither a part of another nor so small that a step more costs what it saves.
    private func passes(_ post: PostOperation, over id: ValueID) -> Bool {
        guard case .function(let algorithm, _, _) = post, slots[id] == nil, graph.values[id].type.count >= 1 << 12 else { return false }
        return onednn_activation_fits(algorithm, resultElement(id).code)
    }

    /// Plans the pass over what the node's primitive has written, in place; false where `posts` are not such a function alone.
    mutating func planActivation(_ node: Node, _ posts: [PostOperation]) -> Bool {
        let y = node.outputs[0]
        guard posts.count == 1, case .function(let algorithm, let alpha, _) = posts[0], passes(posts[0], over: y),
            let placement = placements[y].first, let layout = placement.layout, layout.element == resultElement(y)
        else { return false }
        let (element, threads) = (layout.element, Int32(clamping: options.threads))
        // What pads a layout is zero, and so is the function of it.
        let count = Int64(layout.byteCount / element.size)
        append(node.name, .kernel({ onednn_activation_run(algorithm, alpha, element.code, $0[0], count, threads) }, [placement.memory]))
        return true
    }
}
