import Testing

@testable import CoreMLRuntime

/// Convolutions whose weights are computed or given.
@Suite struct DynamicConvolutionTests {
    @Test("Given weights agree with the plain kernel on a fast one", arguments: [(1, 3, 1), (2, 5, 1), (1, 4, 2), (1, 8, 8)])
    func givenWeightsAgreeWithThePlainKernelOnAFastOne(stride: Int, outputs: Int, groups: Int) throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)] {
            for (biasKind, transposed) in [(0, false), (1, false), (2, false), (0, true), (1, true), (2, true)] {
                var check = PlanCheck()
                let channels = 8
                let outputs = (outputs + groups - 1) / groups * groups
                let x = try check.input([2, channels, 9, 12])
                let weight = try check.input(
                    transposed ? [channels, outputs / groups, 3, 2] : [outputs, channels / groups, 3, 2], "weight")
                var arguments: [String: Argument] = [
                    "weight": weight, "strides": .ints([stride, stride]), "groups": .int(groups), "pad_type": .string("custom"),
                    "pad": .ints([1, 0, 1, 1]), "dilations": .ints([1, 1]),
                ]
                if biasKind == 1 { arguments["bias"] = .tensor(check.noise.tensor([outputs])) }
                if biasKind == 2 { arguments["bias"] = try check.input([outputs], "bias") }
                let y = try check.call(transposed ? "conv_transpose" : "conv", x, arguments)
                let plan = try check.check([y], precision, tolerance: tolerance)
                #expect(plan.plainKinds.isEmpty)
            }
        }
    }

    @Test("Computed weights over one and three dimensions agree")
    func computedWeightsOverOneAndThreeDimensionsAgree() throws {
        for kernel in [[3], [2, 3, 1]] {
            var check = PlanCheck()
            let x = try check.input([2, 4] + [7, 8, 6].prefix(kernel.count))
            let weight = try check.call("relu", try check.input([6, 4] + kernel, "weight"))
            let y = try check.call(
                "conv", x,
                [
                    "weight": weight, "strides": .ints(kernel.map { _ in 1 }), "groups": .int(1), "pad_type": .string("valid"),
                    "dilations": .ints(kernel.map { _ in 1 }),
                ])
            try check.check([try check.call("tanh", y)])
        }
    }
}
