import Testing

@testable import CoreMLRuntime

/// Convolutions of images of few channels, which read them as they arrive where AMX multiplies.
@Suite(.enabled(if: Processor.hasAMX, "the kernel is for such processors"))
struct ImageConvolutionTests {
    private static let tolerance = 2e-2

    struct Shape: Sendable {
        var input: [Int]
        var outputs: Int
        var kernel = [3, 3]
        var strides = [2, 2]
        var pad: [Int]?
    }

    private static func convolution(_ check: inout PlanCheck, _ x: Argument, _ shape: Shape, bias: Bool = true) throws -> Argument {
        try check.conv(x, shape.outputs, shape.kernel, strides: shape.strides, pad: shape.pad, bias: bias)
    }

    /// A reader of `y` that multiplies in bfloat16: a last convolution computes in float32.
    private static func reader(_ check: inout PlanCheck, _ y: Argument) throws -> Argument {
        try check.conv(try check.conv(y, 16, [1, 1]), 8, [1, 1])
    }

    /// Odd sizes, rows that are shorter than a register or longer than a span, several images, groups of outputs that are not whole, and
    /// padding that is none, uneven, or more than the window.
    @Test(
        "Results agree with the plain kernel",
        arguments: [
            Shape(input: [1, 3, 33, 35], outputs: 64), Shape(input: [2, 3, 40, 37], outputs: 17),
            Shape(input: [1, 3, 45, 45], outputs: 32),
            Shape(input: [3, 1, 29, 50], outputs: 20, kernel: [5, 5]),
            Shape(input: [1, 4, 50, 31], outputs: 33, kernel: [2, 2], pad: [0, 0, 0, 0]), Shape(input: [1, 3, 30, 700], outputs: 16),
            Shape(input: [1, 2, 61, 9], outputs: 40, kernel: [3, 4], strides: [3, 2], pad: [2, 1, 0, 3]),
            Shape(input: [1, 1, 64, 64], outputs: 16, kernel: [11, 2], strides: [4, 4], pad: [7, 2, 5, 0]),
            Shape(input: [1, 3, 20, 4], outputs: 96, pad: [4, 4, 6, 5]),
            Shape(input: [1, 4, 64, 66], outputs: 8, kernel: [1, 1], strides: [2, 3]),
            Shape(input: [5, 3, 41, 2], outputs: 48, pad: [0, 1, 0, 1]),
        ])
    func resultsAgreeWithThePlainKernel(shape: Shape) throws {
        for threads in [1, 2, 3] {
            var check = PlanCheck()
            var y = try Self.convolution(&check, try check.input(shape.input), shape, bias: threads > 1)
            if threads > 2 { y = try check.call("relu", y) }
            let plan = try check.check(
                [y, try Self.reader(&check, y)], .bfloat16, tolerance: Self.tolerance, threads: threads, comment: "\(shape)")
            #expect(plan.imageCount == 1, "\(shape): \(plan.stepNames)")
            #expect(!plan.kernels(of: "x ").contains(.reordering), "\(plan.stepNames)")
        }
    }

    @Test("Functions are one step with the convolution", arguments: ["none", "relu", "relu6", "silu", "gelu", "tanh"])
    func functionsAreOneStepWithTheConvolution(function: String) throws {
        for outputs in [20, 32] {
            var check = PlanCheck()
            var y = try Self.convolution(&check, try check.input([1, 3, 41, 47]), Shape(input: [], outputs: outputs))
            if function != "none" { y = try check.call(function, y) }
            let plan = try check.check([try Self.reader(&check, y)], .bfloat16, tolerance: 3e-2, comment: function)
            #expect(plan.imageCount == 1)
            #expect(plan.computingStepCount == 3, "\(plan.stepNames)")
        }
    }

    /// A residual that is read again, one whose place the result may take, and one that a function follows.
    @Test("Residuals are added in the same step", arguments: [false, true], [false, true])
    func residualsAreAddedInTheSameStep(isReadAgain: Bool, isFollowed: Bool) throws {
        var check = PlanCheck()
        let x = try check.input([2, 3, 30, 39])
        let shortcut = try check.conv(x, 24, [1, 1], strides: [2, 2])
        let product = try Self.convolution(&check, x, Shape(input: [], outputs: 24))
        var y = try check.builder.emitOne("add", ["x": product, "y": shortcut])
        if isFollowed { y = try check.call("silu", y) }
        var outputs = [try Self.reader(&check, y)]
        if isReadAgain { outputs.append(try Self.reader(&check, shortcut)) }
        let plan = try check.check(outputs, .bfloat16, tolerance: Self.tolerance)
        #expect(plan.imageCount == 2)
        #expect(plan.kernels(of: "add").isSubset(of: [.imageConvolution]), "\(plan.stepNames)")
    }

    /// A result that nothing multiplies again is float32.
    @Test("Averages of the result are taken of floats")
    func averagesOfTheResultAreTakenOfFloats() throws {
        var check = PlanCheck()
        let x = try check.input([1, 3, 45, 33])
        let y = try Self.convolution(&check, x, Shape(input: [], outputs: 40))
        let mean = try check.call("reduce_mean", try check.call("relu", y), ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
        let plan = try check.check([mean, try check.conv(x, 4, [1, 1])], .bfloat16, tolerance: Self.tolerance)
        #expect(plan.imageCount == 1)
    }

    /// The bias keeps the digits of float32, though it is multiplied in bfloat16.
    @Test("Bias is not rounded")
    func biasIsNotRounded() throws {
        var check = PlanCheck()
        let x = try check.input([1, 3, 64, 64])
        let y = try check.builder.emitOne(
            "conv",
            [
                "x": x, "weight": .tensor(check.noise.tensor([16, 3, 3, 3], scale: 0)), "groups": .int(1),
                "pad_type": .string("custom"), "pad": .ints([1, 1, 1, 1]), "strides": .ints([2, 2]), "dilations": .ints([1, 1]),
                "bias": .tensor(check.noise.tensor([16])),
            ])
        let mean = try check.call("reduce_mean", y, ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
        let plan = try check.check([mean, try check.conv(x, 4, [1, 1])], .bfloat16, tolerance: 2e-5)
        #expect(plan.imageCount == 1)
    }

    /// The result of a pass over the image is bfloat16, and lies as the image does.
    @Test("Changed images are read as they lie")
    func changedImagesAreReadAsTheyLie() throws {
        for channels in 1...4 {
            var check = PlanCheck()
            let x = try check.call("tanh", try check.input([2, channels, 33, 50]))
            let kernel = channels == 4 ? [2, 2] : [3, 3]
            let y = try Self.convolution(&check, x, Shape(input: [], outputs: 24, kernel: kernel))
            let plan = try check.check([try Self.reader(&check, y)], .bfloat16, tolerance: Self.tolerance)
            #expect(plan.imageCount == 1)
            #expect(!plan.steps.prefix(2).contains { $0.kernel == .reordering }, "\(plan.stepNames)")
        }
    }

    /// Shapes that the kernel is not made for, or that the library is as fast with.
    struct Other: Sendable {
        var input: [Int]
        var kernel = [3, 3]
        var strides = [2, 2]
        var dilations: [Int]?
        var groups = 1
        var precision = PlanOptions.Precision.bfloat16
        var usesAMX = true
    }

    @Test(
        "Other convolutions are left to the library",
        arguments: [
            Other(input: [1, 3, 40, 40], strides: [1, 1]), Other(input: [1, 3, 40, 40], kernel: [7, 7]), Other(input: [1, 5, 40, 40]),
            Other(input: [1, 4, 40, 40]), Other(input: [1, 3, 90, 90], strides: [5, 5]), Other(input: [1, 3, 40, 40], dilations: [2, 2]),
            Other(input: [1, 3, 40, 40], groups: 3), Other(input: [1, 3, 900], kernel: [3], strides: [2]),
            Other(input: [1, 1, 16, 16, 16], kernel: [2, 2, 2], strides: [2, 2, 2]), Other(input: [1, 3, 8, 8]),
            Other(input: [1, 3, 40, 40], precision: .float32), Other(input: [1, 3, 40, 40], usesAMX: false),
        ])
    func otherConvolutionsAreLeftToTheLibrary(other: Other) throws {
        var check = PlanCheck()
        let y = try check.conv(
            try check.input(other.input), 24, other.kernel, strides: other.strides, dilations: other.dilations, groups: other.groups)
        let ones = other.kernel.map { _ in 1 }
        let last = try check.conv(try check.conv(try check.call("relu", y), 16, ones), 8, ones)
        let plan = try check.check(
            [last], other.precision, tolerance: other.precision == .float32 ? 2e-5 : Self.tolerance, usesAMX: other.usesAMX,
            comment: "\(other)")
        #expect(plan.imageCount == 0, "\(plan.stepNames)")
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        for (side, function) in [(31, "relu"), (64, "silu"), (101, "tanh")] {
            var results: [[UInt32]] = []
            for threads in [1, 2, 3, 8] {
                var check = PlanCheck()
                let y = try Self.convolution(&check, try check.input([1, 3, side, side]), Shape(input: [], outputs: 40))
                let last = try check.conv(try check.call(function, y), 16, [1, 1])
                let program = try check.builder.finish(outputs: [("y", last)])
                let plan = try Plan(program, options: PlanOptions(precision: .bfloat16, threads: threads))
                #expect(plan.imageCount == 1)
                let answer = try plan.run(check.inputs)[0]
                results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
            }
            #expect(results.allSatisfy { $0 == results[0] })
        }
    }

    /// Under the window and nowhere else.
    @Test("Numbers that are not finite reach the results that read them", arguments: [Float.nan, .infinity])
    func numbersThatAreNotFiniteReachTheResultsThatReadThem(number: Float) throws {
        var check = PlanCheck()
        let x = try check.input([1, 3, 33, 33])
        check.inputs[0].floats[33 * 33 + 11 * 33 + 13] = number
        let y = try Self.convolution(&check, x, Shape(input: [], outputs: 16))
        let mean = try check.call("reduce_mean", y, ["axes": .ints([1]), "keep_dims": .bool(true)])
        let function = try check.builder.finish(outputs: [("y", mean), ("z", try Self.reader(&check, y))])
        let plan = try Plan(function, options: PlanOptions(precision: .bfloat16, threads: 2))
        #expect(plan.imageCount == 1)
        let answer = try plan.run(check.inputs)[0]
        withExtendedLifetime(answer) {
            for row in 0..<17 {
                for column in 0..<17 {
                    let sees = (5...6).contains(row) && (6...7).contains(column)
                    #expect(answer.floats[row * 17 + column].isFinite != sees, "\(row) \(column)")
                }
            }
        }
    }
}

extension Plan {
    fileprivate var imageCount: Int { count(of: .imageConvolution) }
}
