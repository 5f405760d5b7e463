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
    /// The value with which an alias shares its memory.
    var root: [ValueID]
    /// Buffers that hold several live values, so that no result may overwrite them.
    var shared: Set<Int> = []
    var slots: [ValueID: Slot]
    /// For each value, whether it feeds convolutions or matrix products of reduced precision, and no node needs higher precision.
    let feedsProducts: [Bool]
    /// Whether the node that is being planned computes in float32, whatever the plan's precision is.
    private var isExact = false
    var outputBuffers: [ValueID: Int] = [:]

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
            placements[id].append(.init(layout: try rowMajorLayout(id), memory: memory))
        }
        for (index, id) in graph.outputs.enumerated() where outputBuffers[id] == nil && graph.values[id].constant == nil {
            outputBuffers[id] = newBuffer(.output(index), byteCount: graph.values[id].type.byteCount).buffer
        }
        aliasOutputs()
        for node in graph.nodes {
            isExact = node.isExact
            try plan(node)
            for operand in node.operands { pending[root[operand]] -= 1 }
        }
        try writeOutputs()
    }

    // MARK: Choices for the whole graph

    /// The memory format that convolutions read and write:
    /// - Without 512-bit vectors: blocks of 8 channels if the processor has 256-bit vectors. Without those, the library's choice.
    /// - For float32: blocks of 16 channels, which Winograd's kernels need.
    /// - For bfloat16: channels last, the format of the fastest kernels and of all AMX kernels.
    /// - For bfloat16 without AMX: blocks of 16 channels if the graph concatenates channels. Concatenation then costs nothing.
    static func family(for graph: Graph, _ options: PlanOptions) -> Layout.Format {
        guard Processor.has512BitVectors else { return Processor.has256BitVectors ? .blocked8 : .any }
        guard options.precision == .bfloat16 else { return .blocked16 }
        // Statistics of channels are slow in the format with channels last.
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
        // A smaller concatenation gets a slot in the larger one only if the parts of the larger one have slots there, too.
        for (part, whole) in prefixes where slots.values.contains(where: { $0.whole == whole }) {
            slots[part] = Slot(whole: whole, channel: 0)
        }
        return slots
    }

    /// Maps a concatenation to a later, larger concatenation that begins with the same parts. The memory of the smaller one is the beginning of the
    /// larger one's memory.
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

    /// For each value, whether it feeds products of reduced precision, and no node needs higher precision.
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
                // A normalisation subtracts the mean. If all numbers are nearly equal, mostly their rounding errors remain.
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

    /// The precision in which a kernel of the library stores `id`. For float32 factors this is float32, because the library then has no
    /// kernel with a reduced result. Products convert a float32 value while reading.
    func libraryResultElement(_ id: ValueID) -> Layout.Element { factorElement == .float32 ? .float32 : resultElement(id) }

    private var reducedElement: Layout.Element { options.precision == .bfloat16 ? .bfloat16 : .float32 }

    // MARK: Memory

    mutating func newBuffer(_ kind: Plan.Buffer.Kind = .arena, byteCount: Int) -> Memory {
        buffers.append(Plan.Buffer(kind: kind, byteCount: byteCount, first: .max, last: -1))
        return Memory(buffer: buffers.count - 1)
    }

    mutating func constant(_ memory: ConstantMemory) -> Memory { newBuffer(.constant(memory), byteCount: memory.byteCount) }

    /// Appends a step, and extends the lifetimes of the values that it uses.
    mutating func append(_ name: String, _ kernel: KernelName, _ action: Plan.Step.Action) {
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
        steps.append(Plan.Step(name: name, kernel: kernel, action: action))
    }

    /// Appends a step of one of our kernels.
    mutating func append(_ name: String, _ kernel: KernelName, _ memories: [Memory], _ run: @escaping Plan.Kernel) {
        append(name, kernel, .kernel(run, memories))
    }

    /// Appends a step of the library, and has its code generated.
    mutating func append(_ name: String, _ kernel: KernelName, _ primitive: Primitive, _ bindings: [Plan.Binding]) throws {
        var bindings = bindings
        let scratchpad = primitive.scratchpadByteCount
        if scratchpad > 0 {
            bindings.append(
                Plan.Binding(
                    argument: Int(ONEDNN_ARGUMENT_SCRATCHPAD.rawValue),
                    layout: try primitive.layout(ONEDNN_ARGUMENT_SCRATCHPAD, dimensions: []), memory: newBuffer(byteCount: scratchpad)))
        }
        append(name, kernel, .primitive(primitive, bindings))
        weights.schedule(threads: options.threads, for: awaited) { try primitive.compile() }
    }

    func binding(_ argument: onednn_argument, _ layout: Layout, _ memory: Memory) -> Plan.Binding {
        Plan.Binding(argument: Int(argument.rawValue), layout: layout, memory: memory)
    }

    // MARK: Outputs

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
                append("\(graph.values[id].name) copied", .copy, [try rowMajor(id), target], copy)
            }
        }
    }
}
