import CKernels

extension PlanBuilder {
    /// The numbers of posts with which to try the node's primitive, in order. Larger numbers come first. There is one exception. A separate
    /// pass over the result may compute the last post faster than the library does. In that case, the primitive is first tried without that
    /// post.
    func postCounts(_ node: Node) -> [Int] {
        let count = node.posts.count
        guard let last = node.posts.last, passes(last, over: node.outputs[0]) else { return Array((0...count).reversed()) }
        return [count - 1, count] + (0..<count - 1).reversed()
    }

    /// Whether a separate pass for `post` exists and is worthwhile. The value must not be a part of another value. It must be large enough
    /// that the pass saves more time than the extra step costs.
    private func passes(_ post: PostOperation, over id: ValueID) -> Bool {
        guard case .function(let algorithm, _, _) = post, slots[id] == nil, graph.values[id].type.count >= 1 << 12 else { return false }
        return kernel_activation_fits(algorithm.code, resultElement(id).code)
    }

    /// Plans the node's posts from index `start` on in a separate pass.
    mutating func planPosts(_ node: Node, from start: Int) throws {
        let posts = Array(node.posts.dropFirst(start))
        if posts.isEmpty || planActivation(node, posts) { return }
        try planPointwise(node, from: node.outputs[0], posts)
    }

    /// Plans an in-place pass over the result of the node's primitive. Returns false if `posts` is not a single function with an in-place
    /// pass.
    private mutating func planActivation(_ node: Node, _ posts: [PostOperation]) -> Bool {
        let y = node.outputs[0]
        guard posts.count == 1, case .function(let algorithm, let alpha, _) = posts[0], passes(posts[0], over: y),
            let placement = placements[y].first, let layout = placement.layout, layout.element == resultElement(y)
        else { return false }
        let (function, element, threads) = (algorithm.code, layout.element, Int32(clamping: options.threads))
        // The padding of a layout is zero, and these functions map zero to zero.
        let count = Int64(layout.byteCount / element.size)
        append(node.name, .activation, [placement.memory]) { kernel_activation_run(function, alpha, element.code, $0[0], count, threads) }
        return true
    }
}
