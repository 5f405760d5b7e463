import Testing

@testable import CoreMLRuntime

/// Normalisations by the root of the mean of squares, as models spell them, against their definition in double precision.
@Suite struct RootMeanSquareTests {
    private static let epsilon: Float = 1e-3

    /// The operations between x and the product of x with its own scale.
    enum Spelling: CaseIterable, Sendable {
        case plain, epsilonAdded, product, power, exchanged, minusHalf, quotient, quotientOfOne, inverse, sum, sumOfSquares, squareOfNorm
        case squeezed, repeated
    }

    /// x normalised over its last dimension.
    private func normalized(_ check: inout PlanCheck, _ x: Argument, _ spelling: Spelling) throws -> Argument {
        let count = try check.builder.type(of: x).shape.last ?? 1
        let epsilon = Argument.float(Self.epsilon)
        let axes: [String: Argument] = ["axes": .ints([-1]), "keep_dims": .bool(spelling != .squeezed)]
        var mean: Argument
        switch spelling {
        case .sumOfSquares:
            mean = try check.call("mul", try check.call("reduce_sum_square", x, axes), ["y": .float(1 / Float(count))])
        case .squareOfNorm:
            let square = try check.call("square", try check.call("reduce_l2_norm", x, axes))
            mean = try check.call("real_div", square, ["y": .float(Float(count))])
        case .sum:
            let sum = try check.call("reduce_sum", try check.call("square", x), axes)
            mean = try check.call("real_div", sum, ["y": .float(Float(count))])
        case .product: mean = try check.call("reduce_mean", try check.call("mul", x, ["y": x]), axes)
        case .power: mean = try check.call("reduce_mean", try check.call("pow", x, ["y": .float(2)]), axes)
        default: mean = try check.call("reduce_mean", try check.call("square", x), axes)
        }
        if spelling == .squeezed { mean = try check.call("expand_dims", mean, ["axes": .ints([-1])]) }
        switch spelling {
        case .quotient, .quotientOfOne, .inverse, .minusHalf, .epsilonAdded:
            let sum = try check.call("add", mean, ["y": epsilon])
            if spelling == .epsilonAdded { return try check.call("mul", x, ["y": try check.call("rsqrt", sum, ["epsilon": .float(0)])]) }
            if spelling == .minusHalf { return try check.call("mul", x, ["y": try check.call("pow", sum, ["y": .float(-0.5)])]) }
            let root = try check.call("sqrt", sum)
            if spelling == .quotient { return try check.call("real_div", x, ["y": root]) }
            if spelling == .inverse { return try check.call("mul", x, ["y": try check.call("inverse", root, ["epsilon": .float(0)])]) }
            return try check.call("mul", x, ["y": try check.builder.emitOne("real_div", ["x": .float(1), "y": root])])
        default: break
        }
        var scale = try check.call("rsqrt", mean, ["epsilon": epsilon])
        if spelling == .repeated {
            let rank = try check.builder.type(of: x).rank
            scale = try check.call("tile", scale, ["reps": .ints([Int](repeating: 1, count: rank - 1) + [count])])
        }
        return spelling == .exchanged ? try check.call("mul", scale, ["y": x]) : try check.call("mul", x, ["y": scale])
    }

    /// Each row of `count` numbers times what `scale` makes of the mean of its squares, and times weights.
    private func expected(_ x: Tensor, _ count: Int, _ weights: [Double]? = nil, _ scale: (Double) -> Double) -> [Double] {
        let numbers = x.doubles
        var result: [Double] = []
        for start in stride(from: 0, to: numbers.count, by: count) {
            let row = Array(numbers[start..<start + count])
            let mean = row.map { $0 * $0 }.reduce(0, +) / Double(count)
            let factor = scale(mean)
            for (index, value) in row.enumerated() { result.append(value * factor * (weights?[index] ?? 1)) }
        }
        return result
    }

    private func definition(_ mean: Double) -> Double { 1 / (mean + Double(Self.epsilon)).squareRoot() }

    /// The largest difference over the largest value; infinite where only one of both is no number.
    private func error(_ result: Tensor, _ truth: [Double]) -> Double {
        let numbers = result.doubles
        guard numbers.count == truth.count else { return .infinity }
        var (largest, difference) = (0.0, 0.0)
        for (number, value) in zip(numbers, truth) {
            if number.isNaN || value.isNaN {
                if number.isNaN != value.isNaN { return .infinity }
                continue
            }
            largest = max(largest, abs(value))
            difference = max(difference, abs(number - value))
        }
        return difference / max(largest, 1e-30)
    }

    /// The plan of one output, and its answer.
    private func run(_ check: inout PlanCheck, _ y: Argument) throws -> (plan: Plan, answer: Tensor) {
        let function = try check.builder.finish(outputs: [("y", y)])
        let plan = try Plan(function, options: PlanOptions(threads: 2))
        return (plan, try plan.run(check.inputs)[0])
    }

    /// The normalisations that are recognised in a program with these outputs.
    private func recognized(_ check: inout PlanCheck, _ outputs: [Argument]) throws -> [RootMeanSquareNode] {
        let function = try check.builder.finish(outputs: outputs.enumerated().map { ("y\($0.offset)", $0.element) })
        var graph = try GraphImport.graph(of: function)
        graph.optimize(for: PlanOptions())
        return graph.nodes.compactMap { node in if case .rootMeanSquare(let found) = node.kind { found } else { nil } }
    }

    @Test("Every spelling is one step", arguments: Spelling.allCases)
    func everySpellingIsOneStep(spelling: Spelling) throws {
        for shape in [[48], [5, 48], [1, 7, 48], [3, 7, 48], [2, 3, 4, 33], [1, 6000], [70, 300]] {
            var check = PlanCheck()
            let count = shape[shape.count - 1]
            let x = try check.input(shape)
            let weights = check.noise.tensor([count])
            let y = try check.call("mul", try normalized(&check, x, spelling), ["y": .tensor(weights)])
            let (plan, answer) = try run(&check, y)
            #expect(plan.stepNames.count == 1, "\(shape): \(plan.stepNames)")
            let truth = expected(check.inputs[0], count, weights.doubles, definition)
            #expect(error(answer, truth) < 1e-5, "\(shape)")
        }
    }

    @Test("Weights may come first or twice or not at all")
    func weightsMayComeFirstOrTwiceOrNotAtAll() throws {
        for (before, after) in [(0, 0), (1, 0), (0, 2), (1, 1)] {
            var check = PlanCheck()
            let x = try check.input([6, 40])
            var product = [Double](repeating: 1, count: 40)
            func weighted(_ y: Argument) throws -> Argument {
                let weights = check.noise.positive([1, 40])
                product = zip(product, weights.doubles).map { $0 * $1 }
                return try check.builder.emitOne("mul", ["x": .tensor(weights), "y": y])
            }
            let scale = try check.call(
                "rsqrt", try check.call("reduce_mean", try check.call("square", x), ["axes": .ints([1]), "keep_dims": .bool(true)]),
                ["epsilon": .float(Self.epsilon)])
            var y = x
            for _ in 0..<before { y = try weighted(y) }
            y = try check.call("mul", y, ["y": scale])
            for _ in 0..<after { y = try weighted(y) }
            let (plan, answer) = try run(&check, try check.call("mul", y, ["y": .float(0.5)]))
            #expect(plan.stepNames.count == 1, "\(plan.stepNames)")
            let truth = expected(check.inputs[0], 40, product) { 0.5 * definition($0) }
            #expect(error(answer, truth) < 1e-5, "\(before) \(after)")
        }
    }

    /// Each use of x is widened by a cast of its own.
    @Test("Casts around the normalisation are no steps")
    func castsAroundTheNormalisationAreNoSteps() throws {
        var check = PlanCheck()
        let shape = [2, 9, 40]
        check.inputs = [check.noise.tensor(shape).converted(to: .float16)]
        let x = try check.builder.input("x", TensorType(.float16, shape))
        func widened() throws -> Argument { try check.call("cast", x, ["dtype": .string("fp32")]) }
        let squares = try check.call("square", try widened())
        let mean = try check.call("reduce_mean", squares, ["axes": .ints([2]), "keep_dims": .bool(true)])
        let scale = try check.call("rsqrt", mean, ["epsilon": .float(Self.epsilon)])
        var y = try check.call("mul", try widened(), ["y": scale])
        y = try check.call("cast", y, ["dtype": .string("fp16")])
        let weights = check.noise.tensor([40]).converted(to: .float16)
        y = try check.call("mul", y, ["y": .tensor(weights)])
        let (plan, answer) = try run(&check, y)
        #expect(answer.scalar == .float16)
        #expect(plan.stepNames.count - plan.plainKinds.filter { $0 == "cast" }.count == 1, "\(plan.stepNames)")
        #expect(error(answer, expected(check.inputs[0], 40, weights.doubles, definition)) < 1e-3)
    }

    /// The operations on the norm of a row before it divides the row.
    enum Divisor: CaseIterable, Sendable {
        case norm, atLeast, clipped, repeated, withMargin
    }

    @Test("Rows divided by their norm are one step", arguments: Divisor.allCases)
    func rowsDividedByTheirNormAreOneStep(divisor: Divisor)
        throws
    {
        let (count, least, margin) = (40, 0.5, 0.25)
        var check = PlanCheck()
        let x = try check.input([5, count])
        // One row whose norm is smaller than the limit, and one of zeros.
        for index in 0..<count { check.inputs[0].floats[count + index] *= 0.01 }
        for index in 0..<count { check.inputs[0].floats[3 * count + index] = 0 }
        var norm = try check.call("reduce_l2_norm", x, ["axes": .ints([-1]), "keep_dims": .bool(true)])
        switch divisor {
        case .norm: break
        case .atLeast: norm = try check.call("maximum", norm, ["y": .float(Float(least))])
        case .clipped, .repeated: norm = try check.call("clip", norm, ["alpha": .float(Float(least)), "beta": .float(.infinity)])
        case .withMargin:
            norm = try check.call("mul", norm, ["y": .float(1 / Float(count).squareRoot())])
            norm = try check.call("add", norm, ["y": .float(Float(margin))])
        }
        if divisor == .repeated { norm = try check.call("tile", norm, ["reps": .ints([1, count])]) }
        let weights = check.noise.tensor([count])
        var y = try check.call("mul", try check.call("real_div", x, ["y": norm]), ["y": .float(Float(count).squareRoot())])
        y = try check.call("mul", y, ["y": .tensor(weights)])
        let (plan, answer) = try run(&check, y)
        #expect(plan.stepNames.count == 1, "\(plan.stepNames)")
        let root = Double(count).squareRoot()
        let truth = expected(check.inputs[0], count, weights.doubles) { mean in
            let norm = mean.squareRoot() * root
            switch divisor {
            case .norm: return root / norm
            case .atLeast, .clipped, .repeated: return root / max(norm, least)
            case .withMargin: return root / (norm / root + margin)
            }
        }
        #expect(error(answer, truth) < 1e-5)
        #expect(truth[3 * count].isNaN == (divisor == .norm))
    }

    /// Rows whose squares float32 can't hold: the norm of such a row is a number all the same, the mean of its squares is not.
    @Test("The fused kernel agrees with the single operations also for the largest and smallest numbers")
    func numbersAtTheEndsOfTheRangeGiveWhatTheOperationsGive() throws {
        let count = 20
        for spelling in [Spelling.plain, .quotient] {
            var check = PlanCheck()
            let x = try check.input([5, count])
            let numbers = check.inputs[0].floats
            for index in 0..<count {
                numbers[index] = 1e20
                numbers[count + index] = 0
                numbers[2 * count + index] = index == 3 ? .infinity : 1
                numbers[3 * count + index] = index == 3 ? .nan : 1
                numbers[4 * count + index] = index == 3 ? 1e30 : 1
            }
            let (plan, answer) = try run(&check, try normalized(&check, x, spelling))
            #expect(plan.stepNames.count == 1)
            let result = answer.doubles
            for index in 0..<count {
                #expect(result[index] == 0 && result[count + index] == 0)
                #expect(index == 3 ? result[2 * count + index].isNaN : result[2 * count + index] == 0)
                #expect(result[3 * count + index].isNaN)
                #expect(result[4 * count + index] == 0)
            }
        }
        var check = PlanCheck()
        let x = try check.input([3, count])
        for index in 0..<count {
            check.inputs[0].floats[index] *= 1e25
            check.inputs[0].floats[count + index] *= 1e-25
        }
        let norm = try check.call("reduce_l2_norm", x, ["axes": .ints([-1]), "keep_dims": .bool(true)])
        let (plan, answer) = try run(&check, try check.call("real_div", x, ["y": norm]))
        #expect(plan.stepNames.count == 1)
        #expect(error(answer, expected(check.inputs[0], count) { 1 / ($0 * Double(count)).squareRoot() }) < 1e-5)
    }

    // MARK: Layer normalisation of x and −x

    /// The layer normalisation of x and −x along `axis`.
    private func doubled(_ check: inout PlanCheck, _ x: Argument, _ axis: Int, exchanged: Bool = false) throws -> Argument {
        let negative = try check.call("mul", x, ["y": .float(-1)])
        let joined = try check.builder.emitOne(
            "concat", ["values": .list(exchanged ? [negative, x] : [x, negative]), "axis": .int(axis), "interleave": .bool(false)])
        return try check.call("layer_norm", joined, ["axes": .ints([axis]), "epsilon": .float(Self.epsilon)])
    }

    /// The elements from `start` along `axis`, so many that the result has `shape`.
    private func slice(_ check: inout PlanCheck, _ y: Argument, _ axis: Int, _ shape: [Int], from start: Int = 0) throws -> Argument {
        var (begin, end) = ([Int](repeating: 0, count: shape.count), shape)
        begin[axis] = start
        end[axis] += start
        return try check.call("slice_by_index", y, ["begin": .ints(begin), "end": .ints(end)])
    }

    @Test(
        "Half of a layer normalisation of both signs is one step",
        arguments: [([48], 0), ([1, 1, 48], 2), ([2, 5, 48], 2), ([7, 300], 1), ([1, 48, 1, 1], 1)])
    func halfOfALayerNormalisationOfBothSignsIsOneStep(shape: [Int], axis: Int) throws {
        for isSplit in [false, true] {
            var check = PlanCheck()
            let x = try check.input(shape)
            let both = try doubled(&check, x, axis)
            let half =
                isSplit
                ? try check.builder.emit("split", ["x": both, "axis": .int(axis), "num_splits": .int(2)])[0]
                : try slice(&check, both, axis, shape)
            var own = [Int](repeating: 1, count: shape.count)
            own[axis] = shape[axis]
            let weights = check.noise.tensor(own)
            let (plan, answer) = try run(&check, try check.call("mul", half, ["y": .tensor(weights)]))
            #expect(plan.stepNames.count == 1, "\(shape): \(plan.stepNames)")
            #expect(error(answer, expected(check.inputs[0], shape[axis], weights.doubles, definition)) < 1e-5, "\(shape)")
        }
    }

    @Test("Other parts of such a layer normalisation stay")
    func otherPartsOfSuchALayerNormalisationStay() throws {
        for shape in [[3, 48], [1, 48]] {
            for spelling in 0..<5 {
                var check = PlanCheck()
                let x = try check.input(shape)
                let both = try doubled(&check, x, 1, exchanged: spelling == 0)
                var outputs: [Argument]
                switch spelling {
                case 0: outputs = [try slice(&check, both, 1, shape)]
                case 1: outputs = [try slice(&check, both, 1, shape, from: 48)]
                case 2: outputs = [try slice(&check, both, 1, shape, from: 1)]
                case 3: outputs = try check.builder.emit("split", ["x": both, "axis": .int(1), "num_splits": .int(2)])
                default: outputs = [try slice(&check, both, 1, shape), both]
                }
                try check.check(outputs, comment: "\(shape) \(spelling)")
                let found = try recognized(&check, outputs)
                #expect(found.isEmpty, "\(shape) \(spelling)")
            }
        }
    }

    // MARK: Unchanged computations

    /// Values in the middle that something else reads.
    @Test("Steps whose results are read elsewhere stay", arguments: ["square", "reduce_mean", "rsqrt"])
    func stepsWhoseResultsAreReadElsewhereStay(kind: String) throws {
        var check = PlanCheck()
        let x = try check.input([4, 7, 40])
        let squares = try check.call("square", x)
        let mean = try check.call("reduce_mean", squares, ["axes": .ints([2]), "keep_dims": .bool(true)])
        let scale = try check.call("rsqrt", mean, ["epsilon": .float(Self.epsilon)])
        let other = kind == "square" ? squares : kind == "reduce_mean" ? mean : scale
        let outputs = [try check.call("mul", x, ["y": scale]), try check.call("tanh", other)]
        try check.check(outputs)
        let found = try recognized(&check, outputs)
        #expect(found.isEmpty)
    }

    /// Other reductions, other functions of the mean, and the scale of another value.
    @Test("Similar computations stay", arguments: 0..<9)
    func similarComputationsStay(spelling: Int) throws {
        var check = PlanCheck()
        let x = try check.input([6, 6, 6], "x")
        let other = try check.input([6, 6, 6], "other")
        var axes: [String: Argument] = ["axes": .ints([2]), "keep_dims": .bool(true)]
        if spelling == 0 { axes["axes"] = .ints([1]) }
        if spelling == 1 { axes["axes"] = .ints([1, 2]) }
        var squares = try check.call(spelling == 2 ? "abs" : "square", spelling == 3 ? other : x)
        if spelling == 4 { squares = try check.call("mul", x, ["y": try check.call("tanh", x)]) }
        var mean = try check.call("reduce_mean", squares, axes)
        if spelling == 5 { mean = try check.call("clip", mean, ["alpha": .float(0), "beta": .float(0.2)]) }
        if spelling == 6 { mean = try check.call("tanh", mean) }
        if spelling == 7 { mean = try check.call("sub", mean, ["y": .float(0.01)]) }
        if spelling == 8 { mean = try check.call("transpose", mean, ["perm": .ints([1, 0, 2])]) }
        let scale = try check.call("rsqrt", mean, ["epsilon": .float(Self.epsilon)])
        let y = try check.call("mul", x, ["y": scale])
        try check.check([y], comment: "\(spelling)")
        let found = try recognized(&check, [y])
        #expect(found.isEmpty)
    }

    /// A mean over a window that is as long as a row, but begins before it.
    @Test("Averages that see padding are no means of rows")
    func averagesThatSeePaddingAreNoMeansOfRows() throws {
        var check = PlanCheck()
        let x = try check.input([1, 3, 8])
        let mean = try check.call(
            "avg_pool", try check.call("square", x),
            [
                "kernel_sizes": .ints([8]), "strides": .ints([8]), "pad_type": .string("custom"), "pad": .ints([7, 0]),
                "exclude_padding_from_average": .bool(false),
            ])
        let y = try check.call("mul", x, ["y": try check.call("rsqrt", mean, ["epsilon": .float(Self.epsilon)])])
        try check.check([y])
        let found = try recognized(&check, [y])
        #expect(found.isEmpty)
    }

    @Test("Weights of other shapes are no part of the kernel", arguments: [[7, 1], [7, 40], [3, 1, 40], [1], [40]])
    func weightsOfOtherShapesAreNoPartOfTheKernel(shape: [Int]) throws {
        var check = PlanCheck()
        let x = try check.input([3, 7, 40])
        let y = try check.call("mul", try normalized(&check, x, .plain), ["y": .tensor(check.noise.tensor(shape))])
        try check.check([y], comment: "\(shape)")
        let found = try recognized(&check, [y])
        #expect(found.count == 1)
        #expect((found.first?.gamma != nil) == (shape == [40]))
    }

    // MARK: Among other steps

    /// In bfloat16 what a product reads is stored as that, and what the normalisation reads may be.
    @Test("Normalisations between products agree")
    func normalisationsBetweenProductsAgree() throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 3e-5), (.bfloat16, 4e-2)] {
            var check = PlanCheck()
            func linear(_ x: Argument, _ inputs: Int, _ outputs: Int) throws -> Argument {
                try check.call("linear", x, ["weight": .tensor(check.noise.tensor([outputs, inputs], scale: 0.3))])
            }
            var x = try linear(try check.input([1, 33, 24]), 24, 64)
            for spelling in [Spelling.plain, .quotient, .power] {
                let normal = try check.call(
                    "mul", try normalized(&check, x, spelling), ["y": .tensor(check.noise.positive([64]))])
                let gate = try check.call("silu", try linear(normal, 64, 96))
                let up = try check.call("mul", gate, ["y": try linear(normal, 64, 96)])
                x = try check.call("add", x, ["y": try linear(up, 96, 64)])
            }
            let both = try check.call("add", try normalized(&check, x, .plain), ["y": x])
            let outputs = [try linear(both, 64, 8), try linear(x, 64, 8)]
            let plan = try check.check(outputs, precision, tolerance: tolerance)
            #expect(plan.plainKinds.isEmpty)
            let found = try recognized(&check, outputs)
            #expect(found.count == 4)
        }
    }
}
