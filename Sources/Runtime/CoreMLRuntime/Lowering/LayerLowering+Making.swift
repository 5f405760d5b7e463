import CoreMLSpecification

/// Leaves the body of a loop.
enum LoopExit: Error {
    case stop, next
}

extension LayerLowering {
    // MARK: Constants

    mutating func lowerLoadConstant(_ p: Specification.LoadConstantLayerParams) throws {
        let shape = try sizes(p.shape)
        try require(shape.count == 3, "a constant of \(shape.count) dimensions")
        let stored = try weights(p.data, [1] + shape, axis: 0, "data")
        if usesRank5 {
            try setOutput(Blob(argument: .tensor(stored), sequence: Blob.Sequence(steps: 1, batch: 1)))
        } else {
            try setOutput(Blob(argument: .tensor(stored.reshaped([1, 1] + shape))))
        }
    }

    mutating func lowerFill(_ shape: Argument, _ value: Float) throws { try emit("fill", ["shape": shape, "value": .float(value)]) }

    mutating func lowerBroadcastTo(_ shape: Argument) throws {
        try emit("osprey.broadcast_to", ["x": try input().argument, "shape": shape])
    }

    mutating func lowerRange(_ p: Specification.RangeStaticLayerParams) throws {
        try emit("range_1d", ["start": .float(p.startValue), "end": .float(p.endValue), "step": .float(p.stepSizeValue)])
    }

    mutating func lowerRange(_ p: Specification.RangeDynamicLayerParams) throws {
        try emit(
            "range_1d",
            [
                "end": try input().argument, "start": inputCount > 1 ? try input(1).argument : .float(p.startValue),
                "step": inputCount > 2 ? try input(2).argument : .float(p.stepSizeValue),
            ])
    }

    // MARK: Random numbers

    mutating func lowerCategorical(_ p: Specification.CategoricalDistributionLayerParams) throws {
        try emit(
            "random_categorical",
            [
                "x": try input().argument, "seed": .int(Int(p.seed)), "size": .int(try size(p.numSamples)),
                "mode": .string(p.isLogits ? "logits" : "probs"), "epsilon": .float(p.eps == 0 ? 1e-10 : p.eps),
                "temperature": .float(p.temperature == 0 ? 1 : p.temperature),
            ])
    }

    func likeShape() throws -> Argument { .ints(try shape(try input())) }

    mutating func lowerNormal(_ shape: Argument, _ seed: Int64, _ mean: Float, _ deviation: Float) throws {
        try emit("random_normal", ["shape": shape, "seed": .int(Int(seed)), "mean": .float(mean), "stddev": .float(deviation)])
    }

    mutating func lowerUniform(_ shape: Argument, _ seed: Int64, _ low: Float, _ high: Float) throws {
        try emit("random_uniform", ["shape": shape, "seed": .int(Int(seed)), "low": .float(low), "high": .float(high)])
    }

    mutating func lowerBernoulli(_ shape: Argument, _ seed: Int64, _ probability: Float) throws {
        try emit("random_bernoulli", ["shape": shape, "seed": .int(Int(seed)), "prob": .float(probability)])
    }

    // MARK: Control flow

    /// The maximum number of rounds of a loop that is unrolled into a program. A loop beyond this limit is run instead of unrolled. The
    /// rounds of nested loops multiply. Therefore a network's loops are also run if they take more than `totalUnrollingLimit` rounds
    /// together.
    private static let unrollingLimit = 64
    private static let totalUnrollingLimit = 4096

    /// Whether a condition is true. Throws `dependsOnValue` if it is not known yet.
    private func holds(_ blob: Blob) throws -> Bool {
        guard let tensor = try builder.value(of: blob.argument) else {
            throw RuntimeError.dependsOnValue("the condition of layer '\(name)'")
        }
        return (tensor.doubles.first.map { abs($0) } ?? 0) > 1e-6
    }

    mutating func lowerBranch(_ p: Specification.BranchLayerParams) throws {
        if try holds(try input()) {
            try lowerNested(p.ifBranch, block: 0)
        } else {
            try lowerNested(p.elseBranch, block: 1)
        }
    }

    /// Lowers the layers of a block of the current layer. Afterwards `layer` and `use` are those of the current layer again.
    private mutating func lowerNested(_ network: Specification.NeuralNetwork?, block: Int) throws {
        let outer = (layer, use)
        defer { (layer, use) = outer }
        try lower(network?.layers ?? [], use.blocks.isEmpty ? nil : use.blocks[block])
    }

    mutating func lowerLoop(_ p: Specification.LoopLayerParams) throws {
        let hasCondition = p.evaluatedCondition != nil
        let limit = inputCount > 0 ? try knownIntegers(try input()).first ?? 0 : try size(p.maxLoopIterations)
        let isBounded = inputCount > 0 || limit > 0 || !hasCondition
        loopDepth += 1
        defer { loopDepth -= 1 }
        var round = 0
        while !isBounded || round < limit {
            makeValues(of: use.carried)
            if hasCondition {
                try lowerNested(p.conditionNetwork, block: 0)
                builder.dropUnheld()
                guard try holds(try blob(named: p.conditionVar)) else { break }
            }
            guard builder.isRunning || (round < Self.unrollingLimit && rounds.count < Self.totalUnrollingLimit) else {
                throw RuntimeError.dependsOnValue("the rounds of layer '\(name)'")
            }
            // A new subgraph begins here. As it begins at the same point of every round, the subgraphs of all rounds are the same.
            try builder.settle()
            guard rounds.begin(after: builder.madeByteCount) else { throw invalid("does not end after \(rounds.count) rounds") }
            round += 1
            do {
                try lowerNested(p.bodyNetwork, block: 1)
            } catch LoopExit.stop {
                break
            } catch LoopExit.next {
                continue
            }
        }
        try builder.settle()
    }
}
