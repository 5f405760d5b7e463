import COneDNN

extension PlanBuilder {
    /// Applies `posts` to `x`, giving the node's first output. Where `x` is that output itself it is changed in place.
    mutating func planPointwise(_ node: Node, from x: ValueID, _ posts: [PostOperation]) throws {
        let y = node.outputs[0]
        let source: (layout: Layout, memory: Memory) = try preferredHome(x, posts)
        let inPlace = x == y || (slots[y] == nil && !isOutput(y) && mayOverwrite(x, at: source.memory))
        if try planBlocked(node, source, posts, inPlace: inPlace) { return }
        // One pass for each, where there is no kernel for all at once.
        if posts.count > 1, try planBlocked(node, source, [posts[0]], inPlace: inPlace) {
            return try planPointwise(node, from: y, Array(posts.dropFirst()))
        }
        try planPlainPointwise(node, from: x, posts)
    }

    func isOutput(_ id: ValueID) -> Bool { graph.outputs.contains(id) }

    /// Of the places of `x`, the one that needs the least moving: where another operand lies in the same layout, that.
    private mutating func preferredHome(_ x: ValueID, _ posts: [PostOperation]) throws -> (layout: Layout, memory: Memory) {
        if homes[x].count > 1 {
            for case .binary(_, let id) in posts {
                for home in homes[x] {
                    guard let layout = home.layout else { continue }
                    if homes[id].contains(where: { $0.layout?.matches(layout) ?? false }) { return (layout, home.memory) }
                }
            }
        }
        return try anyHome(x)
    }

    /// One oneDNN primitive in the layout in which the value lies; false where there is none.
    private mutating func planBlocked(
        _ node: Node, _ source: (layout: Layout, memory: Memory), _ posts: [PostOperation], inPlace: Bool
    ) throws -> Bool {
        let y = node.outputs[0]
        let layout = source.layout
        guard let first = posts.first, layout.dimensions == graph.shape(y) else { return false }
        let bindings = [binding(ONEDNN_ARGUMENT_SOURCE, layout, source.memory)]
        if posts.count == 1, case .function(let algorithm, let alpha, let beta) = first {
            let primitive = try? Primitive.eltwise(algorithm, alpha: alpha, beta: beta, source: layout, destination: layout)
            return try finish(node, primitive, bindings, nil, [], layout, source.memory, inPlace: inPlace)
        }
        // The binary kernels of oneDNN 2.6 lose registers in functions that need a table.
        guard posts.allSatisfy(\.isArithmetic) else { return false }
        // Elementwise kernels take no posts, binary ones do: several functions follow a multiplication by one.
        var head = LoweredPosts()
        if case .function = first {
            let one = try Layout(.float32, layout.dimensions.map { _ in 1 })
            head.items = [.binary(ONEDNN_BINARY_MUL, one)]
            head.operands = [(Int(ONEDNN_ARGUMENT_POST.rawValue), one, .constant([1]))]
        }
        guard let lowered = try lower(posts, destination: layout, shape: graph.shape(y)) else { return false }
        let shift = head.items.count
        head.items += lowered.items
        head.operands += lowered.operands.map { ($0.argument + shift, $0.layout, $0.source) }
        guard case .binary(let algorithm, let operand)? = head.items.first, let second = head.operands.first else { return false }
        let primitive = try? Primitive.binary(algorithm, layout, operand, destination: layout, posts: Array(head.items.dropFirst()))
        // The first post is the primitive itself.
        let operands = head.operands.dropFirst().map { (argument: $0.argument - 1, layout: $0.layout, source: $0.source) }
        return try finish(node, primitive, bindings, (operand, second.source), operands, layout, source.memory, inPlace: inPlace)
    }

    private mutating func finish(
        _ node: Node, _ primitive: Primitive?, _ start: [Plan.Binding], _ second: (layout: Layout, source: LoweredPosts.Source)?,
        _ operands: [(argument: Int, layout: Layout, source: LoweredPosts.Source)], _ layout: Layout, _ source: Memory, inPlace: Bool
    ) throws -> Bool {
        guard let primitive, !primitive.isReference else { return false }
        let y = node.outputs[0]
        var bindings = start
        var all = LoweredPosts()
        all.operands = operands
        if let second { all.operands.append((Int(ONEDNN_ARGUMENT_SOURCE_1.rawValue), second.layout, second.source)) }
        bindings += try self.bindings(all)
        let memory = inPlace ? source : try destination(y, layout)
        bindings.append(binding(ONEDNN_ARGUMENT_DESTINATION, layout, memory))
        try append(node.name, primitive, bindings)
        homes[y] = [Home(layout: layout, memory: memory)]
        return true
    }

    /// Our own loops over dense rows.
    private mutating func planPlainPointwise(_ node: Node, from x: ValueID, _ posts: [PostOperation]) throws {
        let y = node.outputs[0]
        let shape = graph.shape(y)
        let source = try rowMajor(x)
        var memories = [source]
        var operandStrides: [[Int]] = []
        for case .binary(_, let id) in posts {
            memories.append(try rowMajor(id))
            operandStrides.append(Broadcasting.strides(graph.shape(id), to: shape))
        }
        let layout = try rowMajorLayout(y)
        let overwritten = x == y ? homes[y].first { $0.memory == source } : nil
        let memory =
            try overwritten?.memory ?? layout.map { try destination(y, $0) } ?? newBuffer(byteCount: graph.values[y].type.byteCount)
        memories.append(memory)
        let kernel = PointwiseKernel(posts: posts, shape: shape, operandStrides: operandStrides)
        append(node.name, .kernel({ kernel.run($0) }, memories))
        homes[y] = [Home(layout: layout, memory: memory)]
    }
}
