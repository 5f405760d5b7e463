import CThreads
import Testing

@testable import CoreMLRuntime

/// Kernels of our own, and what is recognised as theirs, against the plain kernels.
@Suite struct KernelTests {
    private static let precisions = [(PlanOptions.Precision.float32, 3e-5), (.bfloat16, 3e-2)]

    @Test("Elementwise chains agree in the layouts of convolutions", arguments: [8, 16, 24, 35])
    func elementwiseChainsAgreeInTheLayoutsOfConvolutions(channels: Int) throws {
        for (precision, tolerance) in KernelTests.precisions {
            for images in [1, 2] {
                var check = PlanCheck()
                let x = try check.input([images, 3, 13, 9])
                let a = try check.call("relu", try check.conv(x, channels, [3, 3]))
                let b = try check.call("relu", try check.conv(x, channels, [1, 1]))
                // A gate for each channel, a map of one channel, another value, numbers for each channel.
                let pooled = try check.call("reduce_mean", a, ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
                let gate = try check.call("sigmoid", try check.conv(pooled, channels, [1, 1]))
                let map = try check.call("tanh", try check.conv(x, 1, [3, 3]))
                var y = try check.call("mul", a, ["y": gate])
                y = try check.call("add", y, ["y": map])
                y = try check.call("sub", b, ["y": y])
                y = try check.batchNorm(y)
                y = try check.call("prelu", y, ["alpha": .tensor(check.noise.tensor([channels]))])
                y = try check.call("maximum", y, ["y": a])
                y = try check.call("silu", y)
                let whole = try check.call("real_div", y, ["y": .tensor(check.noise.positive([images, channels, 13, 9]))])
                let again = try check.conv(whole, 8, [1, 1])
                try check.check([again, whole], precision, tolerance: tolerance, comment: "\(channels) channels, \(images) images")
            }
        }
    }

    @Test(
        "Functions agree over their whole range",
        arguments: [
            "relu", "relu6", "tanh", "sigmoid", "softplus", "softsign", "silu", "abs", "square", "exp", "erf", "floor", "ceil", "round",
            "sign",
            "gelu", "elu", "leaky_relu", "thresholded_relu",
        ])
    func functionsAgreeOverTheirWholeRange(kind: String) throws {
        for scale: Float in [0.01, 1, 30] {
            var check = PlanCheck()
            check.inputs = [check.noise.tensor([3, 700], scale: scale)]
            let x = try check.builder.input("x", .float32([3, 700]))
            let arguments: [String: Argument] = ["elu", "leaky_relu", "thresholded_relu"].contains(kind) ? ["alpha": .float(0.3)] : [:]
            let plan = try check.check([try check.call(kind, x, arguments)], comment: "scale \(scale)")
            #expect(plan.plainKinds.isEmpty)
        }
    }

    @Test("Functions of special numbers are their limits")
    func functionsOfSpecialNumbersAreTheirLimits() {
        func value(_ algorithm: KernelFunction, _ x: Float) -> Float {
            let kernel = try? PointwiseKernel(
                [.init(algorithm: Int32(algorithm.rawValue), alpha: 1)], order: MemoryOrder([1], .rowMajor) ?? MemoryOrder([], .rowMajor)!,
                source: .float32, destination: .float32, threads: 1)
            var (source, result) = (x, Float(0))
            withUnsafeMutableBytes(of: &source) { from in
                withUnsafeMutableBytes(of: &result) { to in kernel?.run([from.baseAddress!, to.baseAddress!]) }
            }
            return result
        }
        #expect(value(KernelFunctionExponential, .infinity) == .infinity)
        #expect(value(KernelFunctionExponential, -.infinity) == 0)
        #expect(value(KernelFunctionTanh, -1000) == -1)
        #expect(value(KernelFunctionLogistic, 1000) == 1)
        #expect(value(KernelFunctionLogistic, -1000) == 0)
        #expect(value(KernelFunctionSoftplus, 500) == 500)
        #expect(value(KernelFunctionLogarithm, 0) == -.infinity)
        #expect(value(KernelFunctionLogarithm, -1).isNaN)
        for algorithm in [
            KernelFunctionExponential, KernelFunctionTanh, KernelFunctionLogistic, KernelFunctionGELUErf, KernelFunctionLogarithm,
        ] {
            #expect(value(algorithm, .nan).isNaN)
        }
    }

    @Test("Operands that repeat along any dimensions agree", arguments: [[5], [3, 4], [2, 1, 7], [2, 3, 4, 5]])
    func operandsThatRepeatAlongAnyDimensionsAgree(shape: [Int]) throws {
        // Every choice of dimensions that have one element in the other operand.
        for mask in 0..<1 << shape.count {
            var check = PlanCheck()
            let other = shape.indices.map { mask & 1 << $0 == 0 ? shape[$0] : 1 }
            let x = try check.input(shape, "x")
            let y = try check.input(other, "y")
            let outputs = try ["add", "sub", "mul", "minimum"].map { try check.builder.emitOne($0, ["x": x, "y": y]) }
            let exchanged = try check.builder.emitOne("sub", ["x": y, "y": x])
            try check.check(outputs + [exchanged], comment: "\(shape) and \(other)")
        }
    }

    @Test("Hard swishes as converters write them become part of the convolution")
    func hardSwishesAsConvertersWriteThemBecomePartOfTheConvolution() throws {
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 8, 12, 12]), 16, [3, 3])
        let limited = try check.call("thresholded_relu", x, ["alpha": .float(-3)])
        let gate = try check.call("sigmoid_hard", limited, ["alpha": .float(1 / 6), "beta": .float(0.5)])
        let y = try check.call("mul", limited, ["y": gate])
        let plan = try check.check([try check.conv(y, 8, [1, 1])])
        #expect(plan.computingStepCount == 2)
    }

    @Test("Layer normalisations agree", arguments: [[-1], [-2, -1], [1, 2, 3]])
    func layerNormalisationsAgree(axes: [Int]) throws {
        for (precision, tolerance) in KernelTests.precisions {
            var check = PlanCheck()
            let shape = [2, 3, 5, 40]
            let count = axes.count == 3 ? 600 : axes.count == 2 ? 200 : 40
            let parameters = Array(shape.suffix(axes.count))
            let x = try check.input(shape)
            var y = try check.call(
                "layer_norm", x,
                [
                    "axes": .ints(axes), "epsilon": .float(1e-3), "gamma": .tensor(check.noise.tensor(parameters)),
                    "beta": .tensor(check.noise.tensor(parameters)),
                ])
            #expect(try check.builder.type(of: y).count % count == 0)
            y = try check.call("mul", y, ["y": .tensor(check.noise.tensor([40]))])
            y = try check.call("add", y, ["y": .tensor(check.noise.tensor([40]))])
            let product = try check.builder.emitOne("linear", ["x": y, "weight": .tensor(check.noise.tensor([6, 40]))])
            let plan = try check.check([product], precision, tolerance: tolerance)
            #expect(plan.plainKinds.isEmpty)
        }
    }

    @Test("Normalisations written out are one step")
    func normalisationsWrittenOutAreOneStep() throws {
        var check = PlanCheck()
        let x = try check.input([1, 7, 48])
        let last: [String: Argument] = ["axes": .ints([2]), "keep_dims": .bool(true)]
        let centred = try check.call("sub", x, ["y": try check.call("reduce_mean", x, last)])
        let squares = try check.call("pow", centred, ["y": .float(2)])
        let variance = try check.call("real_div", try check.call("reduce_sum", squares, last), ["y": .float(48)])
        let deviation = try check.call("sqrt", try check.call("add", variance, ["y": .float(1e-5)]))
        var y = try check.call("real_div", centred, ["y": deviation])
        y = try check.call("mul", y, ["y": .tensor(check.noise.tensor([1, 1, 48]))])
        y = try check.call("add", y, ["y": .tensor(check.noise.tensor([1, 1, 48]))])
        let plan = try check.check([y])
        #expect(plan.stepNames.count == 1)
    }

    @Test("Softmaxes over the last dimension agree", arguments: [2, 33, 197, 5000])
    func softmaxesOverTheLastDimensionAgree(length: Int) throws {
        var check = PlanCheck()
        check.inputs = [check.noise.tensor([4, length], scale: 20)]
        let x = try check.builder.input("x", .float32([4, length]))
        try check.check([try check.call("softmax", x, ["axis": .int(-1)])])
    }

    @Test("Attention agrees in all its spellings")
    func attentionAgreesInAllItsSpellings() throws {
        for (precision, tolerance) in KernelTests.precisions {
            var check = PlanCheck()
            let x = try check.input([1, 19, 48])
            let joined = try check.builder.emitOne("linear", ["x": x, "weight": .tensor(check.noise.tensor([144, 48], scale: 0.2))])
            let split = try check.call("reshape", joined, ["shape": .ints([1, 19, 3, 4, 12])])
            let moved = try check.call("transpose", split, ["perm": .ints([2, 0, 3, 1, 4])])
            let parts = try (0..<3).map { part in
                try check.call(
                    "slice_by_index", moved,
                    [
                        "begin": .ints([part, 0, 0, 0, 0]), "end": .ints([part + 1, 1, 4, 19, 12]),
                        "squeeze_mask": .tensor(Tensor([true, false, false, false, false])),
                    ])
            }
            let scores = try check.builder.emitOne("matmul", ["x": parts[0], "y": parts[1], "transpose_y": .bool(true)])
            let scaled = try check.call("mul", scores, ["y": .float(0.2886751)])
            let mask = check.noise.tensor([1, 4, 19, 19])
            let masked = try check.call("add", scaled, ["y": .tensor(mask)])
            let weights = try check.call("softmax", masked, ["axis": .int(-1)])
            let spelt = try check.builder.emitOne("matmul", ["x": weights, "y": parts[2]])
            let fused = try check.builder.emitOne(
                "scaled_dot_product_attention",
                ["query": parts[0], "key": parts[1], "value": parts[2], "attn_mask": .tensor(mask)])
            let plan = try check.check([spelt, fused], precision, tolerance: tolerance)
            #expect(plan.plainKinds.isEmpty && !plan.usesReferenceCode)
        }
    }

    @Test("A mask that repeats over windows agrees")
    func aMaskThatRepeatsOverWindowsAgrees() throws {
        var check = PlanCheck()
        let x = try check.input([6, 3, 10, 8], "x")
        let y = try check.input([6, 3, 10, 8], "y")
        let product = try check.builder.emitOne("matmul", ["x": x, "y": y, "transpose_y": .bool(true)])
        let plan = try check.check([try check.call("add", product, ["y": .tensor(check.noise.tensor([1, 3, 10, 10]))])])
        #expect(!plan.usesReferenceCode)
    }

    /// Maps of positions are not rounded; maps that are averaged to classify an image may be.
    @Test("The last map is exact unless it is averaged", arguments: [false, true])
    func theLastMapIsExactUnlessItIsAveraged(averages: Bool) throws {
        var check = PlanCheck()
        var y = try check.conv(try check.conv(try check.input([1, 16, 8, 8]), 16, [3, 3]), 32, [1, 1])
        y = try check.call("relu", y)
        if averages {
            y = try check.call(
                "avg_pool", y,
                [
                    "kernel_sizes": .ints([8, 8]), "strides": .ints([1, 1]), "pad_type": .string("valid"), "pad": .ints([0, 0, 0, 0]),
                    "exclude_padding_from_average": .bool(true), "ceil_mode": .bool(false),
                ])
        }
        var graph = try GraphImport.graph(of: try check.builder.finish(outputs: [("y", y)]))
        graph.chooseExactNodes([])
        let isExact = graph.nodes.compactMap { node in if case .convolution = node.kind { node.isExact } else { nil } }
        #expect(isExact == [false, !averages])
    }

    @Test("Densely connected layers are written where they are joined")
    func denselyConnectedLayersAreWrittenWhereTheyAreJoined() throws {
        for (precision, tolerance) in KernelTests.precisions {
            var check = PlanCheck()
            var parts = [try check.call("relu", try check.conv(try check.input([1, 3, 10, 10]), 32, [3, 3]))]
            var joined = parts[0]
            for _ in 0..<4 {
                let bottleneck = try check.call("relu", try check.conv(try check.call("relu", try check.batchNorm(joined)), 32, [1, 1]))
                parts.append(try check.conv(bottleneck, 16, [3, 3]))
                joined = try check.builder.emitOne("concat", ["values": .list(parts), "axis": .int(1), "interleave": .bool(false)])
            }
            let y = try check.conv(try check.call("relu", try check.batchNorm(joined)), 16, [1, 1])
            let plan = try check.check([y], precision, tolerance: tolerance, usesAMX: false)
            if Processor.has256BitVectors { #expect(plan.kernels(of: "concat").isEmpty) }
        }
    }

    @Test("Splits are read where they lie")
    func splitsAreReadWhereTheyLie() throws {
        var check = PlanCheck()
        let x = try check.call("exp", try check.input([1, 12, 5, 4]))
        let parts = try check.builder.emit("split", ["x": x, "split_sizes": .ints([4, 8]), "axis": .int(1)])
        let y = try check.call(
            "mul", parts[0], ["y": try check.call("reduce_sum", parts[1], ["axes": .ints([1]), "keep_dims": .bool(true)])])
        let plan = try check.check([y, parts[1]])
        #expect(!plan.plainKinds.contains("split"))
    }

    @Test("Instance normalisations agree from all layouts", arguments: [[1, 5, 7, 9], [2, 32, 6, 50], [3, 20, 300], [1, 16, 40, 41]])
    func instanceNormalisationsAgreeFromAllLayouts(shape: [Int]) throws {
        for (precision, tolerance) in KernelTests.precisions {
            for convolves in [false, true] where !convolves || shape.count == 4 {
                var check = PlanCheck()
                var x = try check.call("add", try check.input(shape), ["y": .float(3)])
                if convolves { x = try check.conv(x, shape[1], [3, 3]) }
                let parameters = ["gamma", "beta"].map { ($0, Argument.tensor(check.noise.tensor([shape[1]]))) }
                let arguments = Dictionary(uniqueKeysWithValues: parameters).merging(["epsilon": .float(1e-4)]) { $1 }
                let y = try check.call("relu", try check.call("instance_norm", x, arguments))
                let plan = try check.check([try check.call("add", y, ["y": .float(-0.5)])], precision, tolerance: tolerance)
                #expect(plan.plainKinds.isEmpty)
            }
        }
    }
}
