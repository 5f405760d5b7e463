import Testing

@testable import CoreMLRuntime

/// Convolutions and products of quantized values, computed in integers.
@Suite(.enabled(if: Processor.hasIntegerProducts, "needs a processor with products of 8-bit integers"))
struct IntegerProductTests {
    /// Quantizes and dequantizes `x`.
    private func quantized(_ check: inout PlanCheck, _ x: Argument, scale: Float, zero: Float = 0, type: String = "int8") throws -> Argument
    {
        var arguments: [String: Argument] = ["scale": .tensor(Tensor([scale], shape: []))]
        if zero != 0 {
            let point = Tensor(uninitialized: TensorType(type == "int8" ? .int8 : .uint8, []))
            if type == "int8" { point.elements(as: Int8.self)[0] = Int8(zero) } else { point.elements(as: UInt8.self)[0] = UInt8(zero) }
            arguments["zero_point"] = .tensor(point)
        }
        let integers = try check.builder.emitOne(
            "quantize", arguments.merging(["input": x, "output_dtype": .string(type)]) { $1 })
        return try check.builder.emitOne("dequantize", arguments.merging(["input": integers]) { $1 })
    }

    /// Integers of eight bits times a scale for each row.
    private func weights(_ check: inout PlanCheck, _ shape: [Int]) -> Tensor {
        let tensor = check.noise.tensor(shape)
        let length = tensor.count / shape[0]
        for row in 0..<shape[0] {
            let scale = 0.001 * Float(row % 5 + 1)
            for index in row * length..<(row + 1) * length { tensor.floats[index] = (tensor.floats[index] * 127).rounded() * scale }
            tensor.floats[row * length] = 127 * scale
        }
        return tensor
    }

    private func conv(
        _ check: inout PlanCheck, _ x: Argument, _ outputs: Int, _ kernel: Int, stride: Int = 1, pad: Int = 0, groups: Int = 1
    ) throws -> Argument {
        let channels = try check.builder.type(of: x).shape[1]
        return try check.builder.emitOne(
            "conv",
            [
                "x": x, "weight": .tensor(weights(&check, [outputs, channels / groups, kernel, kernel])),
                "bias": .tensor(check.noise.tensor([outputs])), "groups": .int(groups), "pad_type": .string("custom"),
                "pad": .ints([pad, pad, pad, pad]), "strides": .ints([stride, stride]), "dilations": .ints([1, 1]),
            ])
    }

    @Test(
        "Convolutions of integers are exact",
        arguments: [(3, 16, 3, 1, 1, 1), (16, 32, 3, 2, 1, 1), (32, 17, 1, 1, 0, 1), (32, 32, 3, 1, 1, 32), (24, 48, 5, 1, 2, 2)])
    func convolutionsOfIntegersAreExact(channels: Int, outputs: Int, kernel: Int, stride: Int, pad: Int, groups: Int) throws {
        for type in ["int8", "uint8"] {
            var check = PlanCheck()
            let x = try quantized(&check, try check.input([2, channels, 13, 10]), scale: 1 / 100, type: type)
            let y = try conv(&check, x, outputs, kernel, stride: stride, pad: pad, groups: groups)
            // The plain kernels round sums of floats.
            let plan = try check.check([try check.call("relu", y)], tolerance: 2e-5, comment: type)
            #expect(plan.count(of: .libraryIntegers) > 0, "\(plan.stepNames)")
        }
    }

    @Test("A zero point other than zero is taken into account")
    func aZeroPointOtherThanZeroIsTakenIntoAccount() throws {
        var check = PlanCheck()
        let x = try quantized(&check, try check.input([1, 8, 9, 9]), scale: 1 / 100, zero: 100, type: "uint8")
        let plan = try check.check([try conv(&check, x, 16, 3)], tolerance: 2e-5)
        #expect(plan.count(of: .libraryIntegers) > 0)
        var padded = PlanCheck()
        let z = try quantized(&padded, try padded.input([1, 8, 9, 9]), scale: 1 / 100, zero: -7)
        // Padding is the number zero, which is then not the integer zero.
        let other = try padded.check([try conv(&padded, z, 16, 3, pad: 1)], tolerance: 2e-5)
        #expect(other.count(of: .libraryIntegers) == 0)
    }

    @Test("Results that are quantized stay integers from layer to layer")
    func resultsThatAreQuantizedStayIntegersFromLayerToLayer() throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            var check = PlanCheck()
            var x = try quantized(&check, try check.input([1, 16, 12, 12]), scale: 1 / 100)
            for _ in 0..<3 {
                x = try check.call("relu", try conv(&check, x, 16, 3, pad: 1))
                x = try quantized(&check, x, scale: 0.02)
            }
            // Where a number lies between two integers, one may be chosen here and the other there; then three layers carry it on.
            let plan = try check.check([x], precision, tolerance: 4 / 127)
            #expect(plan.plainKinds.isEmpty, "\(plan.stepNames)")
            #expect(plan.stepNames.count <= 8, "\(plan.stepNames)")
        }
    }

    @Test("Products of integers are exact")
    func productsOfIntegersAreExact() throws {
        var check = PlanCheck()
        let x = try quantized(&check, try check.input([3, 5, 40]), scale: 1 / 100)
        let y = try check.builder.emitOne(
            "linear", ["x": x, "weight": .tensor(weights(&check, [24, 40])), "bias": .tensor(check.noise.tensor([24]))])
        let plan = try check.check([try check.call("relu", y)], tolerance: 2e-5)
        #expect(plan.count(of: .libraryIntegers) > 0, "\(plan.stepNames)")
    }

    @Test("A residual is added in floats")
    func aResidualIsAddedInFloats() throws {
        var check = PlanCheck()
        let x = try quantized(&check, try check.input([1, 16, 8, 8]), scale: 1 / 100)
        let y = try conv(&check, x, 16, 3, pad: 1)
        let sum = try check.builder.emitOne("add", ["x": y, "y": x])
        try check.check([try quantized(&check, sum, scale: 0.03)], tolerance: 1.1 / 127)
    }

    @Test("Weights that are no integers stay floats")
    func weightsThatAreNoIntegersStayFloats() throws {
        var check = PlanCheck()
        let x = try quantized(&check, try check.input([1, 8, 8, 8]), scale: 1 / 100)
        let plan = try check.check([try check.conv(x, 8, [3, 3])], tolerance: 2e-5)
        #expect(plan.count(of: .libraryIntegers) == 0)
        func integers(_ weights: [Float]) -> [Double]? { IntegerWeights(Tensor(weights, shape: [2, 2]))?.values.doubles }
        #expect(integers([.nan, 1, 0, 0]) == nil)
        #expect(integers([.infinity, 1, 0, 0]) == nil)
        #expect(integers([0, 0, 127, -3]) == [0, 0, 127, -3])
        #expect(integers([0, 0, 0, 0]) == [0, 0, 0, 0])
    }

    @Test("Numbers out of range are clamped")
    func numbersOutOfRangeAreClamped() throws {
        var check = PlanCheck()
        let numbers: [Float] = [1e30, -1e30, .infinity, -.infinity, 0.005, 0.015, -0.005, 1.275]
        check.inputs.append(Tensor(numbers, shape: [1, 8]))
        let x = try check.builder.input("x", .float32([1, 8]))
        let plan = try check.check([try quantized(&check, x, scale: 0.01)], tolerance: 1e-6)
        #expect(plan.plainKinds.isEmpty, "\(plan.stepNames)")
    }
}
