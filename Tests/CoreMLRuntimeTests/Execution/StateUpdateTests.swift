import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Programs that replace slices of their states: plans do so where the states lie, where nothing reads a former value afterwards.
struct StateUpdateTests {
    /// A program with a cache of four rows of three numbers, and a row `x`.
    private struct Cache {
        var check = ProgramCheck()
        let x: ProgramArgument
        let state: ProgramArgument

        init() {
            x = check.input("x", .numbers([0, 0, 0], [1, 3]))
            state = check.state("cache", .float32([4, 3]))
        }

        mutating func read(as name: String) -> ProgramArgument {
            check.call("read_state", ["input": state], outputs: [name])
            return .name(name)
        }

        /// The rows of `old` from `row` on replaced by `update`.
        mutating func replace(
            _ row: Int, count: Int = 1, of old: ProgramArgument, by update: ProgramArgument, as name: String
        ) -> ProgramArgument {
            let arguments: [String: ProgramArgument] = [
                "x": old, "update": update, "begin": .ints([row, 0]), "end": .ints([row + count, 3]),
            ]
            check.call("slice_update", arguments, outputs: [name])
            return .name(name)
        }

        mutating func write(_ value: ProgramArgument) { check.call("write_state", ["input": state, "data": value], outputs: []) }

        /// The sums of the columns, [1, 3].
        mutating func sums(of value: ProgramArgument, as name: String) -> ProgramArgument {
            check.call("reduce_sum", ["x": value, "axes": .ints([0]), "keep_dims": .bool(true)], outputs: [name])
            return .name(name)
        }
    }

    private static func predict(
        _ predictor: any ModelPredictor, _ inputs: [Tensor], _ states: [String: StateBuffer]
    ) throws -> [[Double]] {
        let arguments: [PredictorValue] = inputs.map { PredictorValue.tensor($0) }
        return try predictor.predict(arguments, states: states).map { value in
            guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("an output is no tensor") }
            return tensor.doubles
        }
    }

    private static func row(_ first: Float) -> Tensor { .numbers([first, first + 1, first + 2], [1, 3]) }

    private static func numbers(_ first: Int) -> [Double] { (0..<3).map { Double(first + $0) } }

    /// Four rows of zeros.
    private static let zeros = [[Double]](repeating: [0, 0, 0], count: 4)

    private static func columnSums(_ rows: [[Double]]) -> [Double] {
        (0..<3).map { column in rows.reduce(0.0) { $0 + $1[column] } }
    }

    // MARK: In place

    @Test("A row is replaced where the state lies")
    func aRowIsReplacedWhereTheStateLies() throws {
        var cache = Cache()
        let old = cache.read(as: "old")
        let new = cache.replace(1, of: old, by: cache.x, as: "new")
        cache.write(new)
        let rows = cache.read(as: "rows")
        cache.check.call("mul", ["x": rows, "y": .float(2)])
        let predictor = try cache.check.predictor(outputs: ["result"])
        let states = predictor.makeStates()
        let state = try #require(states["cache"])
        let tensor = state.tensor
        for first in [5, 8, -3] {
            let answer = try Self.predict(predictor, [Self.row(Float(first))], states)[0]
            var rows = Self.zeros
            rows[1] = Self.numbers(first)
            let expected = rows.flatMap { $0 }
            #expect(answer == expected.map { 2 * $0 })
            #expect(state.tensor.doubles == expected)
            #expect(state.tensor === tensor)
        }
    }

    /// A program that replaces the rows that its inputs say and answers the sums of the columns, after it replaced the first row by `x`
    /// where `twice`.
    private static func writer(twice: Bool = false) throws -> any ModelPredictor {
        var cache = Cache()
        let begin = cache.check.input("begin", .wholeNumbers([0, 0]))
        let end = cache.check.input("end", .wholeNumbers([1, 3]))
        if twice {
            let first = cache.read(as: "first")
            let second = cache.replace(0, of: first, by: cache.x, as: "second")
            cache.write(second)
        }
        let old = cache.read(as: "old")
        cache.check.call("slice_update", ["x": old, "update": cache.x, "begin": begin, "end": end], outputs: ["new"])
        cache.write(.name("new"))
        let rows = cache.read(as: "rows")
        _ = cache.sums(of: rows, as: "result")
        return try cache.check.predictor(outputs: ["result"])
    }

    private static func place(_ row: Int32) -> [Tensor] { [.wholeNumbers([row, 0]), .wholeNumbers([row + 1, 3])] }

    @Test("The row may be an input")
    func theRowMayBeAnInput() throws {
        let predictor = try Self.writer()
        let states = predictor.makeStates()
        let state = try #require(states["cache"])
        let tensor = state.tensor
        var rows = Self.zeros
        for (row, first) in [(2, 1), (0, 4), (3, -2), (2, 9)] {
            let answer = try Self.predict(predictor, [Self.row(Float(first))] + Self.place(Int32(row)), states)[0]
            rows[row] = Self.numbers(first)
            #expect(answer == Self.columnSums(rows))
            #expect(state.tensor.doubles == rows.flatMap { $0 })
            #expect(state.tensor === tensor)
        }
    }

    @Test("A state may be updated several times and read in between")
    func aStateMayBeUpdatedSeveralTimesAndReadInBetween() throws {
        var cache = Cache()
        let first = cache.read(as: "first")
        let second = cache.replace(0, of: first, by: cache.x, as: "second")
        cache.write(second)
        let between = cache.read(as: "between")
        let sums = cache.sums(of: between, as: "sums")
        let third = cache.replace(3, of: between, by: sums, as: "third")
        cache.write(third)
        _ = cache.sums(of: third, as: "result")
        let predictor = try cache.check.predictor(outputs: ["sums", "result"])
        let states = predictor.makeStates()
        let state = try #require(states["cache"])
        let tensor = state.tensor
        var rows = Self.zeros
        for first in [1, 6, 2] {
            let answers = try Self.predict(predictor, [Self.row(Float(first))], states)
            rows[0] = Self.numbers(first)
            rows[3] = Self.columnSums(rows)
            #expect(answers == [rows[3], Self.columnSums(rows)])
            #expect(state.tensor.doubles == rows.flatMap { $0 })
            #expect(state.tensor === tensor)
        }
    }

    @Test("A state that is only read stays")
    func aStateThatIsOnlyReadStays() throws {
        var cache = Cache()
        let rows = cache.read(as: "rows")
        cache.check.call("add", ["x": rows, "y": cache.x])
        let predictor = try cache.check.predictor(outputs: ["result"])
        let states = predictor.makeStates()
        let state = try #require(states["cache"])
        let tensor = state.tensor
        #expect(try Self.predict(predictor, [Self.row(1)], states)[0] == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
        #expect(state.tensor === tensor)
        #expect(state.tensor.doubles == [Double](repeating: 0, count: 12))
    }

    @Test("An array that a caller put into a state is not written to")
    func anArrayThatACallerPutIntoAStateIsNotWrittenTo() throws {
        let predictor = try Self.writer()
        let states = predictor.makeStates()
        let given = counting([4, 3])
        let state = try #require(states["cache"])
        state.tensor = given
        _ = try Self.predict(predictor, [Self.row(50)] + Self.place(1), states)
        #expect(given.doubles == counting([4, 3]).doubles)
        #expect(state.tensor.doubles == [0, 1, 2, 50, 51, 52, 6, 7, 8, 9, 10, 11])
        let tensor = state.tensor
        _ = try Self.predict(predictor, [Self.row(60)] + Self.place(3), states)
        #expect(state.tensor === tensor)
        #expect(state.tensor.doubles == [0, 1, 2, 50, 51, 52, 6, 7, 8, 60, 61, 62])
    }

    // MARK: Not in place

    @Test("A former value may be read after the update")
    func aFormerValueMayBeReadAfterTheUpdate() throws {
        var cache = Cache()
        let old = cache.read(as: "old")
        let new = cache.replace(2, of: old, by: cache.x, as: "new")
        cache.write(new)
        cache.check.call("sub", ["x": new, "y": old], outputs: ["change"])
        let predictor = try cache.check.predictor(outputs: ["change", "old"])
        let states = predictor.makeStates()
        var rows = Self.zeros
        for first in [4, 1] {
            let answers = try Self.predict(predictor, [Self.row(Float(first))], states)
            let before = rows.flatMap { $0 }
            rows[2] = Self.numbers(first)
            let after = rows.flatMap { $0 }
            let change: [Double] = zip(after, before).map { $0.0 - $0.1 }
            #expect(answers == [change, before])
            #expect(states["cache"]?.tensor.doubles == after)
        }
    }

    @Test("A former value may be an output")
    func aFormerValueMayBeAnOutput() throws {
        var cache = Cache()
        let old = cache.read(as: "old")
        let new = cache.replace(0, of: old, by: cache.x, as: "new")
        cache.write(new)
        let predictor = try cache.check.predictor(outputs: ["old", "new"])
        let states = predictor.makeStates()
        var before = Self.zeros
        for first in [1, 5] {
            var after = before
            after[0] = Self.numbers(first)
            let answers = try Self.predict(predictor, [Self.row(Float(first))], states)
            #expect(answers == [before.flatMap { $0 }, after.flatMap { $0 }])
            before = after
        }
    }

    @Test("Rows may move within a state")
    func rowsMayMoveWithinAState() throws {
        var cache = Cache()
        let old = cache.read(as: "old")
        cache.check.call("slice_by_index", ["x": old, "begin": .ints([0, 0]), "end": .ints([3, 3])], outputs: ["part"])
        let moved = cache.replace(1, count: 3, of: old, by: .name("part"), as: "moved")
        cache.write(moved)
        let between = cache.read(as: "between")
        let new = cache.replace(0, of: between, by: cache.x, as: "new")
        cache.write(new)
        _ = cache.sums(of: new, as: "result")
        let predictor = try cache.check.predictor(outputs: ["result"])
        let states = predictor.makeStates()
        var rows = Self.zeros
        for first in [1, 7, 3, 20, 5] {
            rows = [Self.numbers(first)] + rows.dropLast()
            let answer = try Self.predict(predictor, [Self.row(Float(first))], states)[0]
            #expect(answer == Self.columnSums(rows))
            #expect(states["cache"]?.tensor.doubles == rows.flatMap { $0 })
        }
    }

    @Test("States may become one another")
    func statesMayBecomeOneAnother() throws {
        var cache = Cache()
        let before = cache.check.state("before", .float32([4, 3]))
        let total = cache.check.state("total", .float32([1, 3]))
        let old = cache.read(as: "old")
        let new = cache.replace(3, of: old, by: cache.x, as: "new")
        cache.write(new)
        cache.check.call("write_state", ["input": before, "data": old], outputs: [])
        cache.check.call("read_state", ["input": total], outputs: ["sum"])
        cache.check.call("add", ["x": .name("sum"), "y": cache.x], outputs: ["more"])
        cache.check.call("coreml_update_state", ["state": total, "value": .name("more")], outputs: ["result"])
        let predictor = try cache.check.predictor(outputs: ["result"])
        let states = predictor.makeStates()
        #expect(try Self.predict(predictor, [Self.row(1)], states) == [[1, 2, 3]])
        #expect(try Self.predict(predictor, [Self.row(4)], states) == [[5, 7, 9]])
        #expect(states["cache"]?.tensor.doubles == [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 5, 6])
        #expect(states["before"]?.tensor.doubles == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3])
        #expect(states["total"]?.tensor.doubles == [5, 7, 9])
    }

    @Test("A state may become another with a row replaced")
    func aStateMayBecomeAnotherWithARowReplaced() throws {
        var cache = Cache()
        let other = cache.check.state("other", .float32([4, 3]))
        let old = cache.read(as: "old")
        let new = cache.replace(0, of: old, by: cache.x, as: "new")
        cache.check.call("write_state", ["input": other, "data": new], outputs: [])
        _ = cache.sums(of: new, as: "result")
        let predictor = try cache.check.predictor(outputs: ["result"])
        let states = predictor.makeStates()
        states["cache"]?.tensor = .numbers([Float](repeating: 1, count: 12), [4, 3])
        #expect(try Self.predict(predictor, [Self.row(7)], states) == [[10, 11, 12]])
        #expect(states["cache"]?.tensor.doubles == [Double](repeating: 1, count: 12))
        #expect(states["other"]?.tensor.doubles == [7, 8, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    }

    @Test("An answer of an interpreted program is not its state")
    func anAnswerOfAnInterpretedProgramIsNotItsState() throws {
        var cache = Cache()
        let operations = [
            ProgramCheck.operation("write_state", ["input": cache.state, "data": .name("rows")], outputs: []),
            ProgramCheck.operation("read_state", ["input": cache.state], outputs: ["inner"]),
        ]
        cache.check.input("rows", counting([4, 3]))
        let block = ProgramCheck.block(operations, outputs: ["inner"])
        cache.check.call("cond", ["pred": .bool(true)], blocks: [block, block])
        let predictor = try cache.check.predictor(outputs: ["result"])
        let states = predictor.makeStates()
        let given = counting([4, 3])
        let answers = try predictor.predict([.tensor(Self.row(0)), .tensor(given)], states: states)
        guard case .tensor(let answer)? = answers[0] else { throw RuntimeError.failed("the output is no tensor") }
        given.floats[0] = 100
        answer.floats[1] = 200
        #expect(states["cache"]?.tensor.doubles == counting([4, 3]).doubles)
    }

    // MARK: Failures

    @Test("A failure after an update undoes it")
    func aFailureAfterAnUpdateUndoesIt() throws {
        let predictor = try Self.writer(twice: true)
        let states = predictor.makeStates()
        let state = try #require(states["cache"])
        state.tensor = counting([4, 3], from: 1)
        for _ in 0..<2 {
            // There is no fifth row.
            #expect(throws: RuntimeError.self) { try Self.predict(predictor, [Self.row(70)] + Self.place(4), states) }
            #expect(state.tensor.doubles == counting([4, 3], from: 1).doubles)
        }
        #expect(try Self.predict(predictor, [Self.row(0)] + Self.place(2), states) == [[14, 18, 22]])
        #expect(state.tensor.doubles == [0, 1, 2, 4, 5, 6, 0, 1, 2, 10, 11, 12])
    }

    @Test("A later error may undo a prediction too")
    func aLaterErrorMayUndoAPredictionToo() throws {
        let predictor = try Self.writer(twice: true)
        let states = predictor.makeStates()
        let state = try #require(states["cache"])
        let tensor = state.tensor
        _ = try Self.predict(predictor, [Self.row(1)] + Self.place(2), states)
        let before = [1.0, 2, 3, 0, 0, 0, 1, 2, 3, 0, 0, 0]
        #expect(throws: CancellationError.self) {
            try states.restoringOnFailure {
                _ = try Self.predict(predictor, [Self.row(8)] + Self.place(2), states)
                _ = try Self.predict(predictor, [Self.row(9)] + Self.place(0), states)
                #expect(state.tensor.doubles == [9, 10, 11, 0, 0, 0, 8, 9, 10, 0, 0, 0])
                // A success within belongs to the failure around it.
                try states.restoringOnFailure { _ = try Self.predict(predictor, [Self.row(5)] + Self.place(3), states) }
                throw CancellationError()
            }
        }
        #expect(state.tensor.doubles == before)
        #expect(state.tensor === tensor)
        try states.restoringOnFailure { _ = try Self.predict(predictor, [Self.row(6)] + Self.place(3), states) }
        #expect(state.tensor.doubles == [6, 7, 8, 0, 0, 0, 1, 2, 3, 6, 7, 8])
    }
}
