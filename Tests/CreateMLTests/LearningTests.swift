import Foundation
import TestSupport
import Testing

@testable import CreateML

@Suite struct LearningTests {
    /// Rosenbrock's valley, whose minimum is 0 at (1, …, 1).
    @Test("The search finds the bottom of a curved valley")
    func theSearchFindsTheBottomOfACurvedValley() {
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

    @Test("A function without a minimum ends the search")
    func aFunctionWithoutAMinimumEndsTheSearch() {
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

    private func noise(_ generator: inout SplitMix64) -> Float {
        (0..<6).reduce(Float(0)) { total, _ in total + Float.random(in: -1...1, using: &generator) } * 0.7
    }

    /// Two normal clouds with a common covariance: the best classifier is linear, and its weights are known.
    @Test("Weights are those of the best linear classifier")
    func weightsAreThoseOfTheBestLinearClassifier() {
        var generator = SplitMix64(seed: 3)
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

    @Test("The same data gives the same bits")
    func theSameDataGivesTheSameBits() {
        var generator = SplitMix64(seed: 5)
        var data = FeatureMatrix(columns: 7)
        for index in 0..<500 { data.append((0..<7).map { _ in noise(&generator) }, labels: [index % 3]) }
        let models = (0..<3).map { _ in trained(data, classes: 3) }
        #expect(models[0] == models[1] && models[1] == models[2])
    }

    /// Balanced classes: with features that say nothing, every class is as probable, however rare.
    @Test("Rare classes count the same")
    func rareClassesCountTheSame() {
        var data = FeatureMatrix(columns: 1)
        for index in 0..<1000 { data.append([0], labels: [index % 20 == 0 ? 1 : 0]) }
        let model = trained(data, classes: 2)
        #expect(abs(model.probabilities([0][...])[1] - 0.5) < 1e-3)
    }

    /// The gradient of every kind of head against differences of its loss.
    @Test("Gradients are those of the loss", arguments: [ClassifierHead.Output.softmax, .sigmoid], [[], [5], [4, 3]] as [[Int]])
    func gradientsAreThoseOfTheLoss(output: ClassifierHead.Output, hidden: [Int]) {
        var generator = SplitMix64(seed: 8)
        var data = FeatureMatrix(columns: 6)
        for index in 0..<40 {
            data.append(
                (0..<6).map { _ in noise(&generator) }, labels: output == .softmax ? [index % 3] : index % 4 == 0 ? [] : [0, index % 3])
        }
        var options = HeadTrainer.Options()
        (options.output, options.hiddenSizes) = (output, hidden)
        let sizes = [6] + hidden + [3]
        let objective = HeadObjective(data, sizes: sizes, options)
        let count = zip(sizes, sizes.dropFirst()).reduce(0) { $0 + ($1.0 + 1) * $1.1 }
        let point = (0..<count).map { _ in Double.random(in: -0.6...0.6, using: &generator) }
        var (gradient, unused) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        _ = objective.evaluate(point, &gradient)
        for index in stride(from: 0, to: count, by: 3) {
            var (above, below) = (point, point)
            // A small step: a rectifier that turns within it would count for both sides.
            above[index] += 0.001
            below[index] -= 0.001
            let slope = (objective.evaluate(above, &unused) - objective.evaluate(below, &unused)) / 0.002
            #expect(abs(slope - gradient[index]) < 2e-3 + 0.02 * abs(slope), "\(output) \(hidden) \(index)")
        }
    }

    @Test("Of equally likely labels the first is the answer, and an example of another one is not right")
    func equalScores() {
        var data = FeatureMatrix(columns: 2)
        for index in 0..<12 { data.append([1, 2], labels: [index % 3]) }
        let objective = HeadObjective(data, sizes: [2, 3], HeadTrainer.Options())
        var gradient = [Double](repeating: 0, count: 9)
        _ = objective.evaluate([Double](repeating: 0, count: 9), &gradient)
        #expect(abs(objective.accuracy - 1.0 / 3) < 1e-12)
        let loss = BoostingLoss(kind: .softmax(classes: 3), targets: [0, 1, 2, 0])
        #expect(loss.figures([Float](repeating: 0, count: 12)).accuracy == 0.5)
        #expect([0.2, 0.4, 0.4].hasFirstMaximum(at: 1) && ![0.2, 0.4, 0.4].hasFirstMaximum(at: 2) && ![0.2, 0.4].hasFirstMaximum(at: 0))
    }

    /// Labels that are independent of each other: each one's probability is its own.
    @Test("Every label has its own probability")
    func everyLabelHasItsOwnProbability() {
        var data = FeatureMatrix(columns: 1)
        for index in 0..<800 { data.append([0], labels: (index % 4 == 0 ? [0] : []) + (index % 2 == 0 ? [1] : [])) }
        var options = HeadTrainer.Options()
        options.output = .sigmoid
        let probabilities = trained(data, classes: 2, options).probabilities([0][...])
        #expect(abs(probabilities[0] - 0.25) < 1e-3 && abs(probabilities[1] - 0.5) < 1e-3)
    }

    @Test("Errors, confusion counts, precision and recall follow from pairs of truth and answer")
    func metricsCountWhatWasAnswered() {
        let metrics = MLClassifierMetrics([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
        #expect(metrics.classificationError == 0.25)
        #expect(metrics.confusionCounts == [[1, 1], [0, 2]])
        #expect(metrics.precision(of: "b") == 2.0 / 3)
        #expect(metrics.recall(of: "a") == 0.5)
        #expect(metrics.precision(of: "c").isNaN)
        #expect(!MLClassifierMetrics(labels: [], confusionCounts: []).isValid)
    }

    @Test("A training that gets no better is ended at its best")
    func aTrainingThatGetsNoBetterIsEndedAtItsBest() {
        var stopping = EarlyStopping(iterationLimit: 20)
        #expect(stopping.patience == 10 && EarlyStopping(iterationLimit: 80).patience == 20)
        let losses = [3.0, 2, 1, 1.5] + [Double](repeating: 1.2, count: 20)
        var ended: Int?
        for (index, loss) in losses.enumerated() where ended == nil {
            let isBest = stopping.observe(loss, at: index + 1)
            #expect(isBest == (index < 3))
            if stopping.hasStopped { ended = index + 1 }
        }
        #expect(ended == 13 && stopping.bestIteration == 3)
        var hopeless = EarlyStopping(iterationLimit: 20)
        let isBest = (1...9).contains { hopeless.observe(.nan, at: $0) }
        #expect(!isBest && !hopeless.hasStopped)
    }

    @Test("A head that was ended by its validation is the best one")
    func aHeadThatWasEndedByItsValidationIsTheBestOne() throws {
        var generator = SplitMix64(seed: 3)
        var data = FeatureMatrix(columns: 2)
        for index in 0..<40 {
            let label = index % 2
            data.append((0..<2).map { _ in Float(label) + Float.random(in: -1...1, using: &generator) }, labels: [label])
        }
        func trainer() -> HeadTrainer {
            var options = HeadTrainer.Options()
            options.maximumIterations = 60
            options.hiddenSizes = [8]
            return HeadTrainer(data, classes: 2, options)
        }
        // The loss on the validation data rises from the fifth iteration on.
        func run(_ trainer: inout HeadTrainer, to limit: Int) -> [ClassifierHead] {
            var heads: [ClassifierHead] = []
            while !trainer.isFinished, trainer.iteration < limit {
                trainer.step()
                heads.append(trainer.head)
                trainer.observe(validationLoss: abs(Double(trainer.iteration) - 5) + 1)
            }
            return heads
        }
        var whole = trainer()
        let heads = run(&whole, to: 60)
        try #require(heads.count == 20, "15 iterations of patience after the fifth")
        #expect(whole.head == heads[4])
        var first = trainer()
        _ = run(&first, to: 12)
        var writer = TrainingStateWriter()
        first.write(to: &writer)
        var (second, reader) = (trainer(), TrainingStateReader(writer.data))
        try second.restore(&reader)
        _ = run(&second, to: 60)
        #expect(second.head == whole.head && second.iteration == 20)
    }
}
