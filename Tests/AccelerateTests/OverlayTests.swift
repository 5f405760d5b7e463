import Accelerate
import Testing

@Suite("vDSP and vForce as Swift writes them")
struct OverlayTests {
    let a: [Float] = [1, -2, 3, -4], b: [Float] = [2, 2, 4, 8], c: [Float] = [1, 10, 100, 1000]

    @Test("Arithmetic of vectors and numbers")
    func arithmetic() {
        #expect(vDSP.add(a, b) == [3, 0, 7, 4] && vDSP.add(10, a) == [11, 8, 13, 6])
        #expect(vDSP.subtract(a, b) == [-1, -4, -1, -12] && vDSP.multiply(a, b) == [2, -4, 12, -32])
        #expect(
            vDSP.divide(a, b) == [0.5, -1, 0.75, -0.5] && vDSP.divide(a, 2) == [0.5, -1, 1.5, -2] && vDSP.divide(8, b) == [4, 4, 2, 1])
        #expect(vDSP.absolute(a) == [1, 2, 3, 4] && vDSP.negative(a) == [-1, 2, -3, 4] && vDSP.square(a) == [1, 4, 9, 16])
        #expect(vDSP.signedSquare(a) == [1, -4, 9, -16] && vDSP.maximum(a, b) == [2, 2, 4, 8] && vDSP.minimum(a, b) == a)
        #expect(vDSP.hypot([Double](arrayLiteral: 3), [Double](arrayLiteral: 4)) == [5])
        #expect(vDSP.add(multiplication: (a, b), c) == [3, 6, 112, 968] && vDSP.add(multiplication: (a, 2), 1) == [3, -3, 7, -7])
        #expect(
            vDSP.add(multiplication: (a, 2), c) == [3, 6, 106, 992] && vDSP.subtract(multiplication: (a, b), c) == [1, -14, -88, -1032])
        #expect(vDSP.multiply(addition: (a, b), 2) == [6, 0, 14, 8] && vDSP.multiply(subtraction: (a, b), c) == [-1, -40, -100, -12000])
        #expect(vDSP.linearInterpolate(a, b, using: 0.5) == [1.5, 0, 3.5, 2])
    }

    @Test("Slices, buffers and contiguous arrays are operands and results")
    func buffers() {
        let slice = a[1...2], contiguous = ContiguousArray(b[1...2])
        #expect(vDSP.add(slice, contiguous) == [0, 7] && vDSP.sum(slice) == 1)
        var result = ContiguousArray<Float>(repeating: 0, count: 2)
        vDSP.multiply(slice, contiguous, result: &result)
        #expect(result == [-4, 12])
        var whole = c
        vDSP.fill(&whole[1...2], with: 5)
        #expect(whole == [1, 5, 5, 1000])
        whole.withUnsafeMutableBufferPointer { buffer in
            var part = buffer[2...]
            vDSP.multiply(2, UnsafeBufferPointer(rebasing: buffer[2...]), result: &part)
            #expect(vDSP.sum(buffer[..<2]) == 6)
        }
        #expect(whole == [1, 5, 10, 2000])
        vDSP.add(1, whole, result: &whole)
        #expect(whole == [2, 6, 11, 2001])
    }

    @Test("Sums, means and distances")
    func sums() {
        #expect(vDSP.sum(a) == -2 && vDSP.sumOfSquares(a) == 30 && vDSP.sumOfMagnitudes(a) == 10 && vDSP.mean(a) == -0.5)
        #expect(vDSP.meanSquare(a) == 7.5 && vDSP.meanMagnitude(a) == 2.5 && vDSP.dot(a, b) == -22 && vDSP.distanceSquared(a, b) == 162)
        #expect(vDSP.rootMeanSquare(a) == Float(7.5).squareRoot() && vDSP.standardDeviation(a) == Float(7.25).squareRoot())
        #expect(vDSP.sumAndSumOfSquares(a).squaresSum == 30)
        #expect(vDSP.indexOfMaximum(a) == (2, 3) && vDSP.indexOfMinimum(a) == (3, -4) && vDSP.maximumMagnitude(a) == 4)
    }

    @Test("Products of two sums or differences, and sums of two products")
    func pairsOfOperations() {
        // a, b and c as above; each result is computed by hand from its element.
        let d: [Float] = [1, 2, 3, 4]
        func each(_ operation: (Float, Float, Float, Float) -> Float) -> [Float] {
            d.indices.map { operation(a[$0], b[$0], c[$0], d[$0]) }
        }
        #expect(vDSP.multiply(addition: (a, b), addition: (c, d)) == each { ($0 + $1) * ($2 + $3) })
        #expect(vDSP.multiply(addition: (a, b), subtraction: (c, d)) == each { ($0 + $1) * ($2 - $3) })
        #expect(vDSP.multiply(subtraction: (a, b), subtraction: (c, d)) == each { ($0 - $1) * ($2 - $3) })
        #expect(vDSP.add(multiplication: (a, b), multiplication: (c, d)) == each { $0 * $1 + $2 * $3 })
        #expect(vDSP.subtract(multiplication: (a, b), multiplication: (c, d)) == each { $0 * $1 - $2 * $3 })
        #expect(vDSP.add(multiplication: (a, 2), multiplication: (c, -1)) == each { x, _, z, _ in 2 * x - z })
        var result = [Double](repeating: 0, count: 2)
        vDSP.multiply(subtraction: ([5.0, 1], [2.0, 3]), subtraction: ([4.0, 4], [2.0, 8]), result: &result)
        #expect(result == [6, 8])
    }

    @Test("Limits and thresholds")
    func limits() {
        #expect(vDSP.clip(a, to: -1...2) == [1, -1, 2, -1] && vDSP.invertedClip(a, to: -3...2) == [2, -3, 3, -4])
        #expect(
            vDSP.threshold(a, to: 0, with: .zeroFill) == [1, 0, 3, 0] && vDSP.threshold(a, to: 0, with: .clampToThreshold) == [1, 0, 3, 0])
        #expect(vDSP.threshold(a, to: 2, with: .clampToThreshold) == [2, 2, 3, 2])
        #expect(vDSP.threshold(a, to: 2, with: .signedConstant(7)) == [-7, -7, 7, -7])
        #expect(vDSP.limit(a, limit: 1, withOutputConstant: 5) == [5, -5, 5, -5])
    }

    @Test("Ramps, windows and fillings")
    func filling() {
        #expect(vDSP.ramp(withInitialValue: Float(1), increment: 0.5, count: 3) == [1, 1.5, 2])
        #expect(vDSP.ramp(in: 0.0...1, count: 5) == [0, 0.25, 0.5, 0.75, 1] && vDSP.ramp(in: 3.0...4, count: 1) == [3])
        let window = vDSP.window(ofType: Float.self, usingSequence: .hanningDenormalized, count: 4, isHalfWindow: false)
        #expect(distance(window, [0, 0.5, 1, 0.5]) < 1e-6)
        #expect(vDSP.window(ofType: Double.self, usingSequence: .hamming, count: 4, isHalfWindow: true)[2...] == [0, 0])
        var vector = a
        vDSP.reverse(&vector)
        #expect(vector == [-4, 3, -2, 1])
        vDSP.clear(&vector)
        #expect(vector == [0, 0, 0, 0])
        var first = a, second = b
        vDSP.swapElements(&first, &second)
        #expect(first == b && second == a)
    }

    @Test("Sequences and interpolation")
    func sequences() {
        #expect(vDSP.slidingWindowSum(a, usingWindowLength: 2) == [-1, 1, -1])
        #expect(vDSP.correlate(a, withKernel: [Float](arrayLiteral: 1, 10)) == [-19, 28, -37])
        #expect(vDSP.convolve(a, withKernel: [Float](arrayLiteral: 1, 10)) == [8, -17, 26])
        #expect(vDSP.evaluatePolynomial(usingCoefficients: [Float](arrayLiteral: 2, 0, 1), withVariables: a) == [3, 9, 19, 33])
        #expect(distance(vDSP.powerToDecibels(c, zeroReference: 10), [-10, 0, 10, 20]) < 1e-5)
        #expect(distance(vDSP.amplitudeToDecibels(c, zeroReference: 1), [0, 20, 40, 60]) < 1e-5)
        #expect(vDSP.linearInterpolate(elementsOf: c, using: [Float](arrayLiteral: 0.5, 3, 9, -1)) == [5.5, 1000, 1000, 1])
        #expect(vDSP.gather(c, indices: [UInt](arrayLiteral: 4, 1)) == [1000, 1])
        #expect(vDSP.compress(c, gatingVector: [Float](arrayLiteral: 0, 1, 0, 2), nonZeroGatingCount: nil) == [10, 1000])
    }

    @Test("Pairs of vForce take their operands by name")
    func pairs() {
        let one: [Double] = [1], two: [Double] = [2]
        #expect(vForce.pow(bases: two, exponents: [3.0]) == [8] && distance(vForce.atan2(x: one, y: two), [1.1071487177940904]) < 1e-15)
        #expect(
            vForce.copysign(magnitudes: two, signs: [-1.0]) == [-2] && vForce.truncatingRemainder(dividends: [-7.0], divisors: two) == [-1])
        #expect(vForce.remainder(dividends: [7.0], divisors: [4.0]) == [-1] && vForce.reciprocal(two) == [0.5])
        var sine = [0.0], cosine = [0.0]
        vForce.sincos([Double.pi / 2], sinResult: &sine, cosResult: &cosine)
        #expect(abs(sine[0] - 1) < 1e-15 && abs(cosine[0]) < 1e-15)
    }
}
