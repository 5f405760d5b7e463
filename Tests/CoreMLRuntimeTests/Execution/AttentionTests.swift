import Testing

@testable import CoreMLRuntime

/// Attention, in one operation and written out, against the plain kernels.
@Suite struct AttentionTests {
    /// Attention to inputs of these shapes; values have `depth` numbers.
    private func attention(
        _ check: inout PlanCheck, _ query: [Int], _ key: [Int], depth: Int, mask: Argument? = nil
    ) throws -> Argument {
        var arguments = [
            "query": try check.input(query, "query"), "key": try check.input(key, "key"),
            "value": try check.input(Array(key.dropLast()) + [depth], "value"),
        ]
        arguments["attn_mask"] = mask
        return try check.builder.emitOne("scaled_dot_product_attention", arguments)
    }

    /// A mask of this shape, in which the first key always counts.
    private func mask(_ check: inout PlanCheck, _ shape: [Int], isBoolean: Bool, isConstant: Bool) throws -> Argument {
        let width = shape.last ?? 1
        let tensor =
            isBoolean
            ? Tensor((0..<shape.product()).map { $0 % width == 0 || $0 % 3 != 1 }, shape: shape) : check.noise.tensor(shape, scale: 3)
        if isConstant { return .tensor(tensor) }
        check.inputs.append(tensor)
        return try check.builder.input("mask", tensor.type)
    }

    /// One query, one key, numbers of vectors that leave a remainder, several blocks of keys and of queries, and operands that repeat.
    @Test(
        "Shapes of all kinds agree",
        arguments: [
            ([1, 4, 1, 64], [1, 4, 40, 64], 64), ([2, 3, 5, 8], [2, 3, 1, 8], 8), ([1, 2, 37, 33], [1, 2, 29, 33], 17),
            ([7, 1], [9, 1], 1),
            ([1, 1, 100, 16], [1, 1, 600, 16], 24), ([3, 50, 20], [3, 1100, 20], 70), ([1, 2, 3, 9, 16], [1, 2, 1, 21, 16], 16),
            ([2, 1, 9, 12], [1, 3, 15, 12], 12), ([2, 3, 9, 8], [3, 5, 8], 8), ([1, 2, 401, 8], [1, 2, 70, 8], 8),
            ([1, 1, 3, 300], [1, 1, 530, 300], 200),
        ])
    func shapesOfAllKindsAgree(query: [Int], key: [Int], depth: Int) throws {
        for threads in [1, 2, 5] {
            var check = PlanCheck()
            let y = try attention(&check, query, key, depth: depth)
            let plan = try check.check([y], tolerance: 1e-5, threads: threads, comment: "\(query) \(key) \(depth)")
            #expect(plan.plainKinds.isEmpty)
            #expect(plan.ownKernels.map { KernelName.ofAttention.contains($0) } == [true])
        }
    }

    @Test(
        "Masks that repeat along any dimensions agree",
        arguments: [[21, 530], [1, 1, 21, 530], [2, 1, 1, 530], [2, 3, 21, 1], [1, 3, 1, 530], [530], [1], [2, 3, 21, 530]])
    func masksThatRepeatAlongAnyDimensionsAgree(shape: [Int]) throws {
        for isBoolean in [false, true] {
            for isConstant in [false, true] {
                var check = PlanCheck()
                let mask = try mask(&check, shape, isBoolean: isBoolean, isConstant: isConstant)
                // Inputs are given in the order in which they are declared: the mask is the first.
                let y = try attention(&check, [2, 3, 21, 16], [2, 3, 530, 16], depth: 16, mask: mask)
                let plan = try check.check([y], tolerance: 1e-5, comment: "\(shape) boolean: \(isBoolean) constant: \(isConstant)")
                #expect(plan.stepNames.count == 1)
            }
        }
    }

    /// Whether both have the same numbers, of which some are not numbers.
    private func agree(_ result: Tensor, _ truth: Tensor) -> Bool {
        zip(result.doubles, truth.doubles).allSatisfy { $0.isNaN ? $1.isNaN : abs($0 - $1) <= 1e-5 }
    }

    @Test("A query that may attend to nothing gives not a number and the others numbers")
    func aQueryThatMayAttendToNothingGivesNotANumberAndTheOthersNumbers() throws {
        let (length, source, depth) = (40, 1100, 20)
        // The second query may attend to the last keys alone, the third to none.
        let kept = (0..<length * source).map { $0 / source == 1 ? $0 % source >= 1090 : $0 / source != 2 }
        let masks = [Tensor(kept, shape: [length, source]), Tensor(kept.map { $0 ? 0 : -Float.infinity }, shape: [length, source])]
        for mask in masks {
            var check = PlanCheck()
            let y = try attention(&check, [2, length, 16], [2, source, 16], depth: depth, mask: .tensor(mask))
            let function = try check.builder.finish(outputs: [("y", y)])
            let names = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), check.inputs))
            let truth = try #require(try Interpreter().interpret(function, inputs: names)[function.body.outputs[0]])
            let plan = try Plan(function)
            #expect(plan.plainKinds.isEmpty)
            let result = try plan.run(check.inputs)[0]
            #expect(agree(result, truth))
            let isNumber = result.doubles.map { !$0.isNaN }
            #expect(isNumber.indices.allSatisfy { isNumber[$0] == ($0 / depth % length != 2) })
        }
    }

    @Test("Scores that are not numbers reach the result")
    func scoresThatAreNotNumbersReachTheResult() throws {
        for special in [Float.nan, .infinity, -.infinity] {
            var check = PlanCheck()
            let y = try attention(&check, [5, 8], [600, 8], depth: 8)
            check.inputs[0].floats[8] = special
            check.inputs[1].floats[550 * 8] = special
            let function = try check.builder.finish(outputs: [("y", y)])
            let names = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), check.inputs))
            let truth = try #require(try Interpreter().interpret(function, inputs: names)[function.body.outputs[0]])
            #expect(agree(try Plan(function).run(check.inputs)[0], truth), "\(special)")
        }
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        var results: [[UInt32]] = []
        for threads in [1, 2, 3, 8] {
            var check = PlanCheck()
            let y = try attention(&check, [3, 200, 24], [3, 700, 24], depth: 24)
            let plan = try Plan(try check.builder.finish(outputs: [("y", y)]), options: PlanOptions(threads: threads))
            let answer = try plan.run(check.inputs)[0]
            results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
        }
        #expect(results.allSatisfy { $0 == results[0] })
    }

    /// The operations that a converter may put between the products.
    enum Spelling: CaseIterable {
        case bare, multiplied, divided, masked, maskFirst, maskOfKeys, maskedByInput
    }

    private func scores(_ check: inout PlanCheck, _ product: Argument, _ spelling: Spelling) throws -> Argument {
        let scaled = spelling == .bare ? product : try check.call("mul", product, ["y": .float(0.25)])
        switch spelling {
        case .bare, .multiplied: return scaled
        case .divided: return try check.call("real_div", product, ["y": .float(4)])
        case .masked: return try check.call("add", scaled, ["y": .tensor(check.noise.tensor([1, 1, 19, 30]))])
        case .maskFirst: return try check.call("add", .tensor(check.noise.tensor([2, 4, 19, 30])), ["y": scaled])
        case .maskOfKeys: return try check.call("add", scaled, ["y": .tensor(check.noise.tensor([1, 1, 1, 30]))])
        case .maskedByInput: return try check.call("add", scaled, ["y": try check.input([2, 1, 1, 30], "mask")])
        }
    }

    @Test("Attention written out is one step", arguments: Spelling.allCases)
    func attentionWrittenOutIsOneStep(spelling: Spelling) throws {
        var check = PlanCheck()
        let (query, key) = (try check.input([2, 4, 19, 16], "query"), try check.input([2, 4, 30, 16], "key"))
        let product = try check.builder.emitOne("matmul", ["x": query, "y": key, "transpose_y": .bool(true)])
        let weights = try check.call("softmax", try scores(&check, product, spelling), ["axis": .int(-1)])
        let y = try check.builder.emitOne("matmul", ["x": weights, "y": try check.input([2, 4, 30, 12], "value")])
        let plan = try check.check([y], tolerance: 1e-5, comment: "\(spelling)")
        #expect(plan.stepNames.count == 1)
    }

    /// Scores that are read elsewhere too are computed, and a scale after the mask is not one before it.
    @Test("Similars of attention agree", arguments: [false, true])
    func similarsOfAttentionAgree(readsWeights: Bool) throws {
        var check = PlanCheck()
        let (query, key) = (try check.input([4, 19, 16], "query"), try check.input([4, 30, 16], "key"))
        var scores = try check.builder.emitOne("matmul", ["x": query, "y": key, "transpose_y": .bool(true)])
        if !readsWeights {
            scores = try check.call("add", scores, ["y": .tensor(check.noise.tensor([19, 30]))])
            scores = try check.call("mul", scores, ["y": .float(0.25)])
        }
        let weights = try check.call("softmax", scores, ["axis": .int(-1)])
        let y = try check.builder.emitOne("matmul", ["x": weights, "y": try check.input([4, 30, 12], "value")])
        let plan = try check.check(readsWeights ? [y, weights] : [y])
        #expect(plan.stepNames.count > 1)
    }

    private func attentionCount(_ function: Function, _ options: PlanOptions) throws -> Int {
        var graph = try GraphImport.graph(of: function)
        graph.optimize(for: options)
        return graph.nodes.filter { if case .attention = $0.kind { true } else { false } }.count
    }

    /// Where rows do not have the form for AMX, few scores, and scores that are sums of many products, are left to the library's.
    @Test(
        "AMX makes products where that is faster",
        .enabled(if: Processor.has512BitVectors, "plans have products of bfloat16"),
        arguments: [(197, 64, true), (1024, 128, true), (197, 40, false), (1024, 40, true), (1024, 100, false), (4096, 520, true)])
    func amxMakesProductsWhereThatIsFaster(length: Int, width: Int, usesKernel: Bool) throws {
        var builder = ProgramBuilder()
        let names = ["query", "key", "value"]
        let operands = try names.map { try builder.input($0, .float32([1, 8, length, width])) }
        let fused = try builder.emitOne("scaled_dot_product_attention", Dictionary(uniqueKeysWithValues: zip(names, operands)))
        let product = try builder.emitOne("matmul", ["x": operands[0], "y": operands[1], "transpose_y": .bool(true)])
        let weights = try builder.emitOne("softmax", ["x": product, "axis": .int(-1)])
        let spelt = try builder.emitOne("matmul", ["x": weights, "y": operands[2]])
        let function = try builder.finish(outputs: [("fused", fused), ("spelt", spelt)])
        var options = PlanOptions(precision: .bfloat16)
        options.usesAMX = true
        #expect(try attentionCount(function, options) == (usesKernel ? 2 : 0))
        options.usesAMX = false
        #expect(try attentionCount(function, options) == 2)
        #expect(try attentionCount(function, PlanOptions()) == 2)
    }

    @Test("Attention agrees in both forms and precisions")
    func attentionAgreesInBothFormsAndPrecisions() throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 3e-2)] {
            for usesAMX in [false, Processor.hasAMX] {
                var check = PlanCheck()
                let x = try check.input([1, 40, 48])
                let weights = (0..<3).map { _ in check.noise.tensor([48, 48], scale: 0.2) }
                let operands = try weights.map { weight in
                    let product = try check.builder.emitOne("linear", ["x": x, "weight": .tensor(weight)])
                    let split = try check.call("reshape", product, ["shape": .ints([1, 40, 4, 12])])
                    return try check.call("transpose", split, ["perm": .ints([0, 2, 1, 3])])
                }
                let y = try check.builder.emitOne(
                    "scaled_dot_product_attention", ["query": operands[0], "key": operands[1], "value": operands[2]])
                let moved = try check.call("transpose", y, ["perm": .ints([0, 2, 1, 3])])
                let joined = try check.call("reshape", moved, ["shape": .ints([1, 40, 48])])
                let z = try check.builder.emitOne("linear", ["x": joined, "weight": .tensor(check.noise.tensor([48, 48], scale: 0.2))])
                try check.check([z], precision, tolerance: tolerance, usesAMX: usesAMX)
            }
        }
    }

    @Test("The scores are never in memory together")
    func theScoresAreNeverInMemoryTogether() throws {
        var builder = ProgramBuilder()
        let names = ["query", "key", "value"]
        let operands = try names.map { try builder.input($0, .float32([1, 8, 4096, 64])) }
        let y = try builder.emitOne("scaled_dot_product_attention", Dictionary(uniqueKeysWithValues: zip(names, operands)))
        let plan = try Plan(try builder.finish(outputs: [("y", y)]), options: PlanOptions(threads: 2))
        #expect(plan.arenaByteCount < 2 << 20)
    }
}
