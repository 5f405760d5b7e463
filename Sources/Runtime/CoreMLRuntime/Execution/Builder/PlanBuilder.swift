import COneDNN

/// Turns an optimised graph into steps. It chooses kernels and memory formats, inserts re-orders between different formats, and tracks lifetimes.
struct PlanBuilder {
    typealias ValueID = Graph.ValueID
    typealias Memory = Plan.Memory

    /// A place in memory that holds a value. Without a layout, the value is dense and row-major in its own scalar type.
    struct Placement {
        var layout: Layout?
        var memory: Memory
    }

    /// A part of a concatenation that is written straight into the memory of the whole.
    struct Slot {
        var whole: ValueID
        var channel: Int
    }

    let graph: Graph
    let options: PlanOptions
    let weights: PreparedWeights
    /// The work that the plan waits for before it runs.
    let awaited = AwaitedWork()
    /// The format that convolutions read and write.
    let family: Layout.Format

    var steps: [Plan.Step] = []
    var buffers: [Plan.Buffer] = []
    var placements: [[Placement]]
    /// The remaining reads of each value. Reads of an alias count for the value whose memory it shares.
    var pending: [Int]
    /// The value that an alias shares its memory with.
    var root: [ValueID]
    /// Buffers that hold several values at once, which nothing may overwrite.
    var shared: Set<Int> = []
    var slots: [ValueID: Slot]
    /// Whether the value is read by a convolution or matrix product of reduced precision, and nothing needs it in higher precision.
    let feedsProducts: [Bool]
    /// Whether the node that is being planned computes in float32, whatever the plan's precision is.
    private var isExact = false
    private var outputBuffers: [ValueID: Int] = [:]

    init(graph: Graph, options: PlanOptions, weights: PreparedWeights) {
        self.graph = graph
        self.options = options
        self.weights = weights
        family = PlanBuilder.family(for: graph, options)
        slots = family.block.map { PlanBuilder.concatSlots(graph, block: $0) } ?? [:]
        placements = graph.values.map { _ in [] }
        pending = graph.useCounts
        root = Array(graph.values.indices)
        feedsProducts = PlanBuilder.feedsProducts(graph, options)
    }

    mutating func build() throws {
        for id in graph.inputs + graph.nodes.flatMap({ $0.operands + $0.outputs }) {
            let value = graph.values[id]
            guard value.constant == nil, value.type.byteCount > Plan.maximumByteCount else { continue }
            throw RuntimeError.unsupported(
                "the value '\(value.name)' \(value.type) is larger than the limit of \(Plan.maximumByteCount) bytes")
        }
        for (index, id) in graph.inputs.enumerated() {
            let memory = newBuffer(.input(index), byteCount: graph.values[id].type.byteCount)
            placements[id].append(Placement(layout: try rowMajorLayout(id), memory: memory))
        }
        for (index, id) in graph.outputs.enumerated() where outputBuffers[id] == nil && graph.values[id].constant == nil {
            outputBuffers[id] = newBuffer(.output(index), byteCount: graph.values[id].type.byteCount).buffer
        }
        aliasOutputs()
        for node in graph.nodes {
            try plan(node)
            for operand in node.operands { pending[root[operand]] -= 1 }
        }
        try writeOutputs()
    }

    private mutating func plan(_ node: Node) throws {
        isExact = node.isExact
        switch node.kind {
        case .convolution(let convolution): try planConvolution(node, convolution)
        case .depthwisePointwise(let pair): try planDepthwisePointwise(node, pair)
        case .dynamicConvolution(let convolution): try planDynamicConvolution(node, convolution)
        case .product(let product): try planProduct(node, product)
        case .matrixProduct(let product): try planMatrixProduct(node, product)
        case .attention(let attention): try planAttention(node, attention)
        case .pooling(let pooling): try planPooling(node, pooling)
        case .pointwise: try planPointwise(node, from: node.inputs[0], node.posts)
        case .concat(let axis): try planConcat(node, axis)
        case .reshape: try planReshape(node)
        case .part(let offset): try planPart(node, offset)
        case .transpose(let permutation): try planTranspose(node, permutation)
        case .softmax(let axis): try planSoftmax(node, axis)
        case .localResponse(let response): try planLocalResponse(node, response)
        case .layerNormalization(let normalization): try planLayerNormalization(node, normalization)
        case .rootMeanSquare(let normalization): try planRootMeanSquare(node, normalization)
        case .instanceNormalization(let normalization): try planInstanceNormalization(node, normalization)
        case .resample(let kind): try planResampling(node, kind)
        case .quantize(let quantization): try planQuantize(node, quantization)
        case .dequantize(let quantization): try planDequantize(node, quantization)
        case .integerConvolution(let convolution, let integers): try planIntegerConvolution(node, convolution, integers)
        case .integerProduct(let product, let integers): try planIntegerProduct(node, product, integers)
        case .rounding(let rounding): try planRounding(node, rounding)
        case .plain(let call): try planPlain(node, call)
        }
    }

    // MARK: Choices for the whole graph

    /// The format that convolutions read and write:
    /// - without 512-bit vectors, blocks of 8 channels for 256-bit vectors, and the library's choice otherwise
    /// - for float32, blocks of 16 channels, as Winograd's kernels need them
    /// - for bfloat16, channels last, the format of the fastest kernels and of all AMX kernels
    /// - for bfloat16 without AMX, blocks of 16 channels if the graph concatenates channels, because concatenation then costs nothing
    static func family(for graph: Graph, _ options: PlanOptions) -> Layout.Format {
        guard Processor.has512BitVectors else { return Processor.has256BitVectors ? .blocked8 : .any }
        guard options.precision == .bfloat16 else { return .blocked16 }
        // Statistics of channels are slow where channels come last.
        if graph.nodes.contains(where: { if case .instanceNormalization = $0.kind { true } else { false } }) { return .blocked16 }
        return options.usesAMX || concatSlots(graph, block: 16).isEmpty ? .channelsLast : .blocked16
    }

    /// The parts of concatenations of channels that can be written straight into the whole. With a single image and whole blocks of
    /// channels, each part is contiguous in the whole.
    private static func concatSlots(_ graph: Graph, block: Int) -> [ValueID: Slot] {
        var slots: [ValueID: Slot] = [:]
        var movable = Set<ValueID>()
        let prefixes = concatPrefixes(graph)
        let covered = Set(prefixes.keys)
        for node in graph.nodes {
            switch node.kind {
            case .convolution, .pooling, .pointwise, .instanceNormalization, .resample: movable.formUnion(node.outputs)
            case .concat(axis: 1):
                if covered.contains(node.outputs[0]) { continue }
                let whole = graph.shape(node.outputs[0])
                guard whole.count >= 3, whole.count <= 5, whole[0] == 1, Set(node.inputs).count == node.inputs.count,
                    node.inputs.allSatisfy({
                        movable.contains($0) && !covered.contains($0) && slots[$0] == nil && graph.shape($0)[1] % block == 0
                    })
                else { continue }
                var channel = 0
                for part in node.inputs {
                    slots[part] = Slot(whole: node.outputs[0], channel: channel)
                    channel += graph.shape(part)[1]
                }
                movable.insert(node.outputs[0])
            default: break
            }
        }
        // Given up with the whole that they are part of.
        for (part, whole) in prefixes where slots.values.contains(where: { $0.whole == whole }) {
            slots[part] = Slot(whole: whole, channel: 0)
        }
        return slots
    }

    /// Maps each concatenation whose parts are the first parts of a later concatenation to that later one. Its memory is the beginning of
    /// the later one's.
    private static func concatPrefixes(_ graph: Graph) -> [ValueID: ValueID] {
        var wholes: [Node] = []
        var result: [ValueID: ValueID] = [:]
        for node in graph.nodes.reversed() {
            guard case .concat(axis: 1) = node.kind else { continue }
            if let whole = wholes.first(where: { $0.inputs.starts(with: node.inputs) }), !graph.outputs.contains(node.outputs[0]) {
                result[node.outputs[0]] = whole.outputs[0]
            } else {
                wholes.append(node)
            }
        }
        return result
    }

    /// For each value, whether products of reduced precision read it, and nothing needs it in higher precision.
    static func feedsProducts(_ graph: Graph, _ options: PlanOptions) -> [Bool] {
        var feeds = [Bool](repeating: false, count: graph.values.count)
        var needsFloats = graph.values.map(\.isExact)
        for node in graph.nodes.reversed() {
            switch node.kind {
            case .convolution, .depthwisePointwise, .dynamicConvolution, .product, .matrixProduct:
                for input in node.inputs {
                    if node.isExact { needsFloats[input] = true } else { feeds[input] = true }
                }
                // An operand that is added to a result has the result's precision.
                for operand in node.operands.dropFirst(node.inputs.count) where feeds[node.outputs[0]] { feeds[operand] = true }
            case .attention(let attention) where options.usesAMX && attention.fitsAMX && !node.isExact:
                for operand in node.inputs.prefix(3) { feeds[operand] = true }
            case .instanceNormalization:
                // If all numbers are nearly equal, little but their rounding errors remains after the mean is subtracted.
                for input in node.inputs { needsFloats[input] = true }
            case .pooling, .pointwise, .concat, .reshape, .part, .transpose, .resample:
                if feeds[node.outputs[0]] { for operand in node.operands { feeds[operand] = true } }
                if needsFloats[node.outputs[0]] { for operand in node.operands { needsFloats[operand] = true } }
            default: break
            }
        }
        return zip(feeds, needsFloats).map { $0 && !$1 }
    }

    /// The precision that the convolution or matrix product being planned reads.
    var factorElement: Layout.Element { isExact ? .float32 : reducedElement }

    /// Whether the node's products are computed in AMX, by our tiles or by the library, rather than by vector kernels.
    var usesAMX: Bool { options.usesAMX && factorElement == .bfloat16 }

    /// The precision in which a convolution or matrix product stores `id`.
    func resultElement(_ id: ValueID) -> Layout.Element { feedsProducts[id] ? reducedElement : .float32 }

    /// The precision in which a kernel of the library stores `id`. None of them reads float32 factors and stores a reduced result, which is
    /// converted where it is read then.
    func libraryResultElement(_ id: ValueID) -> Layout.Element { factorElement == .float32 ? .float32 : resultElement(id) }

    private var reducedElement: Layout.Element { options.precision == .bfloat16 ? .bfloat16 : .float32 }

    // MARK: Memory

    mutating func newBuffer(_ kind: Plan.Buffer.Kind = .arena, byteCount: Int) -> Memory {
        buffers.append(Plan.Buffer(kind: kind, byteCount: byteCount, first: .max, last: -1))
        return Memory(buffer: buffers.count - 1)
    }

    mutating func constant(_ memory: ConstantMemory) -> Memory { newBuffer(.constant(memory), byteCount: memory.byteCount) }

    /// Appends a step and extends the life of what it touches.
    mutating func append(_ name: String, _ action: Plan.Step.Action) {
        let memories: [Memory] =
            switch action {
            case .primitive(_, let bindings): bindings.map(\.memory)
            case .plain(_, let inputs, let outputs): inputs.map(\.memory) + outputs.map(\.memory)
            case .kernel(_, let memories): memories
            }
        for memory in memories {
            buffers[memory.buffer].first = min(buffers[memory.buffer].first, steps.count)
            buffers[memory.buffer].last = max(buffers[memory.buffer].last, steps.count)
        }
        steps.append(Plan.Step(name: name, action: action))
    }

    /// Appends a step of a special kernel, which its name has in brackets.
    mutating func append(_ name: String, _ special: Plan.SpecialKernel, _ memories: [Memory], _ kernel: @escaping Plan.Kernel) {
        append("\(name) (\(special.rawValue))", .kernel(kernel, memories))
        steps[steps.count - 1].special = special
    }

    mutating func append(_ name: String, _ primitive: Primitive, _ bindings: [Plan.Binding]) throws {
        var bindings = bindings
        let scratchpad = primitive.scratchpadByteCount
        if scratchpad > 0 {
            bindings.append(
                Plan.Binding(
                    argument: Int(ONEDNN_ARGUMENT_SCRATCHPAD.rawValue),
                    layout: try primitive.layout(ONEDNN_ARGUMENT_SCRATCHPAD, dimensions: []), memory: newBuffer(byteCount: scratchpad)))
        }
        append(name, .primitive(primitive, bindings))
        weights.schedule(threads: options.threads, for: awaited) { try primitive.compile() }
    }

    func binding(_ argument: onednn_argument, _ layout: Layout, _ memory: Memory) -> Plan.Binding {
        Plan.Binding(argument: Int(argument.rawValue), layout: layout, memory: memory)
    }

    // MARK: Placements

    /// Dense row-major float32, or `nil` where oneDNN has no such tensor.
    func rowMajorLayout(_ id: ValueID, _ element: Layout.Element = .float32) throws -> Layout? {
        let type = graph.values[id].type
        guard type.scalar == .float32, type.rank <= Layout.maximumRank, type.count > 0 else { return nil }
        return try Layout(element, type.shape)
    }

    /// The memory for a new value in `layout`: its slot in a concatenation, the caller's memory, or the arena.
    mutating func destination(_ id: ValueID, _ layout: Layout) throws -> Memory {
        if let slot = slots[id], layout.format == family, let whole = try wholeMemory(slot, layout.element) { return whole }
        if let output = outputBuffers[id], layout.element == .float32, layout.isRowMajor { return Memory(buffer: output) }
        return newBuffer(byteCount: layout.byteCount)
    }

    /// Where a value goes that oneDNN has no layout for.
    mutating func plainDestination(_ id: ValueID, byteCount: Int) -> Memory {
        outputBuffers[id].map { Memory(buffer: $0) } ?? newBuffer(byteCount: byteCount)
    }

    /// The memory of a part within its whole; `nil` where the whole has another precision.
    private mutating func wholeMemory(_ slot: Slot, _ element: Layout.Element) throws -> Memory? {
        guard element == resultElement(slot.whole) else { return nil }
        var memory: Memory
        if let placement = placements[slot.whole].first {
            memory = placement.memory
        } else {
            let layout = try Layout(element, graph.shape(slot.whole), family)
            memory = try destination(slot.whole, layout)
            shared.insert(memory.buffer)
            placements[slot.whole].append(Placement(layout: layout, memory: memory))
        }
        memory.offset += slot.channel * graph.shape(slot.whole).dropFirst(2).product() * element.size
        return memory
    }

    /// The value in exactly `layout`, re-ordered where it is not yet.
    mutating func placement(_ id: ValueID, _ layout: Layout) throws -> Memory {
        if let found = placements[id].first(where: { $0.layout?.matches(layout) ?? false }) { return found.memory }
        if let tensor = graph.values[id].constant, let own = try rowMajorLayout(id) {
            // Once, before the plan runs.
            let memory = ConstantMemory(byteCount: layout.byteCount)
            try weights.prepare(tensor, scale: nil, from: own, to: layout, memory)
            placements[id].append(Placement(layout: layout, memory: constant(memory)))
            return placements[id][placements[id].count - 1].memory
        }
        let source = try anyPlacement(id)
        let memory = try destination(id, layout)
        try reorder(graph.values[id].name, source, to: layout, memory)
        placements[id].append(Placement(layout: layout, memory: memory))
        return memory
    }

    mutating func reorder(_ name: String, _ source: (layout: Layout, memory: Memory), to layout: Layout, _ memory: Memory) throws {
        let primitive = try Primitive.reorder(from: source.layout, to: layout)
        try append(
            "\(name) re-ordered", primitive,
            [binding(ONEDNN_ARGUMENT_SOURCE, source.layout, source.memory), binding(ONEDNN_ARGUMENT_DESTINATION, layout, memory)])
        steps[steps.count - 1].isReordering = true
    }

    /// A placement of a float value. If there are several, one in float32 is preferred.
    mutating func anyPlacement(_ id: ValueID) throws -> (layout: Layout, memory: Memory) {
        if placements[id].isEmpty, let tensor = graph.values[id].constant {
            placements[id].append(Placement(layout: try rowMajorLayout(id), memory: constant(ConstantMemory(tensor))))
        }
        let candidates = placements[id].compactMap { placement in placement.layout.map { (layout: $0, memory: placement.memory) } }
        guard let best = candidates.first(where: { $0.layout.element == .float32 }) ?? candidates.first else {
            throw RuntimeError.failed("the value '\(graph.values[id].name)' has no place")
        }
        return best
    }

    /// The value in dense row-major order in its own scalar type.
    mutating func rowMajor(_ id: ValueID) throws -> Memory {
        if placements[id].isEmpty, let tensor = graph.values[id].constant {
            placements[id].append(Placement(layout: try rowMajorLayout(id), memory: constant(ConstantMemory(tensor))))
        }
        if let found = placements[id].first(where: { $0.layout.map { $0.element == .float32 && $0.isRowMajor } ?? true }) {
            return found.memory
        }
        guard let layout = try rowMajorLayout(id) else {
            throw RuntimeError.failed("the value '\(graph.values[id].name)' has no row-major form")
        }
        return try placement(id, layout)
    }

    /// Whether the last reader of `id`, which reads it at `memory`, may store its result there.
    func mayOverwrite(_ id: ValueID, at memory: Memory) -> Bool {
        guard case .arena = buffers[memory.buffer].kind else { return false }
        return pending[root[id]] == 1 && !shared.contains(memory.buffer) && graph.values[id].constant == nil
    }

    /// If an output is only a reshape of a value, the value is written straight to the output's memory.
    private mutating func aliasOutputs() {
        let counts = graph.useCounts
        for node in graph.nodes.reversed() {
            guard case .reshape = node.kind, let buffer = outputBuffers[node.outputs[0]], counts[node.inputs[0]] == 1,
                graph.values[node.inputs[0]].constant == nil, !graph.inputs.contains(node.inputs[0])
            else { continue }
            outputBuffers[node.inputs[0]] = buffer
        }
    }

    private mutating func writeOutputs() throws {
        for (index, id) in graph.outputs.enumerated() {
            let buffer: Int
            if let first = outputBuffers[id], case .output(index) = buffers[first].kind {
                buffer = first
            } else {
                buffer = newBuffer(.output(index), byteCount: graph.values[id].type.byteCount).buffer
            }
            guard !placements[id].contains(where: { $0.memory.buffer == buffer }) else { continue }
            let target = Memory(buffer: buffer)
            if let layout = try rowMajorLayout(id) {
                try reorder(graph.values[id].name, try anyPlacement(id), to: layout, target)
            } else {
                let count = graph.values[id].type.byteCount
                let copy: Plan.Kernel = { $0[1].copyMemory(from: $0[0], byteCount: count) }
                append("\(graph.values[id].name) copied", .kernel(copy, [try rowMajor(id), target]))
            }
        }
    }
}
