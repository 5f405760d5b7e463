import Foundation
import Testing

@testable import CreateML

@Suite struct LearningTests {
    /// Rosenbrock's valley, whose minimum is 0 at (1, …, 1).
    @Test func theSearchFindsTheBottomOfACurvedValley() {
        var search = LimitedMemoryBFGS(from: [-1.2, 1, -1.2, 1]) { point, gradient in
            var value = 0.0
            gradient = [Double](repeating: 0, count: point.count)
            for index in 0..<point.count - 1 {
                let (a, b) = (1 - point[index], point[index + 1] - point[index] * point[index])
                value += a * a + 100 * b * b
                gradient[index] += -2 * a - 400 * point[index] * b
                gradient[index + 1] += 200 * b
            }
            return value
        }
        for _ in 0..<200 where search.step(tolerance: 0) {}
        #expect(search.value < 1e-10)
        #expect(search.point.allSatisfy { abs($0 - 1) < 1e-4 })
    }

    @Test func aFunctionWithoutAMinimumEndsTheSearch() {
        var search = LimitedMemoryBFGS(from: [1]) { point, gradient in
            gradient = [.nan]
            return point[0]
        }
        let goesOn = search.step()
        #expect(!goesOn)
        #expect(search.point == [1])
    }

    private func trained(_ data: FeatureMatrix, classes: Int, _ options: HeadTrainer.Options = .init()) -> ClassifierHead {
        var trainer = HeadTrainer(data, classes: classes, options)
        while !trainer.isFinished { trainer.step() }
        return trainer.head
    }

    private func noise(_ generator: inout SeededGenerator) -> Float {
        (0..<6).reduce(Float(0)) { total, _ in total + Float.random(in: -1...1, using: &generator) } * 0.7
    }

    /// Two normal clouds with a common covariance: the best classifier is linear, and its weights are known.
    @Test func weightsAreThoseOfTheBestLinearClassifier() {
        var generator = SeededGenerator(seed: 3)
        var data = FeatureMatrix(columns: 2)
        for index in 0..<20_000 {
            let label = index % 2
            data.append([noise(&generator) + Float(label) * 2, 10 * noise(&generator) + 5], labels: [label])
        }
        let model = trained(data, classes: 2)
        let variance = 6.0 / 3 * 0.49
        // log odds = difference of means / variance · (x − midpoint)
        let slope = model.layers[0].weights[2] - model.layers[0].weights[0]
        #expect(abs(slope - 2 / variance) < 0.15)
        #expect(abs(model.layers[0].offsets[1] - model.layers[0].offsets[0] + slope) < 0.3)
        #expect(abs(model.layers[0].weights[3] - model.layers[0].weights[1]) < 0.02)
        #expect(abs(model.probabilities([1, 5][...])[1] - 0.5) < 0.02)
    }

    @Test func theSameDataGivesTheSameBits() {
        var generator = SeededGenerator(seed: 5)
        var data = FeatureMatrix(columns: 7)
        for index in 0..<500 { data.append((0..<7).map { _ in noise(&generator) }, labels: [index % 3]) }
        let models = (0..<3).map { _ in trained(data, classes: 3) }
        #expect(models[0] == models[1] && models[1] == models[2])
    }

    /// Balanced classes: with features that say nothing, every class is as probable, however rare.
    @Test func rareClassesCountTheSame() {
        var data = FeatureMatrix(columns: 1)
        for index in 0..<1000 { data.append([0], labels: [index % 20 == 0 ? 1 : 0]) }
        let model = trained(data, classes: 2)
        #expect(abs(model.probabilities([0][...])[1] - 0.5) < 1e-3)
    }

    @Test func metricsCountWhatWasAnswered() {
        let metrics = MLClassifierMetrics([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
        #expect(metrics.classificationError == 0.25)
        #expect(metrics.confusionCounts == [[1, 1], [0, 2]])
        #expect(metrics.precision(of: "b") == 2.0 / 3)
        #expect(metrics.recall(of: "a") == 0.5)
        #expect(metrics.precision(of: "c").isNaN)
        #expect(!MLClassifierMetrics(labels: [], confusionCounts: []).isValid)
    }
}
