import Testing

@testable import CoreMLRuntime

/// Depthwise convolutions and the pointwise ones that read them, which are one step where AMX multiplies.
@Suite(.enabled(if: Processor.hasAMX, "the kernel is for such processors"))
struct DepthwisePointwiseTests {
    private static let tolerance = 2e-2

    /// Shapes of a pair, whose input and result have bfloat16 neighbours.
    struct Shape: Sendable {
        var input: [Int]
        var outputs: Int
        var kernel = 3
        var stride = 1
        var pad: [Int]?
    }

    private static func depthwise(_ check: inout PlanCheck, _ x: Argument, _ shape: Shape, bias: Bool = true) throws -> Argument {
        try check.conv(
            x, shape.input[1], [shape.kernel, shape.kernel], strides: [shape.stride, shape.stride], pad: shape.pad, groups: shape.input[1],
            bias: bias)
    }

    /// A reader of `y` that multiplies in bfloat16: a last convolution computes in float32.
    private static func reader(_ check: inout PlanCheck, _ y: Argument) throws -> Argument {
        try check.conv(try check.conv(y, 16, [1, 1]), 8, [1, 1])
    }

    /// Odd sizes, blocks and groups that are not whole, several images, and padding that is none, uneven, or more than the window.
    @Test(
        "Results agree with the plain kernel",
        arguments: [
            Shape(input: [1, 32, 40, 37], outputs: 16), Shape(input: [1, 144, 14, 14], outputs: 24),
            Shape(input: [2, 96, 9, 30], outputs: 40),
            Shape(input: [1, 33, 11, 7], outputs: 16), Shape(input: [3, 47, 5, 6], outputs: 5), Shape(input: [1, 320, 7, 7], outputs: 160),
            Shape(input: [1, 64, 15, 22], outputs: 32, stride: 2), Shape(input: [2, 50, 8, 8], outputs: 17, stride: 2, pad: [0, 1, 0, 1]),
            Shape(input: [1, 40, 13, 12], outputs: 20, kernel: 5), Shape(input: [1, 72, 14, 9], outputs: 33, kernel: 5, stride: 2),
            Shape(input: [1, 64, 6, 6], outputs: 32, kernel: 5, pad: [0, 0, 0, 0]),
            Shape(input: [1, 64, 9, 9], outputs: 32, pad: [3, 4, 5, 2]),
            Shape(input: [2, 64, 2, 3], outputs: 32, kernel: 5, stride: 2, pad: [6, 1, 7, 0]), Shape(input: [1, 64, 1, 2], outputs: 16),
        ])
    func resultsAgreeWithThePlainKernel(shape: Shape) throws {
        for threads in [1, 2, 3] {
            var check = PlanCheck()
            let x = try check.conv(try check.input(shape.input), shape.input[1], [1, 1])
            var y = try Self.depthwise(&check, x, shape, bias: threads > 1)
            y = try check.conv(try check.call("relu6", y), shape.outputs, [1, 1], bias: threads > 1)
            let plan = try check.check(
                [y, try Self.reader(&check, y)], .bfloat16, tolerance: Self.tolerance, threads: threads, comment: "\(shape)")
            #expect(plan.joinedCount == 1, "\(shape): \(plan.stepNames)")
        }
    }

    /// Functions of either convolution, with channels beyond the last that no function may turn into more than nothing.
    @Test("Functions are one step with the convolutions", arguments: ["none", "relu", "relu6", "silu", "hardswish", "exp", "clip"])
    func functionsAreOneStepWithTheConvolutions(function: String) throws {
        func applied(_ check: inout PlanCheck, _ x: Argument) throws -> Argument {
            switch function {
            case "none": return x
            case "hardswish":
                let gate = try check.call("sigmoid_hard", x, ["alpha": .float(1 / 6), "beta": .float(0.5)])
                return try check.call("mul", x, ["y": gate])
            case "exp": return try check.call("exp", try check.call("tanh", x))
            case "clip": return try check.call("clip", x, ["alpha": .float(0.5), "beta": .float(1)])
            default: return try check.call(function, x)
            }
        }
        for channels in [64, 44] {
            let shape = Shape(input: [1, channels, 12, 11], outputs: 20)
            var check = PlanCheck()
            let x = try check.conv(try check.input(shape.input), channels, [1, 1])
            var y = try applied(&check, try Self.depthwise(&check, x, shape))
            y = try applied(&check, try check.conv(y, shape.outputs, [1, 1]))
            let plan = try check.check([y, try Self.reader(&check, y)], .bfloat16, tolerance: 3e-2, comment: function)
            #expect(plan.joinedCount == 1)
            #expect(plan.computingStepCount == 4, "\(plan.stepNames)")
        }
    }

    /// A residual that is read again, one whose place the result may take, and one that a function follows.
    @Test("Residuals are added in the same step", arguments: [false, true], [false, true])
    func residualsAreAddedInTheSameStep(isReadAgain: Bool, isFollowed: Bool) throws {
        for stride in [1, 2] {
            let shape = Shape(input: [2, 96, 10, 13], outputs: 24, stride: stride)
            var check = PlanCheck()
            let input = try check.input(shape.input)
            let shortcut = try check.conv(input, 24, [1, 1], strides: [stride, stride])
            let x = try check.call("relu", try check.conv(input, 96, [1, 1]))
            var y = try check.call("relu6", try Self.depthwise(&check, x, shape))
            y = try check.builder.emitOne("add", ["x": try check.conv(y, 24, [1, 1]), "y": shortcut])
            if isFollowed { y = try check.call("relu", y) }
            var outputs = [try Self.reader(&check, y)]
            if isReadAgain { outputs.append(try Self.reader(&check, shortcut)) }
            let plan = try check.check(outputs, .bfloat16, tolerance: Self.tolerance)
            #expect(plan.joinedCount == 1)
            #expect(plan.kernels(of: "add").isSubset(of: [.depthwisePointwise]), "\(plan.stepNames)")
        }
    }

    /// A result that nothing multiplies again is float32.
    @Test("Averages of the result are taken of floats")
    func averagesOfTheResultAreTakenOfFloats() throws {
        var check = PlanCheck()
        let shape = Shape(input: [1, 80, 9, 9], outputs: 40)
        let x = try check.call("relu", try check.conv(try check.input(shape.input), 80, [1, 1]))
        let y = try check.conv(try check.call("relu", try Self.depthwise(&check, x, shape)), 40, [1, 1])
        let mean = try check.call("reduce_mean", try check.call("relu", y), ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
        let plan = try check.check([mean], .bfloat16, tolerance: Self.tolerance)
        #expect(plan.joinedCount == 1)
    }

    @Test("A depthwise result that is read elsewhere is kept")
    func aDepthwiseResultThatIsReadElsewhereIsKept() throws {
        for isOutput in [false, true] {
            var check = PlanCheck()
            let shape = Shape(input: [1, 64, 10, 10], outputs: 32)
            let x = try check.call("relu", try check.conv(try check.input(shape.input), 64, [1, 1]))
            let middle = try check.call("relu", try Self.depthwise(&check, x, shape))
            let y = try check.conv(try check.conv(middle, 32, [1, 1]), 16, [1, 1])
            let other = isOutput ? middle : try check.conv(try check.conv(middle, 48, [1, 1]), 16, [1, 1])
            let plan = try check.check([y, other], .bfloat16, tolerance: Self.tolerance)
            #expect(plan.joinedCount == 0)
        }
    }

    /// Pairs that the kernel is not made for stay two steps: float32, wide results, other windows, and groups of several channels.
    @Test("Other pairs are left to the library")
    func otherPairsAreLeftToTheLibrary() throws {
        for (outputs, kernel, stride, groups, precision) in [
            (32, 3, 1, 64, PlanOptions.Precision.float32), (64, 3, 1, 64, .bfloat16), (32, 7, 1, 64, .bfloat16), (32, 3, 3, 64, .bfloat16),
            (32, 3, 1, 32, .bfloat16),
        ] {
            var check = PlanCheck()
            let x = try check.call("relu", try check.conv(try check.input([1, 64, 12, 12]), 64, [1, 1]))
            let middle = try check.conv(x, 64, [kernel, kernel], strides: [stride, stride], groups: groups)
            let y = try check.conv(try check.call("relu", middle), outputs, [1, 1])
            let plan = try check.check(
                [try check.conv(y, 16, [1, 1])], precision, tolerance: precision == .float32 ? 2e-5 : Self.tolerance)
            #expect(plan.joinedCount == 0)
        }
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        for (side, kernel) in [(7, 3), (31, 5), (56, 3)] {
            var results: [[UInt32]] = []
            for threads in [1, 2, 3, 8] {
                var check = PlanCheck()
                let shape = Shape(input: [1, 144, side, side], outputs: 40, kernel: kernel)
                let x = try check.call("relu", try check.conv(try check.input(shape.input), 144, [1, 1]))
                let y = try check.conv(try check.call("silu", try Self.depthwise(&check, x, shape)), 40, [1, 1])
                let function = try check.builder.finish(outputs: [("y", try check.conv(y, 16, [1, 1]))])
                let plan = try Plan(function, options: PlanOptions(precision: .bfloat16, threads: threads))
                #expect(plan.joinedCount == 1)
                let answer = try plan.run(check.inputs)[0]
                results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
            }
            #expect(results.allSatisfy { $0 == results[0] })
        }
    }

    /// A not-a-number stays one, under the window and nowhere else.
    @Test("Not a number reaches the results that see it")
    func notANumberReachesTheResultsThatSeeIt() throws {
        var check = PlanCheck()
        let shape = Shape(input: [1, 64, 8, 8], outputs: 16)
        let x = try check.input(shape.input)
        check.inputs[0].floats[3 * 8 + 3] = .nan
        let y = try check.conv(try check.call("relu6", try Self.depthwise(&check, x, shape)), 16, [1, 1])
        let mean = try check.call("reduce_mean", try check.conv(y, 16, [1, 1]), ["axes": .ints([1]), "keep_dims": .bool(true)])
        let function = try check.builder.finish(outputs: [("y", mean)])
        var options = PlanOptions(precision: .bfloat16, threads: 2)
        options.usesAMX = true
        let plan = try Plan(function, options: options)
        #expect(plan.joinedCount == 1)
        let answer = try plan.run(check.inputs)[0]
        withExtendedLifetime(answer) {
            for row in 0..<8 {
                for column in 0..<8 {
                    let sees = (2...4).contains(row) && (2...4).contains(column)
                    #expect(answer.floats[row * 8 + column].isNaN == sees, "\(row) \(column)")
                }
            }
        }
    }
}

extension Plan {
    fileprivate var joinedCount: Int { count(of: .depthwisePointwise) }
}
