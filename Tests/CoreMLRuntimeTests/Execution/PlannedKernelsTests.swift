import Testing

@testable import CoreMLRuntime

/// Small networks that use most kernels of the table, with the kernels of their plans in the order of the steps.
@Suite(
    "The kernels of plans",
    .enabled(if: Processor.has512BitVectors && Processor.hasNativeBFloat16, "these kernels are for vectors of 512 bits and bfloat16"))
struct PlannedKernelsTests {
    enum Network: CaseIterable {
        case residual, mobile, transformer, dense, matrices, integers
    }

    enum Options: CaseIterable {
        case float32, bfloat16, amx

        var options: PlanOptions {
            var options = PlanOptions(precision: self == .float32 ? .float32 : .bfloat16, threads: 2)
            options.usesAMX = self == .amx
            return options
        }
    }

    /// The kernels of each network, but for re-orderings, whose number depends on the library.
    private static func expected(_ network: Network, _ options: Options) -> [KernelName] {
        switch (network, options) {
        case (.residual, .float32):
            [
                .library, .channelPooling, .libraryWinograd, .activation, .libraryWinograd, .channelPooling, .vectorProduct,
                .vectorProduct, .pointwise, .winograd, .winograd, .library,
            ]
        case (.residual, .bfloat16):
            [
                .library, .channelPooling, .winograd, .winograd, .channelPooling, .vectorProduct, .vectorProduct, .pointwise,
                .winograd, .winograd, .library,
            ]
        case (.residual, .amx):
            [
                .library, .channelPooling, .tiles, .tiles, .channelPooling, .vectorProduct, .vectorProduct, .pointwise,
                .tiles, .winograd, .library,
            ]
        case (.mobile, .float32), (.mobile, .bfloat16):
            [
                .library, .library, .library, .library, .library, .library, .library, .library,
            ]
        case (.mobile, .amx): [.imageConvolution, .library, .depthwisePointwise, .library, .library, .library, .library]
        case (.transformer, .float32), (.transformer, .bfloat16):
            [
                .library, .library, .rows, .rowProduct, .rowProduct, .rowProduct, .attentionInBlocks, .rowProduct,
                .rowProduct, .rowProduct, .rows,
            ]
        case (.transformer, .amx):
            [
                .patchProduct, .tiles, .library, .rows, .tiles, .tiles, .tiles, .attentionInAMX, .tiles, .tiles, .tiles,
                .rows,
            ]
        case (.dense, .float32): [.libraryWinograd, .library, .library, .library, .copy, .library]
        case (.dense, .bfloat16): [.library, .library, .library, .library, .copy, .library]
        case (.dense, .amx): [.tiles, .copy, .library, .copy, .library, .library, .copy, .library]
        case (.matrices, _): [.attentionOfFewQueries, .library, .columns, .library, .channels, .plain]
        case (.integers, _): [.quantization, .libraryIntegers, .quantization]
        }
    }

    @Test(
        "A network is planned with the same kernels as ever", arguments: Network.allCases, Options.allCases)
    func kernelsStayTheSame(_ network: Network, _ options: Options) throws {
        guard options != .amx || Processor.hasAMX else { return }
        let planned = try Self.kernels(network, options).filter { $0 != .reordering }
        #expect(planned == Self.expected(network, options))
    }

    private static func kernels(_ network: Network, _ options: Options) throws -> [KernelName] {
        var check = PlanCheck()
        let outputs: [Argument] =
            switch network {
            case .residual: try residual(&check)
            case .mobile: try mobile(&check)
            case .transformer: try transformer(&check)
            case .dense: try dense(&check)
            case .matrices: try matrices(&check)
            case .integers: try integers(&check)
            }
        let function = try check.builder.finish(outputs: outputs.enumerated().map { ("out\($0.offset)", $0.element) })
        return try Plan(function, options: options.options).steps.map(\.kernel)
    }

    /// A residual network with a gate of squeeze and excitation.
    private static func residual(_ check: inout PlanCheck) throws -> [Argument] {
        var x = try check.conv(try check.input([1, 3, 64, 64]), 64, [7, 7], strides: [2, 2])
        x = try check.call("relu", x)
        x = try check.call(
            "max_pool", x,
            [
                "kernel_sizes": .ints([2, 2]), "strides": .ints([2, 2]), "pad_type": .string("valid"), "pad": .ints([0, 0, 0, 0]),
                "ceil_mode": .bool(false),
            ])
        var y = try check.call("silu", try check.conv(x, 64, [3, 3]))
        y = try check.conv(y, 64, [3, 3])
        var gate = try check.call("reduce_mean", y, ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
        gate = try check.call("relu", try check.conv(gate, 16, [1, 1]))
        gate = try check.call("sigmoid", try check.conv(gate, 64, [1, 1]))
        y = try check.call("relu", try check.call("add", try check.call("mul", y, ["y": gate]), ["y": x]))
        // An odd height, which the library's Winograd tiles do not fill.
        let z = try check.conv(try check.conv(y, 64, [3, 3], pad: [0, 1, 1, 1]), 64, [3, 3])
        return [z, try check.call("softmax", z, ["axis": .int(1)])]
    }

    /// Depthwise and pointwise convolutions, whose stem reads an image.
    private static func mobile(_ check: inout PlanCheck) throws -> [Argument] {
        var x = try check.conv(try check.input([1, 3, 48, 48]), 32, [3, 3], strides: [2, 2])
        for _ in 0..<2 {
            let wide = try check.call("relu6", try check.conv(try check.call("relu6", x), 128, [1, 1]))
            x = try check.conv(try check.call("relu6", try check.conv(wide, 128, [3, 3], groups: 128)), 32, [1, 1])
        }
        return [try check.call("upsample_nearest_neighbor", x, ["scale_factor_height": .float(2), "scale_factor_width": .float(2)])]
    }

    /// A layer of a transformer over patches of an image.
    private static func transformer(_ check: inout PlanCheck) throws -> [Argument] {
        let patches = try check.conv(try check.input([1, 3, 64, 64]), 128, [8, 8], strides: [8, 8], pad: [0, 0, 0, 0])
        var x = try check.call(
            "transpose", try check.call("reshape", patches, ["shape": .ints([1, 128, 64])]), ["perm": .ints([0, 2, 1])])
        func linear(_ x: Argument, _ inputs: Int, _ outputs: Int) throws -> Argument {
            try check.call(
                "linear", x,
                ["weight": .tensor(check.noise.tensor([outputs, inputs])), "bias": .tensor(check.noise.tensor([outputs]))])
        }
        let normal = try check.call(
            "layer_norm", x,
            [
                "axes": .ints([-1]), "epsilon": .float(1e-5), "gamma": .tensor(check.noise.tensor([128])),
                "beta": .tensor(check.noise.tensor([128])),
            ])
        let parts = try (0..<3).map { _ in
            let heads = try check.call("reshape", try linear(normal, 128, 128), ["shape": .ints([1, 64, 2, 64])])
            return try check.call("transpose", heads, ["perm": .ints([0, 2, 1, 3])])
        }
        let attention = try check.builder.emitOne(
            "scaled_dot_product_attention", ["query": parts[0], "key": parts[1], "value": parts[2]])
        let joined = try check.call(
            "reshape", try check.call("transpose", attention, ["perm": .ints([0, 2, 1, 3])]), ["shape": .ints([1, 64, 128])])
        x = try check.call("add", try linear(joined, 128, 128), ["y": x])
        let hidden = try check.call("gelu", try linear(x, 128, 256), ["mode": .string("EXACT")])
        return [try check.call("softmax", try check.call("add", try linear(hidden, 256, 128), ["y": x]), ["axis": .int(-1)])]
    }

    /// Concatenations of channels, and normalisations.
    private static func dense(_ check: inout PlanCheck) throws -> [Argument] {
        let x = try check.call("relu", try check.conv(try check.input([1, 16, 20, 20]), 32, [3, 3]))
        var parts = [x]
        for _ in 0..<2 {
            let joined = try check.builder.emitOne("concat", ["values": .list(parts), "axis": .int(1), "interleave": .bool(false)])
            parts.append(try check.call("relu", try check.conv(joined, 32, [1, 1])))
        }
        let response = try check.call(
            "local_response_norm", parts[1], ["size": .int(3), "alpha": .float(1e-3), "beta": .float(0.75), "k": .float(1)])
        let sums = try check.builder.emitOne("concat", ["values": .list(parts), "axis": .int(2), "interleave": .bool(false)])
        return [response, sums, try check.conv(parts[2], 8, [1, 1])]
    }

    /// Products of values, of few rows, of stored weights that are computed, and along other axes than the last.
    private static func matrices(_ check: inout PlanCheck) throws -> [Argument] {
        let (x, y) = (try check.input([1, 4, 3, 16], "x"), try check.input([1, 4, 9, 16], "y"))
        let attention = try check.builder.emitOne("scaled_dot_product_attention", ["query": x, "key": y, "value": y])
        let product = try check.builder.emitOne("matmul", ["x": y, "y": y, "transpose_y": .bool(true)])
        let columns = try check.call("softmax", try check.call("exp", product), ["axis": .int(2)])
        let kernel = try check.input([8, 4, 3, 3], "kernel")
        let computed = try check.builder.emitOne(
            "conv",
            [
                "x": y, "weight": kernel, "groups": .int(1), "pad_type": .string("custom"), "pad": .ints([1, 1, 1, 1]),
                "strides": .ints([1, 1]), "dilations": .ints([1, 1]),
            ])
        let normal = try check.call(
            "instance_norm", computed,
            ["epsilon": .float(1e-5), "gamma": .tensor(check.noise.tensor([8])), "beta": .tensor(check.noise.tensor([8]))])
        return [attention, columns, normal, try check.call("cumsum", y, ["axis": .int(2)])]
    }

    /// A convolution of integers of eight bits.
    private static func integers(_ check: inout PlanCheck) throws -> [Argument] {
        func quantized(_ x: Argument) throws -> Argument {
            let scale = Argument.float(0.01)
            let y = try check.builder.emitOne("quantize", ["input": x, "scale": scale, "output_dtype": .string("int8")])
            return try check.builder.emitOne("dequantize", ["input": y, "scale": scale])
        }
        let weight = Tensor((0..<16 * 8 * 9).map { Float($0 % 255 - 127) * 0.02 }, shape: [16, 8, 3, 3])
        let y = try check.builder.emitOne(
            "conv",
            [
                "x": try quantized(try check.input([1, 8, 12, 12])), "weight": .tensor(weight), "groups": .int(1),
                "pad_type": .string("custom"), "pad": .ints([1, 1, 1, 1]), "strides": .ints([1, 1]), "dilations": .ints([1, 1]),
            ])
        return [try quantized(try check.call("relu", y))]
    }
}
