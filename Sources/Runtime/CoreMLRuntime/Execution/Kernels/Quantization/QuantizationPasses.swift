/// Converts numbers to 8-bit integers.
enum QuantizationPass: KernelCandidate {
    static let name = KernelName.quantization

    static func plan(_ node: Node, _ quantization: EightBitQuantization, in builder: inout PlanBuilder) throws {
        let source = try builder.plainPlacement(node.inputs[0])
        let layout = try Layout(quantization.element, builder.graph.shape(node.inputs[0]), source.layout.format)
        let isHalf = source.layout.element == .bfloat16
        let memory = builder.newBuffer(byteCount: layout.byteCount)
        builder.appendPass(node, source.memory, layout, memory, count: layout.byteCount) { from, to, range in
            if isHalf {
                QuantizationKernel.quantize(BrainFloats(from), to, range, quantization)
            } else {
                QuantizationKernel.quantize(Floats(from), to, range, quantization)
            }
        }
    }
}

/// Converts 8-bit integers to numbers.
enum DequantizationPass: KernelCandidate {
    static let name = KernelName.quantization

    static func plan(_ node: Node, _ quantization: EightBitQuantization, in builder: inout PlanBuilder) throws {
        let source = try builder.plainPlacement(node.inputs[0])
        let layout = try Layout(.float32, builder.graph.shape(node.inputs[0]), source.layout.format)
        let memory = try builder.destination(node.outputs[0], layout)
        builder.appendPass(node, source.memory, layout, memory, count: source.layout.byteCount) { from, to, range in
            QuantizationKernel.dequantize(from, to.assumingMemoryBound(to: Float.self), range, quantization)
        }
    }
}

extension PlanBuilder {
    /// Appends a step that passes once over `count` elements, divided among the threads.
    fileprivate mutating func appendPass(
        _ node: Node, _ source: Memory, _ layout: Layout, _ memory: Memory, count: Int,
        _ body: @escaping @Sendable (_ from: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer, _ range: Range<Int>) -> Void
    ) {
        let parts = options.threads
        let kernel: Plan.Kernel = { addresses in
            let (from, to) = (addresses[0], addresses[1])
            Threads.run(parts) { part in body(from, to, count * part / parts..<count * (part + 1) / parts) }
        }
        append(node.name, .quantization, [source, memory], kernel)
        placements[node.outputs[0]] = [Placement(layout: layout, memory: memory)]
    }

    /// A placement of the value in a format that values of other element types can have, too. If the value is in a format of the library's own, it is
    /// first re-ordered to row-major.
    fileprivate mutating func plainPlacement(_ id: ValueID) throws -> (layout: Layout, memory: Memory) {
        let placement = try anyPlacement(id)
        guard placement.layout.format == .other else { return placement }
        let layout = try Layout(placement.layout.element, graph.shape(id))
        return (layout, try self.placement(id, layout))
    }
}
