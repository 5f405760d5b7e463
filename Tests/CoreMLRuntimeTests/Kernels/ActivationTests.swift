import CKernels
import CThreads
import Foundation
import Testing

@testable import CoreMLRuntime

/// Functions of the form x · σ(u(x)) in passes of their own over what products and convolutions have written.
struct ActivationTests {
    /// The function, computed in Double.
    private static func truth(_ function: KernelFunction, _ alpha: Double, _ x: Double) -> Double {
        switch function {
        case KernelFunctionSwish: return x / (1 + exp(-alpha * x))
        case KernelFunctionGELUTanh: return x / (1 + exp(-2 * (2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x)))
        default: return 0.5 * x * erfc(-x / 2.0.squareRoot())
        }
    }

    private static let functions: [(KernelFunction, Float)] = [
        (KernelFunctionSwish, 1), (KernelFunctionSwish, 1.702), (KernelFunctionGELUTanh, 0), (KernelFunctionGELUErf, 0),
    ]

    @Test(
        "An activation of float32 follows its definition, also for the largest numbers and NaN",
        .enabled(if: Processor.has256BitVectors, "the kernel is for such processors"), arguments: functions.indices)
    func everyNumberBecomesWhatTheFunctionSays(index: Int) {
        let (function, alpha) = Self.functions[index]
        var numbers: [Float] = (-90_000...90_000).map { Float($0) / 1000 }
        numbers += [0, -0.0, .leastNormalMagnitude, 1e-20, -1e-20, 1e20, -1e20, .infinity, .nan]
        for threads: Int32 in [1, 2, 5] {
            var results = numbers
            results.withUnsafeMutableBytes { bytes in
                kernel_activation_run(function, alpha, KernelElementFloat32, bytes.baseAddress, Int64(numbers.count), threads)
            }
            var wrong: [Float] = []
            for (x, y) in zip(numbers, results) {
                let expected = Self.truth(function, Double(alpha), Double(x))
                let agrees = expected.isFinite ? abs(Double(y) - expected) <= 4e-7 * Double(abs(x)) : y.isNaN == expected.isNaN
                if !agrees { wrong.append(x) }
            }
            #expect(wrong.isEmpty, "\(wrong.count), of which \(wrong.prefix(5))")
        }
    }

    /// All 65,536 of them, in a length that leaves a rest. The estimate's error comes upon half a unit of rounding, which is 2⁻⁹ to 2⁻⁸.
    @Test(
        "An activation of every float16 follows its definition",
        .enabled(if: Processor.hasNativeBFloat16, "the kernel is for such processors"), arguments: functions.indices)
    func everyHalfPrecisionNumberBecomesWhatTheFunctionSays(index: Int) {
        let (function, alpha) = Self.functions[index]
        let numbers: [UInt16] = (0...UInt16.max).map { $0 } + (0..<11).map { 0x3f80 + $0 }
        var results = numbers
        results.withUnsafeMutableBytes { bytes in
            kernel_activation_run(function, alpha, KernelElementBFloat16, bytes.baseAddress, Int64(numbers.count), 2)
        }
        var wrong: [Float] = []
        for (x, y) in zip(numbers, results).map({ (Float(bitPattern: UInt32($0) << 16), Float(bitPattern: UInt32($1) << 16)) }) {
            let expected = Self.truth(function, Double(alpha), Double(x))
            guard x.isFinite, expected.isFinite else {
                if x.isNaN, !y.isNaN { wrong.append(x) }
                continue
            }
            // Beyond −5 the function is next to nothing.
            if abs(Double(y) - expected) > 5e-3 * abs(expected) + (x < -4 ? 3e-6 * Double(-max(x, -10)) : 1e-37) { wrong.append(x) }
        }
        #expect(wrong.isEmpty, "\(wrong.count), of which \(wrong.prefix(5))")
    }

    /// A convolution, a depthwise one and a product, each followed by the function: their answers are the plain kernels', padding of
    /// channels stays zero, and where there is such a pass it is a step of its own.
    @Test("Plans agree", arguments: ["silu", "gelu"], [PlanOptions.Precision.float32, .bfloat16])
    func plansAgree(function: String, precision: PlanOptions.Precision) throws {
        for channels in [40, 64] {
            var check = PlanCheck()
            var y = try check.input([1, 3, 18, 21])
            for (kernel, groups) in [(3, 1), (3, channels), (1, 1)] {
                y = try check.call(function, try check.conv(y, channels, [kernel, kernel], groups: groups))
            }
            y = try check.conv(y, 8, [1, 1])
            let plan = try check.check([y], precision, tolerance: precision == .bfloat16 ? 3e-2 : 1e-5, comment: function)
            let passes = Processor.has256BitVectors && (precision == .float32 || Processor.hasNativeBFloat16)
            #expect(plan.computingStepCount >= (passes ? 7 : 4), "\(plan.stepNames)")
        }
    }

    @Test("After a residual the function is of the sum")
    func afterAResidualTheFunctionIsOfTheSum() throws {
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 16, 20, 20]), 32, [1, 1])
        let sum = try check.call("add", try check.conv(x, 32, [3, 3]), ["y": x])
        let y = try check.conv(try check.call("silu", sum), 8, [1, 1])
        try check.check([y, sum])
        try check.check([y], .bfloat16, tolerance: 3e-2)
    }
}
