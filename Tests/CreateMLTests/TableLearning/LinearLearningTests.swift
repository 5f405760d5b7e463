import CoreMLRuntime
import Foundation
import Testing

@testable import CreateML

@Suite struct LinearLearningTests {
    private func columns(_ rows: Int, _ count: Int) -> [[Double]] {
        (0..<count).map { column in
            var generator = SplitMix64(seed: column + 1)
            return (0..<rows).map { _ in 100 * generator.unit() + Double(column * 1_000) }
        }
    }

    private func table(_ columns: [[Double]]) -> LearningColumns { LearningColumns(columns.map { .numbers($0) }, rows: columns[0].count) }

    private var exact: LinearLearner.Options {
        LinearLearner.Options(maxIterations: 500, l2Penalty: 0, convergenceThreshold: 1e-13)
    }

    @Test("A linear function is found in the default iterations")
    func aLinearFunctionIsFoundInTheDefaultIterations() {
        let x = columns(500, 3)
        let targets = (0..<500).map { 3 * x[0][$0] - 0.5 * x[1][$0] + 7 }
        var options = LinearLearner.Options()
        options.l2Penalty = 0
        let model = LinearLearner(loss: .squared, options: options).train(table(x), targets)
        #expect(abs(model.weights[0][0] - 3) < 1e-6 && abs(model.weights[0][1] + 0.5) < 1e-6 && abs(model.weights[0][2]) < 1e-6)
        #expect(zip(model.scores(table(x)), targets).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("Categories have a weight each and missing numbers are the mean")
    func categoriesHaveAWeightEachAndMissingNumbersAreTheMean() {
        let codes = (0..<400).map { Int32($0 % 4) }
        let x = (0..<400).map { $0 % 10 == 9 ? Double.nan : Double($0 / 4 % 10) }
        let mean = x.filter { !$0.isNaN }.reduce(0, +) / 360
        let targets = (0..<400).map { 2 * (x[$0].isNaN ? mean : x[$0]) + [5, 0, -5, 11][Int(codes[$0])] }
        let table = LearningColumns([.numbers(x), .categories(codes, count: 4)], rows: 400)
        let model = LinearLearner(loss: .squared, options: exact).train(table, targets)
        #expect(zip(model.scores(table), targets).allSatisfy { abs($0 - $1) < 1e-4 })
        let unknown = LearningColumns([.numbers([.nan]), .categories([-1], count: 4)], rows: 1)
        #expect(abs(model.scores(unknown)[0] - model.offsets[0] - model.weights[0][0] * mean) < 1e-9)
    }

    /// The minimum of ½(w − 4)² + λ|w| for a standardised feature is 4 − λ, and of ½(w − 4)² + λw² it is 4 / (1 + 2λ). The losses of a thousand rows are
    /// added up.
    @Test("Penalties shrink weights as the formulas say")
    func penaltiesShrinkWeightsAsTheFormulasSay() {
        let x = (0..<1_000).map { $0 % 2 == 0 ? -1.0 : 1 }
        let z = (0..<1_000).map { $0 / 2 % 2 == 0 ? -1.0 : 1 }
        let targets = (0..<1_000).map { 4 * x[$0] + 0.1 * z[$0] }
        var options = exact
        options.l1Penalty = 500
        var model = LinearLearner(loss: .squared, options: options).train(table([x, z]), targets)
        #expect(abs(model.weights[0][0] - 3.5) < 1e-4 && model.weights[0][1] == 0)
        (options.l1Penalty, options.l2Penalty) = (0, 500)
        model = LinearLearner(loss: .squared, options: options).train(table([x, z]), targets)
        #expect(abs(model.weights[0][0] - 2) < 1e-6 && abs(model.weights[0][1] - 0.05) < 1e-6)
    }

    /// Both ways to the minimum, with the change of variables and without, must lead to the same point.
    @Test("The search with and without a change of variables agree")
    func theSearchWithAndWithoutAChangeOfVariablesAgree() {
        let x = columns(600, 4)
        var generator = SplitMix64(seed: 9)
        let classes = (0..<600).map { Double(Int(x[0][$0] / 34 + generator.unit()) % 3) }
        var options = exact
        options.l2Penalty = 0.02
        let whitened = LinearLearner(loss: .softmax(classes: 3), options: options).train(table(x), classes)
        options.l1Penalty = 1e-12
        let plain = LinearLearner(loss: .softmax(classes: 3), options: options).train(table(x), classes)
        let (a, b) = (whitened.scores(table(x)), plain.scores(table(x)))
        for row in stride(from: 0, to: 600, by: 7) {
            let (p, q) = (ScoreLink.softmax(a[row * 3..<row * 3 + 3]), ScoreLink.softmax(b[row * 3..<row * 3 + 3]))
            #expect(zip(p, q).allSatisfy { abs($0 - $1) < 1e-3 })
        }
    }

    @Test("Gradients are those of the losses")
    func gradientsAreThoseOfTheLosses() {
        let table = LearningColumns(
            [.numbers([1, -2, 0.5, 3, 1, 0]), .categories([0, 1, -1, 1, 0, 1], count: 2)], rows: 6)
        for (loss, targets) in [
            (LinearLoss.squared, [1, 2, 3, -1, 0, 2.5]), (.logistic, [0, 1, 1, 0, 1, 0]), (.softmax(classes: 3), [0, 1, 2, 2, 1, 0]),
            (.squaredHinge(factor: 2), [0, 1, 1, 0, 1, 0]),
        ] as [(LinearLoss, [Double])] {
            let objective = LinearObjective(table, targets: targets, loss, penalty: 0.3)
            var generator = SplitMix64(seed: 4)
            let point = (0..<objective.variables).map { _ in generator.unit() - 0.5 }
            var (gradient, unused) = (point, point)
            _ = objective.evaluate(point, &gradient)
            for index in point.indices {
                var (low, high) = (point, point)
                low[index] -= 1e-5
                high[index] += 1e-5
                let slope = (objective.evaluate(high, &unused) - objective.evaluate(low, &unused)) / 2e-5
                #expect(abs(slope - gradient[index]) < 1e-5, "\(loss)")
            }
        }
    }

    @Test("Features that others determine and constant ones are no obstacle")
    func featuresThatOthersDetermineAndConstantOnesAreNoObstacle() {
        let x = columns(200, 1)[0]
        let table = table([x, x, x.map { 2 * $0 + 1 }, [Double](repeating: 5, count: 200), [Double](repeating: .nan, count: 200)])
        let targets = x.map { 4 * $0 - 3 }
        let model = LinearLearner(loss: .squared, options: exact).train(table, targets)
        #expect(zip(model.scores(table), targets).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test("The same table gives the same bits")
    func theSameTableGivesTheSameBits() {
        let x = columns(5_000, 3)
        let targets = (0..<5_000).map { x[0][$0] > 50 ? 1.0 : 0 }
        let learner = LinearLearner(loss: .logistic, options: .init())
        #expect(learner.train(table(x), targets) == learner.train(table(x), targets))
    }

    /// The part of the targets' variance that a model does not explain.
    private func unexplained(_ model: LinearTableModel, _ table: LearningColumns, _ targets: [Double]) -> Double {
        let mean = targets.reduce(0, +) / Double(targets.count)
        let (errors, spread) = zip(model.scores(table), targets).reduce((0.0, 0.0)) {
            ($0.0 + ($1.0 - $1.1) * ($1.0 - $1.1), $0.1 + ($1.1 - mean) * ($1.1 - mean))
        }
        return errors / spread
    }

    @Test("Many columns, and a penalty of magnitudes, learn a target of any unit by default", arguments: [1, 1e5])
    func units(unit: Double) {
        let many = columns(1_500, 520)
        let targets = (0..<1_500).map { row in unit * (0..<520).reduce(0) { $0 + Double($1 % 7 - 3) * many[$1][row] } }
        #expect(unexplained(LinearLearner(loss: .squared, options: .init()).train(table(many), targets), table(many), targets) < 0.05)
        let few = columns(300, 4)
        let own = (0..<300).map { unit * (3 * few[0][$0] - few[1][$0] + 2 * few[3][$0]) }
        let options = LinearLearner.Options(l1Penalty: 0.01)
        #expect(unexplained(LinearLearner(loss: .squared, options: options).train(table(few), own), table(few), own) < 0.01)
    }

    @Test("Hundreds of categories have the shares of their rows by default")
    func manyCategories() {
        let (categories, each) = (300, 40)
        var generator = SplitMix64(seed: 5)
        let shares = (0..<categories).map { _ in 0.05 + 0.9 * generator.unit() }
        let codes = (0..<categories * each).map { Int32($0 % categories) }
        let targets = codes.map { generator.unit() < shares[Int($0)] ? 1.0 : 0 }
        let table = LearningColumns([.categories(codes, count: categories)], rows: codes.count)
        let model = LinearLearner(loss: .logistic, options: .init()).train(table, targets)
        var counts = [Double](repeating: 0, count: categories)
        for (code, target) in zip(codes, targets) { counts[Int(code)] += target }
        let best = counts.reduce(0) { $0 + max($1, Double(each) - $1) } / Double(codes.count)
        let right = zip(model.scores(table), targets).filter { ($0 > 0) == ($1 == 1) }.count
        #expect(Double(right) / Double(codes.count) > best - 0.01)
    }
}
