import CoreMLSpecification

/// The use of a network's blobs by a layer. It shows which blobs a running network can drop.
struct LayerUse: Sendable {
    /// The blobs that the layer reads or makes and that no later layer reads.
    var ended: [String] = []
    /// The blobs that a loop makes in one round and may read in the next.
    var carried: [String] = []
    /// The layers of a branch's two sides, or of a loop's condition and body.
    var blocks: [[LayerUse]] = []

    /// The uses of all layers of a network with these outputs.
    static func uses(of layers: [Specification.NeuralNetworkLayer], outputs: [String]) -> [LayerUse] {
        var blobs = LiveBlobs()
        for name in outputs { blobs.insert(name) }
        return blobs.uses(of: layers, layers.map(LayerNames.init))
    }
}

/// The blobs that a layer and its blocks name.
private struct LayerNames {
    /// The blobs that are read before the layer has made them.
    var read: Set<String>
    var made: Set<String>
    /// The blobs that every run of the layer makes, except for a run that ends with an error or a jump.
    var surelyMade: [String] = []
    /// Whether the layer may leave its loop, or begin the loop's next round.
    var jumps = false
    var blocks: [[LayerNames]] = []

    init(_ layer: Specification.NeuralNetworkLayer) {
        read = Set(layer.input)
        made = Set(layer.output)
        switch layer.layer {
        case .branch(let branch):
            for network in [branch.ifBranch, branch.elseBranch] { add(Block(network)) }
        case .loop(let loop):
            let (condition, body) = (Block(loop.evaluatedCondition), Block(loop.bodyNetwork))
            add(condition)
            // A jump out of the body ends in this loop, so layers around the loop are not affected.
            add(body, after: condition.surelyMade, jumps: false)
            if loop.evaluatedCondition != nil, !condition.surelyMade.contains(loop.conditionVar) { read.insert(loop.conditionVar) }
        case .loopBreak, .loopContinue: jumps = true
        default: surelyMade = LayerNames.certainOutputs(of: layer)
        }
    }

    /// Consecutive layers, treated as one layer.
    private struct Block {
        var layers: [LayerNames]
        var read: Set<String> = []
        var made: Set<String> = []
        var surelyMade: Set<String> = []
        var jumps = false

        init(_ network: Specification.NeuralNetwork?) {
            layers = (network?.layers ?? []).map(LayerNames.init)
            for layer in layers {
                read.formUnion(layer.read.subtracting(surelyMade))
                made.formUnion(layer.made)
                surelyMade.formUnion(layer.surelyMade)
                jumps = jumps || layer.jumps
            }
        }
    }

    private mutating func add(_ block: Block, after earlier: Set<String> = [], jumps: Bool? = nil) {
        read.formUnion(block.read.subtracting(earlier))
        made.formUnion(block.made)
        self.jumps = self.jumps || jumps ?? block.jumps
        blocks.append(block.layers)
    }

    /// The outputs that a layer always makes. The file may name more outputs, which the layer may not make.
    private static func certainOutputs(of layer: Specification.NeuralNetworkLayer) -> [String] {
        let count: Int
        switch layer.layer {
        case .split(let split): count = Int(clamping: split.nOutputs)
        case .splitND(let split): count = split.splitSizes.isEmpty ? Int(clamping: split.numSplits) : split.splitSizes.count
        case .topK: count = 2
        case .custom: count = layer.output.count
        case .uniDirectionalLSTM: count = 3
        case .biDirectionalLSTM: count = 5
        default: count = 1
        }
        return Array(layer.output.prefix(count))
    }
}

/// The blobs that later layers read. The layers are visited from the last to the first.
private struct LiveBlobs {
    /// The number of loops around the last layer that reads each blob.
    private var depths: [String: Int] = [:]
    private var depth = 0
    /// The loop depth up to which a blob stays needed before a layer that makes it. A jump out of a loop may skip that layer. The value is
    /// −1 if no jump is possible.
    private var lastingDepth = -1
    private var changes: [(name: String, depth: Int?)] = []

    mutating func insert(_ name: String) {
        guard depths[name] == nil else { return }
        changes.append((name, nil))
        depths[name] = depth
    }

    private mutating func remove(_ name: String) {
        guard let depth = depths[name], depth > lastingDepth else { return }
        changes.append((name, depth))
        depths[name] = nil
    }

    /// Undoes all changes except the first `count`.
    private mutating func revert(to count: Int) {
        while changes.count > count, let (name, depth) = changes.popLast() { depths[name] = depth }
    }

    /// Finds how the layers use their blobs. Before the call, `self` holds the blobs that are live after the layers; afterwards, the blobs
    /// that are live before them.
    mutating func uses(of layers: [Specification.NeuralNetworkLayer], _ names: [LayerNames]) -> [LayerUse] {
        var uses: [LayerUse] = []
        uses.reserveCapacity(layers.count)
        for (layer, names) in zip(layers, names).reversed() {
            var use = LayerUse()
            use.ended = names.read.union(names.made).filter { depths[$0] == nil }
            switch layer.layer {
            case .branch(let branch):
                let mark = changes.count
                for (network, inner) in zip([branch.ifBranch, branch.elseBranch], names.blocks) {
                    use.blocks.append(self.uses(of: network?.layers ?? [], inner))
                    revert(to: mark)
                }
            case .loop(let loop): addLoop(loop, names, to: &use)
            default:
                for name in names.surelyMade { remove(name) }
            }
            for name in names.read { insert(name) }
            uses.append(use)
        }
        return uses.reversed()
    }

    private mutating func addLoop(_ loop: Specification.LoopLayerParams, _ names: LayerNames, to use: inout LayerUse) {
        let mark = changes.count
        // At the start of a round, these blobs are live: those that are live after the loop, and those that a round reads.
        for name in names.read { insert(name) }
        use.carried = names.made.filter { depths[$0] != nil }
        let (start, lasting) = (changes.count, lastingDepth)
        if names.blocks[1].contains(where: \.jumps) { lastingDepth = depth }
        depth += 1
        let body = uses(of: loop.bodyNetwork?.layers ?? [], names.blocks[1])
        depth -= 1
        lastingDepth = lasting
        // The condition is followed by the body or by the layers after the loop.
        let readByBody = changes[start...].map { $0.name }.filter { depths[$0] != nil }
        revert(to: start)
        for name in readByBody { insert(name) }
        insert(loop.conditionVar)
        depth += 1
        let condition = uses(of: loop.evaluatedCondition?.layers ?? [], names.blocks[0])
        depth -= 1
        revert(to: mark)
        use.blocks = [condition, body]
    }
}

extension Specification.LoopLayerParams {
    /// The layers of the condition; `nil` for a loop without one.
    var evaluatedCondition: Specification.NeuralNetwork? { conditionVar.isEmpty ? nil : conditionNetwork }
}
