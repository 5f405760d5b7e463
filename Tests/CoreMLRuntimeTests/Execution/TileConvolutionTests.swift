import Testing

@testable import CoreMLRuntime

/// Convolutions by one pixel and products of rows whose factors AMX reads as they lie.
@Suite(.enabled(if: Processor.hasAMX, "the kernel is for such processors"))
struct TileConvolutionTests {
    private static let tolerance = 2e-2

    struct Shape: Sendable {
        var input: [Int]
        var outputs: Int
        var kernel = [3, 3]
        var pad: [Int]?
    }

    /// A reader of `y` that multiplies in bfloat16: a last convolution computes in float32.
    private static func reader(_ check: inout PlanCheck, _ y: Argument) throws -> Argument {
        try check.conv(try check.conv(y, 16, [1, 1], strides: [2, 2]), 8, [1, 1], strides: [2, 2])
    }

    /// Rows under a window that are whole registers, that are none, and that leave a rest which fits once, twice or often into a register;
    /// fewer pixels than a register has rows; several images and bands; groups of outputs that are not whole or no pairs; padding that is
    /// none, uneven, or more than the window.
    @Test(
        "Results agree with the plain kernel",
        arguments: [
            Shape(input: [1, 32, 14, 14], outputs: 64), Shape(input: [2, 16, 27, 27], outputs: 40),
            Shape(input: [1, 48, 13, 13], outputs: 192), Shape(input: [3, 11, 9, 21], outputs: 17),
            Shape(input: [1, 64, 7, 7], outputs: 512),
            Shape(input: [1, 35, 30, 11], outputs: 16), Shape(input: [1, 13, 20, 101], outputs: 24),
            Shape(input: [1, 21, 3, 6], outputs: 33),
            Shape(input: [2, 128, 40, 41], outputs: 16), Shape(input: [1, 130, 1, 40], outputs: 100, kernel: [1, 3]),
            Shape(input: [1, 40, 12, 10], outputs: 48, kernel: [2, 4], pad: [0, 0, 0, 0]),
            Shape(input: [1, 10, 12, 12], outputs: 16, kernel: [5, 3]),
            Shape(input: [1, 24, 12, 10], outputs: 16, kernel: [5, 1], pad: [4, 7, 0, 0]),
            Shape(input: [1, 16, 8, 10], outputs: 20, kernel: [1, 7], pad: [2, 0, 9, 1]),
            Shape(input: [1, 32, 7, 8], outputs: 16, kernel: [4, 4], pad: [0, 0, 0, 0]),
            Shape(input: [1, 128, 20, 20], outputs: 32, kernel: [1, 1]), Shape(input: [3, 100, 5, 5], outputs: 1000, kernel: [1, 1]),
            Shape(input: [1, 2048, 9, 9], outputs: 16, kernel: [1, 1]), Shape(input: [1, 111, 50, 50], outputs: 100, kernel: [1, 1]),
            Shape(input: [1, 136, 1, 17], outputs: 60, kernel: [1, 1]),
            Shape(input: [1, 128, 9, 9], outputs: 16, kernel: [1, 1], pad: [1, 1, 2, 0]),
        ])
    func resultsAgreeWithThePlainKernel(shape: Shape) throws {
        for threads in [1, 2, 3] {
            var check = PlanCheck()
            let x = try check.input(shape.input)
            var y = try check.conv(x, shape.outputs, shape.kernel, pad: shape.pad, bias: threads > 1)
            if threads > 2 { y = try check.call("relu", y) }
            let plan = try check.check(
                [y, try Self.reader(&check, y)], .bfloat16, tolerance: Self.tolerance, threads: threads, comment: "\(shape)")
            #expect(plan.tileCount == 1, "\(shape): \(plan.stepNames)")
        }
    }

    @Test("Functions are one step with the convolution", arguments: ["none", "relu", "relu6", "silu", "gelu", "tanh"], [1, 3])
    func functionsAreOneStepWithTheConvolution(function: String, side: Int) throws {
        for outputs in [20, 32] {
            var check = PlanCheck()
            var y = try check.conv(try check.input([1, 104, 41, 17]), outputs, [side, side])
            if function != "none" { y = try check.call(function, y) }
            let plan = try check.check([try Self.reader(&check, y)], .bfloat16, tolerance: 3e-2, comment: function)
            #expect(plan.tileCount == 1)
            #expect(plan.computingStepCount == 3, "\(plan.stepNames)")
        }
    }

    /// A residual that is read again, one whose place the result may take, and one that a function follows.
    @Test("Residuals are added in the same step", arguments: [false, true], [false, true])
    func residualsAreAddedInTheSameStep(isReadAgain: Bool, isFollowed: Bool) throws {
        var check = PlanCheck()
        let x = try check.input([2, 112, 15, 19])
        let shortcut = try check.conv(x, 24, [1, 1])
        let product = try check.conv(x, 24, [3, 3])
        var y = try check.builder.emitOne("add", ["x": product, "y": shortcut])
        if isFollowed { y = try check.call("silu", y) }
        var outputs = [try Self.reader(&check, y)]
        if isReadAgain { outputs.append(try Self.reader(&check, shortcut)) }
        let plan = try check.check(outputs, .bfloat16, tolerance: Self.tolerance)
        #expect(plan.tileCount == 2)
        #expect(plan.kernels(of: "add").isSubset(of: [.tiles]), "\(plan.stepNames)")
    }

    /// A factor for each channel, which the kernel does not apply as it stores, is a post of the library's.
    @Test("Other posts are left to the library")
    func otherPostsAreLeftToTheLibrary() throws {
        var check = PlanCheck()
        let y = try check.conv(try check.input([1, 32, 20, 20]), 32, [3, 3])
        let gate = try check.call("abs", try check.input([1, 32, 1, 1], "gate"))
        let z = try Self.reader(&check, try check.call("mul", try check.call("relu", y), ["y": gate]))
        let plan = try check.check([z], .bfloat16, tolerance: Self.tolerance)
        #expect(plan.tileCount == 0, "\(plan.stepNames)")
    }

    /// A result that nothing multiplies again is float32, and so is what is added to it.
    @Test("Averages of the result are taken of floats")
    func averagesOfTheResultAreTakenOfFloats() throws {
        var check = PlanCheck()
        let x = try check.input([1, 128, 15, 13])
        var y = try check.conv(x, 40, [3, 3])
        y = try check.builder.emitOne("add", ["x": y, "y": try check.conv(x, 40, [1, 1])])
        let mean = try check.call("reduce_mean", try check.call("relu", y), ["axes": .ints([2, 3]), "keep_dims": .bool(true)])
        let plan = try check.check([mean, try Self.reader(&check, x)], .bfloat16, tolerance: Self.tolerance)
        #expect(plan.tileCount == 2, "\(plan.stepNames)")
    }

    @Test("Products of rows agree", arguments: [(16, 128, 16), (197, 384, 96), (33, 100, 50), (1000, 111, 17), (64, 1536, 80)])
    func productsOfRowsAgree(rows: Int, inputs: Int, outputs: Int) throws {
        for function in ["none", "gelu", "add"] {
            var check = PlanCheck()
            let x = try check.input([1, rows, inputs])
            func linear(_ x: Argument, _ inputs: Int, _ outputs: Int) throws -> Argument {
                let weight = check.noise.tensor([outputs, inputs], scale: 0.1)
                return try check.call("linear", x, ["weight": .tensor(weight), "bias": .tensor(check.noise.tensor([outputs]))])
            }
            var y = try linear(x, inputs, outputs)
            if function == "gelu" { y = try check.call("gelu", y, ["mode": .string("EXACT")]) }
            if function == "add" { y = try check.builder.emitOne("add", ["x": y, "y": try linear(x, inputs, outputs)]) }
            let plan = try check.check([try linear(y, outputs, 16)], .bfloat16, tolerance: Self.tolerance, comment: function)
            #expect(plan.tileCount == (function == "add" ? 2 : 1), "\(plan.stepNames)")
            #expect(plan.kernels(of: "gelu").isSubset(of: [.tiles]), "\(plan.stepNames)")
        }
    }

    /// Windows that cover an image once; rows and columns that fill none are left out. What a pass has made is bfloat16.
    @Test(
        "Products of patches agree",
        arguments: [
            Shape(input: [1, 3, 64, 80], outputs: 40, kernel: [16, 16]), Shape(input: [2, 3, 41, 45], outputs: 96, kernel: [8, 8]),
            Shape(input: [1, 5, 30, 63], outputs: 17, kernel: [5, 9]), Shape(input: [1, 4, 70, 64], outputs: 16, kernel: [14, 2]),
        ])
    func productsOfPatchesAgree(shape: Shape) throws {
        for isChanged in [false, true] {
            var check = PlanCheck()
            var x = try check.input(shape.input)
            if isChanged { x = try check.call("tanh", x) }
            let y = try check.conv(x, shape.outputs, shape.kernel, strides: shape.kernel, pad: [0, 0, 0, 0])
            let outputs = [try check.call("silu", y), try Self.reader(&check, y)]
            let plan = try check.check(outputs, .bfloat16, tolerance: Self.tolerance, threads: isChanged ? 2 : 3, comment: "\(shape)")
            #expect(plan.tileCount == 1, "\(plan.stepNames)")
            #expect(plan.count(of: .patchProduct) == 1)
        }
    }

    /// Shapes that the kernel is not made for, or processors.
    struct Other: Sendable {
        var input: [Int]
        var kernel = [3, 3]
        var strides: [Int]?
        var dilations: [Int]?
        var groups = 1
        var pad: [Int]?
        var precision = PlanOptions.Precision.bfloat16
        var usesAMX = true
    }

    @Test(
        "Other convolutions are left to the library",
        arguments: [
            Other(input: [1, 32, 20, 20], strides: [2, 2]), Other(input: [1, 32, 20, 20], dilations: [2, 2]),
            Other(input: [1, 32, 20, 20], groups: 4), Other(input: [1, 32, 90], kernel: [3]),
            Other(input: [1, 32, 8, 8, 8], kernel: [3, 3, 3]), Other(input: [1, 32, 20, 20], precision: .float32),
            Other(input: [1, 32, 20, 20], usesAMX: false), Other(input: [1, 64, 20, 20], kernel: [1, 1]),
            Other(input: [1, 128, 3, 5], kernel: [1, 1]), Other(input: [1, 128, 3, 5]),
            Other(input: [1, 12, 32, 32], kernel: [4, 4], strides: [4, 4], dilations: [2, 2]),
            Other(input: [1, 3, 32, 32], kernel: [4, 4], strides: [4, 4]), Other(input: [1, 8, 20, 20]), Other(input: [1, 16, 92, 92]),
            Other(input: [1, 1, 40, 300], kernel: [3, 300], pad: [1, 1, 0, 0]),
            Other(input: [16, 64, 7, 7], kernel: [7, 7], pad: [0, 0, 0, 0]),
        ])
    func otherConvolutionsAreLeftToTheLibrary(other: Other) throws {
        var check = PlanCheck()
        let twos = other.kernel.map { _ in 2 }, ones = other.kernel.map { _ in 1 }
        let y = try check.conv(
            try check.input(other.input), 24, other.kernel, strides: other.strides, pad: other.pad, dilations: other.dilations,
            groups: other.groups)
        let last = try check.conv(try check.conv(try check.call("relu", y), 16, ones, strides: twos), 8, ones, strides: twos)
        let plan = try check.check(
            [last], other.precision, tolerance: other.precision == .float32 ? 2e-5 : Self.tolerance, usesAMX: other.usesAMX,
            comment: "\(other)")
        #expect(plan.tileCount == 0, "\(plan.stepNames)")
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        for (channels, side, kernel) in [(16, 21, 3), (64, 7, 3), (104, 30, 1), (256, 12, 1)] {
            var results: [[UInt32]] = []
            for threads in [1, 2, 3, 8] {
                var check = PlanCheck()
                let y = try check.conv(try check.input([2, channels, side, side]), 200, [kernel, kernel])
                let last = try check.conv(try check.call("silu", y), 16, [1, 1], strides: [2, 2])
                let program = try check.builder.finish(outputs: [("y", last)])
                let plan = try Plan(program, options: PlanOptions(precision: .bfloat16, threads: threads))
                #expect(plan.tileCount == 1)
                let answer = try plan.run(check.inputs)[0]
                results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
            }
            #expect(results.allSatisfy { $0 == results[0] }, "\(channels) \(side) \(kernel)")
        }
    }

    /// Under the window and nowhere else, also where rows under it leave a rest, and next to the end of a row.
    @Test("Numbers that are not finite reach the results that read them", arguments: [Float.nan, .infinity], [16, 32, 11])
    func numbersThatAreNotFiniteReachTheResultsThatReadThem(number: Float, channels: Int) throws {
        for (row, column) in [(5, 6), (0, 16), (16, 0)] {
            var check = PlanCheck()
            let x = try check.input([1, channels, 17, 17])
            check.inputs[0].floats[17 * 17 + row * 17 + column] = number
            let y = try check.conv(x, 16, [3, 3])
            let mean = try check.call("reduce_mean", y, ["axes": .ints([1]), "keep_dims": .bool(true)])
            let function = try check.builder.finish(outputs: [("y", mean), ("z", try Self.reader(&check, y))])
            let plan = try Plan(function, options: PlanOptions(precision: .bfloat16, threads: 2))
            #expect(plan.tileCount == 1)
            let answer = try plan.run(check.inputs)[0]
            withExtendedLifetime(answer) {
                for y in 0..<17 {
                    for x in 0..<17 {
                        let sees = abs(y - row) <= 1 && abs(x - column) <= 1
                        #expect(answer.floats[y * 17 + x].isFinite != sees, "\(y) \(x)")
                    }
                }
            }
        }
    }
}

extension Plan {
    fileprivate var tileCount: Int { count(of: .tiles) }
}
