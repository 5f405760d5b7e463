import COneDNN
import Testing

@testable import CoreMLRuntime

@Suite struct WinogradTests {
    /// Shapes for which the library chooses each of its forms of transformed weights.
    @Test(
        "Weights are transformed as the library does",
        .enabled(if: Processor.has512BitVectors, "the library has these kernels for 512-bit vectors"),
        arguments: [
            (64, 64, 56), (128, 128, 28), (256, 256, 14), (40, 72, 20), (24, 20, 30), (96, 160, 28), (320, 48, 60),
        ])
    func weightsAreTransformedAsTheLibraryDoes(inputs: Int, outputs: Int, side: Int) throws {
        var shape = Primitive.ConvolutionShape(
            strides: [1, 1], dilations: [1, 1], paddingBefore: [1, 1], paddingAfter: [1, 1])
        shape.winograd = true
        let dimensions = [outputs, inputs, 3, 3]
        let primitive = try Primitive.convolution(
            shape, source: Layout(.float32, [1, inputs, side, side], .any), weights: Layout(.float32, dimensions, .any), bias: nil,
            destination: Layout(.float32, [1, outputs, side, side], .any))
        let layout = try primitive.layout(ONEDNN_ARGUMENT_WEIGHTS, dimensions: dimensions)
        var noise = Noise(inputs + outputs)
        let weights = noise.tensor(dimensions)
        let scale = (0..<outputs).map { _ in noise.next() }

        let ours = ConstantMemory(byteCount: layout.byteCount)
        Threads.setLimit(2)
        try #require(try Primitive.winogradWeights(weights, scale: scale, to: layout, ours))

        let scaled = Tensor(uninitialized: weights.type)
        let row = inputs * 9
        for index in 0..<weights.count { scaled.floats[index] = weights.floats[index] * scale[index / row] }
        let expected = try reordered(scaled, to: layout)
        let (first, second) = (floats(ours), floats(expected))
        let largest = zip(first, second).map { abs($0 - $1) }.max() ?? .infinity
        #expect(largest < 1e-5)
        #expect(second.contains { abs($0) > 0.1 })
    }

    private func reordered(_ tensor: Tensor, to layout: Layout) throws -> ConstantMemory {
        let source = try Layout(.float32, tensor.shape)
        let primitive = try Primitive.reorder(from: source, to: layout)
        let result = ConstantMemory(byteCount: layout.byteCount)
        let scratchpad = ConstantMemory(byteCount: primitive.scratchpadByteCount)
        var bindings: [PrimitiveCall.Binding] = [
            .init(argument: Int(ONEDNN_ARGUMENT_SOURCE.rawValue), layout: source, data: tensor.pointer),
            .init(argument: Int(ONEDNN_ARGUMENT_DESTINATION.rawValue), layout: layout, data: result.pointer),
        ]
        if primitive.scratchpadByteCount > 0 {
            bindings.append(
                .init(
                    argument: Int(ONEDNN_ARGUMENT_SCRATCHPAD.rawValue),
                    layout: try primitive.layout(ONEDNN_ARGUMENT_SCRATCHPAD, dimensions: []), data: scratchpad.pointer))
        }
        try PrimitiveCall(primitive, bindings).run()
        return result
    }

    private func floats(_ memory: ConstantMemory) -> [Float] {
        memory.pointer.withMemoryRebound(to: Float.self, capacity: memory.byteCount / 4) {
            Array(UnsafeBufferPointer(start: $0, count: memory.byteCount / 4))
        }
    }
}

/// Our own Winograd convolutions: in bfloat16 where there is no AMX, and in float32 where the library has none.
@Suite struct WinogradConvolutionTests {
    private static let tolerances = [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)]

    /// Whether all of these convolutions are the kernel's; in float32 on processors with 512-bit vectors, only some are.
    private func usesOwnKernel(_ precision: PlanOptions.Precision) -> Bool {
        precision == .float32 ? Processor.has256BitVectors && !Processor.has512BitVectors : Processor.hasNativeBFloat16
    }

    /// Many tiles and few, odd sizes, panels of every width, padding that is none, uneven or more than the kernel's own.
    @Test(
        "Results agree with the plain kernel",
        arguments: [
            ([1, 32, 40, 37], 48, [1, 1, 1, 1]), ([1, 64, 14, 14], 256, [1, 1, 1, 1]), ([2, 48, 9, 30], 80, [0, 0, 0, 0]),
            ([3, 32, 8, 7], 96, [2, 0, 1, 2]), ([1, 512, 7, 7], 64, [1, 1, 1, 1]), ([1, 96, 30, 31], 208, [3, 3, 3, 3]),
            ([1, 64, 3, 60], 128, [0, 0, 1, 1]),
        ])
    func resultsAgreeWithThePlainKernel(shape: [Int], outputs: Int, pad: [Int]) throws {
        for (precision, tolerance) in Self.tolerances where usesOwnKernel(precision) {
            for threads in [1, 2, 7] {
                var check = PlanCheck()
                let x = try check.conv(try check.input(shape), shape[1], [1, 1])
                let y = try check.call("relu", try check.conv(x, outputs, [3, 3], pad: pad, bias: threads > 1))
                let z = try check.conv(y, 32, [1, 1])
                let plan = try check.check(
                    [z, try check.conv(z, 16, [1, 1])], precision, tolerance: tolerance, threads: threads, usesAMX: false,
                    comment: "\(shape)")
                let tiles = (shape[2] + pad[0] + pad[1] - 1) / 2 * ((shape[3] + pad[2] + pad[3] - 1) / 2)
                if precision == .bfloat16 || shape[0] * tiles >= 32 {
                    #expect(plan.usesOwnKernel, "\(plan.stepNames)")
                }
            }
        }
    }

    /// Residuals in either format, and functions before and after.
    @Test("Residuals and functions are one step with the convolution", arguments: [false, true])
    func residualsAndFunctionsAreOneStepWithTheConvolution(concatenates: Bool) throws {
        var check = PlanCheck()
        let x = try check.call("relu", try check.conv(try check.input([1, 64, 20, 22]), 64, [1, 1]))
        var y = try check.call("leaky_relu", try check.conv(x, 64, [3, 3]), ["alpha": .float(0.1)])
        y = try check.call("silu", try check.builder.emitOne("add", ["x": try check.conv(y, 64, [3, 3]), "y": x]))
        if concatenates { y = try check.builder.emitOne("concat", ["values": .list([x, y]), "axis": .int(1)]) }
        let z = try check.conv(y, 32, [1, 1])
        for (precision, tolerance) in Self.tolerances where usesOwnKernel(precision) {
            let plan = try check.check([z], precision, tolerance: tolerance, usesAMX: false)
            #expect(plan.count(of: .winograd) == 2)
            #expect(plan.kernels(of: "silu").isEmpty)
            #expect(plan.usesOwnKernel)
        }
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        for (precision, _) in Self.tolerances where usesOwnKernel(precision) {
            for side in [14, 40] {
                var results: [[UInt32]] = []
                for threads in [1, 2, 3, 8] {
                    var check = PlanCheck()
                    let x = try check.call("relu", try check.conv(try check.input([1, 64, side, side]), 256, [3, 3]))
                    let function = try check.builder.finish(outputs: [("y", try check.conv(x, 64, [3, 3]))])
                    var options = PlanOptions(precision: precision, threads: threads)
                    options.usesAMX = false
                    let answer = try Plan(function, options: options).run(check.inputs)[0]
                    results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
                }
                #expect(results.allSatisfy { $0 == results[0] })
            }
        }
    }
}

extension Plan {
    fileprivate var usesOwnKernel: Bool { count(of: .winograd) > 0 }
}
