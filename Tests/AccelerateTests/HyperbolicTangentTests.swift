import Accelerate
import Foundation
import Testing

/// Hyperbolic tangents of floats, which have a kernel of their own.
@Suite("Accelerate: hyperbolic tangents")
struct HyperbolicTangentTests {
    private static func tangents(_ x: [Float]) -> [Float] { vForce.tanh(x) }

    @Test("All sizes of numbers are exact within two units of the last place")
    func accuracy() {
        // Every 4099th float, with both signs in turns: more than ten thousand in each piece of the kernel's table.
        let patterns = stride(from: UInt32(0), to: Float(12).bitPattern, by: 4099)
        let x = patterns.map { Float(bitPattern: $0) * ($0 % 2 == 0 ? 1 : -1) }
        for (x, y) in zip(x, Self.tangents(x)) {
            let exact = tanh(Double(x))
            guard abs(Double(y) - exact) <= 2 * Double(Float(abs(exact)).ulp), abs(y) <= 1, y.sign == x.sign else {
                Issue.record("tanh \(x) is \(y) instead of \(exact)")
                return
            }
        }
    }

    @Test("The tangent grows with its argument, also from one piece of the table to the next")
    func growth() {
        // The places where two pieces meet are 1.25 · (place − 0.5).
        for octave in [0.5, 1, 2, 4] {
            for part in 0..<8 {
                let place = Float(1.25 * (octave * (1 + Double(part) / 8) - 0.5))
                let x = (-40...40).map { place + Float($0) * max(place.ulp, 1e-9) }
                let y = Self.tangents(x)
                // Rounding may take two neighbours a unit down.
                #expect(zip(y, y.dropFirst()).allSatisfy { $1 >= $0 - $0.ulp }, "\(place)")
            }
        }
    }

    @Test("Limits, zeros and numbers that are none")
    func special() {
        let x: [Float] = [0, -0.0, .infinity, -.infinity, 9.1, -9.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -3e-38, 1e-20, .nan]
        let y = Self.tangents(x)
        #expect(Array(y.prefix(10)) == [0, 0, 1, -1, 1, -1, 1, .leastNonzeroMagnitude, -3e-38, 1e-20])
        #expect(y[0].sign == .plus && y[1].sign == .minus && y[10].isNaN)
    }

    @Test("Numbers of any count, and in place", arguments: [0, 1, 7, 15, 16, 17, 33])
    func counts(count: Int) {
        let x = (0..<count).map { Float($0) * 0.3 - 3 }
        var (made, length) = (x + [7], Int32(count))
        made.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            vvtanhf(base, base, &length)
        }
        #expect(zip(x, made).allSatisfy { abs(tanh(Double($0)) - Double($1)) < 2e-7 } && made[count] == 7)
    }
}
