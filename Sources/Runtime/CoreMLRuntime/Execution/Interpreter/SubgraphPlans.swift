import Locks

/// Plans for the subgraphs of a program that is interpreted. A subgraph consists of the consecutive operations between two that determine
/// shapes or control flow.
///
/// A program with loops, branches or shapes that depend on values cannot be planned as a whole. The networks and loop bodies in the program
/// can be planned. A subgraph is planned for the types of its inputs. A subgraph without products is first interpreted. It is planned when
/// the same types come again. In a loop, the types may change with every round.
///
/// A subgraph of an ML Program is identified by its position in the program. A neural network's layers are lowered again for every
/// prediction. Subgraphs of these layers are identified by their computation (`SubgraphKey`).
final class SubgraphPlans: @unchecked Sendable {
    /// The position where a subgraph begins, and the types of the earlier values that it may read.
    struct Key: Equatable, Sendable {
        /// The place of the block in the function.
        var path: [Int]
        var start: Int
        var types: [TensorType]
    }

    /// Consecutive operations without blocks, lists or states. Their types are not yet considered.
    struct Candidates: Sendable {
        var end: Int
        /// The values that these operations read from earlier ones.
        var inputs: [String]
    }

    private let options: PlanOptions
    private let weights: PreparedWeights
    private let limit: MemoryLimit
    private let subgraphs = PlanCache<Key, Subgraph>(capacity: 16)
    private let deferred = PlanCache<SubgraphKey, SubgraphFunction>(capacity: 64)
    private let lock = Lock()
    private var known: [[Int]: Candidates] = [:]
    private var plansMade = 0
    /// The subgraphs that have a plan, the most recently used last.
    private var planned: [Planned] = []

    private struct Planned {
        weak var function: SubgraphFunction?
        let byteCount: Int
    }

    /// The maximum memory for the arenas of all plans together, as a multiple of the limit for one plan.
    private static let arenaFactor = 4

    init(options: PlanOptions, weights: PreparedWeights, limit: MemoryLimit) {
        self.options = options
        self.weights = weights
        self.limit = limit
    }

    /// The products with rounded factors in the current plans.
    var reducedProducts: [ReducedProduct] {
        (subgraphs.all.map(\.function) + deferred.all).flatMap { $0.currentPlan?.reducedProducts ?? [] }
    }

    /// The number of plans that were made so far.
    var planCount: Int { lock.withLock { plansMade } }

    /// The operations of `block`, from `start` on, that may be planned together. `path` is the position of the block in the function.
    func candidates(of block: Block, at path: [Int], from start: Int) -> Candidates {
        let place = path + [start]
        if let candidates = lock.withLock({ known[place] }) { return candidates }
        let candidates = block.candidates(from: start)
        lock.withLock { known[place] = candidates }
        return candidates
    }

    /// The subgraph of `block` that begins with the operation `start`, for inputs of the types in `key`.
    func subgraph(_ block: Block, _ candidates: Candidates, _ key: Key, _ lastUses: [[String]], threads: Int) throws -> Subgraph {
        try subgraphs.value(for: key, threads: threads) {
            Subgraph(block, start: key.start, candidates, types: key.types, lastUses)
        }
    }

    /// The deferred subgraph for `key`. `make` makes it if it is new.
    func subgraph(_ key: SubgraphKey, threads: Int, make: () -> SubgraphFunction) throws -> SubgraphFunction {
        try deferred.value(for: key, threads: threads, make: make)
    }

    /// The plan of a subgraph; `nil` if the subgraph is to be interpreted, this time or always.
    func plan(_ subgraph: Subgraph, threads: Int) -> Plan? { plan(subgraph.function, threads: threads) }

    func plan(_ function: SubgraphFunction, threads: Int) -> Plan? {
        let plan = function.plan { function in
            var options = options
            options.threads = threads
            let plan = try Plan(function, options: options, weights: weights, limit: limit)
            try limit.check(plan.arenaByteCount, "a part of the program")
            lock.withLock { plansMade += 1 }
            return plan
        }
        if let plan { keep(plan, of: function) }
        return plan
    }

    /// Drops the least recently used plans if all plans together take too much memory.
    private func keep(_ plan: Plan, of function: SubgraphFunction) {
        let (maximum, overflow) = limit.byteCount.multipliedReportingOverflow(by: Self.arenaFactor)
        let surplus = lock.withLock { () -> [SubgraphFunction] in
            planned.removeAll { $0.function == nil || $0.function === function }
            planned.append(Planned(function: function, byteCount: plan.arenaByteCount))
            var total = planned.reduce(0) { $0 + $1.byteCount }
            var surplus: [SubgraphFunction] = []
            while !overflow, total > maximum, planned.count > 1 {
                let oldest = planned.removeFirst()
                total -= oldest.byteCount
                if let function = oldest.function { surplus.append(function) }
            }
            return surplus
        }
        for function in surplus { function.dropPlan() }
    }
}

/// Operations in a row whose types are known beforehand.
struct Subgraph: Sendable {
    /// The index of the operation after the subgraph.
    let end: Int
    /// The values that are read after the subgraph.
    let outputs: [String]
    let function: SubgraphFunction

    /// The least number of operations for which a plan is made, if none of them is a product.
    private static let leastCount = 2

    static let productKinds: Set = [
        "conv", "conv_transpose", "conv_quantized", "linear", "matmul", "einsum", "lstm", "gru", "rnn", "scaled_dot_product_attention",
    ]

    init(_ block: Block, start: Int, _ candidates: SubgraphPlans.Candidates, types: [TensorType], _ lastUses: [[String]]) {
        var builder = ProgramBuilder()
        var values: [String: Argument] = [:]
        for (name, type) in zip(candidates.inputs, types) { values[name] = try? builder.input(name, type) }
        var end = start
        while end < candidates.end, Self.emit(block.operations[end], outputs: block.operations[end].outputs, &builder, &values) { end += 1 }
        self.end = end
        let operations = block.operations[start..<end]
        let dropped = Set(lastUses[start..<end].joined())
        let outputs = operations.flatMap(\.outputs).filter { !dropped.contains($0) }
        self.outputs = outputs
        let hasProducts = operations.contains { Self.productKinds.contains($0.kind) }
        let isWorthIt = hasProducts || operations.count >= Self.leastCount
        let results = outputs.compactMap { name in values[name].map { (name: name, value: $0) } }
        let made = isWorthIt && results.count == outputs.count ? try? builder.finish(outputs: results) : nil
        function = SubgraphFunction(made, isHeavy: hasProducts)
    }

    /// Emits an operation into `builder`. Returns false if the types of its outputs are not known; the interpreter then reports any error.
    /// `outputs` are the names for the results; with `nil` the builder chooses them.
    static func emit(
        _ operation: Operation, outputs: [String]?, _ builder: inout ProgramBuilder, _ values: inout [String: Argument]
    ) -> Bool {
        func resolved(_ argument: Argument) -> Argument? {
            switch argument {
            case .value(let name): return values[name]
            case .list(let elements):
                let known = elements.compactMap(resolved)
                return known.count == elements.count ? .list(known) : nil
            case .constant: return argument
            }
        }
        var arguments: [String: Argument] = [:]
        for (key, argument) in operation.arguments {
            guard let value = resolved(argument) else { return false }
            arguments[key] = value
        }
        let results = try? builder.emit(operation.kind, name: operation.name, arguments, outputs: outputs, isExact: operation.isExact)
        guard let results, results.count == operation.outputs.count else { return false }
        for (name, value) in zip(operation.outputs, results) { values[name] = value }
        return true
    }
}

/// A subgraph as a function. It is planned once a plan is worthwhile.
final class SubgraphFunction: @unchecked Sendable {
    private enum State {
        case new
        case planned(Plan)
        case interpreted
    }

    private let function: Function?
    private let lock = Lock()
    private var state = State.new
    private var uses: Int

    /// - Parameters:
    ///   - function: the subgraph as a function; `nil` for a subgraph that is always interpreted.
    ///   - isHeavy: whether the plan is made at the first use, and not only at the second.
    init(_ function: Function?, isHeavy: Bool) {
        self.function = function
        uses = isHeavy ? 1 : 0
    }

    fileprivate func plan(_ make: (Function) throws -> Plan) -> Plan? {
        guard let function else { return nil }
        return lock.withLock {
            switch state {
            case .planned(let plan): return plan
            case .interpreted: return nil
            case .new:
                uses += 1
                guard uses > 1 else { return nil }
                guard let plan = try? make(function) else {
                    state = .interpreted
                    return nil
                }
                state = .planned(plan)
                return plan
            }
        }
    }

    fileprivate var currentPlan: Plan? {
        lock.withLock { if case .planned(let plan) = state { plan } else { nil } }
    }

    /// Drops the plan, so that it is made again at the next use.
    fileprivate func dropPlan() {
        lock.withLock {
            if case .planned = state { state = .new }
        }
    }
}

extension Block {
    /// Whether the operations contain a product without a declaration as float32.
    var hasReducibleProducts: Bool {
        operations.contains { operation in
            (Subgraph.productKinds.contains(operation.kind) && !operation.isExact)
                || operation.blocks.contains(where: \.hasReducibleProducts)
        }
    }

    /// The maximum number of operations that are planned together. The limit bounds the work if the shapes of every operation depend on
    /// values. Then, after each operation, the operations that follow are examined again.
    private static let longestSubgraph = 1024

    /// The operations from `start` on that may be planned together.
    fileprivate func candidates(from start: Int) -> SubgraphPlans.Candidates {
        let last = min(operations.count, start + Self.longestSubgraph)
        var end = start
        var (inputs, made): ([String], Set<String>) = ([], [])
        var seen: Set<String> = []
        while end < last, operations[end].blocks.isEmpty, !Interpreter.controlKinds.contains(operations[end].kind) {
            for name in operations[end].operands where !made.contains(name) && seen.insert(name).inserted { inputs.append(name) }
            made.formUnion(operations[end].outputs)
            end += 1
        }
        return SubgraphPlans.Candidates(end: end, inputs: inputs)
    }
}
