import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Layers that multiply matrices, look up vectors and read sequences.
struct LayerProductTests {
    private typealias Layer = LayerCheck.Layer

    // MARK: Matrices

    @Test("Matrices are multiplied as they are or transposed")
    func matricesAreMultipliedAsTheyAreOrTransposed() throws {
        let (a, b) = (Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3]), Tensor.numbers([1, 0, -1, 2, 1, 1], [3, 2]))
        let product: [Double] = [2, 7, 5, 16]
        func layer(_ transposeA: Bool, _ transposeB: Bool) -> Layer {
            .batchedMatmul(.with { ($0.transposeA, $0.transposeB) = (transposeA, transposeB) })
        }
        let (aTurned, bTurned) = (Tensor.numbers([1, 4, 2, 5, 3, 6], [3, 2]), Tensor.numbers([1, -1, 1, 0, 2, 1], [2, 3]))
        try expectLayer(layer(false, false), [a, b], [2, 2], product)
        try expectLayer(layer(true, false), [aTurned, b], [2, 2], product)
        try expectLayer(layer(false, true), [a, bTurned], [2, 2], product)
        try expectLayer(layer(true, true), [aTurned, bTurned], [2, 2], product)
        expectRefusal(layer(false, false), [a, a])
        expectRefusal(layer(true, false), [a, b])
    }

    @Test("Products broadcast over the batch and take vectors")
    func productsBroadcastOverTheBatchAndTakeVectors() throws {
        let plain = Layer.batchedMatmul(.with { _ in })
        let batch = Tensor.numbers([1, 2, 3, 4], [2, 1, 2])
        let matrix = Tensor.numbers([1, 0, 10, 1], [2, 2])
        try expectLayer(plain, [batch, matrix], [2, 1, 2], [21, 2, 43, 4])
        try expectLayer(plain, [.numbers([1, 2]), matrix], [1, 2], [21, 2])
        try expectLayer(plain, [matrix, .numbers([1, 2])], [2, 1], [1, 12])
        expectRefusal(plain, [counting([2, 1, 2]), counting([3, 2, 1])])
    }

    @Test("A matrix of the layer lies column by column")
    func aMatrixOfTheLayerLiesColumnByColumn() throws {
        let layer = Layer.batchedMatmul(
            .with {
                ($0.weightMatrixFirstDimension, $0.weightMatrixSecondDimension) = (2, 3)
                ($0.weights, $0.hasBias, $0.bias) = (weightParams([1, 2, 3, 4, 5, 6]), true, weightParams([0.5, 0, -1]))
            })
        try expectLayer(layer, [.numbers([10, 100, 1, 0], [2, 2])], [2, 3], [210.5, 430, 649, 1.5, 3, 4])
        expectRefusal(layer, [.numbers([1, 2, 3], [1, 3])])
        let short = Layer.batchedMatmul(
            .with {
                ($0.weightMatrixFirstDimension, $0.weightMatrixSecondDimension, $0.weights) = (2, 3, weightParams([1, 2]))
            })
        expectRefusal(short, [.numbers([1, 2], [1, 2])])
    }

    @Test("Vectors are looked up")
    func vectorsAreLookedUp() throws {
        let layer = Layer.embeddingND(
            .with {
                ($0.vocabSize, $0.embeddingSize) = (3, 2)
                ($0.weights, $0.hasBias, $0.bias) = (weightParams([1, 2, 3, 10, 20, 30]), true, weightParams([0.5, 0]))
            })
        try expectLayer(layer, [.numbers([2, 0], [2, 1])], [2, 2], [3.5, 30, 1.5, 10])
        try expectLayer(layer, [.numbers([1, 1], [1, 2, 1])], [1, 2, 2], [2.5, 20, 2.5, 20])
        expectRefusal(layer, [.numbers([3], [1, 1])])
        expectRefusal(layer, [.numbers([-4], [1, 1])])
        expectRefusal(layer, [.numbers([0, 1], [1, 2])])
    }

    // MARK: Sequences

    /// A cell of one number: hₜ = tanh(0.5 xₜ − 0.75 hₜ₋₁ + 0.25).
    private func recurrent(sequence: Bool = true, reverse: Bool = false) -> Layer {
        let tanh = Specification.ActivationParams.with { $0.nonlinearityType = .tanh(.with { _ in }) }
        return .simpleRecurrent(
            .with {
                ($0.inputVectorSize, $0.outputVectorSize, $0.activation) = (1, 1, tanh)
                ($0.weightMatrix, $0.recursionMatrix) = (weightParams([0.5]), weightParams([-0.75]))
                ($0.hasBiasVector, $0.biasVector) = (true, weightParams([0.25]))
                ($0.sequenceOutput, $0.reverseInput) = (sequence, reverse)
            })
    }

    private func states(_ inputs: [Double], from start: Double = 0) -> [Double] {
        var (h, result) = (start, [Double]())
        for x in inputs {
            h = tanh(0.5 * x - 0.75 * h + 0.25)
            result.append(h)
        }
        return result
    }

    @Test("A simple recurrent layer follows its equation")
    func aSimpleRecurrentLayerFollowsItsEquation() throws {
        let x = Tensor.numbers([1, -2, 0.5], [3, 1, 1, 1, 1])
        let forward = states([1, -2, 0.5])
        for exact in [false, true] {
            try expectLayer(recurrent(), [x], [3, 1, 1, 1, 1], forward, exact: exact)
            // A layer that reads backward answers in the order in which it reads.
            try expectLayer(recurrent(reverse: true), [x], [3, 1, 1, 1, 1], states([0.5, -2, 1]), exact: exact)
        }
        try expectLayer(recurrent(sequence: false), [x], [1, 1, 1, 1, 1], [forward[2]])
        let start = Tensor.numbers([0.75], [1, 1, 1, 1, 1])
        try expectLayer(recurrent(), [x, start], [3, 1, 1, 1, 1], states([1, -2, 0.5], from: 0.75))
        let both = LayerCheck(recurrent(), [x, start], outputs: 2)
        let given = states([1, -2, 0.5], from: 0.75)
        try both.expect([([3, 1, 1, 1, 1], given), ([1, 1, 1, 1, 1], [given[2]])])
    }

    @Test("Recurrent layers that do not fit are refused")
    func recurrentLayersThatDoNotFitAreRefused() {
        expectRefusal(recurrent(), [.numbers([1, 2, 3, 4], [2, 1, 2, 1, 1])])
        expectRefusal(recurrent(), [.numbers([1, 2], [2, 1, 1, 1, 1]), .numbers([0, 0], [1, 1, 2, 1, 1])])
        let square = Layer.simpleRecurrent(
            .with {
                ($0.inputVectorSize, $0.outputVectorSize) = (1, 2)
                ($0.weightMatrix, $0.recursionMatrix) = (weightParams([1, 2]), weightParams([1, 2, 3]))
                $0.activation = .with { $0.nonlinearityType = .tanh(.with { _ in }) }
            })
        expectRefusal(square, [.numbers([1], [1, 1, 1, 1, 1])])
        let softplus = Layer.simpleRecurrent(
            .with {
                ($0.inputVectorSize, $0.outputVectorSize) = (1, 1)
                ($0.weightMatrix, $0.recursionMatrix) = (weightParams([1]), weightParams([1]))
                $0.activation = .with { $0.nonlinearityType = .softplus(.with { _ in }) }
            })
        expectRefusal(softplus, [.numbers([1], [1, 1, 1, 1, 1])])
    }
}
