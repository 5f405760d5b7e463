import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Layers that draw random numbers.
struct LayerRandomTests {
    private typealias Layer = LayerCheck.Layer

    /// The numbers of a layer with a seed, which are the same on every way and at every prediction.
    private func drawn(
        _ layer: Layer, _ inputs: [Tensor] = [], shape: [Int], location: SourceLocation = #_sourceLocation
    ) throws -> [Double] {
        let check = LayerCheck(layer, inputs)
        let first = try check.run(.evaluation)[0]
        #expect(first.shape == shape, sourceLocation: location)
        try check.expect([(shape, first.doubles)], tolerance: 0, location: location)
        return first.doubles
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private func variance(_ values: [Double]) -> Double {
        let centre = mean(values)
        return mean(values.map { ($0 - centre) * ($0 - centre) })
    }

    // MARK: Distributions

    @Test("Uniform numbers fill their range")
    func uniformNumbersFillTheirRange() throws {
        let layer = Layer.randomUniformStatic(
            .with { ($0.seed, $0.minVal, $0.maxVal, $0.outputShape) = (7, -2, 3, [4, 500]) })
        let values = try drawn(layer, shape: [4, 500])
        #expect(values.allSatisfy { $0 >= -2 && $0 < 3 })
        // Five standard errors of the mean, and a fifth of the variance 25 ÷ 12.
        #expect(abs(mean(values) - 0.5) < 0.17 && abs(variance(values) - 25.0 / 12) < 0.4)
        #expect((values.min() ?? 0) < -1.9 && (values.max() ?? 0) > 2.9)
        let one = Layer.randomUniformStatic(.with { ($0.seed, $0.minVal, $0.maxVal, $0.outputShape) = (7, 2, 2, [3]) })
        #expect(try drawn(one, shape: [3]) == [2, 2, 2])
    }

    /// Numbers of the range lie so far apart that many a draw is rounded.
    @Test("Uniform numbers never reach their upper bound")
    func uniformNumbersNeverReachTheirUpperBound() throws {
        let layer = Layer.randomUniformStatic(
            .with { ($0.seed, $0.minVal, $0.maxVal, $0.outputShape) = (7, 1_000_000, 1_000_001, [2000]) })
        #expect(try drawn(layer, shape: [2000]).allSatisfy { $0 >= 1_000_000 && $0 < 1_000_001 })
    }

    @Test("Normal numbers have their mean and deviation")
    func normalNumbersHaveTheirMeanAndDeviation() throws {
        let layer = Layer.randomNormalStatic(.with { ($0.seed, $0.mean, $0.stdDev, $0.outputShape) = (11, 5, 2, [2000]) })
        let values = try drawn(layer, shape: [2000])
        #expect(abs(mean(values) - 5) < 0.25 && abs(variance(values) - 4) < 0.7)
        // Two thirds lie within one deviation, hardly any beyond four.
        let near = values.filter { abs($0 - 5) < 2 }.count
        #expect(near > 1240 && near < 1490)
        #expect(values.filter { abs($0 - 5) > 8 }.count < 5)
        let still = Layer.randomNormalStatic(.with { ($0.seed, $0.mean, $0.outputShape) = (11, 5, [2]) })
        #expect(try drawn(still, shape: [2]) == [5, 5])
    }

    @Test("Bernoulli numbers are one with their probability")
    func bernoulliNumbersAreOneWithTheirProbability() throws {
        func values(_ probability: Float) throws -> [Double] {
            try drawn(
                .randomBernoulliStatic(.with { ($0.seed, $0.prob, $0.outputShape) = (3, probability, [2, 1000]) }), shape: [2, 1000])
        }
        let some = try values(0.3)
        #expect(some.allSatisfy { $0 == 0 || $0 == 1 } && abs(mean(some) - 0.3) < 0.06)
        #expect(try values(0).allSatisfy { $0 == 0 })
        #expect(try values(1).allSatisfy { $0 == 1 })
    }

    // MARK: Shapes and seeds

    @Test("Shapes are given or those of an input")
    func shapesAreGivenOrThoseOfAnInput() throws {
        let (like, shape) = (counting([2, 3]), Tensor.numbers([2, 3]))
        let uniform = [
            try drawn(.randomUniformStatic(.with { ($0.seed, $0.maxVal, $0.outputShape) = (5, 1, [2, 3]) }), shape: [2, 3]),
            try drawn(.randomUniformLike(.with { ($0.seed, $0.maxVal) = (5, 1) }), [like], shape: [2, 3]),
            try drawn(.randomUniformDynamic(.with { ($0.seed, $0.maxVal) = (5, 1) }), [shape], shape: [2, 3]),
        ]
        let normal = [
            try drawn(.randomNormalStatic(.with { ($0.seed, $0.stdDev, $0.outputShape) = (5, 1, [2, 3]) }), shape: [2, 3]),
            try drawn(.randomNormalLike(.with { ($0.seed, $0.stdDev) = (5, 1) }), [like], shape: [2, 3]),
            try drawn(.randomNormalDynamic(.with { ($0.seed, $0.stdDev) = (5, 1) }), [shape], shape: [2, 3]),
        ]
        let bernoulli = [
            try drawn(.randomBernoulliStatic(.with { ($0.seed, $0.prob, $0.outputShape) = (5, 0.5, [2, 3]) }), shape: [2, 3]),
            try drawn(.randomBernoulliLike(.with { ($0.seed, $0.prob) = (5, 0.5) }), [like], shape: [2, 3]),
            try drawn(.randomBernoulliDynamic(.with { ($0.seed, $0.prob) = (5, 0.5) }), [shape], shape: [2, 3]),
        ]
        for family in [uniform, normal, bernoulli] { #expect(family.allSatisfy { $0 == family[0] }) }
    }

    @Test("Another seed draws other numbers")
    func anotherSeedDrawsOtherNumbers() throws {
        func values(_ seed: Int64) throws -> [Double] {
            try drawn(.randomUniformStatic(.with { ($0.seed, $0.maxVal, $0.outputShape) = (seed, 1, [20]) }), shape: [20])
        }
        let (first, second) = (try values(1), try values(2))
        #expect(first != second && Set(first).count == 20)
        #expect(try values(1 << 40) != first)
    }

    @Test("A negative seed draws anew at every prediction")
    func aNegativeSeedDrawsAnewAtEveryPrediction() throws {
        let check = LayerCheck(.randomUniformStatic(.with { ($0.seed, $0.maxVal, $0.outputShape) = (-1, 1, [20]) }), [])
        let predictor = try check.predictor()
        let (first, second) = (try check.predict(predictor)[0], try check.predict(predictor)[0])
        #expect(first.doubles != second.doubles)
        let classes = Layer.categoricalDistribution(.with { ($0.seed, $0.numSamples, $0.isLogits) = (-1, 50, true) })
        let again = LayerCheck(classes, [.numbers([0, 0])])
        let chooser = try again.predictor()
        #expect(try again.predict(chooser)[0].doubles != again.predict(chooser)[0].doubles)
    }

    @Test("Impossible shapes are refused")
    func impossibleShapesAreRefused() {
        expectRefusal(.randomUniformDynamic(.with { $0.seed = 1 }), [.numbers([2, -3])])
        expectRefusal(.randomNormalDynamic(.with { $0.seed = 1 }), [.numbers([1e9, 1e9])])
        expectRefusal(.randomBernoulliStatic(.with { $0.outputShape = [1 << 20, 1 << 20] }), [])
        expectRefusal(.randomNormalLike(.with { $0.seed = 1 }), [])
    }

    // MARK: Classes

    private func classes(_ scores: Tensor, logits: Bool, samples: Int64 = 500, temperature: Float = 0) throws -> [Double] {
        let layer = Layer.categoricalDistribution(
            .with { ($0.seed, $0.numSamples, $0.isLogits, $0.temperature) = (3, samples, logits, temperature) })
        return try drawn(layer, [scores], shape: scores.shape.dropLast() + [Int(samples)])
    }

    private func share(_ values: some Collection<Double>, of wanted: Double) -> Double {
        Double(values.filter { $0 == wanted }.count) / Double(values.count)
    }

    @Test("Classes are drawn from each rows distribution")
    func classesAreDrawnFromEachRowsDistribution() throws {
        let probabilities = try classes(.numbers([0.5, 0, 0.5, 0, 1, 0, 0.2, 0.2, 0.6], [3, 3]), logits: false)
        let rows = [probabilities[..<500], probabilities[500..<1000], probabilities[1000...]]
        #expect(rows[0].allSatisfy { $0 == 0 || $0 == 2 } && abs(share(rows[0], of: 0) - 0.5) < 0.12)
        #expect(rows[1].allSatisfy { $0 == 1 })
        #expect(abs(share(rows[2], of: 0) - 0.2) < 0.1 && abs(share(rows[2], of: 2) - 0.6) < 0.12)
    }

    @Test("Logits are logarithms")
    func logitsAreLogarithms() throws {
        let values = try classes(.numbers([0, log(3), -.infinity]), logits: true)
        #expect(abs(share(values, of: 1) - 0.75) < 0.1 && share(values, of: 2) == 0)
        // Large ones do not overflow; a high temperature makes all alike.
        #expect(share(try classes(.numbers([1e4, 0]), logits: true), of: 0) == 1)
        #expect(abs(share(try classes(.numbers([10, 0]), logits: true, temperature: 1e4), of: 0) - 0.5) < 0.12)
    }

    @Test("Samples that cannot be drawn are refused")
    func samplesThatCannotBeDrawnAreRefused() {
        expectRefusal(.categoricalDistribution(.with { $0.numSamples = -1 }), [.numbers([1, 2])])
        expectRefusal(.categoricalDistribution(.with { $0.numSamples = 1 }), [])
    }
}
