import Dispatch
import Locks
import Testing

@testable import CoreMLRuntime

@Suite struct PlansAtOnceTests {
    /// Version 2 of oneDNN describes convolutions with the help of a variable that all threads share.
    @Test("Convolutions in bfloat16 are right while others in float32 are described")
    func convolutionsInBFloat16AreRightWhileOthersInFloat32AreDescribed() throws {
        let isOver = Locked(false)
        let other = DispatchGroup()
        DispatchQueue.global().async(group: other) {
            // The library remembers the convolutions that it has described, so each has a size of its own.
            var round = 0
            while !isOver.withLock({ $0 }) {
                #expect(throws: Never.self) { try Self.describe(height: 8 + round / 60 % 60, width: 8 + round % 60) }
                round += 1
            }
        }
        defer {
            isOver.withLock { $0 = true }
            other.wait()
        }
        for round in 0..<100 {
            var check = PlanCheck()
            let x = try check.input([1, 3, 16 + round / 20, 16 + round % 20])
            let y = try check.conv(try check.conv(x, 24, [3, 3], strides: [2, 2]), 24, [3, 3])
            try check.check([y], .bfloat16, tolerance: 2e-2, threads: 1)
        }
    }

    private static func describe(height: Int, width: Int) throws -> Primitive {
        let shape = Primitive.ConvolutionShape(strides: [2, 2], dilations: [1, 1], paddingBefore: [1, 1], paddingAfter: [1, 1])
        return try Primitive.convolution(
            shape, source: try Layout(.float32, [1, 3, height, width], .channelsLast), weights: try Layout(.float32, [16, 3, 3, 3], .any),
            bias: nil, destination: try Layout(.float32, [1, 16, (height + 1) / 2, (width + 1) / 2], .channelsLast))
    }
}
