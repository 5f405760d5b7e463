import CKernels
import COneDNN

/// The kernel of a concatenation.
private final class ConcatenationKernel: @unchecked Sendable {
    private let lengths: UnsafeMutablePointer<Int64>
    private let work: KernelConcatenation
    private let threads: Int32

    /// - Parameter byteCounts: for each part, the number of bytes that it has in every row.
    init(rows: Int, _ byteCounts: [Int], threads: Int) {
        lengths = .allocate(capacity: max(byteCounts.count, 1))
        lengths.initialize(from: byteCounts.map(Int64.init), count: byteCounts.count)
        work = KernelConcatenation(rows: Int64(rows), count: Int32(byteCounts.count), lengths: UnsafePointer(lengths))
        self.threads = Int32(clamping: threads)
    }

    deinit { lengths.deallocate() }

    /// `addresses` holds the result and then the parts.
    func run(_ addresses: UnsafePointer<UnsafeMutableRawPointer>) {
        addresses.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: Int(work.count) + 1) { addresses in
            withUnsafePointer(to: work) { kernel_concatenation_run($0, addresses, threads) }
        }
    }
}

/// Concatenation, reshape, transposition and plain kernels.
extension PlanBuilder {
    mutating func planConcat(_ node: Node, _ axis: Int) throws {
        let y = node.outputs[0]
        for whole in [y, slots[y]?.whole] {
            guard let whole, node.inputs.allSatisfy({ slots[$0]?.whole == whole }) else { continue }
            if try fillSlots(node, of: whole) { return }
        }
        let format = try commonFormat(node, axis)
        let element = resultElement(y)
        let parts = try node.inputs.map { try placement($0, Layout(element, graph.shape($0), format)) }
        let layout = try Layout(element, graph.shape(y), format)
        let memory = try destination(y, layout)
        let pieces = node.inputs.compactMap { MemoryOrder(graph.shape($0), format)?.pieces(along: axis) }
        guard let rows = pieces.first?.count, pieces.count == parts.count else {
            throw RuntimeError.failed("'\(node.name)': a part without an order")
        }
        let kernel = ConcatenationKernel(rows: rows, pieces.map { $0.length * element.size }, threads: options.threads)
        append(node.name, .kernel({ kernel.run($0) }, [memory] + parts))
        placements[y].append(Placement(layout: layout, memory: memory))
    }

    /// The parts are where the whole is, or are moved there.
    private mutating func fillSlots(_ node: Node, of whole: ValueID) throws -> Bool {
        let y = node.outputs[0]
        let element = resultElement(whole)
        for part in node.inputs {
            let layout = try Layout(element, graph.shape(part), family)
            let place = try destination(part, layout)
            if placements[part].contains(where: { $0.memory == place }) { continue }
            try reorder(graph.values[part].name, try anyPlacement(part), to: layout, place)
            placements[part].append(Placement(layout: layout, memory: place))
        }
        guard let placement = placements[whole].first else { return false }
        if whole != y {
            // The whole begins with these parts.
            placements[y].append(Placement(layout: try Layout(element, graph.shape(y), family), memory: placement.memory))
        }
        return true
    }

    /// The format in which most of the parts already lie, if parts in this format can be copied; otherwise row-major.
    private mutating func commonFormat(_ node: Node, _ axis: Int) throws -> Layout.Format {
        var votes: [(format: Layout.Format, count: Int)] = []
        for part in node.inputs {
            let (format, count) = (try anyPlacement(part).layout.format, graph.values[part].type.count)
            if let index = votes.firstIndex(where: { $0.format == format }) {
                votes[index].count += count
            } else {
                votes.append((format, count))
            }
        }
        let most = votes.max { ($0.count, $1.format == .rowMajor ? 1 : 0) < ($1.count, $0.format == .rowMajor ? 1 : 0) }
        guard let format = most?.format, format != .any, format != .other else { return .rowMajor }
        // A part that does not end at a block of channels cannot be copied as it is.
        if axis == 1, let block = format.block, node.inputs.dropLast().contains(where: { graph.shape($0)[1] % block != 0 }) {
            return .rowMajor
        }
        return format
    }

    mutating func planReshape(_ node: Node) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        if let found = placements[x].first(where: { $0.layout?.isRowMajor ?? false }), let layout = found.layout,
            let own = try rowMajorLayout(y, layout.element)
        {
            placements[y].append(Placement(layout: own, memory: found.memory))
        } else {
            placements[y].append(Placement(layout: try rowMajorLayout(y), memory: try rowMajor(x)))
        }
        root[y] = root[x]
        pending[root[x]] += pending[y]
    }

    mutating func planPart(_ node: Node, _ offset: Int) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let found = placements[x].first { $0.layout?.isRowMajor ?? false }
        let element = found?.layout?.element ?? .float32
        var memory = try found?.memory ?? rowMajor(x)
        memory.offset += offset * element.size
        placements[y].append(Placement(layout: try rowMajorLayout(y, element), memory: memory))
        root[y] = root[x]
        pending[root[x]] += pending[y]
    }

    mutating func planTranspose(_ node: Node, _ permutation: [Int]) throws {
        let (x, y) = (node.inputs[0], node.outputs[0])
        let source = try anyPlacement(x)
        let element = source.layout.element
        let target = try Layout(element, graph.shape(y))
        let memory = try destination(y, target)
        if let view = try? source.layout.transposed(permutation), let primitive = try? Primitive.reorder(from: view, to: target) {
            try append(
                node.name, primitive,
                [binding(ONEDNN_ARGUMENT_SOURCE, view, source.memory), binding(ONEDNN_ARGUMENT_DESTINATION, target, memory)])
        } else {
            let dense = try dense(x, element)
            let view = try Layout(element, graph.shape(x)).transposed(permutation)
            try reorder(node.name, (view, dense), to: target, memory)
        }
        placements[y].append(Placement(layout: target, memory: memory))
    }

    mutating func planPlain(_ node: Node, _ call: PlainCall) throws {
        if call.definition is StateUpdate.Type { return try planStateUpdate(node, call) }
        var inputs: [Plan.PlainOperand] = []
        for slot in call.slots {
            inputs.append(.init(type: graph.values[slot.value].type, memory: try rowMajor(slot.value), slot: slot))
        }
        var outputs: [Plan.PlainOperand] = []
        for id in node.outputs {
            let type = graph.values[id].type
            let layout = try rowMajorLayout(id)
            let memory = try layout.map { try destination(id, $0) } ?? plainDestination(id, byteCount: type.byteCount)
            outputs.append(.init(type: type, memory: memory, slot: nil))
            placements[id].append(Placement(layout: layout, memory: memory))
        }
        append(node.name, .plain(try arranged(call, node), inputs: inputs, outputs: outputs))
    }
}
