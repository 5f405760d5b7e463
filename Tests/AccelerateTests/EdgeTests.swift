import Accelerate
import Testing

@Suite("Vectors at their edges")
struct EdgeTests {
    @Test("Over no elements a sum is 0, a mean NaN, and an extreme the identity of its operation")
    func nothing() {
        let empty: [Float] = []
        #expect(vDSP.sum(empty) == 0 && vDSP.sumOfSquares(empty) == 0 && vDSP.dot(empty, empty) == 0)
        #expect(vDSP.mean(empty).isNaN && vDSP.meanSquare(empty).isNaN && vDSP.rootMeanSquare(empty).isNaN)
        #expect(vDSP.maximum(empty) == -.infinity && vDSP.minimum(empty) == .infinity && vDSP.maximumMagnitude(empty) == 0)
        #expect(vDSP.add(empty, empty).isEmpty && vDSP.multiply(2, empty).isEmpty && vForce.exp(empty).isEmpty)
        var value: Float = 5, index: vDSP_Length = 5
        vDSP_maxvi([1], 1, &value, &index, 0)
        #expect(value == -.infinity && index == 0)
        vDSP_vadd([1], 1, [1], 1, &value, 1, 0)
        vvexpf(&value, [1], [-3])
        #expect(value == -.infinity)
    }

    @Test("Extremes pass over NaN, find the first of equal ones, and find infinities", arguments: [1, 5, 40, 3000])
    func extremes(count: Int) {
        var vector = [Float](repeating: .nan, count: count)
        #expect(vDSP.maximum(vector) == -.infinity && vDSP.indexOfMaximum(vector).0 == 0)
        vector[count / 2] = -.infinity
        #expect(vDSP.maximum(vector) == -.infinity && vDSP.indexOfMaximum(vector).0 == UInt(count / 2))
        #expect(vDSP.indexOfMinimum(vector) == (UInt(count / 2), -.infinity))
        #expect(vDSP.indexOfMaximumMagnitude(vector) == (UInt(count / 2), .infinity))
        vector = [Float](repeating: 3, count: count)
        #expect(vDSP.indexOfMaximum(vector) == (0, 3) && vDSP.indexOfMinimum(vector) == (0, 3))
        vector[count - 1] = -4
        #expect(vDSP.minimum(vector) == -4 && vDSP.indexOfMinimum(vector).0 == UInt(count - 1))
        #expect(vDSP.indexOfMaximumMagnitude(vector) == (UInt(count - 1), 4))
    }

    @Test("Indices count places in memory")
    func stridedIndex() {
        var value: Double = 0, index: vDSP_Length = 0
        vDSP_maxviD([1, 9, 7, 9, 3, 9], 2, &value, &index, 3)
        #expect(value == 7 && index == 2)
    }

    @Test("Functions of special numbers are those of the C library")
    func specialNumbers() {
        let special: [Float] = [.nan, .infinity, -.infinity, -1, 0, -0.0, .leastNonzeroMagnitude]
        let logarithms = vForce.log(special), exponentials = vForce.exp(special), roots = vForce.sqrt(special)
        #expect(
            logarithms[0].isNaN && logarithms[1] == .infinity && logarithms[2].isNaN && logarithms[3].isNaN && logarithms[4] == -.infinity)
        #expect(
            exponentials[0].isNaN && exponentials[1] == .infinity && exponentials[2] == 0 && exponentials[4] == 1 && exponentials[6] == 1)
        #expect(roots[0].isNaN && roots[2].isNaN && roots[5] == 0 && roots[5].sign == .minus)
        #expect(abs(logarithms[6] - -103.27893) < 1e-4)
        #expect(vForce.exp([Float](arrayLiteral: 89, -104, 88))[0] == .infinity && vForce.exp([Double](arrayLiteral: 710))[0] == .infinity)
        #expect(
            vForce.sinPi([Float](arrayLiteral: 1e6, 0.5, -1.5)) == [0, 1, 1]
                && vForce.cosPi([Double](arrayLiteral: 0.5, 3, 1e9)) == [0, -1, 1])
    }

    @Test("Conversions cut or round, and stay in the type's range")
    func conversions() {
        let numbers: [Float] = [
            -1.5, -0.6, 0.5, 1.5, 2.5, 254.7, 300, 3e9, -3e9, 5e9, .nan, .infinity, -.infinity, 127.9, 65535.4, 1, 2, 3,
        ]
        var bytes = [UInt8](repeating: 7, count: numbers.count)
        vDSP_vfixu8(numbers, 1, &bytes, 1, vDSP_Length(numbers.count))
        #expect(bytes == [0, 0, 0, 1, 2, 254, 255, 255, 0, 255, 0, 255, 0, 127, 255, 1, 2, 3])
        vDSP_vfixru8(numbers, 1, &bytes, 1, vDSP_Length(numbers.count))
        #expect(bytes == [0, 0, 0, 2, 2, 255, 255, 255, 0, 255, 0, 255, 0, 128, 255, 1, 2, 3])
        var words = [Int32](repeating: 7, count: numbers.count)
        vDSP.convertElements(of: numbers, to: &words, rounding: .towardZero)
        #expect(words == [-1, 0, 0, 1, 2, 254, 300, .max, .min, .max, 0, .max, .min, 127, 65535, 1, 2, 3])
        let unsigned = vDSP.floatingPointToInteger(numbers, integerType: UInt32.self, rounding: .towardNearestInteger)
        #expect(unsigned == [0, 0, 0, 2, 2, 255, 300, 3_000_000_000, 0, .max, 0, .max, 0, 128, 65535, 1, 2, 3])
        let wide = vDSP.floatingPointToInteger(vDSP.floatToDouble(numbers), integerType: Int16.self, rounding: .towardNearestInteger)
        #expect(wide == [-2, -1, 0, 2, 2, 255, 300, .max, .min, .max, 0, .max, .min, 128, .max, 1, 2, 3])
        #expect(vDSP.integerToFloatingPoint([UInt8](arrayLiteral: 0, 128, 255), floatingPointType: Float.self) == [0, 128, 255])
        #expect(
            vDSP.integerToFloatingPoint([Int32](arrayLiteral: .min, .max), floatingPointType: Double.self) == [
                -2_147_483_648, 2_147_483_647,
            ])
        #expect(vDSP.doubleToFloat([0.1, 1e300]) == [0.1, .infinity])
    }

    @Test("Sorting is complete for any count, both ways, with NaN as the largest", arguments: [0, 1, 2, 63, 64, 1000, 5000])
    func sorting(count: Int) {
        let vector = (0..<count).map { Float(($0 * 7919) % 1013) - 500 }
        var sorted = vector
        vDSP.sort(&sorted, sortOrder: .ascending)
        #expect(sorted == vector.sorted())
        vDSP_vsort(&sorted, vDSP_Length(count), -1)
        #expect(sorted == vector.sorted(by: >))
        var indices = (0..<UInt(count)).map { $0 }
        let doubles = vector.map { Double($0) }
        vDSP_vsortiD(doubles, &indices, nil, vDSP_Length(count), -1)
        #expect(indices.map { vector[Int($0)] } == vector.sorted(by: >))
        #expect(zip(indices, indices.dropFirst()).allSatisfy { vector[Int($0)] > vector[Int($1)] || $0 < $1 })
        var odd: [Double] = [.nan, 1, -.infinity, -0.0, 0, .infinity, -5]
        vDSP.sort(&odd, sortOrder: .ascending)
        #expect(
            odd[0] == -.infinity && odd[1] == -5 && odd[2].sign == .minus && odd[3] == 0 && odd[4] == 1 && odd[5] == .infinity
                && odd[6].isNaN)
    }

    @Test("Operands of different counts, and results of another count, end the program")
    func differentCounts() async {
        await #expect(processExitsWith: .failure) { _ = vDSP.add([Float](arrayLiteral: 1, 2), [Float](arrayLiteral: 1)) }
        await #expect(processExitsWith: .failure) {
            var result = [Float](repeating: 0, count: 3)
            vForce.exp([Float](arrayLiteral: 1, 2), result: &result)
        }
        await #expect(processExitsWith: .failure) { _ = vDSP.correlate([Float](arrayLiteral: 1), withKernel: [Float](arrayLiteral: 1, 2)) }
    }
}
