import COneDNN

/// The first posts of a node, as the shim's own products apply them to a tile of results.
struct TilePosts {
    var steps: [onednn_pointwise_post] = []
    var operands: [Plan.Memory] = []
    /// An operand that nothing else reads, whose place the result may take.
    var overwritten: Plan.Memory?
}

/// The steps of such posts at an address that stays.
final class TilePostSteps: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<onednn_pointwise_post>
    let count: Int32

    init(_ steps: [onednn_pointwise_post]) {
        pointer = .allocate(capacity: max(steps.count, 1))
        pointer.initialize(from: steps, count: steps.count)
        count = Int32(steps.count)
    }

    deinit { pointer.deallocate() }
}

extension PlanBuilder {
    /// Whether all of a node's posts are such that a tile's results can have them.
    func takesTilePosts(_ node: Node) -> Bool {
        node.posts.allSatisfy { post in
            guard case .binary(_, let id) = post else { return post.isFunction }
            return graph.shape(id) == graph.shape(node.outputs[0])
        }
    }

    /// Functions, and operations with values of the result's shape, which are brought into its format. `layout` is the result's;
    /// operands are numbered from `firstOperand` on.
    mutating func tilePosts(_ node: Node, _ layout: Layout, firstOperand: Int) throws -> TilePosts {
        var posts = TilePosts()
        let y = node.outputs[0]
        for post in node.posts {
            var step = onednn_pointwise_post()
            switch post {
            case .function(let algorithm, let alpha, let beta):
                (step.algorithm, step.alpha, step.beta) = (Int32(algorithm.rawValue), alpha, beta)
            case .binary(let algorithm, let id) where graph.shape(id) == graph.shape(y):
                let found = homes[id].first { $0.layout.map { liesAlike($0, layout) } ?? false }
                let memory = try found?.memory ?? home(id, Layout(.float32, layout.dimensions, layout.format))
                let element = found?.layout?.element ?? .float32
                step.is_binary = true
                step.algorithm = Int32(algorithm.rawValue)
                step.type = element.code
                step.operand = Int32(firstOperand + posts.operands.count)
                posts.operands.append(memory)
                // Each element is read before the result takes its place.
                if element == layout.element, slots[y] == nil, !isOutput(y), mayOverwrite(id, at: memory) { posts.overwritten = memory }
            default: break
            }
            guard post.isFunction || step.is_binary else { break }
            posts.steps.append(step)
        }
        return posts
    }

    /// Whether the elements of both lie in the same order, be they of different types.
    private func liesAlike(_ a: Layout, _ b: Layout) -> Bool {
        a.isRowMajor && b.isRowMajor || a.format == b.format && a.format != .other && a.dimensions == b.dimensions
    }
}
