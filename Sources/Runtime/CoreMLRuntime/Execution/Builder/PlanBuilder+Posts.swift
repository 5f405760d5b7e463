import COneDNN

extension PlanBuilder {
    /// Posts in the form that a primitive takes, with the operands that they read.
    struct LoweredPosts {
        var items: [Primitive.Post] = []
        /// The operands of the posts: each is a value in a layout, or a constant. Their memory is chosen once the primitive exists.
        var operands: [(argument: Int, layout: Layout, source: Source)] = []
        /// The value that the result is added to in place.
        var sum: (id: ValueID, memory: Memory)?

        enum Source {
            case value(ValueID)
            case constant([Float])
        }
    }

    /// Converts posts to the form that a primitive takes, for a result in `destination`. Returns `nil` if a primitive cannot take them. `shape` is
    /// the result's shape in the graph; for matrix products, `destination` flattens it to two dimensions. If `output` is given, the result may be
    /// added in place to a value that nothing else reads.
    func lower(_ posts: [PostOperation], destination: Layout, shape: [Int], for output: ValueID? = nil) throws -> LoweredPosts? {
        var lowered = LoweredPosts()
        let dimensions = destination.dimensions
        func appendBinary(_ algorithm: ElementOperation, _ layout: Layout, _ source: LoweredPosts.Source) {
            lowered.operands.append((Int(ONEDNN_ARGUMENT_POST.rawValue) + lowered.items.count, layout, source))
            lowered.items.append(.binary(algorithm, layout))
        }
        for post in posts {
            switch post {
            case .function(let algorithm, let alpha, let beta):
                guard algorithm.isInLibrary else { return nil }
                // oneDNN 2.6 generates the code of each function once for a primitive, so all posts with one function share the parameters
                // of the first.
                let clashes = lowered.items.contains { item in
                    if case .eltwise(algorithm, let otherAlpha, let otherBeta) = item {
                        (alpha, beta) != (otherAlpha, otherBeta)
                    } else {
                        false
                    }
                }
                guard clashes else {
                    lowered.items.append(.eltwise(algorithm, alpha: alpha, beta: beta))
                    continue
                }
                guard algorithm == .linear else { return nil }
                let one = try Layout(.float32, dimensions.map { _ in 1 })
                if alpha != 1 { appendBinary(.multiply, one, .constant([alpha])) }
                if beta != 0 { appendBinary(.add, one, .constant([beta])) }
            case .affine(let axis, let scale, let shift):
                let target = dimensions.count == shape.count ? axis : axis == shape.count - 1 ? dimensions.count - 1 : -1
                guard target >= 0 else { return nil }
                var spread = [Int](repeating: 1, count: dimensions.count)
                spread[target] = scale.count
                if scale.contains(where: { $0 != 1 }) {
                    appendBinary(.multiply, try Layout(.float32, spread), .constant(scale))
                }
                if shift.contains(where: { $0 != 0 }) {
                    appendBinary(.add, try Layout(.float32, spread), .constant(shift))
                }
            case .leak: return nil
            case .binary(let algorithm, let id):
                guard algorithm.isInLibrary else { return nil }
                // The padding of a last block would become 0 / 0.
                if algorithm == .divide, destination.format != .rowMajor, destination.format != .channelsLast { return nil }
                if graph.shape(id) == shape {
                    if let output, algorithm == .add, lowered.sum == nil,
                        let memory = overwritable(id, destination, for: output)
                    {
                        lowered.sum = (id, memory)
                        lowered.items.append(.sum)
                        continue
                    }
                    guard destination.format != .other, destination.format != .any else { return nil }
                    let element = placements[id].contains { $0.layout?.element == .bfloat16 } ? Layout.Element.bfloat16 : .float32
                    appendBinary(algorithm, try Layout(element, dimensions, destination.format), .value(id))
                } else {
                    let padded = [Int](repeating: 1, count: shape.count - graph.shape(id).count) + graph.shape(id)
                    guard dimensions.count == shape.count else { return nil }
                    appendBinary(algorithm, try Layout(.float32, padded), .value(id))
                }
            }
        }
        return lowered.items.count <= Int(ONEDNN_MAXIMUM_POST_OPS) ? lowered : nil
    }

    private func overwritable(_ id: ValueID, _ destination: Layout, for output: ValueID) -> Memory? {
        guard slots[output] == nil,
            let placement = placements[id].first(where: { placement in placement.layout.map { sameMemory($0, destination) } ?? false })
        else { return nil }
        return mayOverwrite(id, at: placement.memory) ? placement.memory : nil
    }

    /// Whether both layouts store a tensor identically: the layouts are equal, or both are row-major with different dimensions.
    private func sameMemory(_ a: Layout, _ b: Layout) -> Bool {
        if a.dimensions == b.dimensions { return a.matches(b) }
        return a.element == b.element && a.isRowMajor && b.isRowMajor && a.byteCount == b.byteCount
    }

    /// The bindings of lowered posts. Operands in other formats are re-ordered.
    mutating func bindings(_ lowered: LoweredPosts) throws -> [Plan.Binding] {
        var result: [Plan.Binding] = []
        for (argument, layout, source) in lowered.operands {
            let memory: Memory
            switch source {
            case .constant(let values): memory = constant(ConstantMemory(values))
            case .value(let id):
                let own = graph.shape(id)
                // Flattening a row-major tensor, or padding its shape with ones, does not change its memory.
                memory = layout.dimensions == own ? try placement(id, layout) : try placement(id, Layout(layout.element, own))
            }
            result.append(Plan.Binding(argument: argument, layout: layout, memory: memory))
        }
        return result
    }

    /// The memory for a result. If the result is added to another value, it is the memory of that value.
    mutating func destination(_ id: ValueID, _ layout: Layout, _ lowered: LoweredPosts) throws -> Memory {
        if let sum = lowered.sum { return sum.memory }
        return try destination(id, layout)
    }
}
