import CoreML
import Foundation
import Testing

/// Functions of elements; expected values are NumPy's.
@Suite struct TensorArithmeticTests {
    @Test("Shapes broadcast")
    func shapesBroadcast() async {
        let matrix = MLTensor.counting([2, 3])
        let column = MLTensor(shape: [2, 1], scalars: [10, 20])
        #expect(await (matrix + column).scalars(Float.self) == [10, 11, 12, 23, 24, 25])
        #expect(await (matrix * MLTensor([1.0, 0, -1])).scalars(Float.self) == [0, 0, -2, 3, 0, -5])
        #expect((column - MLTensor.counting([4, 1, 3])).shape == [4, 2, 3])
        #expect(await (1 - matrix).scalars(Float.self) == [1, 0, -1, -2, -3, -4])
        #expect(await (matrix / 2).scalars(Float.self) == [0, 0.5, 1, 1.5, 2, 2.5])
        #expect(await (Float(2) * matrix).sum().scalars(Float.self) == [30])
    }

    @Test("Types meet in the wider one of the higher category")
    func typesMeetInTheWiderOneOfTheHigherCategory() async {
        let integers = MLTensor([1, 2], scalarType: Int32.self)
        let halves = MLTensor([0.5, 0.25], scalarType: Float16.self)
        let flags = MLTensor([true, false], scalarType: Bool.self)
        #expect((integers + halves).scalarType is Float16.Type)
        #expect((halves * 2.0).scalarType is Float16.Type)
        #expect((halves + MLTensor([1.0, 2.0])).scalarType is Float.Type)
        #expect((integers + MLTensor([1, 2], scalarType: Int8.self)).scalarType is Int32.Type)
        #expect(await (flags * 100.0).scalars(Float.self) == [100, 0])
        #expect(await (flags + flags).scalars(Int32.self) == [2, 0])
        #expect((integers .< halves).scalarType is Bool.Type)
    }

    @Test("Integers are exact")
    func integersAreExact() async {
        let large = MLTensor([16_777_217, -16_777_217], scalarType: Int32.self)
        #expect(await (large + 1).scalars(Int32.self) == [16_777_218, -16_777_216])
        #expect(await (-large).scalars(Int32.self) == [-16_777_217, 16_777_217])
        #expect(await large.abs().scalars(Int32.self) == [16_777_217, 16_777_217])
        #expect(await large.clamped(to: -3.5...3.5).scalars(Int32.self) == [3, -3])
        #expect(await pointwiseMax(large, 5).scalars(Int32.self) == [16_777_217, 5])
        #expect(await large.floor().scalars(Int32.self) == [16_777_217, -16_777_217])
        #expect(await MLTensor([7, -7], scalarType: Int32.self).squared().scalars(Int32.self) == [49, 49])
    }

    @Test("Division and remainder")
    func divisionAndRemainder() async {
        let numbers = MLTensor([7, -7, 7, -7], scalarType: Int32.self)
        let divisors = MLTensor([3, 3, -3, 0], scalarType: Int32.self)
        #expect(await (numbers / divisors).scalars(Int32.self) == [2, -2, -2, 0])
        #expect(await (numbers % divisors).scalars(Int32.self) == [1, 2, -2, 0])
        #expect(await (MLTensor([7.0, -7.5]) % MLTensor([3.0, 2.0])).scalars(Float.self) == [1, 0.5])
        #expect(await (MLTensor([1.0, -1.0]) / 0.0).scalars(Float.self) == [.infinity, -.infinity])
    }

    @Test("Compound assignments")
    func compoundAssignments() async {
        var tensor = MLTensor([1.0, 2.0])
        tensor += 1
        tensor *= MLTensor([2.0, 3.0])
        tensor -= 1
        tensor /= 2
        #expect(await tensor.scalars(Float.self) == [1.5, 4])
        tensor %= 2
        #expect(await tensor.scalars(Float.self) == [1.5, 0])
    }

    @Test("Comparisons and logic")
    func comparisonsAndLogic() async {
        let (a, b) = (MLTensor([1.0, 2.0, .nan]), MLTensor([2.0, 2.0, .nan]))
        func flags(_ tensor: MLTensor) async -> [Int32] { await tensor.cast(to: Int32.self).scalars(Int32.self) }
        #expect(await flags(a .== b) == [0, 1, 0])
        #expect(await flags(a .!= b) == [1, 0, 1])
        #expect(await flags(a .< b) == [1, 0, 0])
        #expect(await flags(a .<= b) == [1, 1, 0])
        #expect(await flags(a .> 1.5) == [0, 1, 0])
        #expect(await flags(a .>= 1) == [1, 1, 0])
        let (p, q) = (
            MLTensor([true, true, false, false], scalarType: Bool.self), MLTensor([true, false, true, false], scalarType: Bool.self)
        )
        #expect(await flags(p .& q) == [1, 0, 0, 0])
        #expect(await flags(p .| q) == [1, 1, 1, 0])
        #expect(await flags(p .^ q) == [0, 1, 1, 0])
        #expect(await flags(.!p) == [0, 0, 1, 1])
    }

    @Test("Functions agree with the math library")
    func functionsAgreeWithTheMathLibrary() async {
        let inside: [Float] = [-0.9, -0.25, 0, 0.5, 0.75]
        let positive: [Float] = [0.1, 1, 1.5, 2.75, 40]
        let any: [Float] = [-2.5, -0.5, 0, 1.5, 3.25]
        func check(_ name: String, _ inputs: [Float], _ tensor: (MLTensor) -> MLTensor, _ reference: (Double) -> Double) async {
            let results = await tensor(MLTensor(inputs)).scalars(Float.self)
            for (result, input) in zip(results, inputs) {
                let expected = reference(Double(input))
                #expect(abs(Double(result) - expected) <= 2e-6 * max(1, abs(expected)), "\(name) of \(input)")
            }
        }
        await check("acos", inside, { $0.acos() }, acos)
        await check("asin", inside, { $0.asin() }, asin)
        await check("atanh", inside, { $0.atanh() }, atanh)
        await check("atan", any, { $0.atan() }, atan)
        await check("acosh", positive.map { $0 + 1 }, { $0.acosh() }, acosh)
        await check("asinh", any, { $0.asinh() }, asinh)
        await check("cos", any, { $0.cos() }, cos)
        await check("cosh", any, { $0.cosh() }, cosh)
        await check("sin", any, { $0.sin() }, sin)
        await check("sinh", any, { $0.sinh() }, sinh)
        await check("tan", any, { $0.tan() }, tan)
        await check("tanh", any, { $0.tanh() }, tanh)
        await check("exp", any, { $0.exp() }, exp)
        await check("exp2", any, { $0.exp2() }, exp2)
        await check("log", positive, { $0.log() }, log)
        await check("rsqrt", positive, { $0.rsqrt() }, { 1 / $0.squareRoot() })
        await check("squareRoot", positive, { $0.squareRoot() }, { $0.squareRoot() })
        await check("reciprocal", positive, { $0.reciprocal() }, { 1 / $0 })
        await check("squared", any, { $0.squared() }, { $0 * $0 })
        await check("abs", any, { $0.abs() }, { abs($0) })
        await check("ceil", any, { $0.ceil() }, ceil)
        await check("floor", any, { $0.floor() }, floor)
        await check("round", any, { $0.round() }, rint)
        await check("sign", any, { $0.sign() }, { $0 == 0 ? 0 : $0 < 0 ? -1 : 1 })
        await check("negation", any, { -$0 }, { -$0 })
        await check("pow", positive, { $0.pow(Float(1.5)) }, { pow($0, 1.5) })
    }

    @Test("Functions of integers are floating point")
    func functionsOfIntegersAreFloatingPoint() async {
        #expect(await MLTensor([1, 4], scalarType: Int32.self).squareRoot().scalars(Float.self) == [1, 2])
        #expect(MLTensor([1, 4], scalarType: Int32.self).exp().scalarType is Float.Type)
        #expect(await MLTensor([1, 2], scalarType: Int32.self).mean().scalars(Float.self) == [1.5])
        #expect(await MLTensor([2, -3], scalarType: Int32.self).pow(Int32(3)).scalars(Int32.self) == [8, -27])
    }

    @Test("Clamping moves to the nearer bound")
    func clampingMovesToTheNearerBound() async {
        let tensor = MLTensor([-2.0, 0.5, 9])
        #expect(await tensor.clamped(to: 0...1).scalars(Float.self) == [0, 0.5, 1])
        #expect(await tensor.clamped(to: 1...).scalars(Float.self) == [1, 1, 9])
        #expect(await tensor.clamped(to: ...1).scalars(Float.self) == [-2, 0.5, 1])
    }

    @Test("Softmax sums to one along its axis")
    func softmaxSumsToOneAlongItsAxis() async {
        let tensor = MLTensor(shape: [2, 3], scalars: [1, -2, 3, 4, 5, -6])
        let rows: [Float] = [0.11849967, 0.00589975, 0.87560064, 0.26893815, 0.7310497, 1.2209773e-05]
        let columns: [Float] = [0.04742588, 0.00091105, 0.99987656, 0.95257413, 0.99908900, 0.00012339]
        for (axis, expected) in [(-1, rows), (0, columns)] {
            let result = await tensor.softmax(alongAxis: axis).scalars(Float.self)
            #expect(zip(result, expected).allSatisfy { abs($0 - $1) < 1e-6 })
        }
    }

    @Test("Matrix products follow the ranks of their factors")
    func matrixProductsFollowTheRanksOfTheirFactors() async {
        let (a, b) = (MLTensor.counting([2, 2, 3]), MLTensor.counting([3, 2]))
        #expect(await a.matmul(b).scalars(Float.self) == [10, 13, 28, 40, 46, 67, 64, 94])
        let column = a.matmul(MLTensor([1.0, 2, 3]))
        #expect(column.shape == [2, 2])
        #expect(await column.scalars(Float.self) == [8, 26, 44, 62])
        let row = MLTensor([1.0, 2]).matmul(a)
        #expect(row.shape == [2, 3])
        #expect(await row.scalars(Float.self) == [6, 9, 12, 24, 27, 30])
        let dot = MLTensor([1.0, 2, 3, 4]).matmul(MLTensor([5.0, 6, 7, 8]))
        #expect(dot.shape == [])
        #expect(await dot.scalars(Float.self) == [70])
    }

    @Test("Large matrix products agree with small ones")
    func largeMatrixProductsAgreeWithSmallOnes() async {
        let a = MLTensor(randomNormal: [3, 70, 65], seed: 1, scalarType: Float.self)
        let b = MLTensor(randomNormal: [65, 130], seed: 2, scalarType: Float.self)
        let large = await a.matmul(b).scalars(Float.self)
        // Row by row stays below the size from which the fast kernel is used.
        let rows = a.reshaped(to: [210, 65]).unstacked().map { $0.matmul(b) }
        let small = await MLTensor(stacking: rows).scalars(Float.self)
        #expect(large.count == small.count)
        #expect(zip(large, small).allSatisfy { abs($0 - $1) < 1e-4 })
    }
}
