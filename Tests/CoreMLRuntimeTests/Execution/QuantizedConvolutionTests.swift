import Testing

@testable import CoreMLRuntime

struct QuantizedConvolutionTests {
    private func arguments(_ scale: [Float], _ bias: [Float], type: String = "linear") -> [String: Argument] {
        [
            "x": .value("x"), "weight": .tensor(Tensor([0, 1, 2, 255] as [Int32], shape: [2, 1, 1, 2]).converted(to: .uint8)),
            "quantization_type": .string(type), "nbits": .int(8), "quant_scale": .tensor(Tensor(scale)),
            "quant_bias": .tensor(Tensor(bias)),
        ]
    }

    @Test("Weights are scaled and shifted for each output channel")
    func weightsAreScaledAndShiftedForEachOutputChannel() throws {
        let expanded = try MILTranslation.expandQuantizedConvolution("conv", arguments([0.5, 2], [1]))
        #expect(Set(expanded.keys) == ["x", "weight"])
        guard case .constant(.tensor(let weight))? = expanded["weight"] else { throw RuntimeError.failed("no weight") }
        #expect(weight.shape == [2, 1, 1, 2] && weight.doubles == [1, 1.5, 5, 511])
    }

    @Test("Parameters that do not fit are errors")
    func parametersThatDoNotFitAreErrors() {
        #expect(throws: RuntimeError.self) { try MILTranslation.expandQuantizedConvolution("conv", arguments([1, 2, 3], [0])) }
        #expect(throws: RuntimeError.self) { try MILTranslation.expandQuantizedConvolution("conv", arguments([1], [0], type: "lut")) }
        #expect(throws: RuntimeError.self) { try MILTranslation.expandQuantizedConvolution("conv", ["x": .value("x")]) }
    }
}
