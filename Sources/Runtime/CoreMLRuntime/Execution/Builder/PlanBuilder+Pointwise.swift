/// Elementwise operations in one pass.
enum PointwisePass: KernelCandidate {
    static let name = KernelName.pointwise

    static func plan(_ node: Node, _ operation: Void, in builder: inout PlanBuilder) throws {
        try builder.planPointwise(node, from: node.inputs[0], node.posts)
    }
}

extension PlanBuilder {
    /// A tensor that a post reads: the memory, and the element type and strides for reading.
    private struct Operand {
        var memory: Memory
        var element: Layout.Element
        var strides: [Int]
    }

    /// Applies `posts` to `x`. The result is the node's first output. If `x` is itself that output, it is changed in place.
    mutating func planPointwise(_ node: Node, from x: ValueID, _ posts: [PostOperation]) throws {
        let y = node.outputs[0]
        let shape = graph.shape(y)
        var (layout, memory) = try preferredPlacement(x, posts)
        var format = Layout.Format.rowMajor
        if let own = layout, own.dimensions == shape, MemoryOrder(shape, own.format) != nil,
            posts.allSatisfy({ fits($0, own.format, shape) })
        {
            format = own.format
        } else if let own = layout, !own.isRowMajor || own.dimensions != shape {
            (layout, memory) = (try rowMajorLayout(x), try rowMajor(x))
        }
        guard let order = MemoryOrder(shape, format) else { throw RuntimeError.failed("'\(node.name)': a value without an order") }

        var steps: [PointwiseKernel.Step] = []
        var memories: [Memory] = []
        func binary(_ algorithm: ElementOperation, _ operand: Operand) {
            steps.append(
                .init(isBinary: true, algorithm: Int32(algorithm.code.rawValue), element: operand.element, strides: operand.strides))
            memories.append(operand.memory)
        }
        for post in posts {
            switch post {
            case .function(let algorithm, let alpha, let beta):
                steps.append(.init(algorithm: Int32(algorithm.code.rawValue), alpha: alpha, beta: beta))
            case .affine(let axis, let scale, let shift):
                if scale.contains(where: { $0 != 1 }) { binary(.multiply, try vector(scale, axis, shape, order)) }
                if shift.contains(where: { $0 != 0 }) { binary(.add, try vector(shift, axis, shape, order)) }
            case .leak(let axis, let slopes): binary(.leak, try vector(slopes, axis, shape, order))
            case .binary(let algorithm, let id): binary(algorithm, try operand(id, shape, order, format))
            }
        }

        let from = layout?.element ?? .float32
        let element = layout == nil ? .float32 : resultElement(y)
        let result = layout == nil ? nil : try Layout(element, shape, format)
        let overwrites = from == element && (x == y || (slots[y] == nil && !isOutput(y) && mayOverwrite(x, at: memory)))
        let target =
            try overwrites
            ? memory : result.map { try destination(y, $0) } ?? plainDestination(y, byteCount: graph.values[y].type.byteCount)
        let kernel = try PointwiseKernel(steps, order: order, source: from, destination: element, threads: options.threads)
        append(node.name, .pointwise, [memory, target] + memories) { kernel.run($0) }
        placements[y] = [Placement(layout: result, memory: target)]
    }

    func isOutput(_ id: ValueID) -> Bool { graph.outputs.contains(id) }

    /// The placement of `x` that needs the fewest copies. A placement in the same layout as another operand is preferred.
    private mutating func preferredPlacement(_ x: ValueID, _ posts: [PostOperation]) throws -> (layout: Layout?, memory: Memory) {
        if placements[x].count > 1 {
            for case .binary(_, let id) in posts {
                for placement in placements[x] {
                    guard let layout = placement.layout else { continue }
                    if placements[id].contains(where: { $0.layout?.matches(layout) ?? false }) { return (layout, placement.memory) }
                }
            }
        }
        if let first = placements[x].first, first.layout == nil { return (nil, first.memory) }
        return try anyPlacement(x)
    }

    /// Whether the kernel can read the operand of a post together with a tensor of `shape` in `format`. An operand of lower rank is padded with
    /// dimensions of one element, because oneDNN's formats require equal ranks.
    private func fits(_ post: PostOperation, _ format: Layout.Format, _ shape: [Int]) -> Bool {
        guard format != .rowMajor, case .binary(_, let id) = post, graph.shape(id).count < shape.count else { return true }
        let own = padded(graph.shape(id), shape)
        if own == shape { return false }
        return format == .channelsLast || own[1] == 1 || (graph.values[id].constant != nil && own.product() == shape[1])
    }

    private func padded(_ own: [Int], _ shape: [Int]) -> [Int] { [Int](repeating: 1, count: shape.count - own.count) + own }

    /// A number for each index of `axis`.
    private mutating func vector(_ values: [Float], _ axis: Int, _ shape: [Int], _ order: MemoryOrder) throws -> Operand {
        var (own, values) = ([Int](repeating: 1, count: shape.count), values)
        own[axis] = values.count
        let isBlocked = order.block > 1 && axis == 1 && values.count > 1
        let format: Layout.Format = !isBlocked ? .rowMajor : order.block == 16 ? .blocked16 : .blocked8
        guard let strides = order.strides(of: own, format) else { throw RuntimeError.failed("a vector without an order") }
        if isBlocked { values += [Float](repeating: 0, count: (order.block - values.count % order.block) % order.block) }
        return Operand(memory: constant(ConstantMemory(values)), element: .float32, strides: strides)
    }

    /// The operand of a post that is a value. A value of the full shape is in `format`. A value that is broadcast is row-major.
    private mutating func operand(_ id: ValueID, _ shape: [Int], _ order: MemoryOrder, _ format: Layout.Format) throws -> Operand {
        let own = padded(graph.shape(id), shape)
        let isBlocked = order.block > 1 && own[1] != 1
        if isBlocked, let tensor = graph.values[id].constant, own.product() == shape[1] {
            return try vector(Array(tensor.floats), 1, shape, order)
        }
        let wanted: Layout.Format = isBlocked || own == shape ? format : .rowMajor
        guard let strides = order.strides(of: own, wanted) else { throw RuntimeError.failed("an operand without an order") }
        if placements[id].first?.layout == nil, !placements[id].isEmpty {
            return Operand(memory: try rowMajor(id), element: .float32, strides: strides)
        }
        if wanted == .rowMajor {
            if let found = placements[id].first(where: { $0.layout?.isRowMajor ?? false }), let layout = found.layout {
                return Operand(memory: found.memory, element: layout.element, strides: strides)
            }
            return Operand(memory: try rowMajor(id), element: .float32, strides: strides)
        }
        for element in [Layout.Element.float32, .bfloat16] {
            let layout = try Layout(element, graph.shape(id), wanted)
            if let found = placements[id].first(where: { $0.layout?.matches(layout) ?? false }) {
                return Operand(memory: found.memory, element: element, strides: strides)
            }
        }
        let element = placements[id].first?.layout?.element ?? .float32
        return Operand(memory: try placement(id, Layout(element, graph.shape(id), wanted)), element: element, strides: strides)
    }
}
