import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

private func bits(_ tensor: Tensor) -> [UInt32] { withExtendedLifetime(tensor) { tensor.floats.map(\.bitPattern) } }

@Suite struct PlanTests {
    @Test(
        "Convolutions of all kinds agree with the plain kernel",
        arguments: [
            (3, 16, 3, 1, 1, 1), (3, 64, 7, 2, 1, 1), (1, 8, 5, 1, 1, 1), (16, 16, 3, 1, 1, 1), (20, 33, 3, 1, 1, 1), (32, 64, 1, 1, 1, 1),
            (24, 48, 1, 2, 1, 1), (32, 32, 3, 1, 2, 1), (32, 32, 3, 1, 1, 32), (48, 48, 5, 2, 1, 48), (32, 64, 3, 1, 1, 4),
            (6, 12, 3, 1, 1, 3),
            (5, 7, 3, 2, 1, 1), (64, 2, 3, 1, 1, 1), (17, 17, 3, 1, 1, 17), (128, 128, 3, 1, 1, 1),
        ])
    func convolutionsOfAllKindsAgreeWithThePlainKernel(
        channels: Int, outputs: Int, kernel: Int, stride: Int, dilation: Int, groups: Int
    ) throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)] {
            for (height, width) in [(14, 14), (9, 21)] {
                var check = PlanCheck()
                let x = try check.input([1, channels, height, width])
                let y = try check.conv(
                    x, outputs, [kernel, kernel], strides: [stride, stride], dilations: [dilation, dilation], groups: groups)
                try check.check([y], precision, tolerance: tolerance)
            }
        }
    }

    @Test("Convolutions over one and three dimensions agree")
    func convolutionsOverOneAndThreeDimensionsAgree() throws {
        var check = PlanCheck()
        let line = try check.conv(try check.input([2, 8, 40], "line"), 12, [5], strides: [2])
        let volume = try check.conv(try check.input([1, 4, 6, 8, 10], "volume"), 16, [3, 3, 3])
        try check.check([line, volume])
    }

    @Test("Uneven padding and several images agree")
    func unevenPaddingAndSeveralImagesAgree() throws {
        var check = PlanCheck()
        let x = try check.input([3, 16, 11, 13])
        let y = try check.conv(x, 32, [3, 5], strides: [2, 1], pad: [0, 1, 3, 1])
        try check.check([try check.call("relu", y)])
    }

    @Test(
        "Transposed convolutions agree", arguments: [(8, 16, 4, 2, 1, 1), (16, 8, 3, 1, 1, 1), (12, 12, 4, 2, 1, 12), (8, 16, 2, 2, 0, 2)])
    func transposedConvolutionsAgree(channels: Int, outputs: Int, kernel: Int, stride: Int, pad: Int, groups: Int) throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)] {
            var check = PlanCheck()
            let x = try check.input([1, channels, 7, 9])
            let weight = check.noise.tensor([channels, outputs / groups, kernel, kernel])
            var y = try check.call(
                "conv_transpose", x,
                [
                    "weight": .tensor(weight), "bias": .tensor(check.noise.tensor([outputs])), "strides": .ints([stride, stride]),
                    "pad_type": .string("custom"), "pad": .ints([pad, pad, pad, pad]), "groups": .int(groups),
                    "dilations": .ints([1, 1]),
                ])
            y = try check.batchNorm(y)
            try check.check([try check.call("relu", y)], precision, tolerance: tolerance)
        }
    }

    @Test("Normalisation scale and activations become part of the convolution")
    func normalisationScaleAndActivationsBecomePartOfTheConvolution() throws {
        var check = PlanCheck()
        var y = try check.conv(try check.input([1, 16, 12, 12]), 32, [3, 3], strides: [2, 2], bias: false)
        y = try check.batchNorm(y)
        y = try check.call("mul", y, ["y": .float(0.5)])
        y = try check.call("add", y, ["y": .tensor(check.noise.tensor([1, 32, 1, 1]))])
        y = try check.call("leaky_relu", y, ["alpha": .float(0.1)])
        y = try check.call("clip", y, ["alpha": .float(-1), "beta": .float(1)])
        let plan = try check.check([y])
        #expect(plan.computingStepCount == 1)
    }

    @Test("A function that comes twice keeps its parameters", arguments: [true, false])
    func aFunctionThatComesTwiceKeepsItsParameters(
        afterConvolution: Bool
    ) throws {
        for chain in [
            ["linear", "add", "linear"], ["clip", "square", "clip"], ["relu", "add", "leaky"], ["linear", "abs", "linear", "add"],
        ] {
            var check = PlanCheck()
            let x = try check.input([1, 16, 6, 6])
            var y = afterConvolution ? try check.conv(x, 16, [3, 3]) : x
            for (index, name) in chain.enumerated() {
                let amount = Float(index) + 0.25
                switch name {
                case "linear": y = try check.call("linear_activation", y, ["alpha": .float(-amount), "beta": .float(amount)])
                case "clip": y = try check.call("clip", y, ["alpha": .float(-amount), "beta": .float(amount)])
                case "leaky": y = try check.call("leaky_relu", y, ["alpha": .float(0.3)])
                case "add": y = try check.call("add", y, ["y": x])
                default: y = try check.call(name, y)
                }
            }
            try check.check([y], comment: chain.joined(separator: " "))
        }
    }

    @Test("A residual block agrees and adds in the convolution")
    func aResidualBlockAgreesAndAddsInTheConvolution() throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 3e-5), (.bfloat16, 3e-2)] {
            var check = PlanCheck()
            var x = try check.conv(try check.input([1, 3, 20, 20]), 32, [3, 3])
            x = try check.call("relu", x)
            for block in 0..<3 {
                var y = try check.call("relu", try check.conv(x, 16, [1, 1]))
                y = try check.call("relu", try check.conv(y, 16, [3, 3]))
                y = try check.batchNorm(try check.conv(y, 32, [1, 1]))
                let shortcut = block == 1 ? try check.conv(x, 32, [1, 1]) : x
                x = try check.call("relu", try check.call("add", shortcut, ["y": y]))
            }
            x = try check.call("reduce_mean", x, ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
            let plan = try check.check([x], precision, tolerance: tolerance)
            #expect(plan.kernels(of: "add").isEmpty && plan.kernels(of: "relu").isSubset(of: KernelName.ofConvolutions))
        }
    }

    @Test("Concatenated branches agree")
    func concatenatedBranchesAgree() throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 3e-5), (.bfloat16, 3e-2)] {
            for (first, second) in [(32, 48), (20, 12)] {
                var check = PlanCheck()
                let x = try check.call("relu", try check.conv(try check.input([1, 3, 15, 15]), 16, [3, 3]))
                let a = try check.call("relu", try check.conv(x, first, [1, 1]))
                let b = try check.call("relu", try check.conv(x, second, [3, 3]))
                let pooled = try check.call(
                    "max_pool", x,
                    ["kernel_sizes": .ints([3, 3]), "strides": .ints([1, 1]), "pad_type": .string("custom"), "pad": .ints([1, 1, 1, 1])])
                let joined = try check.builder.emitOne(
                    "concat", ["values": .list([a, b, pooled]), "axis": .int(1), "interleave": .bool(false)])
                let again = try check.builder.emitOne(
                    "concat",
                    ["values": .list([try check.conv(joined, 16, [1, 1]), joined]), "axis": .int(1), "interleave": .bool(false)])
                // A part that is also read after the whole was made.
                let late = try check.call("add", try check.conv(again, first, [1, 1]), ["y": a])
                try check.check([late, again], precision, tolerance: tolerance)
            }
        }
    }

    @Test("Pooling agrees")
    func poolingAgrees() throws {
        for kind in ["max_pool", "avg_pool"] {
            for ceil in [false, true] {
                for exclude in [false, true] {
                    var check = PlanCheck()
                    let x = try check.input([2, 19, 13, 14])
                    var arguments: [String: Argument] = [
                        "kernel_sizes": .ints([3, 2]), "strides": .ints([2, 2]), "pad_type": .string("custom"), "pad": .ints([1, 1, 0, 1]),
                        "ceil_mode": .bool(ceil),
                    ]
                    if kind == "avg_pool" { arguments["exclude_padding_from_average"] = .bool(exclude) }
                    let y = try check.call(kind, x, arguments)
                    try check.check([y], comment: "\(kind) \(ceil) \(exclude)")
                }
            }
        }
    }

    @Test("Every elementwise operation agrees")
    func everyElementwiseOperationAgrees() throws {
        let unary: [(String, [String: Argument])] = [
            ("relu", [:]), ("relu6", [:]), ("leaky_relu", ["alpha": .float(0.2)]), ("clip", ["alpha": .float(-0.4), "beta": .float(0.3)]),
            ("threshold", ["alpha": .float(0.1)]), ("linear_activation", ["alpha": .float(2), "beta": .float(-1)]), ("sigmoid", [:]),
            ("sigmoid_hard", ["alpha": .float(0.3), "beta": .float(0.4)]), ("tanh", [:]),
            ("scaled_tanh", ["alpha": .float(1.7), "beta": .float(0.6)]), ("elu", ["alpha": .float(0.7)]), ("silu", [:]), ("softplus", [:]),
            ("gelu", ["mode": .string("EXACT")]), ("gelu", ["mode": .string("TANH_APPROXIMATION")]),
            ("gelu", ["mode": .string("SIGMOID_APPROXIMATION")]), ("abs", [:]), ("square", [:]), ("exp", [:]),
            ("add", ["y": .float(0.25)]), ("mul", ["y": .float(-3)]), ("sub", ["y": .float(0.5)]), ("real_div", ["y": .float(4)]),
            ("maximum", ["y": .float(0.1)]), ("minimum", ["y": .float(0.1)]),
        ]
        for (kind, arguments) in unary {
            for hosted in [false, true] {
                var check = PlanCheck()
                var x = try check.input([1, 16, 7, 5])
                if hosted { x = try check.conv(x, 20, [1, 1]) }
                let y = try check.call(kind, x, arguments)
                try check.check([y, try check.conv(y, 8, [1, 1])], comment: "\(kind)")
            }
        }
    }

    @Test("Broadcast operands agree")
    func broadcastOperandsAgree() throws {
        for shape in [[1, 24, 6, 7], [1, 24, 1, 1], [24, 1, 1], [6, 7], [1, 1, 6, 7], [7], [1]] {
            for kind in ["add", "mul", "sub", "real_div", "maximum", "minimum"] {
                for constant in [false, true] {
                    for (precision, tolerance) in [(PlanOptions.Precision.float32, 3e-5), (.bfloat16, 5e-2)] {
                        var check = PlanCheck()
                        let x = try check.conv(try check.input([1, 16, 6, 7]), 24, [1, 1])
                        let other: Argument
                        if constant {
                            other = .tensor(check.noise.positive(shape))
                        } else {
                            let positive = try check.call("abs", try check.input(shape, "y"))
                            other = try check.call("add", positive, ["y": .float(0.5)])
                        }
                        let y = try check.call(kind, x, ["y": other])
                        let z = try check.call("relu", try check.conv(y, 8, [1, 1]))
                        try check.check([y, z], precision, tolerance: tolerance, comment: "\(kind) \(shape)")
                    }
                }
            }
        }
    }

    @Test("Gated activations are recognised")
    func gatedActivationsAreRecognised() throws {
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 16, 6, 6]), 16, [1, 1])
        let swish = try check.call("mul", x, ["y": try check.call("sigmoid", x)])
        let shifted = try check.call("clip", try check.call("add", x, ["y": .float(3)]), ["alpha": .float(0), "beta": .float(6)])
        let hard = try check.call("mul", x, ["y": try check.call("mul", shifted, ["y": .float(1 / 6)])])
        let plan = try check.check([swish, hard])
        #expect(plan.computingStepCount == 3)
    }

    @Test("Matrix products agree")
    func matrixProductsAgree() throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)] {
            for rows in [1, 7] {
                var check = PlanCheck()
                let x = try check.input([rows, 64])
                var y = try check.call(
                    "linear", x, ["weight": .tensor(check.noise.tensor([48, 64])), "bias": .tensor(check.noise.tensor([48]))])
                y = try check.call("relu", try check.call("mul", y, ["y": .tensor(check.noise.tensor([48]))]))
                y = try check.call("linear", y, ["weight": .tensor(check.noise.tensor([10, 48]))])
                try check.check([y, try check.call("softmax", y, ["axis": .int(-1)])], precision, tolerance: tolerance)
            }
            for (transposeX, transposeY) in [(false, false), (true, false), (false, true), (true, true)] {
                var check = PlanCheck()
                let x = try check.input(transposeX ? [2, 3, 16, 8] : [2, 3, 8, 16], "x")
                let y = try check.input(transposeY ? [2, 3, 12, 16] : [2, 3, 16, 12], "y")
                let z = try check.call(
                    "matmul", x, ["y": y, "transpose_x": .bool(transposeX), "transpose_y": .bool(transposeY)])
                try check.check([try check.call("mul", z, ["y": .float(0.125)])], precision, tolerance: tolerance)
            }
        }
    }

    @Test("Products with a constant matrix agree", arguments: [false, true])
    func productsWithAConstantMatrixAgree(transposeY: Bool) throws {
        let shapes: [(left: [Int], leading: [Int])] = [
            ([7, 64], []), ([40, 64], []), ([2, 3, 64], []), ([64], []), ([5, 64], [1, 1]), ([2, 1, 20, 64], [1]),
        ]
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)] {
            for (left, leading) in shapes {
                var check = PlanCheck()
                let x = try check.input(left)
                func product(_ x: Argument, _ inputs: Int, _ outputs: Int) throws -> Argument {
                    let shape = leading + (transposeY ? [outputs, inputs] : [inputs, outputs])
                    return try check.call("matmul", x, ["y": .tensor(check.noise.tensor(shape)), "transpose_y": .bool(transposeY)])
                }
                var y = try check.call("add", try product(x, 64, 48), ["y": .tensor(check.noise.tensor([48]))])
                y = try check.call("relu", try check.call("mul", y, ["y": .tensor(check.noise.tensor([48]))]))
                y = try product(y, 48, 10)
                let plan = try check.check([y], precision, tolerance: tolerance, comment: "\(left) \(leading)")
                #expect(!plan.plainKinds.contains("matmul"))
            }
        }
    }

    @Test("A constant matrix of halves agrees", arguments: [false, true])
    func aConstantMatrixOfHalvesAgrees(transposeY: Bool) throws {
        let halves = (0..<64 * 64).map { Float16($0 % 37) / 32 - 0.5 }
        for rows in [3, 20] {
            var check = PlanCheck()
            let x = try check.input([rows, 64])
            let matrix = Tensor.widening(halves.withUnsafeBytes { Bytes(copying: $0) }, [1, 64, 64])
            #expect(matrix.stored != nil)
            let y = try check.call("matmul", x, ["y": .tensor(matrix), "transpose_y": .bool(transposeY)])
            try check.check([try check.call("mul", y, ["y": .tensor(check.noise.tensor([64]))])])
        }
    }

    @Test(
        "Products of matrices of unequal rank agree",
        arguments: [
            ([2, 3, 8, 16], [16, 12]), ([8, 16], [2, 16, 12]), ([1, 8, 16], [3, 2, 16, 12]), ([2, 8, 16], [2, 16, 12]),
        ])
    func productsOfMatricesOfUnequalRankAgree(left: [Int], right: [Int]) throws {
        for (constantX, constantY) in [(false, false), (true, false), (false, true)] {
            for (transposeX, transposeY) in [(false, false), (true, false), (false, true), (true, true)] {
                func stored(_ shape: [Int], _ isTransposed: Bool) -> [Int] {
                    isTransposed ? Array(shape.dropLast(2)) + [shape[shape.count - 1], shape[shape.count - 2]] : shape
                }
                var check = PlanCheck()
                let (xShape, yShape) = (stored(left, transposeX), stored(right, transposeY))
                let x = constantX ? Argument.tensor(check.noise.tensor(xShape)) : try check.input(xShape, "x")
                let y = constantY ? Argument.tensor(check.noise.tensor(yShape)) : try check.input(yShape, "y")
                let z = try check.call("matmul", x, ["y": y, "transpose_x": .bool(transposeX), "transpose_y": .bool(transposeY)])
                let comment = "constants \(constantX) \(constantY), transposed \(transposeX) \(transposeY)"
                let plan = try check.check([try check.call("mul", z, ["y": .float(0.125)])], comment: comment)
                #expect(!plan.plainKinds.contains("matmul"))
            }
        }
    }

    @Test("Moves and normalisations agree")
    func movesAndNormalisationsAgree() throws {
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 3, 8, 6]), 24, [3, 3])
        let last = try check.call("transpose", x, ["perm": .ints([0, 2, 3, 1])])
        let flat = try check.call("reshape", last, ["shape": .ints([1, 48, 24])])
        let normal = try check.call(
            "layer_norm", flat,
            ["axes": .ints([-1]), "gamma": .tensor(check.noise.tensor([24])), "beta": .tensor(check.noise.tensor([24]))])
        let back = try check.call("transpose", normal, ["perm": .ints([0, 2, 1])])
        let response = try check.call(
            "local_response_norm", x, ["size": .int(5), "alpha": .float(0.5), "beta": .float(0.75), "k": .float(1)])
        let channels = try check.call("softmax", x, ["axis": .int(1)])
        try check.check([back, response, channels, flat, try check.call("identity", flat)])
    }

    @Test("Plain kernels take part in a plan")
    func plainKernelsTakePartInAPlan() throws {
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 16, 6, 6]), 20, [3, 3])
        let sine = try check.call("sin", x)
        let y = try check.conv(sine, 8, [1, 1])
        try check.check([sine, try check.call("cos", y)])
    }

    @Test("The same plan gives the same bits")
    func theSamePlanGivesTheSameBits() throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            var check = PlanCheck()
            var x = try check.conv(try check.input([1, 16, 16, 16]), 64, [3, 3])
            x = try check.conv(try check.call("relu", x), 32, [3, 3])
            let function = try check.builder.finish(outputs: [("y", x)])
            let plan = try Plan(function, options: PlanOptions(precision: precision))
            let first = bits(try plan.run(check.inputs)[0])
            for _ in 0..<5 { #expect(bits(try plan.run(check.inputs)[0]) == first) }
        }
    }

    @Test("Many threads may run one plan")
    func manyThreadsMayRunOnePlan() async throws {
        var check = PlanCheck()
        let x = try check.conv(try check.input([1, 16, 16, 16]), 32, [3, 3])
        let function = try check.builder.finish(outputs: [("y", x)])
        let plan = try Plan(function, options: PlanOptions(threads: 1))
        let inputs = check.inputs
        let expected = bits(try plan.run(inputs)[0])
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10 where bits(try plan.run(inputs)[0]) != expected { return false }
                    return true
                }
            }
            for try await same in group { #expect(same) }
        }
    }
}
