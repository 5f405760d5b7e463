import CKernels
import Testing

@testable import CoreMLRuntime

@Suite struct RoundingTests {
    private static func rounded(_ values: [Float], _ rounding: KernelRounding) -> [Float] {
        var result = [Float](repeating: 0, count: values.count)
        kernel_round_run(rounding, values, &result, Int64(values.count), 2)
        return result
    }

    /// Numbers of all sizes and signs, with halves between neighbours among them.
    private static let numbers: [Float] = {
        var noise = SplitMix64(seed: 5)
        let edges: [Float] = [
            0, -0, 1, 0x1p-24, 0x1p-25, 0x1.8p-24, 0x1.000002p-25, 0x1p-14, 0x1.ffcp-15, 0x1.ffep-15, 0x1.ffffp-15, 65504, 65519, 65520,
            1e30,
            0x1.002p0, 0x1.006p0, 0x1.01p0, 0x1.03p0, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]
        return (edges + edges.map { -$0 })
            + (0..<40_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: noise.next())) }.filter { !$0.isNaN }
    }()

    @Test("Rounding to float16 is that of the type")
    func float16() {
        let expected = Self.numbers.map { Float(Float16($0)) }
        #expect(Self.rounded(Self.numbers, KernelRoundingFloat16).map(\.bitPattern) == expected.map(\.bitPattern))
    }

    @Test("Rounding to bfloat16 gives the nearest of the upper halves, the even one of two")
    func bfloat16() {
        let results = Self.rounded(Self.numbers, KernelRoundingBFloat16)
        #expect(results.allSatisfy { $0.bitPattern & 0xffff == 0 })
        for (number, result) in zip(Self.numbers, results) where abs(number) < 1e38 {
            let low = Float(bitPattern: number.bitPattern & 0xffff_0000),
                high = Float(bitPattern: (number.bitPattern & 0xffff_0000) + 0x10000)
            let (below, above) = (abs(Double(number) - Double(low)), abs(Double(high) - Double(number)))
            let isHighEven = high.bitPattern & 0x10000 == 0
            let isRight = below < above || (below == above && !isHighEven) ? result == low : result == high
            #expect(isRight, "\(number) became \(result)")
        }
        #expect(Self.rounded([.greatestFiniteMagnitude], KernelRoundingBFloat16) == [.infinity])
    }

    @Test("Not-a-number stays one", arguments: [KernelRoundingFloat16.rawValue, KernelRoundingBFloat16.rawValue])
    func notANumber(_ rounding: UInt32) {
        let results = Self.rounded([.nan, -.nan, .signalingNaN], KernelRounding(rawValue: rounding))
        #expect(results.filter(\.isNaN).count == 3)
    }
}
