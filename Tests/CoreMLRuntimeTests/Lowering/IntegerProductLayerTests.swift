import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Layers whose weights are integers of eight bits and whose input is quantised when it is known.
struct IntegerProductLayerTests {
    private typealias Layer = LayerCheck.Layer
    private typealias Weights = Specification.WeightParams

    private func weights(_ rows: [[Int8]], scale: [Float] = [0.5], _ change: (inout Weights) -> Void = { _ in }) -> Weights {
        var weights = Weights()
        weights.int8RawValue = Bytes(copying: rows.joined().map { UInt8(bitPattern: $0) })
        weights.quantization = .with {
            $0.numberOfBits = 8
            $0.quantizationType = .linearQuantization(.with { $0.scale = PackedFloats(scale) })
        }
        change(&weights)
        return weights
    }

    private func innerProduct(_ weights: Weights, inputs: Int, outputs: Int, bias: [Float]? = nil) -> Layer {
        .innerProduct(
            .with {
                ($0.inputChannels, $0.outputChannels) = (UInt64(inputs), UInt64(outputs))
                ($0.weights, $0.int8DynamicQuantize) = (weights, true)
                if let bias { ($0.hasBias, $0.bias) = (true, weightParams(bias)) }
            })
    }

    private func matrixProduct(_ weights: Weights, inputs: Int, outputs: Int, bias: [Float]? = nil) -> Layer {
        .batchedMatmul(
            .with {
                ($0.weightMatrixFirstDimension, $0.weightMatrixSecondDimension) = (UInt64(inputs), UInt64(outputs))
                ($0.weights, $0.int8DynamicQuantize) = (weights, true)
                if let bias { ($0.hasBias, $0.bias) = (true, weightParams(bias)) }
            })
    }

    /// Both layers with weights that lie alike.
    private func layers(_ weights: Weights, inputs: Int, outputs: Int, bias: [Float]? = nil) -> [Layer] {
        [
            innerProduct(weights, inputs: inputs, outputs: outputs, bias: bias),
            matrixProduct(weights, inputs: inputs, outputs: outputs, bias: bias),
        ]
    }

    /// The input as integers of eight bits with one scale, the sums of products in whole numbers, and those times both scales.
    private func truth(_ x: [Float], _ rows: [[Int8]], scale: Float, bias: [Float]?) -> [Double] {
        let step: Float = (x.map { abs($0) }.max() ?? 0) / 127
        let integers: [Int] = x.map { number in Int(max(-127, min(127, (number / step).rounded(.toNearestOrEven)))) }
        let length = rows[0].count
        var results: [Double] = []
        for start in stride(from: 0, to: x.count, by: length) {
            for (place, row) in rows.enumerated() {
                var sum = 0
                for index in 0..<length { sum += integers[start + index] * Int(row[index]) }
                results.append(Double(sum) * Double(step) * Double(scale) + Double(bias?[place] ?? 0))
            }
        }
        return results
    }

    private func integers(_ rows: Int, _ columns: Int) -> [[Int8]] {
        (0..<rows).map { row in (0..<columns).map { column in Int8(truncatingIfNeeded: row * 89 + column * 37 - 128) } }
    }

    // MARK: Products

    @Test("The input is rounded to eight bits")
    func theInputIsRoundedToEightBits() throws {
        // With 127 for the largest magnitude a step is 1: the numbers become 127, 0, 2 and −2.
        let x: [Float] = [127, 0.5, 1.5, -2.5]
        let weights = weights([[1, 1, 1, 1], [-128, 2, 3, 4]])
        let sums: [Double] = [0.5 * 127, 0.5 * (-128 * 127 + 6 - 8)]
        for layer in layers(weights, inputs: 4, outputs: 2) { try expectLayer(layer, [.numbers(x)], [2], sums) }
        let biased: [Double] = [sums[0] + 10, sums[1] - 3]
        for layer in layers(weights, inputs: 4, outputs: 2, bias: [10, -3]) { try expectLayer(layer, [.numbers(x)], [2], biased) }
        // Networks of the old kind have channels.
        let old = innerProduct(weights, inputs: 4, outputs: 2)
        try expectLayer(old, [.numbers(x, [4, 1, 1])], [2, 1, 1], sums, exact: false)
    }

    @Test("All rows have one scale")
    func allRowsHaveOneScale() throws {
        // Beside 254 a step is 2: 1 is half a step, which becomes none, and 3 is one and a half, which become two.
        let x = Tensor.numbers([254, 0, 1, 3], [2, 2])
        for layer in layers(weights([[1, 1]], scale: [1]), inputs: 2, outputs: 1) { try expectLayer(layer, [x], [2, 1], [254, 4]) }
    }

    @Test(
        "Products are those of integers", arguments: [[24], [5, 24], [2, 3, 24], [4, 1, 24], [5, 2, 3, 4], [2, 6, 2, 3, 4], [40, 24]])
    func productsAreThoseOfIntegers(shape: [Int]) throws {
        var noise = Noise(61)
        let x = noise.tensor(shape, scale: 5)
        let rows = integers(23, 24)
        let bias: [Float] = (0..<23).map { Float($0) - 11.5 }
        let isFlat = shape.count <= 3
        let result: [Int] = isFlat ? shape.dropLast() + [23] : shape.dropLast(3) + [23, 1, 1]
        for bias in [nil, bias] {
            let expected = truth(Array(x.floats), rows, scale: 0.02, bias: bias)
            let weights = weights(rows, scale: [0.02])
            try expectLayer(innerProduct(weights, inputs: 24, outputs: 23, bias: bias), [x], result, expected)
            guard isFlat else { continue }
            try expectLayer(matrixProduct(weights, inputs: 24, outputs: 23, bias: bias), [x], result, expected)
        }
    }

    @Test("Sums of many products are right")
    func sumsOfManyProductsAreRight() throws {
        // 3000 · 127 · 126 is beyond 2²⁴.
        let row: [Int8] = (0..<3000).map { $0 % 3 == 0 ? 126 : 125 }
        let x = [Float](repeating: 0.75, count: 3000)
        let expected = truth(x, [row], scale: 1, bias: nil)
        for layer in layers(weights([row], scale: [1]), inputs: 3000, outputs: 1) { try expectLayer(layer, [.numbers(x)], [1], expected) }
    }

    @Test("An input of zeros leaves the bias")
    func anInputOfZerosLeavesTheBias() throws {
        for x: [Float] in [[0, 0, -0.0, 0], [.leastNonzeroMagnitude, 0, 0, 0]] {
            for layer in layers(weights(integers(2, 4)), inputs: 4, outputs: 2, bias: [1, -2]) {
                try expectLayer(layer, [.numbers(x)], [2], [1, -2])
            }
        }
    }

    @Test("An input that is not finite has no scale")
    func anInputThatIsNotFiniteHasNoScale() throws {
        for wrong in [Float.nan, .infinity, -.infinity] {
            let x = Tensor.numbers([1, 2, 3, wrong], [2, 2])
            for layer in layers(weights(integers(2, 2)), inputs: 2, outputs: 2, bias: [1, -2]) {
                try expectLayer(layer, [x], [2, 2], [.nan, .nan, .nan, .nan])
            }
        }
    }

    @Test("Many numbers are rounded like each")
    func manyNumbersAreRoundedLikeEach() throws {
        var noise = Noise(62)
        let x = noise.tensor([7, 100, 100], scale: 3)
        let results = try OperationRun.results("osprey.dynamic_quantize", ["x": x])
        let step: Float = (x.floats.map { abs($0) }.max() ?? 0) / 127
        #expect(results[1].shape == [1] && results[1].floats[0] == step)
        #expect(results[0].shape == x.shape)
        let isRight = withExtendedLifetime((results, x)) {
            zip(results[0].floats, x.floats).allSatisfy { integer, number in
                integer == (number / step).rounded(.toNearestOrEven) && abs(integer) <= 127
            }
        }
        #expect(isRight)
    }

    // MARK: Refusals

    @Test("Weights that are not made for it are refused")
    func weightsThatAreNotMadeForItAreRefused() {
        let (rows, table) = (integers(2, 4), [Float](repeating: 1, count: 256))
        let changes: [(inout Weights) -> Void] = [
            { $0.int8RawValue = Bytes(copying: [UInt8](repeating: 1, count: 7)) },
            { $0.int8RawValue = Bytes(copying: [UInt8](repeating: 1, count: 9)) },
            { $0.int8RawValue = Bytes() },
            { $0.quantization = nil },
            { $0.quantization?.quantizationType = nil },
            { $0.quantization?.numberOfBits = 4 },
            { $0.quantization?.numberOfBits = 16 },
            { $0.quantization?.quantizationType = .lookupTableQuantization(.with { $0.floatValue = PackedFloats(table) }) },
            { $0.quantization?.quantizationType = .linearQuantization(.with { ($0.scale, $0.bias) = ([1], [0]) }) },
            { $0.quantization?.quantizationType = .linearQuantization(.with { $0.scale = [] }) },
            { $0.quantization?.quantizationType = .linearQuantization(.with { $0.scale = [1, 2] }) },
            { $0.quantization?.quantizationType = .linearQuantization(.with { $0.scale = [.nan] }) },
            { $0.rawValue = Bytes(copying: [UInt8](repeating: 1, count: 8)) },
            { $0.floatValue = PackedFloats([Float](repeating: 1, count: 8)) },
            { $0.float16Value = Bytes(copying: [UInt8](repeating: 0, count: 16)) },
        ]
        for change in changes {
            for layer in layers(weights(rows, change), inputs: 4, outputs: 2) { expectRefusal(layer, [counting([4])]) }
        }
        for layer in layers(weights(rows), inputs: 4, outputs: 2) { expectRefusal(layer, [counting([2, 3])]) }
        for layer in layers(weightParams([1, 2]), inputs: 2, outputs: 1) { expectRefusal(layer, [counting([2])]) }
        for layer in layers(weights([]), inputs: 1 << 39, outputs: 1 << 39) { expectRefusal(layer, [counting([2])]) }
    }

    @Test("A product of two inputs is not quantised")
    func aProductOfTwoInputsIsNotQuantised() {
        expectRefusal(.batchedMatmul(.with { $0.int8DynamicQuantize = true }), [counting([2, 2]), counting([2, 2])])
    }

    @Test("Weights are not given twice")
    func weightsAreNotGivenTwice() {
        var both = weights(integers(2, 4))
        both.rawValue = both.int8RawValue
        let layer = Layer.innerProduct(.with { ($0.inputChannels, $0.outputChannels, $0.weights) = (4, 2, both) })
        expectRefusal(layer, [counting([4])])
    }

    @Test("Integers without the flag are expanded")
    func integersWithoutTheFlagAreExpanded() throws {
        // The input is not rounded then.
        let layer = Layer.innerProduct(
            .with { ($0.inputChannels, $0.outputChannels, $0.weights) = (2, 1, weights([[-128, 3]])) })
        try expectLayer(layer, [.numbers([127, 0.5])], [1], [0.5 * (-128 * 127 + 1.5)])
    }

    @Test("A layer that multiplies integers cannot be marked updatable")
    func theIntegersOfSuchALayerAreNotTrained() {
        var fixture = NetworkFixture()
        fixture.input("target", [1])
        fixture.description.trainingInput = fixture.description.input
        fixture.description.input = []
        fixture.input("x", [4])
        fixture.output("y")
        fixture.layer(innerProduct(weights(integers(1, 4)), inputs: 4, outputs: 1), ["x"], ["y"])
        fixture.network.layers[0].isUpdatable = true
        fixture.network.updateParams = .with {
            $0.lossLayers = [.with { $0.lossLayerType = .meanSquaredErrorLossLayer(.with { ($0.input, $0.target) = ("y", "target") }) }]
        }
        var model = Specification.Model()
        model.isUpdatable = true
        model.description = fixture.description
        model.type = .neuralNetwork(fixture.network)
        #expect(throws: RuntimeError.unsupported("layer 'y': products of integers cannot be updated")) {
            _ = try NetworkUpdate(model, options: PredictorOptions())
        }
    }
}
