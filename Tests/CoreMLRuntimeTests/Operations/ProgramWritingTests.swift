import Testing

@testable import CoreMLRuntime

/// Operations of programs that write at indices: scatters in every mode and with every way of validating, slices, marks.
struct ProgramWritingTests {
    private typealias Combine = (Double, Double) -> Double

    private let matrix = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])

    private let modes: [(name: String, combine: Combine)] = [
        ("update", { $1 }), ("add", { $0 + $1 }), ("sub", { $0 - $1 }), ("mul", { $0 * $1 }), ("div", { $0 / $1 }),
        ("max", { max($0, $1) }), ("min", { min($0, $1) }),
    ]

    private let validations: [[String: ProgramArgument]] = [
        [:], ["validate_indices": .bool(false)], ["validate_indices": .bool(true)],
    ]

    private func scatter(
        _ kind: String, _ data: Tensor, at indices: Tensor, _ updates: Tensor, with arguments: [String: ProgramArgument]
    ) -> ProgramCheck {
        ProgramCheck(kind, ["data": data, "indices": indices, "updates": updates], with: arguments)
    }

    // MARK: Scattering

    @Test("Slices are scattered in every mode")
    func slicesAreScatteredInEveryMode() throws {
        for (name, combine) in modes {
            for validates in validations {
                let arguments = validates.merging(["mode": .string(name), "axis": .int(1)]) { first, _ in first }
                let updates = Tensor.numbers([10, 20, 30, -40], [2, 2])
                let expected = [combine(1, 20), 2, combine(3, 10), combine(4, -40), 5, combine(6, 30)]
                try scatter("scatter", matrix, at: .wholeNumbers([2, 0]), updates, with: arguments).expect([([2, 3], expected)])
            }
        }
    }

    @Test("Elements are scattered in every mode")
    func elementsAreScatteredInEveryMode() throws {
        for (name, combine) in modes {
            for validates in validations {
                let arguments = validates.merging(["mode": .string(name), "axis": .int(-1)]) { first, _ in first }
                let (indices, updates) = (Tensor.wholeNumbers([0, 2, 1, 0], [2, 2]), Tensor.numbers([10, 20, -30, 2], [2, 2]))
                let expected = [combine(1, 10), 2, combine(3, 20), combine(4, 2), combine(5, -30), 6]
                try scatter("scatter_along_axis", matrix, at: indices, updates, with: arguments).expect([([2, 3], expected)])
            }
        }
    }

    @Test("Slices are scattered at multiple indices in every mode")
    func slicesAreScatteredAtMultipleIndicesInEveryMode() throws {
        for (name, combine) in modes {
            for validates in validations {
                let arguments = validates.merging(["mode": .string(name)]) { first, _ in first }
                let places = Tensor.wholeNumbers([0, 1, 1, 2], [2, 2])
                let elements = [1, combine(2, 10), 3, 4, 5, combine(6, -20)]
                try scatter("scatter_nd", matrix, at: places, .numbers([10, -20]), with: arguments).expect([([2, 3], elements)])
                let rows = [1, 2, 3, combine(4, 7), combine(5, 8), combine(6, -9)]
                try scatter("scatter_nd", matrix, at: .wholeNumbers([1], [1, 1]), .numbers([7, 8, -9], [1, 3]), with: arguments)
                    .expect([([2, 3], rows)])
            }
        }
    }

    @Test("Scattering adds by default, and takes updates in their order")
    func scatteringAddsUnlessAskedOtherwiseAndInOrder() throws {
        let (twice, updates) = (Tensor.wholeNumbers([1, 1]), Tensor.numbers([2, 16]))
        try scatter("scatter", .numbers([8, 8]), at: twice, updates, with: [:]).expect([([2], [8, 26])])
        try scatter("scatter_along_axis", .numbers([8, 8]), at: twice, updates, with: [:]).expect([([2], [8, 26])])
        let column = Tensor.wholeNumbers([1, 1], [2, 1])
        try scatter("scatter_nd", .numbers([8, 8]), at: column, updates, with: [:]).expect([([2], [8, 26])])
        try scatter("scatter", .numbers([8, 8]), at: twice, updates, with: ["mode": .string("update")]).expect([([2], [8, 16])])
        try scatter("scatter", .numbers([8, 8]), at: twice, updates, with: ["mode": .string("div")]).expect([([2], [8, 0.25])])
    }

    @Test("Whole numbers are scattered exactly")
    func wholeNumbersAreScatteredExactly() throws {
        let data = Tensor.wholeNumbers([16_777_216, -7, 9])
        let (indices, updates) = (Tensor.wholeNumbers([0, 1, 2]), Tensor.wholeNumbers([1, 2, 0]))
        func check(_ mode: String, _ expected: [Double]) throws {
            try scatter("scatter", data, at: indices, updates, with: ["mode": .string(mode)]).expect([([3], expected)])
        }
        try check("add", [16_777_217, -5, 9])
        try check("sub", [16_777_215, -9, 9])
        try check("mul", [16_777_216, -14, 0])
        try check("max", [16_777_216, 2, 9])
        try check("min", [1, -7, 0])
        // Division rounds toward zero; nothing divided by zero is zero.
        try check("div", [16_777_216, -3, 0])
    }

    @Test("Negative indices count from the end where there is no choice")
    func negativeIndicesCountFromTheEndWhereThereIsNoChoice() throws {
        let data = Tensor.numbers([1, 2, 3])
        let last = Tensor.wholeNumbers([-1])
        try scatter("scatter", data, at: last, .numbers([10]), with: [:]).expect([([3], [1, 2, 13])])
        try scatter("scatter_along_axis", data, at: last, .numbers([10]), with: [:]).expect([([3], [1, 2, 13])])
        try scatter("scatter_nd", data, at: .wholeNumbers([-1], [1, 1]), .numbers([10]), with: [:]).expect([([3], [1, 2, 13])])
        let strict: [String: ProgramArgument] = ["validate_indices": .bool(true)]
        scatter("scatter", data, at: last, .numbers([10]), with: strict).expectRefusal()
        scatter("scatter_along_axis", data, at: last, .numbers([10]), with: strict).expectRefusal()
        scatter("scatter_nd", data, at: .wholeNumbers([-1], [1, 1]), .numbers([10]), with: strict).expectRefusal()
    }

    @Test("Writing outside is refused unless validation is off", arguments: [3, -4, .max, .min] as [Int32])
    func writingOutsideIsRefusedUnlessValidationIsOff(index: Int32) throws {
        let (data, updates) = (Tensor.numbers([1, 2, 3]), Tensor.numbers([10, 20]))
        let (line, column) = (Tensor.wholeNumbers([1, index]), Tensor.wholeNumbers([1, index], [2, 1]))
        for strict: [String: ProgramArgument] in [[:], ["validate_indices": .bool(true)]] {
            scatter("scatter", data, at: line, updates, with: strict).expectRefusal()
            scatter("scatter_along_axis", data, at: line, updates, with: strict).expectRefusal()
            scatter("scatter_nd", data, at: column, updates, with: strict).expectRefusal()
        }
        // Elements inside are written all the same.
        let careless: [String: ProgramArgument] = ["validate_indices": .bool(false)]
        for check in [
            scatter("scatter", data, at: line, updates, with: careless),
            scatter("scatter_along_axis", data, at: line, updates, with: careless),
            scatter("scatter_nd", data, at: column, updates, with: careless),
        ] {
            for way in ProgramCheck.Way.allCases {
                let result = try check.run(way)[0]
                #expect(result.shape == [3] && result.doubles[1] == 12)
            }
        }
    }

    @Test("Updates that do not fit are refused")
    func updatesThatDoNotFitAreRefused() {
        let (one, pair) = (Tensor.wholeNumbers([1]), Tensor.numbers([1, 2]))
        scatter("scatter", matrix, at: one, pair, with: ["axis": .int(0)]).expectRefusal()
        scatter("scatter", matrix, at: one, .numbers([1, 2], [2, 1]), with: ["axis": .int(2)]).expectRefusal()
        scatter("scatter_along_axis", matrix, at: one, .numbers([1]), with: [:]).expectRefusal()
        scatter("scatter_along_axis", matrix, at: .wholeNumbers([1, 0], [2, 1]), pair, with: ["axis": .int(1)]).expectRefusal()
        scatter("scatter_nd", matrix, at: .wholeNumbers([0, 0, 0], [1, 3]), .numbers([1]), with: [:]).expectRefusal()
        scatter("scatter_nd", matrix, at: .wholeNumbers([0], [1, 1]), pair, with: [:]).expectRefusal()
        scatter("scatter", .numbers([1, 2]), at: one, .numbers([5]), with: ["mode": .string("average")]).expectRefusal()
    }

    // MARK: Slices

    private func update(_ x: Tensor, _ value: Tensor, _ arguments: [String: ProgramArgument]) -> ProgramCheck {
        ProgramCheck("slice_update", ["x": x, "update": value], with: arguments)
    }

    @Test("A slice is replaced")
    func aSliceIsReplaced() throws {
        let x = counting([3, 3])
        let corner: [String: ProgramArgument] = ["begin": .ints([0, 1]), "end": .ints([2, 3])]
        try update(x, .numbers([10, 20, 30, 40], [2, 2]), corner).expect([([3, 3], [0, 10, 20, 3, 30, 40, 6, 7, 8])])
        let backward: [String: ProgramArgument] = [
            "begin": .ints([2, 2]), "end": .ints([0, 0]), "stride": .ints([-2, -1]), "end_mask": .bools([false, true]),
        ]
        try update(x, .numbers([10, 20, 30], [1, 3]), backward).expect([([3, 3], [0, 1, 2, 3, 4, 5, 30, 20, 10])])
        let masked: [String: ProgramArgument] = [
            "begin": .ints([1, 2]), "end": .ints([1, 1]), "begin_mask": .bools([false, true]), "end_mask": .bools([true, false]),
        ]
        try update(x, .numbers([10, 20], [2, 1]), masked).expect([([3, 3], [0, 1, 2, 10, 4, 5, 20, 7, 8])])
        let row: [String: ProgramArgument] = [
            "begin": .ints([1, 0]), "end": .ints([0, 3]), "squeeze_mask": .bools([true, false]),
        ]
        try update(x, .numbers([10, 20, 30]), row).expect([([3, 3], [0, 1, 2, 10, 20, 30, 6, 7, 8])])
        let odd: [String: ProgramArgument] = ["begin": .ints([0, 0]), "end": .ints([3, 3]), "stride": .ints([2, 2])]
        try update(x, .numbers([10, 20, 30, 40], [2, 2]), odd).expect([([3, 3], [10, 1, 20, 3, 4, 5, 30, 7, 40])])
    }

    @Test("A slice may be given by inputs")
    func aSliceMayBeGivenByInputs() throws {
        let tensors = [
            "x": Tensor.wholeNumbers([1, 2, 3, 4]), "update": .wholeNumbers([16_777_217, 9]), "begin": .wholeNumbers([1]),
            "end": .wholeNumbers([3]),
        ]
        try expectProgram("slice_update", tensors, [4], [1, 16_777_217, 9, 4])
    }

    @Test("Slices that do not fit are refused")
    func slicesThatDoNotFitAreRefused() {
        let x = counting([3, 3])
        let corner: [String: ProgramArgument] = ["begin": .ints([0, 1]), "end": .ints([2, 3])]
        update(x, .numbers([1, 2, 3, 4]), corner).expectRefusal()
        update(x, .numbers([1, 2], [2, 1]), corner).expectRefusal()
        update(x, .numbers([1]), ["begin": .ints([0]), "end": .ints([1])]).expectRefusal()
        let still: [String: ProgramArgument] = ["begin": .ints([0, 0]), "end": .ints([2, 2]), "stride": .ints([1, 0])]
        update(x, .numbers([1, 2, 3, 4], [2, 2]), still).expectRefusal()
        let outside: [String: ProgramArgument] = [
            "begin": .ints([3, 0]), "end": .ints([0, 3]), "squeeze_mask": .bools([true, false]),
        ]
        update(x, .numbers([1, 2, 3]), outside).expectRefusal()
    }

    // MARK: Marks

    @Test("Marks have the type of their values")
    func marksHaveTheTypeOfTheirValues() throws {
        let indices = Tensor.wholeNumbers([1, 3])
        try expectProgram("one_hot", ["indices": indices], with: ["one_hot_vector_size": .int(4)], [2, 4], [0, 1, 0, 0, 0, 0, 0, 1])
        let plain = ProgramCheck("one_hot", ["indices": indices], with: ["one_hot_vector_size": .int(4)])
        #expect(try plain.run(.predictor)[0].scalar == .int32)
        let values: [String: ProgramArgument] = ["on_value": .float(0.5), "off_value": .float(-1), "axis": .int(0)]
        let given = values.merging(["one_hot_vector_size": .int(4)]) { first, _ in first }
        try expectProgram("one_hot", ["indices": indices], with: given, [4, 2], [-1, -1, 0.5, -1, -1, -1, -1, 0.5])
        // The length may be an input; an index outside is marked nowhere.
        let tensors = ["indices": Tensor.wholeNumbers([1, 3, -1]), "one_hot_vector_size": Tensor.wholeNumbers([2], [])]
        try expectProgram("one_hot", tensors, with: values, [2, 3], [-1, -1, -1, 0.5, -1, -1])
        expectProgramRefusal("one_hot", ["indices": indices], with: ["one_hot_vector_size": .int(-1)])
        expectProgramRefusal("one_hot", ["indices": indices], with: ["one_hot_vector_size": .int(4), "axis": .int(2)])
        expectProgramRefusal("one_hot", ["indices": indices])
    }
}
