import Testing

@testable import CoreMLRuntime

/// Plans of functions with states: what they allocate, and what they leave behind where they fail.
@Suite struct StatePlanTests {
    /// Hands its input on after it called `action` with it.
    private final class Watching: CustomLayer, @unchecked Sendable {
        private let action: @Sendable (Tensor) throws -> Void

        init(_ action: @escaping @Sendable (Tensor) throws -> Void) {
            self.action = action
        }

        func outputShapes(_ inputShapes: [[Int]]) throws -> [[Int]] { inputShapes }

        func evaluate(inputs: [Tensor], outputs: [Tensor]) throws {
            try action(inputs[0])
            outputs[0].copyBytes(of: inputs[0])
        }
    }

    private static func update(_ builder: inout ProgramBuilder, _ x: Argument, _ rows: Range<Int>, _ update: Argument) throws -> Argument {
        let width = try builder.type(of: x).shape[1]
        let arguments: [String: Argument] = [
            "x": x, "update": update, "begin": .ints([rows.lowerBound, 0]), "end": .ints([rows.upperBound, width]),
        ]
        return try builder.emitOne("slice_update", arguments)
    }

    /// The sum of each column of a state of which one row is replaced.
    private static func function(rows: Int, width: Int) throws -> Function {
        var builder = ProgramBuilder()
        let state = try builder.input("state", .float32([rows, width]))
        let x = try builder.input("x", .float32([1, width]))
        let new = try update(&builder, state, 5..<6, x)
        let sums = try builder.emitOne("reduce_sum", ["x": new, "axes": .ints([0]), "keep_dims": .bool(true)])
        return try builder.finish(outputs: [("sums", sums), ("written", new)])
    }

    @Test("A state that is updated in place takes no memory")
    func aStateThatIsUpdatedInPlaceTakesNoMemory() throws {
        var function = try Self.function(rows: 64, width: 256)
        let copying = try Plan(function, options: PlanOptions(threads: 1))
        #expect(copying.statesInPlace == [])
        #expect(copying.outputs.count == 2)
        function.states = [StateParameter(input: 0, output: 1)]
        let plan = try Plan(function, options: PlanOptions(threads: 1))
        #expect(plan.statesInPlace == [0])
        #expect(plan.outputs.map(\.name) == Array(function.body.outputs.prefix(1)))
        let byteCount = TensorType.float32([64, 256]).byteCount
        #expect(plan.arenaByteCount + byteCount <= copying.arenaByteCount)

        let (given, state) = (counting([64, 256]), counting([64, 256]))
        let x = counting([1, 256], from: -20)
        let answers = try copying.run([given, x])
        let sums = Tensor(uninitialized: .float32([1, 256]))
        let slices = try plan.run(inputs: [state, x], outputs: [sums])
        #expect(sums.doubles == answers[0].doubles)
        #expect(state.doubles == answers[1].doubles)
        #expect(given.doubles == counting([64, 256]).doubles)
        #expect(slices.count == 1)
        for slice in slices { slice.putBack(into: state) }
        #expect(state.doubles == given.doubles)
    }

    /// A state of float16 of which slices are replaced and read: the sum of the first rows, and what a column holds.
    private static func halves(reading whole: Bool) throws -> Function {
        var builder = ProgramBuilder()
        let state = try builder.input("state", TensorType(.float16, [64, 256]))
        let x = try builder.input("x", TensorType(.float16, [1, 256]))
        let new = try update(&builder, state, 5..<6, x)
        let rows = try builder.emitOne("slice_by_index", ["x": new, "begin": .ints([0, 0]), "end": .ints([8, 256])])
        let sums = try builder.emitOne("reduce_sum", ["x": rows, "axes": .ints([0]), "keep_dims": .bool(true)])
        let column = try builder.emitOne(
            "slice_by_index", ["x": new, "begin": .ints([0, 3]), "end": .ints([64, 0]), "squeeze_mask": .ints([0, 1])])
        let last = try update(&builder, new, 63..<64, x)
        var outputs = [("sums", sums), ("column", column), ("written", last)]
        if whole { outputs.append(("most", try builder.emitOne("reduce_max", ["x": last, "axes": .ints([0, 1])]))) }
        var function = try builder.finish(outputs: outputs.map { (name: $0.0, value: $0.1) })
        function.states = [StateParameter(input: 0, output: 2)]
        return function
    }

    @Test("A state of halves is read and updated where it lies")
    func aStateOfHalvesIsReadAndUpdatedWhereItLies() throws {
        let plan = try Plan(try Self.halves(reading: false), options: PlanOptions(threads: 1))
        #expect(plan.statesInPlace == [0])
        // Neither the state nor what it is in float32.
        #expect(plan.arenaByteCount < TensorType(.float16, [64, 256]).byteCount)
        let state = counting([64, 256]).converted(to: .float16)
        let before = state.copied().doubles
        let x = counting([1, 256], from: -20).converted(to: .float16)
        let outputs = plan.outputs.map { Tensor(uninitialized: $0.type) }
        let slices = try plan.run(inputs: [state, x], outputs: outputs)
        var expected = before
        for column in 0..<256 { for row in [5, 63] { expected[row * 256 + column] = Double(column - 20) } }
        #expect(state.doubles == expected)
        let sums = (0..<256).map { (column: Int) -> Double in
            let kept = [0, 1, 2, 3, 4, 6, 7].map { (row: Int) -> Double in before[row * 256 + column] }
            return Double(Float16(kept.reduce(Double(column - 20), +)))
        }
        #expect(outputs[0].doubles == sums)
        let column = (0..<64).map { (row: Int) -> Double in row == 5 ? -17 : before[row * 256 + 3] }
        #expect(outputs[1].doubles == column)
        for slice in slices.reversed() { slice.putBack(into: state) }
        #expect(state.doubles == before)
    }

    @Test("A state of halves that is read whole is widened")
    func aStateOfHalvesThatIsReadWholeIsWidened() throws {
        let plan = try Plan(try Self.halves(reading: true), options: PlanOptions(threads: 1))
        #expect(plan.statesInPlace == [0])
        let state = counting([64, 256]).converted(to: .float16)
        let outputs = plan.outputs.map { Tensor(uninitialized: $0.type) }
        _ = try plan.run(inputs: [state, counting([1, 256], from: -20).converted(to: .float16)], outputs: outputs)
        #expect(outputs[2].doubles == [state.doubles.max() ?? 0])
    }

    @Test("A state that is written more than once over is copied")
    func aStateThatIsWrittenMoreThanOnceOverIsCopied() throws {
        var builder = ProgramBuilder()
        let state = try builder.input("state", .float32([4, 2]))
        let x = try builder.input("x", .float32([4, 2]))
        let row = try builder.input("row", .float32([1, 2]))
        let first = try Self.update(&builder, state, 0..<4, x)
        let second = try Self.update(&builder, first, 3..<4, row)
        var function = try builder.finish(outputs: [("written", second)])
        function.states = [StateParameter(input: 0, output: 0)]
        let plan = try Plan(function)
        #expect(plan.statesInPlace == [])
        let given = counting([4, 2])
        let answer = try plan.run([given, counting([4, 2], from: 10), counting([1, 2], from: 50)])
        #expect(answer[0].doubles == [10, 11, 12, 13, 14, 15, 50, 51])
        #expect(given.doubles == counting([4, 2]).doubles)
    }

    /// A function that replaces rows 1 and 2 of a state by `x`, then row 2 by 9, has the layer see that, and ends.
    private static func function(_ layer: Watching) throws -> Function {
        var builder = ProgramBuilder()
        let state = try builder.input("state", .float32([4, 2]))
        let x = try builder.input("x", .float32([2, 2]))
        let first = try update(&builder, state, 1..<3, x)
        let second = try update(&builder, first, 2..<3, .tensor(Tensor([9, 9] as [Float], shape: [1, 2])))
        let watched = try builder.emitOne("osprey.custom", ["inputs": .list([second]), "layer": .constant(.layer(layer))])
        let y = try builder.emitOne("relu", ["x": watched])
        var function = try builder.finish(outputs: [("y", y), ("written", second)])
        function.states = [StateParameter(input: 0, output: 1)]
        return function
    }

    private static let updated = [1.0, 2, 5, 6, 9, 9, 7, 8]

    @Test("A state is as it was where a later step fails")
    func aStateIsAsItWasWhereALaterStepFails() throws {
        let layer = Watching { tensor in
            #expect(tensor.doubles == Self.updated)
            throw RuntimeError.failed("late")
        }
        let plan = try Plan(try Self.function(layer))
        #expect(plan.statesInPlace == [0])
        let state = counting([4, 2], from: 1)
        let x = counting([2, 2], from: 5)
        for _ in 0..<2 {
            #expect(throws: RuntimeError.failed("late")) {
                try plan.run(inputs: [state, x], outputs: [Tensor(uninitialized: .float32([4, 2]))])
            }
            #expect(state.doubles == counting([4, 2], from: 1).doubles)
        }
    }

    @Test("A state is as it was where a prediction is cancelled")
    func aStateIsAsItWasWhereAPredictionIsCancelled() throws {
        let cancellation = PredictionCancellation()
        let plan = try Plan(try Self.function(Watching { _ in cancellation.cancel() }))
        let state = counting([4, 2], from: 1)
        let x = counting([2, 2], from: 5)
        let y = Tensor(uninitialized: .float32([4, 2]))
        #expect(throws: CancellationError.self) { try cancellation.run { try plan.run(inputs: [state, x], outputs: [y]) } }
        #expect(state.doubles == counting([4, 2], from: 1).doubles)
        // Others are not cancelled.
        try plan.run(inputs: [state, x], outputs: [y])
        #expect(state.doubles == Self.updated)
        #expect(y.doubles == Self.updated)
    }

    /// Attention of one query to one of several layers of keys and values that a state holds.
    private static func attention(layers: Int, length: Int) throws -> (function: Function, inputs: [Tensor]) {
        var (builder, noise) = (ProgramBuilder(), Noise(5))
        let (heads, width) = (2, 32)
        let caches = try ["keys", "values"].map { try builder.input($0, .float32([layers, heads, length, width])) }
        let query = try builder.input("query", .float32([1, heads, 1, width]))
        let parts = try caches.map { cache in
            let begin = Argument.ints([1, 0, 0, 0])
            return try builder.emitOne("slice_by_index", ["x": cache, "begin": begin, "end": .ints([2, heads, length, width])])
        }
        let y = try builder.emitOne("scaled_dot_product_attention", ["query": query, "key": parts[0], "value": parts[1]])
        // A second product, as a function of a single one is computed in float32.
        let z = try builder.emitOne("linear", ["x": y, "weight": .tensor(noise.tensor([width, width], scale: 0.3))])
        let inputs = [
            noise.tensor([layers, heads, length, width]), noise.tensor([layers, heads, length, width]), noise.tensor([1, heads, 1, width]),
        ]
        return (try builder.finish(outputs: [("z", z)]), inputs)
    }

    @Test("Attention to a part of a state needs no memory for the rest")
    func attentionToAPartOfAStateNeedsNoMemoryForTheRest() throws {
        let (function, inputs) = try Self.attention(layers: 64, length: 96)
        let named = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), inputs))
        let expected = try #require(try Interpreter().interpret(function, inputs: named)[function.body.outputs[0]]).doubles
        let byteCount = inputs[0].type.byteCount
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 1e-5), (.bfloat16, 3e-2)] {
            let plan = try Plan(function, options: PlanOptions(precision: precision, threads: 1))
            #expect(plan.arenaByteCount < byteCount / 2, "\(plan.stepNames)")
            let answer = try plan.run(inputs)[0].doubles
            let error = zip(answer, expected).map { abs($0 - $1) }.max() ?? 0
            #expect(error < tolerance, "\(precision)")
        }
    }
}
