import COneDNN
import Testing

@testable import CoreMLRuntime

@Suite struct WinogradTests {
    /// Shapes for which the library chooses each of its forms of transformed weights.
    @Test(
        .enabled(if: OneDNN.has512BitVectors, "the library has these kernels for 512-bit vectors"),
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
        OneDNN.setThreads(2)
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
