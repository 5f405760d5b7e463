import Foundation
import Testing

@testable import CoreMLRuntime

/// Operations of programs that compute element by element, on floats, whole numbers and flags.
struct ProgramArithmeticTests {
    // MARK: Comparisons and logic

    @Test("Comparisons answer with flags")
    func comparisonsAnswerWithFlags() throws {
        let matrix = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])
        let tensors = ["x": matrix, "y": Tensor.numbers([3, 2, 1])]
        let expected: [(String, [Double])] = [
            ("equal", [0, 1, 0, 0, 0, 0]), ("not_equal", [1, 0, 1, 1, 1, 1]), ("less", [1, 0, 0, 0, 0, 0]),
            ("less_equal", [1, 1, 0, 0, 0, 0]), ("greater", [0, 0, 1, 1, 1, 1]), ("greater_equal", [0, 1, 1, 1, 1, 1]),
        ]
        for (kind, flags) in expected {
            try expectProgram(kind, tensors, [2, 3], flags)
            #expect(try ProgramCheck(kind, tensors).run(.predictor)[0].scalar == .bool)
            try expectProgram(kind, ["x": matrix], with: ["y": .floats([3, 2, 1])], [2, 3], flags)
            expectProgramRefusal(kind, ["x": matrix, "y": .numbers([1, 2])])
        }
    }

    @Test("Whole numbers are compared exactly")
    func wholeNumbersAreComparedExactly() throws {
        // Numbers that float32 cannot tell apart.
        let tensors = ["x": Tensor.wholeNumbers([16_777_217, -16_777_217]), "y": Tensor.wholeNumbers([16_777_216, -16_777_216])]
        try expectProgram("equal", tensors, [2], [0, 0])
        try expectProgram("not_equal", tensors, [2], [1, 1])
        try expectProgram("less", tensors, [2], [0, 1])
        try expectProgram("less_equal", tensors, [2], [0, 1])
        try expectProgram("greater", tensors, [2], [1, 0])
        try expectProgram("greater_equal", tensors, [2], [1, 0])
        try expectProgram("maximum", tensors, [2], [16_777_217, -16_777_216])
        try expectProgram("minimum", tensors, [2], [16_777_216, -16_777_217])
    }

    @Test("Not a number is neither equal nor less")
    func notANumberIsNeitherEqualNorLess() throws {
        let x = Tensor.numbers([.nan, 1])
        try expectProgram("equal", ["x": x, "y": x], [2], [0, 1])
        try expectProgram("not_equal", ["x": x, "y": x], [2], [1, 0])
        try expectProgram("less_equal", ["x": x, "y": x], [2], [0, 1])
        try expectProgram("greater_equal", ["x": x, "y": x], [2], [0, 1])
    }

    @Test("Logic combines flags")
    func logicCombinesFlags() throws {
        let tensors = ["x": Tensor.flags([false, false, true, true]), "y": Tensor.flags([false, true, false, true])]
        try expectProgram("logical_and", tensors, [4], [0, 0, 0, 1])
        try expectProgram("logical_or", tensors, [4], [0, 1, 1, 1])
        try expectProgram("logical_xor", tensors, [4], [0, 1, 1, 0])
        try expectProgram("logical_not", ["x": .flags([false, true])], [2], [1, 0])
        let table = Tensor.flags([false, true], [2, 1])
        try expectProgram("logical_or", ["x": table, "y": .flags([false, true])], [2, 2], [0, 1, 1, 1])
        for kind in ["logical_and", "logical_or", "logical_xor"] {
            expectProgramRefusal(kind, ["x": .flags([true, true]), "y": .flags([true, true, true])])
        }
    }

    @Test("Flags choose between elements")
    func flagsChooseBetweenElements() throws {
        let condition = Tensor.flags([true, false], [2, 1])
        try expectProgram(
            "select", ["cond": condition, "a": .numbers([1, 2, 3]), "b": .numbers([9])], [2, 3], [1, 2, 3, 9, 9, 9])
        let whole: [String: Tensor] = ["cond": .flags([false, true]), "a": .wholeNumbers([1, 2]), "b": .wholeNumbers([16_777_217, 0])]
        try expectProgram("select", whole, [2], [16_777_217, 2])
        expectProgramRefusal("select", ["cond": .flags([true, true]), "a": .numbers([1, 2, 3]), "b": .numbers([9])])
    }

    // MARK: Arithmetic

    @Test("Whole numbers are divided and rounded")
    func wholeNumbersAreDividedAndRounded() throws {
        let tensors = ["x": Tensor.wholeNumbers([7, -7, 7, -7, 6]), "y": Tensor.wholeNumbers([2, 2, -2, -2, 3])]
        try expectProgram("floor_div", tensors, [5], [3, -4, -4, 3, 2])
        // A remainder has the sign of what it is divided by.
        try expectProgram("mod", tensors, [5], [1, 1, -1, -1, 0])
        try expectProgram("add", tensors, [5], [9, -5, 5, -9, 9])
        try expectProgram("sub", tensors, [5], [5, -9, 9, -5, 3])
        try expectProgram("mul", tensors, [5], [14, -14, -14, 14, 18])
        try expectProgram("pow", ["x": .wholeNumbers([2, -3, 10]), "y": .wholeNumbers([10, 3, 0])], [3], [1024, -27, 1])
    }

    @Test("Floats are divided and rounded")
    func floatsAreDividedAndRounded() throws {
        let tensors = ["x": Tensor.numbers([7, -7, 7.5, -7.5]), "y": Tensor.numbers([2, 2, -2, -2])]
        try expectProgram("floor_div", tensors, [4], [3, -4, -4, 3])
        try expectProgram("mod", tensors, [4], [1, 1, -0.5, -1.5])
        try expectProgram("real_div", tensors, [4], [3.5, -3.5, -3.75, 3.75])
        try expectProgram("pow", ["x": .numbers([2, 9, -2]), "y": .numbers([-1, 0.5, 3])], [3], [0.5, 3, -8])
    }

    @Test("Whole numbers that cannot be computed do not trap")
    func wholeNumbersThatCannotBeComputedDoNotTrap() throws {
        let tensors = ["x": Tensor.wholeNumbers([.min, 5, .max]), "y": Tensor.wholeNumbers([-1, 0, 1])]
        for kind in ["real_div", "floor_div", "mod", "mul", "add", "sub", "pow"] {
            #expect(try ProgramCheck(kind, tensors).run(.predictor)[0].count == 3)
        }
    }

    /// Odd numbers beyond 2²⁴, which float32 would round.
    @Test("Functions of whole numbers are exact")
    func functionsOfWholeNumbersAreExact() throws {
        let large: Int32 = 16_777_217
        try expectProgram("abs", ["x": .wholeNumbers([-large, large])], [2], [16_777_217, 16_777_217])
        try expectProgram("square", ["x": .wholeNumbers([4097, -3])], [2], [16_785_409, 9])
        try expectProgram("sign", ["x": .wholeNumbers([-large, 0, 3])], [3], [-1, 0, 1])
        let diagonal: [String: ProgramArgument] = ["lower": .int(0), "upper": .int(0)]
        try expectProgram(
            "band_part", ["x": .wholeNumbers([large, 1, 1, large], [2, 2])], with: diagonal, [2, 2], [16_777_217, 0, 0, 16_777_217])
    }

    @Test("Products of whole numbers are exact")
    func productsOfWholeNumbersAreExact() throws {
        let x = Tensor.wholeNumbers([4097, 1], [1, 2])
        try expectProgram("matmul", ["x": x, "y": .wholeNumbers([4097, 0], [2, 1])], [1, 1], [16_785_409])
        try expectProgram("linear", ["x": x], with: ["weight": .ints([4097, 0], [1, 2])], [1, 1], [16_785_409])
    }

    @Test("Sums of whole numbers are exact")
    func sumsOfWholeNumbersAreExact() throws {
        let x = Tensor.wholeNumbers([16_777_216, 1, 1], [3])
        try expectProgram("reduce_sum", ["x": x], with: ["axes": .ints([0]), "keep_dims": .bool(false)], [1], [16_777_218])
        try expectProgram("cumsum", ["x": x], with: ["axis": .int(0)], [3], [16_777_216, 16_777_217, 16_777_218])
        try expectProgram(
            "cumsum", ["x": x], with: ["axis": .int(0), "exclusive": .bool(true), "reverse": .bool(true)], [3], [2, 1, 0])
    }

    // MARK: Running sums and functions with parameters

    @Test("Running sums may exclude their element and run backward")
    func runningSumsMayExcludeTheirElementAndRunBackward() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])
        func check(_ axis: Int, _ exclusive: Bool, _ reverse: Bool, _ expected: [Double]) throws {
            try expectProgram(
                "cumsum", ["x": x], with: ["axis": .int(axis), "exclusive": .bool(exclusive), "reverse": .bool(reverse)], [2, 3], expected)
        }
        try check(1, false, false, [1, 3, 6, 4, 9, 15])
        try check(1, true, false, [0, 1, 3, 0, 4, 9])
        try check(-1, false, true, [6, 5, 3, 15, 11, 6])
        try check(1, true, true, [5, 3, 0, 11, 6, 0])
        try check(0, true, false, [0, 0, 0, 1, 2, 3])
        try expectProgram("cumsum", ["x": x], [2, 3], [1, 2, 3, 5, 7, 9])
        expectProgramRefusal("cumsum", ["x": x], with: ["axis": .int(2)])
    }

    @Test("Functions take their parameters")
    func functionsTakeTheirParameters() throws {
        let x = Tensor.numbers([1, 4])
        try expectProgram("inverse", ["x": x], with: ["epsilon": .float(1)], [2], [0.5, 0.2])
        try expectProgram("rsqrt", ["x": x], with: ["epsilon": .float(12)], [2], [1 / 13.0.squareRoot(), 0.25])
        try expectProgram("log", ["x": x], with: ["epsilon": .float(1)], [2], [log(2), log(5)])
        try expectProgram("clip", ["x": x], with: ["alpha": .float(2), "beta": .float(3)], [2], [2, 3])
        try expectProgram("threshold", ["x": x], with: ["alpha": .float(2)], [2], [2, 4])
        try expectProgram("linear_activation", ["x": x], with: ["alpha": .float(2), "beta": .float(-1)], [2], [1, 7])
        // Whole numbers stay what they are, beyond those that float32 holds too.
        let whole = Tensor.wholeNumbers([16_777_219, -16_777_219, 5])
        try expectProgram("threshold", ["x": whole], with: ["alpha": .int(-16_777_217)], [3], [16_777_219, -16_777_217, 5])
        try expectProgram("threshold", ["x": .wholeNumbers([-3, 2])], with: ["alpha": .float(-2.5)], [2], [-2, 2])
        // The square root of not enough.
        try expectProgram("rsqrt", ["x": .numbers([-2])], with: ["epsilon": .float(1)], [1], [.nan])
    }
}
