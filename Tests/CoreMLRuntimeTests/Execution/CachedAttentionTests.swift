import Testing

@testable import CoreMLRuntime

/// Attention to a cache of keys and values that a program keeps in states of float16, as language models have it.
@Suite struct CachedAttentionTests {
    private struct Cache {
        var layers = 2
        var heads = 3
        var group = 2
        var context = 120
        var width = 16
        /// Rows that the cache holds before, and that are new.
        var past = 70
        var length = 1

        var end: Int { past + length }
        var shape: [Int] { [layers, 1, heads, context, width] }
    }

    /// One attention for each layer, added up: new keys and values are put into the cache first.
    private static func function(_ cache: Cache) throws -> Function {
        var builder = ProgramBuilder()
        let half = ScalarType.float16
        var states = try ["keys", "values"].map { try builder.input($0, TensorType(half, cache.shape)) }
        let mask = try builder.input("mask", TensorType(half, [1, 1, cache.length, cache.end]))
        let queries = try builder.input("queries", TensorType(half, [1, cache.heads * cache.group, cache.length, cache.width]))
        let new = try ["k", "v"].map { try builder.input($0, TensorType(half, [1, cache.heads, cache.length, cache.width])) }
        var sum = queries
        for layer in 0..<cache.layers {
            let begin: Argument = .ints([layer, 0, 0, cache.past, 0])
            let end: Argument = .ints([layer + 1, 1, cache.heads, cache.end, cache.width])
            var repeated: [Argument] = []
            for index in 0..<2 {
                states[index] = try builder.emitOne(
                    "slice_update",
                    ["x": states[index], "update": new[index], "begin": begin, "end": end, "squeeze_mask": .ints([1, 0, 0, 0, 0])])
                let slice = try builder.emitOne(
                    "slice_by_index",
                    ["x": states[index], "begin": .ints([layer, 0, 0, 0, 0]), "end": end, "squeeze_mask": .ints([1, 0, 0, 0, 0])])
                let apart = try builder.emitOne("expand_dims", ["x": slice, "axes": .ints([2])])
                let tiled = try builder.emitOne("tile", ["x": apart, "reps": .ints([1, 1, cache.group, 1, 1])])
                repeated.append(
                    try builder.emitOne(
                        "reshape", ["x": tiled, "shape": .ints([1, cache.heads * cache.group, cache.end, cache.width])]))
            }
            let scores = try builder.emitOne(
                "matmul", ["x": sum, "y": repeated[0], "transpose_x": .bool(false), "transpose_y": .bool(true)])
            let scaled = try builder.emitOne("mul", ["x": scores, "y": .float(0.25)])
            let masked = try builder.emitOne("add", ["x": scaled, "y": mask])
            let weights = try builder.emitOne("softmax", ["x": masked, "axis": .int(-1)])
            let result = try builder.emitOne(
                "matmul", ["x": weights, "y": repeated[1], "transpose_x": .bool(false), "transpose_y": .bool(false)])
            sum = try builder.emitOne("add", ["x": sum, "y": result])
        }
        let rows = try builder.emitOne("transpose", ["x": sum, "perm": .ints([0, 2, 1, 3])])
        var function = try builder.finish(outputs: [("rows", rows), ("keys_written", states[0]), ("values_written", states[1])])
        function.states = [StateParameter(input: 0, output: 1), StateParameter(input: 1, output: 2)]
        return function
    }

    private static func inputs(_ function: Function, _ cache: Cache) -> [Tensor] {
        var noise = Noise(3)
        return function.inputs.map { input in
            let tensor = noise.tensor(input.type.shape)
            if input.name == "mask" {
                for row in 0..<cache.length {
                    for key in 0..<cache.end { tensor.floats[row * cache.end + key] = key > cache.past + row ? -1e4 : 0 }
                }
            }
            return tensor.converted(to: input.type.scalar)
        }
    }

    private static let caches = [
        Cache(), Cache(length: 2), Cache(length: 30), Cache(group: 1), Cache(heads: 1, group: 6), Cache(width: 64, past: 0),
        Cache(width: 64, length: 30),
        Cache(heads: 4, group: 4, context: 300, width: 32, past: 257), Cache(heads: 2, group: 40),
    ]

    @Test("Plans agree with plain kernels", arguments: [PlanOptions.Precision.float32, .bfloat16])
    func plansAgreeWithPlainKernels(_ precision: PlanOptions.Precision) throws {
        for cache in Self.caches {
            let function = try Self.function(cache)
            let inputs = Self.inputs(function, cache)
            let named = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), inputs.map { $0.copied() }))
            let expected = try Interpreter().interpret(function, inputs: named)
            let plan = try Plan(function, options: PlanOptions(precision: precision, threads: 2))
            #expect(plan.statesInPlace == [0, 1])
            let rows = Tensor(uninitialized: plan.outputs[0].type)
            _ = try plan.run(inputs: inputs, outputs: [rows])
            let truth = try #require(expected["rows"])
            let error = zip(rows.doubles, truth.doubles).map { abs($0 - $1) }.max() ?? .infinity
            #expect(error < (precision == .float32 ? 4e-3 : 3e-2), "\(cache), error \(error)")
            for (index, name) in [(0, "keys_written"), (1, "values_written")] { #expect(inputs[index].doubles == expected[name]?.doubles) }
        }
    }

    /// A new token reads the cache where it lies, and once for all the heads that share it.
    @Test("Few queries move no memory")
    func fewQueriesMoveNoMemory() throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            for cache in [Cache(), Cache(group: 4, length: 3)] {
                let plan = try Plan(try Self.function(cache), options: PlanOptions(precision: precision, threads: 2))
                let moving = plan.kernels(of: "tile").union(plan.kernels(of: "slice_by_index"))
                #expect(moving.isEmpty && plan.count(of: .reordering) == 0, "\(plan.stepNames)")
            }
        }
    }

    /// Keys that are read as they were before an update are a copy, and the state is still updated where it lies.
    @Test("Parts read before an update keep their values")
    func partsReadBeforeAnUpdateKeepTheirValues() throws {
        let half = ScalarType.float16
        var builder = ProgramBuilder()
        let state = try builder.input("state", TensorType(half, [1, 2, 128, 16]))
        let new = try builder.input("new", TensorType(half, [1, 2, 1, 16]))
        let query = try builder.input("query", TensorType(half, [1, 2, 1, 16]))
        let past = try builder.emitOne("slice_by_index", ["x": state, "begin": .ints([0, 0, 0, 0]), "end": .ints([1, 2, 100, 16])])
        let updated = try builder.emitOne(
            "slice_update", ["x": state, "update": new, "begin": .ints([0, 0, 10, 0]), "end": .ints([1, 2, 11, 16])])
        let y = try builder.emitOne("scaled_dot_product_attention", ["query": query, "key": past, "value": past])
        var function = try builder.finish(outputs: [("y", y), ("written", updated)])
        function.states = [StateParameter(input: 0, output: 1)]
        var noise = Noise(8)
        let inputs = function.inputs.map { noise.tensor($0.type.shape).converted(to: half) }
        let named = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), inputs.map { $0.copied() }))
        let expected = try Interpreter().interpret(function, inputs: named)
        let plan = try Plan(function, options: PlanOptions(threads: 2))
        #expect(plan.statesInPlace == [0])
        let result = Tensor(uninitialized: plan.outputs[0].type)
        _ = try plan.run(inputs: inputs, outputs: [result])
        let error = zip(result.doubles, try #require(expected["y"]).doubles).map { abs($0 - $1) }.max() ?? .infinity
        #expect(error < 2e-3)
        #expect(inputs[0].doubles == expected["written"]?.doubles)
    }

    /// The plan of a long context holds no more than the cache itself.
    @Test("Values that are never computed may be larger than a plan's limit")
    func valuesThatAreNeverComputedMayBeLargerThanAPlansLimit()
        throws
    {
        let cache = Cache(layers: 1, heads: 8, group: 8, context: 1 << 17, width: 128, past: (1 << 17) - 1)
        let plan = try Plan(try Self.function(cache), options: PlanOptions(threads: 1))
        #expect(plan.statesInPlace == [0, 1])
        #expect(plan.arenaByteCount < 1 << 24)
    }

    @Test("Shared heads are not repeated for many queries")
    func sharedHeadsAreNotRepeatedForManyQueries() throws {
        let plan = try Plan(try Self.function(Cache(length: 30)), options: PlanOptions(threads: 2))
        #expect(plan.kernels(of: "tile").isEmpty, "\(plan.stepNames)")
    }
}
