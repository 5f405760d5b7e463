import Foundation
import Testing

@testable import CoreMLRuntime

/// Reductions over any axes, against the numbers of each result collected one by one.
@Suite struct ReductionKernelTests {
    private static let kinds = [
        "reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_l1_norm", "reduce_l2_norm", "reduce_sum_square",
        "reduce_log_sum", "reduce_log_sum_exp",
    ]

    private func truth(_ kind: String, _ numbers: [Double]) -> Double {
        let sum: Double = numbers.reduce(0, +)
        let squares: Double = numbers.map { $0 * $0 }.reduce(0, +)
        let exponentials: Double = numbers.map { exp($0) }.reduce(0, +)
        switch kind {
        case "reduce_mean": return sum / Double(numbers.count)
        case "reduce_max": return numbers.max() ?? -.infinity
        case "reduce_min": return numbers.min() ?? .infinity
        case "reduce_prod": return numbers.reduce(1, *)
        case "reduce_l1_norm": return numbers.map { abs($0) }.reduce(0, +)
        case "reduce_l2_norm": return squares.squareRoot()
        case "reduce_sum_square": return squares
        case "reduce_log_sum": return log(sum)
        case "reduce_log_sum_exp": return log(exponentials)
        default: return sum
        }
    }

    /// The numbers of each result, in order.
    private func lines(_ x: Tensor, _ axes: [Int]) -> [[Double]] {
        let kept = x.shape.indices.map { axes.contains($0) ? 1 : x.shape[$0] }
        var lines = [[Double]](repeating: [], count: kept.reduce(1, *))
        let numbers = x.doubles
        for (place, index) in OperationRun.indices(x.shape).enumerated() {
            lines[OperationRun.place(index, in: kept)].append(numbers[place])
        }
        return lines
    }

    static let shapes: [[Int]] = [
        [], [1], [19], [3, 7], [5, 1, 11], [2, 3, 4, 5], [3, 2, 1, 5, 2], [2, 130, 3], [4, 601], [601, 4], [3, 40, 67],
    ]

    @Test("Reductions over any axes agree", arguments: shapes)
    func reductionsOverAnyAxesAgree(shape: [Int]) throws {
        var noise = Noise(11)
        let (positive, signed) = (noise.positive(shape), noise.tensor(shape))
        for mask in 0..<1 << shape.count {
            let axes: [Int] = shape.indices.filter { mask >> $0 & 1 != 0 }
            let (positiveLines, signedLines) = (lines(positive, axes), lines(signed, axes))
            for kind in Self.kinds where kind != "reduce_prod" || positive.count < 200 {
                let isPositive = kind == "reduce_log_sum" || kind == "reduce_prod"
                let x = isPositive ? positive : signed
                let expected: [Double] = (isPositive ? positiveLines : signedLines).map { truth(kind, $0) }
                for counted in [axes, axes.map { $0 - shape.count }] {
                    let y = try OperationRun.result(kind, ["x": x, "keep_dims": .scalar(mask % 2 == 0), "axes": .ints(counted)])
                    let isRight =
                        y.count == expected.count && zip(y.doubles, expected).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($1)) }
                    #expect(isRight, "\(kind) of \(shape) over \(counted)")
                }
            }
        }
    }

    @Test("A reduction without axes is over all")
    func aReductionWithoutAxesIsOverAll() throws {
        var noise = Noise(12)
        let x = noise.tensor([7, 5, 3])
        #expect(try OperationRun.result("reduce_max", ["x": x]).doubles == [x.doubles.max() ?? 0])
    }

    @Test("A minimum or maximum passes over NaN")
    func notANumberCountsForNothingInAnExtreme() throws {
        for length in 1..<14 {
            for inner in [1, 3] {
                var numbers = [Float](repeating: .nan, count: length * inner)
                let x = Tensor(numbers, shape: [length, inner])
                #expect(try OperationRun.result("reduce_max", ["x": x, "axes": .ints([0])]).doubles.allSatisfy { $0 == -.infinity })
                numbers[(length - 1) * inner] = 2
                let y = Tensor(numbers, shape: [length, inner])
                #expect(try OperationRun.result("reduce_max", ["x": y, "axes": .ints([0])]).doubles[0] == 2)
                #expect(try OperationRun.result("reduce_min", ["x": y, "axes": .ints([0])]).doubles[0] == 2)
                #expect(try OperationRun.result("reduce_sum", ["x": y, "axes": .ints([0])]).doubles[0].isNaN == (length > 1))
            }
        }
    }

    @Test("Zeros of an extreme have the sign that the plain kernel gives")
    func zerosOfAnExtremeHaveTheSignThatThePlainKernelGives() throws {
        var noise = Noise(13)
        for length in 1..<20 {
            for sign: Float in [1, -1] {
                for inner in [1, 5] {
                    let x = Tensor(uninitialized: .float32([length, inner]))
                    let choices: [Float] = [0, -0.0, -sign, -sign * 2]
                    for index in 0..<x.count { x.floats[index] = choices[Int(abs(noise.next()) * 3.9)] }
                    let kind = sign > 0 ? "reduce_max" : "reduce_min"
                    let y = try OperationRun.result(kind, ["x": x, "axes": .ints([0])])
                    for column in 0..<inner {
                        let line = (0..<length).map { x.floats[$0 * inner + column] }
                        let truth: Double? = line.withUnsafeBufferPointer { line -> Double? in
                            guard let first = line.baseAddress else { return nil }
                            return sign > 0 ? ReduceMaximum.reduce(first, line.count) : ReduceMinimum.reduce(first, line.count)
                        }
                        let expected: UInt32? = truth.map { Float($0).bitPattern }
                        #expect(y.bits[column] == expected, "\(kind) of \(line)")
                    }
                }
            }
        }
    }

    @Test("Over an empty dimension the sum is 0 and the maximum minus infinity")
    func emptyDimensionsReduceToWhatNothingIs() throws {
        let x = Tensor(uninitialized: .float32([0, 3]))
        #expect(try OperationRun.result("reduce_sum", ["x": x, "axes": .ints([0])]).doubles == [0, 0, 0])
        #expect(try OperationRun.result("reduce_max", ["x": x, "axes": .ints([0])]).doubles == [Double](repeating: -.infinity, count: 3))
        #expect(try OperationRun.result("reduce_sum", ["x": x, "axes": .ints([1])]).count == 0)
    }

    @Test("Whole numbers are reduced exactly")
    func wholeNumbersAreReducedExactly() throws {
        let x = Tensor([16_777_217, 1, -5, 7, 2_147_483_647, -2_147_483_648] as [Int32], shape: [2, 3])
        #expect(try OperationRun.result("reduce_sum", ["x": x, "axes": .ints([1])]).doubles == [16_777_213, 6])
        #expect(try OperationRun.result("reduce_max", ["x": x, "axes": .ints([0])]).doubles == [16_777_217, 2_147_483_647, -5])
    }

    // MARK: Places of extremes

    @Test("Extremes are found where they come first", arguments: [[1], [23], [4, 9], [3, 21, 5], [2, 3, 700], [9, 600], [2, 1, 3]])
    func extremesAreFoundWhereTheyComeFirst(shape: [Int]) throws {
        var noise = Noise(14)
        let x = Tensor(uninitialized: .float32(shape))
        for index in 0..<x.count { x.floats[index] = (noise.next() * 4).rounded() }
        if x.count > 8 { (x.floats[0], x.floats[5], x.floats[7]) = (.nan, .nan, -0.0) }
        for axis in shape.indices {
            let lines = lines(x, [axis])
            for (kind, sign) in [("reduce_argmax", 1.0), ("reduce_argmin", -1.0)] {
                let expected = lines.map { line in
                    var best = 0
                    for index in line.indices where sign * line[index] > sign * line[best] { best = index }
                    return Double(best)
                }
                let y = try OperationRun.result(kind, ["x": x, "axis": .scalar(axis - shape.count)])
                #expect(y.doubles == expected, "\(kind) of \(shape) along \(axis)")
                let whole = try OperationRun.result(kind, ["x": x.converted(to: .int32), "axis": .scalar(axis)])
                let truth = lines.map { line in
                    let numbers = line.map { $0.isNaN ? 0 : $0 }
                    return Double(numbers.firstIndex(of: (sign > 0 ? numbers.max() : numbers.min()) ?? 0) ?? 0)
                }
                #expect(whole.doubles == truth, "\(kind) of whole numbers \(shape) along \(axis)")
            }
        }
    }

    // MARK: Running results

    @Test("Running results agree", arguments: [[1], [13], [4, 6], [2, 5, 3], [0, 2], [3, 1]])
    func runningResultsAgree(shape: [Int]) throws {
        var noise = Noise(15)
        let x = noise.tensor(shape)
        for (kind, start) in [("cumsum", Float(0)), ("osprey.cumulative_product", 1)] {
            for axis in shape.indices {
                for (excludes, reverses) in [(false, false), (true, false), (false, true), (true, true)] {
                    let y = try OperationRun.result(
                        kind, ["x": x, "axis": .scalar(axis), "exclusive": .scalar(excludes), "reverse": .scalar(reverses)])
                    var expected = [Float](repeating: 0, count: x.count)
                    var others = shape
                    others[axis] = 1
                    for other in OperationRun.indices(others) where x.count > 0 {
                        var result = start
                        for step in 0..<shape[axis] {
                            var index = other
                            index[axis] = reverses ? shape[axis] - 1 - step : step
                            let place = OperationRun.place(index, in: shape)
                            let next = start == 0 ? result + x.floats[place] : result * x.floats[place]
                            expected[place] = excludes ? result : next
                            result = next
                        }
                    }
                    #expect(y.bits == expected.map(\.bitPattern), "\(kind) of \(shape) along \(axis), \(excludes) \(reverses)")
                }
            }
        }
    }

    // MARK: Softmax

    @Test(
        "Softmaxes over a dimension before the last agree",
        arguments: [
            ([2, 5, 7], 1), ([3, 4, 6, 5], 0), ([3, 4, 6, 5], 2), ([1, 21, 40, 41], 1), ([600, 3], 0), ([2, 2, 1, 9, 1], 1),
        ])
    func softmaxesOverADimensionBeforeTheLastAgree(shape: [Int], axis: Int) throws {
        var check = PlanCheck()
        check.inputs = [check.noise.tensor(shape, scale: 20)]
        let x = try check.builder.input("x", .float32(shape))
        let plan = try check.check([try check.call("softmax", x, ["axis": .int(axis)])])
        #expect(plan.count(of: .columns) == 1)
    }

    @Test("A softmax of nothing but minus infinity is not a number")
    func aSoftmaxOfNothingButMinusInfinityIsNotANumber() throws {
        var builder = ProgramBuilder()
        let x = try builder.input("x", .float32([2, 3]))
        let y = try builder.emitOne("softmax", ["x": x, "axis": .int(0)])
        let plan = try Plan(try builder.finish(outputs: [("y", y)]), options: PlanOptions(threads: 1))
        let minus = -Float.infinity
        let result = try plan.run([Tensor([minus, 0, 1, minus, minus, .nan], shape: [2, 3])])[0]
        #expect(result.floats[0].isNaN && result.floats[3].isNaN && result.floats[5].isNaN)
        #expect(result.floats[1] == 1 && result.floats[4] == 0)
    }
}
