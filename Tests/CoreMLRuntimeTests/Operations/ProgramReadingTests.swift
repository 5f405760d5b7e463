import Testing

@testable import CoreMLRuntime

/// Operations of programs that read at indices, with every way of validating them, and those that sort.
struct ProgramReadingTests {
    private let matrix = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])

    /// Indices that are inputs, and such that are constants: the second are checked while planning or not at all.
    private func expect(
        _ kind: String, _ x: Tensor, at indices: Tensor, with arguments: [String: ProgramArgument], _ shape: [Int], _ values: [Double],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try expectProgram(kind, ["x": x, "indices": indices], with: arguments, shape, values, location: location)
        let constant = arguments.merging(["indices": .tensor(indices)]) { first, _ in first }
        try expectProgram(kind, ["x": x], with: constant, shape, values, location: location)
    }

    private func expectRefusal(
        _ kind: String, _ x: Tensor, at indices: Tensor, with arguments: [String: ProgramArgument],
        location: SourceLocation = #_sourceLocation
    ) {
        expectProgramRefusal(kind, ["x": x, "indices": indices], with: arguments, location: location)
        let constant = arguments.merging(["indices": .tensor(indices)]) { first, _ in first }
        expectProgramRefusal(kind, ["x": x], with: constant, location: location)
    }

    /// The shape of what is read at indices outside without validation: any elements, but no trap.
    private func expectHarmless(
        _ kind: String, _ x: Tensor, at indices: Tensor, with arguments: [String: ProgramArgument], _ shape: [Int]
    ) throws {
        let constant = arguments.merging(["indices": .tensor(indices)]) { first, _ in first }
        for check in [ProgramCheck(kind, ["x": x, "indices": indices], with: arguments), ProgramCheck(kind, ["x": x], with: constant)] {
            for way in ProgramCheck.Way.allCases {
                let result = try check.run(way)[0]
                #expect(result.shape == shape && result.doubles.allSatisfy { x.doubles.contains($0) })
            }
        }
    }

    // MARK: Gathering

    @Test("Slices are gathered")
    func slicesAreGathered() throws {
        for validates: [String: ProgramArgument] in [
            [:], ["validate_indices": .bool(false)], ["validate_indices": .bool(true)],
        ] {
            let axis = validates.merging(["axis": .int(1)]) { first, _ in first }
            try expect("gather", matrix, at: .wholeNumbers([2, 0]), with: axis, [2, 2], [3, 1, 6, 4])
            try expect("gather", matrix, at: .wholeNumbers([1], []), with: axis, [2], [2, 5])
            let last = validates.merging(["axis": .int(-2)]) { first, _ in first }
            try expect("gather", matrix, at: .wholeNumbers([1, 0, 1], [3, 1]), with: last, [3, 1, 3], [4, 5, 6, 1, 2, 3, 4, 5, 6])
            expectRefusal("gather", matrix, at: .wholeNumbers([0]), with: validates.merging(["axis": .int(2)]) { first, _ in first })
        }
    }

    @Test("Elements are gathered along an axis")
    func elementsAreGatheredAlongAnAxis() throws {
        for validates: [String: ProgramArgument] in [
            [:], ["validate_indices": .bool(false)], ["validate_indices": .bool(true)],
        ] {
            let axis = validates.merging(["axis": .int(1)]) { first, _ in first }
            let kind = "gather_along_axis"
            try expect(kind, matrix, at: .wholeNumbers([2, 0, 1, 1], [2, 2]), with: axis, [2, 2], [3, 1, 5, 5])
            try expect(kind, matrix, at: .wholeNumbers([1, 0, 1], [1, 3]), with: validates, [1, 3], [4, 2, 6])
            expectRefusal(kind, matrix, at: .wholeNumbers([0, 0, 0], [3, 1]), with: axis)
            expectRefusal(kind, matrix, at: .wholeNumbers([0, 0]), with: axis)
        }
    }

    @Test("Slices are gathered at multiple indices")
    func slicesAreGatheredAtMultipleIndices() throws {
        for validates: [String: ProgramArgument] in [
            [:], ["validate_indices": .bool(false)], ["validate_indices": .bool(true)],
        ] {
            try expect("gather_nd", matrix, at: .wholeNumbers([1, 2, 0, 0], [2, 2]), with: validates, [2], [6, 1])
            try expect("gather_nd", matrix, at: .wholeNumbers([1, 0], [2, 1]), with: validates, [2, 3], [4, 5, 6, 1, 2, 3])
            let batch = validates.merging(["batch_dims": .int(1)]) { first, _ in first }
            try expect("gather_nd", matrix, at: .wholeNumbers([2, 0], [2, 1]), with: batch, [2], [3, 4])
            expectRefusal("gather_nd", matrix, at: .wholeNumbers([0, 0, 0], [1, 3]), with: validates)
            expectRefusal("gather_nd", matrix, at: .wholeNumbers([0, 0, 0], [3, 1]), with: batch)
        }
    }

    @Test("Negative indices count from the end where there is no choice")
    func negativeIndicesCountFromTheEndWhereThereIsNoChoice() throws {
        try expect("gather", matrix, at: .wholeNumbers([-1, -3]), with: ["axis": .int(1)], [2, 2], [3, 1, 6, 4])
        try expect("gather_along_axis", matrix, at: .wholeNumbers([-1, -3], [2, 1]), with: ["axis": .int(1)], [2, 1], [3, 4])
        try expect("gather_nd", matrix, at: .wholeNumbers([-1, -3], [1, 2]), with: [:], [1], [4])
        let validates: [String: ProgramArgument] = ["validate_indices": .bool(true), "axis": .int(1)]
        expectRefusal("gather", matrix, at: .wholeNumbers([-1]), with: validates)
        expectRefusal("gather_along_axis", matrix, at: .wholeNumbers([-1, 0], [2, 1]), with: validates)
        expectRefusal("gather_nd", matrix, at: .wholeNumbers([0, -1], [1, 2]), with: ["validate_indices": .bool(true)])
    }

    @Test("Indices outside are refused unless validation is off", arguments: [3, -4, .max, .min] as [Int32])
    func indicesOutsideAreRefusedUnlessValidationIsOff(index: Int32) throws {
        for validates: [String: ProgramArgument] in [[:], ["validate_indices": .bool(true)]] {
            let axis = validates.merging(["axis": .int(1)]) { first, _ in first }
            expectRefusal("gather", matrix, at: .wholeNumbers([0, index]), with: axis)
            expectRefusal("gather_along_axis", matrix, at: .wholeNumbers([0, index], [2, 1]), with: axis)
            expectRefusal("gather_nd", matrix, at: .wholeNumbers([0, index], [1, 2]), with: validates)
        }
        let careless: [String: ProgramArgument] = ["validate_indices": .bool(false), "axis": .int(1)]
        try expectHarmless("gather", matrix, at: .wholeNumbers([0, index]), with: careless, [2, 2])
        try expectHarmless("gather_along_axis", matrix, at: .wholeNumbers([0, index], [2, 1]), with: careless, [2, 1])
        try expectHarmless(
            "gather_nd", matrix, at: .wholeNumbers([0, index, 1, 0], [2, 2]), with: ["validate_indices": .bool(false)], [2])
    }

    // MARK: Order

    @Test("The largest or smallest are found")
    func theLargestOrSmallestAreFound() throws {
        let x = Tensor.numbers([3, 1, 4, 1, 5, 9, 2, 6], [2, 4])
        func check(
            _ arguments: [String: ProgramArgument], _ shape: [Int], _ values: [Double], _ places: [Double], of x: Tensor
        ) throws {
            let both = ["result", "places"]
            try ProgramCheck("topk", ["x": x], with: arguments, outputs: both).expect(outputs: both, [(shape, values), (shape, places)])
        }
        let sorted: [String: ProgramArgument] = ["sort": .bool(true), "return_indices": .bool(true)]
        for extra: [String: ProgramArgument] in [[:], sorted] {
            let two = extra.merging(["k": .int(2)]) { first, _ in first }
            try check(two, [2, 2], [4, 3, 9, 6], [2, 0, 1, 3], of: x)
            let smallest = two.merging(["ascending": .bool(true)]) { first, _ in first }
            try check(smallest, [2, 2], [1, 1, 2, 5], [1, 3, 2, 0], of: x)
            let down = extra.merging(["k": .int(1), "axis": .int(0)]) { first, _ in first }
            try check(down, [1, 4], [5, 9, 4, 6], [1, 1, 0, 1], of: x)
            let whole = Tensor.wholeNumbers([16_777_216, 16_777_217, 5])
            try check(two, [2], [16_777_217, 16_777_216], [1, 0], of: whole)
        }
        try check([:], [2, 1], [4, 9], [2, 1], of: x)
        for arguments: [String: ProgramArgument] in [["k": .int(5)], ["k": .int(-2)], ["k": .int(1), "axis": .int(2)]] {
            expectProgramRefusal("topk", ["x": x], with: arguments, outputs: ["result", "places"])
        }
    }

    @Test("The largest may come alone and in any order")
    func theLargestMayComeAloneAndInAnyOrder() throws {
        let x = Tensor.numbers([3, 1, 4, 1, 5])
        let alone: [String: ProgramArgument] = ["k": .int(3), "sort": .bool(false), "return_indices": .bool(false)]
        for way in ProgramCheck.Way.allCases {
            let result = try ProgramCheck("topk", ["x": x], with: alone).run(way)[0]
            #expect(result.doubles.sorted() == [3, 4, 5])
        }
    }

    @Test("Sorting is descending by default")
    func sortingIsDescendingUnlessAskedOtherwise() throws {
        let x = Tensor.numbers([3, 1, 2, 1, 1, 0], [2, 3])
        try expectProgram("argsort", ["x": x], [2, 3], [0, 2, 1, 0, 1, 2])
        try expectProgram("argsort", ["x": x], with: ["ascending": .bool(true), "axis": .int(1)], [2, 3], [1, 2, 0, 2, 0, 1])
        try expectProgram("argsort", ["x": x], with: ["ascending": .bool(true), "axis": .int(0)], [2, 3], [1, 0, 1, 0, 1, 0])
        let whole = Tensor.wholeNumbers([16_777_216, 16_777_217, -5])
        try expectProgram("argsort", ["x": whole], [3], [1, 0, 2])
        expectProgramRefusal("argsort", ["x": x], with: ["axis": .int(2)])
    }

    @Test("Not a number sorts last")
    func notANumberSortsLast() throws {
        let x = Tensor.numbers([.nan, 2, 3, .nan, -.infinity])
        try expectProgram("argsort", ["x": x], [5], [2, 1, 4, 0, 3])
        try expectProgram("argsort", ["x": x], with: ["ascending": .bool(true)], [5], [4, 1, 2, 0, 3])
    }

    @Test("Extremes are found where they are first")
    func extremesAreFoundWhereTheyAreFirst() throws {
        let x = Tensor.numbers([3, 1, 3, 2, 2, 5], [2, 3])
        try expectProgram("reduce_argmax", ["x": x], [2], [0, 2])
        try expectProgram("reduce_argmin", ["x": x], with: ["axis": .int(0), "keep_dims": .bool(true)], [1, 3], [1, 0, 0])
        try expectProgram("reduce_argmax", ["x": .wholeNumbers([16_777_216, 16_777_217])], [1], [1])
        expectProgramRefusal("reduce_argmin", ["x": x], with: ["axis": .int(-3)])
    }

    @Test("The positions of numbers other than zero are listed")
    func placesOfWhatIsNotZeroAreListed() throws {
        try expectProgram("non_zero", ["x": .numbers([0, 7, -1, 0], [2, 2])], [2, 2], [0, 1, 1, 0])
        try expectProgram("non_zero", ["x": .wholeNumbers([0, 0])], [0, 1], [])
        try expectProgram("non_zero", ["x": .flags([true, false, true])], [2, 1], [0, 2])
    }
}
