import CKernels

/// A concatenation whose parts lie in the result. Each part is computed there, or copied there.
enum ConcatenationInPlace: KernelCandidate {
    static let name = KernelName.view

    static func canPlan(_ node: Node, _ axis: Int, in builder: PlanBuilder) -> Bool { whole(node, builder) != nil }

    static func plan(_ node: Node, _ axis: Int, in builder: inout PlanBuilder) throws {
        let whole = whole(node, builder) ?? node.outputs[0]
        let y = node.outputs[0]
        let element = builder.resultElement(whole)
        for part in node.inputs {
            let layout = try Layout(element, builder.graph.shape(part), builder.family)
            let place = try builder.destination(part, layout)
            if builder.placements[part].contains(where: { $0.memory == place }) { continue }
            try builder.reorder(builder.graph.values[part].name, try builder.anyPlacement(part), to: layout, place)
            builder.placements[part].append(.init(layout: layout, memory: place))
        }
        guard let placement = builder.placements[whole].first else {
            throw RuntimeError.failed("the value '\(builder.graph.values[whole].name)' has no place")
        }
        if whole != y {
            // The whole begins with the parts of this node, so the node's output has the address of the whole.
            builder.placements[y].append(
                .init(layout: try Layout(element, builder.graph.shape(y), builder.family), memory: placement.memory))
        }
    }

    /// The value in whose memory all parts have their places: the result, or a larger concatenation that begins with the same parts.
    private static func whole(_ node: Node, _ builder: PlanBuilder) -> Graph.ValueID? {
        let y = node.outputs[0]
        return [y, builder.slots[y]?.whole].compactMap { $0 }.first { whole in
            !node.inputs.isEmpty && node.inputs.allSatisfy { builder.slots[$0]?.whole == whole }
        }
    }
}

/// A concatenation that copies its parts.
enum ConcatenationByCopy: KernelCandidate {
    static let name = KernelName.copy

    static func plan(_ node: Node, _ axis: Int, in builder: inout PlanBuilder) throws {
        let y = node.outputs[0]
        let format = try commonFormat(node, axis, in: &builder)
        let element = builder.resultElement(y)
        let parts = try node.inputs.map { try builder.placement($0, Layout(element, builder.graph.shape($0), format)) }
        let layout = try Layout(element, builder.graph.shape(y), format)
        let memory = try builder.destination(y, layout)
        let pieces = node.inputs.compactMap { MemoryOrder(builder.graph.shape($0), format)?.pieces(along: axis) }
        guard let rows = pieces.first?.count, pieces.count == parts.count else {
            throw RuntimeError.failed("'\(node.name)': a part without an order")
        }
        let call = ConcatenationCall(rows: rows, pieces.map { $0.length * element.size }, threads: builder.options.threads)
        builder.append(node.name, name, [memory] + parts) { call.run($0) }
        builder.placements[y].append(.init(layout: layout, memory: memory))
    }

    /// The format of most of the parts, if parts in this format can be copied. If not, row-major.
    private static func commonFormat(_ node: Node, _ axis: Int, in builder: inout PlanBuilder) throws -> Layout.Format {
        var votes: [(format: Layout.Format, count: Int)] = []
        for part in node.inputs {
            let (format, count) = (try builder.anyPlacement(part).layout.format, builder.graph.values[part].type.count)
            if let index = votes.firstIndex(where: { $0.format == format }) {
                votes[index].count += count
            } else {
                votes.append((format, count))
            }
        }
        let favourite = votes.max { ($0.count, $1.format == .rowMajor ? 1 : 0) < ($1.count, $0.format == .rowMajor ? 1 : 0) }
        guard let format = favourite?.format, format != .any, format != .other else { return .rowMajor }
        // A part that ends within a block of channels cannot be copied unchanged.
        if axis == 1, let block = format.block, node.inputs.dropLast().contains(where: { builder.graph.shape($0)[1] % block != 0 }) {
            return .rowMajor
        }
        return format
    }
}

/// The arguments of a concatenation.
private final class ConcatenationCall: @unchecked Sendable {
    private let lengths: UnsafeMutablePointer<Int64>
    private let work: KernelConcatenation
    private let threads: Int32

    /// - Parameter byteCounts: the number of bytes of each part in every row.
    init(rows: Int, _ byteCounts: [Int], threads: Int) {
        lengths = .allocate(capacity: max(byteCounts.count, 1))
        lengths.initialize(from: byteCounts.map(Int64.init), count: byteCounts.count)
        work = KernelConcatenation(rows: Int64(rows), count: Int32(byteCounts.count), lengths: UnsafePointer(lengths))
        self.threads = Int32(clamping: threads)
    }

    deinit { lengths.deallocate() }

    /// Runs the kernel. `addresses` holds the result and then the parts.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: Int(work.count) + 1) { addresses in
            withUnsafePointer(to: work) { kernel_concatenation_run($0, addresses, threads) }
        }
    }
}
