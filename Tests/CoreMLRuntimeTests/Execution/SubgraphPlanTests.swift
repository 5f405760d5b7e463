import Testing

@testable import CoreMLRuntime

/// Programs with loops, branches and shapes that depend on values give with planned subgraphs what they give interpreted.
struct SubgraphPlanTests {
    private typealias Operation = CoreMLRuntime.Operation

    private static func operation(_ kind: String, _ arguments: [String: Argument], _ output: String, _ blocks: [Block] = []) -> Operation {
        Operation(kind: kind, name: output, arguments: arguments, outputs: [output], blocks: blocks)
    }

    /// `y = relu(x · Wᵀ + b)` of `count` by `count` numbers.
    private static func layer(_ x: String, _ y: String, count: Int) -> [Operation] {
        let weight = Tensor((0..<count * count).map { Float(($0 * 37 % 101) - 50) / 200 }, shape: [count, count])
        let bias = Tensor((0..<count).map { Float($0 % 7) / 10 - 0.3 })
        return [
            operation("linear", ["x": .value(x), "weight": .tensor(weight), "bias": .tensor(bias)], y + "_product"),
            operation("relu", ["x": .value(y + "_product")], y),
        ]
    }

    private static func function(_ inputs: [(name: String, type: TensorType)], _ block: Block) -> MILFunction {
        MILFunction(
            name: "main",
            inputs: inputs.map { .init(name: $0.name, scalar: $0.type.scalar, dimensions: $0.type.shape, isState: false) }, body: block)
    }

    private static func plans() -> SubgraphPlans {
        SubgraphPlans(options: PlanOptions(), weights: PreparedWeights(), limit: MemoryLimit(byteCount: 1 << 24))
    }

    private func expectEqual(_ a: [String: Tensor], _ b: [String: Tensor]) throws {
        #expect(Set(a.keys) == Set(b.keys))
        for (name, tensor) in a {
            let other = try #require(b[name])
            #expect(tensor.type == other.type)
            for (x, y) in zip(tensor.doubles, other.doubles) { #expect(abs(x - y) <= 1e-5 * max(1, abs(y))) }
        }
    }

    /// Five rounds of a layer between two others, with a counter beside.
    private static var loop: MILFunction {
        let count = 24
        let variables = [Parameter("i", TensorType(.int32, [])), Parameter("h", .float32([2, count]))]
        let condition = Block(
            inputs: variables, operations: [operation("less", ["x": .value("i"), "y": .int(5)], "goes")], outputs: ["goes"])
        let body = Block(
            inputs: variables,
            operations: layer("h", "h1", count: count) + [
                operation("add", ["x": .value("h1"), "y": .value("first")], "h2"),
                operation("add", ["x": .value("i"), "y": .int(1)], "i1"),
            ], outputs: ["i1", "h2"])
        let loop = Operation(
            kind: "while_loop", name: "loop", arguments: ["loop_vars": .list([.value("start"), .value("first")])],
            outputs: ["i_end", "h_end"], blocks: [condition, body])
        return function(
            [("x", .float32([2, count])), ("start", TensorType(.int32, []))],
            Block(operations: layer("x", "first", count: count) + [loop] + layer("h_end", "y", count: count), outputs: ["y", "i_end"]))
    }

    @Test("Bodies of loops are planned once")
    func bodiesOfLoopsArePlannedOnce() throws {
        let inputs = ["x": counting([2, 24]), "start": Tensor.scalar(0)]
        let truth = try Interpreter().interpret(Self.loop, inputs: inputs)
        let plans = Self.plans()
        let interpreter = Interpreter(plans: plans, threads: 1)
        try expectEqual(try interpreter.interpret(Self.loop, inputs: inputs), truth)
        // The part before the loop, its body and the part after it. The condition is one comparison.
        #expect(plans.planCount == 3)
        try expectEqual(try interpreter.interpret(Self.loop, inputs: inputs), truth)
        #expect(plans.planCount == 3)
        #expect(truth["i_end"]?.integers == [5])
    }

    @Test("The two sides of a branch have plans of their own")
    func theTwoSidesOfABranchHavePlansOfTheirOwn() throws {
        func side(_ scale: Float) -> Block {
            // The same names on both sides.
            Block(
                operations: Self.layer("x", "inner", count: 8) + [
                    Self.operation("mul", ["x": .value("inner"), "y": .float(scale)], "scaled")
                ], outputs: ["scaled"])
        }
        let branch = Self.operation("cond", ["pred": .value("which")], "chosen", [side(2), side(-3)])
        let function = Self.function(
            [("x", .float32([1, 8])), ("which", TensorType(.bool, []))],
            Block(operations: [branch] + Self.layer("chosen", "y", count: 8), outputs: ["y", "chosen"]))
        let plans = Self.plans()
        let interpreter = Interpreter(plans: plans, threads: 1)
        for _ in 0..<2 {
            for which in [true, false] {
                let inputs = ["x": counting([1, 8]), "which": Tensor.scalar(which)]
                try expectEqual(
                    try interpreter.interpret(function, inputs: inputs), try Interpreter().interpret(function, inputs: inputs))
            }
        }
        #expect(plans.planCount == 3)
    }

    /// How many ones there are in the middle depends on a value; before and after it there are layers.
    @Test("Subgraphs end where shapes depend on values")
    func subgraphsEndWhereShapesDependOnValues() throws {
        let operations =
            Self.layer("x", "a", count: 8) + [
                Self.operation("fill", ["shape": .value("shape"), "value": .float(2)], "filled"),
                Self.operation("matmul", ["x": .value("filled"), "y": .value("a")], "product"),
            ] + Self.layer("product", "y", count: 8)
        let function = Self.function(
            [("x", .float32([8, 8])), ("shape", TensorType(.int32, [2]))], Block(operations: operations, outputs: ["y", "a"]))
        let plans = Self.plans()
        let interpreter = Interpreter(plans: plans, threads: 1)
        for rows in [3, 5, 3] as [Int32] {
            let inputs = ["x": counting([8, 8]), "shape": Tensor([rows, 8])]
            let outputs = try interpreter.interpret(function, inputs: inputs)
            #expect(outputs["y"]?.shape == [Int(rows), 8])
            try expectEqual(outputs, try Interpreter().interpret(function, inputs: inputs))
        }
        #expect(plans.planCount == 3, "the first subgraph, and the last for each of two shapes")
    }

    /// Without a product a subgraph is planned when it comes again with the same types.
    @Test("Cheap subgraphs are planned the second time")
    func cheapSubgraphsArePlannedTheSecondTime() throws {
        let function = Self.function(
            [("x", .float32([4])), ("shape", TensorType(.int32, [1]))],
            Block(
                operations: [
                    Self.operation("fill", ["shape": .value("shape"), "value": .float(2)], "filled"),
                    Self.operation("exp", ["x": .value("x")], "e"),
                    Self.operation(
                        "concat", ["values": .list([.value("e"), .value("filled")]), "axis": .int(0), "interleave": .bool(false)], "c"),
                    Self.operation("sqrt", ["x": .value("c")], "y"),
                ], outputs: ["y"]))
        let plans = Self.plans()
        let interpreter = Interpreter(plans: plans, threads: 1)
        let inputs = ["x": counting([4]), "shape": Tensor([3] as [Int32])]
        let truth = try Interpreter().interpret(function, inputs: inputs)
        for expected in [0, 1, 1] {
            try expectEqual(try interpreter.interpret(function, inputs: inputs), truth)
            #expect(plans.planCount == expected)
        }
    }

    /// The arenas of all plans together take four times as much as one may.
    @Test("Plans that were not used for long make room for others")
    func plansThatWereNotUsedForLongMakeRoomForOthers() throws {
        var builder = ProgramBuilder()
        var x = try builder.input("x", .float32([64, 24]))
        let weight = Tensor((0..<24 * 24).map { Float($0 % 7) / 70 }, shape: [24, 24])
        for _ in 0..<3 { x = try builder.emitOne("linear", ["x": x, "weight": .tensor(weight)]) }
        let function = try builder.finish(outputs: [(name: "y", value: x)])
        let byteCount = try Plan(function, options: PlanOptions(threads: 1)).arenaByteCount
        try #require(byteCount > 0)
        let plans = SubgraphPlans(options: PlanOptions(), weights: PreparedWeights(), limit: MemoryLimit(byteCount: byteCount))
        let subgraphs = (0..<6).map { _ in SubgraphFunction(function, isHeavy: true) }
        for subgraph in subgraphs { #expect(plans.plan(subgraph, threads: 1) != nil) }
        #expect(plans.planCount == 6)
        for subgraph in subgraphs.suffix(4) { #expect(plans.plan(subgraph, threads: 1) != nil) }
        #expect(plans.planCount == 6)
        #expect(plans.plan(subgraphs[0], threads: 1) != nil)
        #expect(plans.planCount == 7)
    }

    @Test("Errors name the operation as without plans")
    func errorsNameTheOperationAsWithoutPlans() throws {
        let operations =
            Self.layer("x", "a", count: 8) + [Self.operation("add", ["x": .value("a"), "y": .tensor(counting([3]))], "wrong")]
        let function = Self.function([("x", .float32([2, 8]))], Block(operations: operations, outputs: ["wrong"]))
        func message(_ interpreter: Interpreter) -> String {
            do {
                _ = try interpreter.interpret(function, inputs: ["x": counting([2, 8])])
                return ""
            } catch { return "\(error)" }
        }
        #expect(message(Interpreter()).contains("wrong"))
        #expect(message(Interpreter(plans: Self.plans(), threads: 1)) == message(Interpreter()))
    }
}
