import CoreMLRuntime
import Foundation
import Testing

@testable import CreateML

@Suite struct TreeLearningTests {
    private func table(_ columns: [LearningColumns.Column]) -> LearningColumns { LearningColumns(columns, rows: columns[0].rows) }

    private func binned(_ table: LearningColumns) -> BinnedTable { BinnedTable(table, table.columns.map { ColumnBins($0) }) }

    private func tree(_ table: LearningColumns, _ targets: [Double], _ options: TreeOptions = TreeOptions(penalty: 0)) -> TreeEnsembleModel
    {
        var settings = RandomForest.Options(tree: options, trees: 1)
        (settings.rowSubsample, settings.columnSubsample) = (1, 1)
        return RandomForest(table: binned(table), targets: .numbers(targets), options: settings).train()
    }

    private func numbers(_ count: Int, _ make: (inout SplitMix64, Int) -> Double) -> [Double] {
        var generator = SplitMix64(seed: 77)
        return (0..<count).map { make(&generator, $0) }
    }

    private func edges(_ bins: ColumnBins) -> [Double] {
        if case .numbers(let edges) = bins { edges } else { [] }
    }

    @Test("Few values get a bin each")
    func fewValuesGetABinEach() {
        let bins = ColumnBins(.numbers([3, 1, 2, 1, .nan]))
        #expect(bins == .numbers(edges: [1.5, 2.5]) && bins.count == 4 && bins.missing == 3)
        let table = BinnedTable(table([.numbers([1, 1.5, 1.6, 9, .nan, -.infinity, .infinity])]), [bins])
        #expect((0..<7).map { table.bin(0, $0) } == [0, 0, 1, 2, 3, 0, 2])
    }

    @Test("Many values get bins of about equal size")
    func manyValuesGetBinsOfAboutEqualSize() {
        let values = numbers(100_000) { generator, _ in pow(generator.unit(), 4) }
        let column = LearningColumns.Column.numbers(values)
        let bins = ColumnBins(column)
        let edges = edges(bins)
        #expect(edges.count > 200 && edges.count <= ColumnBins.maximumEdgeCount && zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 })
        let table = BinnedTable(table([column]), [bins])
        var counts = [Int](repeating: 0, count: bins.count)
        for row in 0..<values.count { counts[table.bin(0, row)] += 1 }
        #expect(counts.dropLast().allSatisfy { $0 > 100 && $0 < 1_000 } && counts[bins.missing] == 0)
    }

    @Test("A value that many rows have is a bin of its own")
    func aValueThatManyRowsHaveIsABinOfItsOwn() {
        let values = numbers(20_000) { generator, row in row % 2 == 0 ? 0.5 : generator.unit() }
        let edges = edges(ColumnBins(.numbers(values)))
        let (below, above) = (edges.last { $0 < 0.5 } ?? 0, edges.first { $0 >= 0.5 } ?? 1)
        #expect(above - below < 0.01)
    }

    @Test("Edges between infinities and neighbours separate them")
    func edgesBetweenInfinitiesAndNeighboursSeparateThem() {
        for values in [
            [-Double.infinity, .infinity], [1, .infinity], [1, 1.0.nextUp], [-.greatestFiniteMagnitude, .greatestFiniteMagnitude],
        ] {
            let edges = edges(ColumnBins(.numbers(values)))
            #expect(edges.count == 1 && values[0] <= edges[0] && values[1] > edges[0])
        }
    }

    @Test("A tree finds steps and their means")
    func aTreeFindsStepsAndTheirMeans() {
        let x = (0..<100).map { Double($0) }
        let targets = x.map { $0 < 30 ? 1.0 : $0 < 70 ? 5 : -2 }
        let model = tree(table([.numbers(x)]), targets)
        #expect(zip(model.scores(binned(table([.numbers(x)]))), targets).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(model.trees[0].tree.nodes.count == 5)
    }

    @Test("Missing numbers go where they fit")
    func missingNumbersGoWhereTheyFit() {
        for wanted in [0.0, 10] {
            let x = (0..<90).map { $0 % 3 == 2 ? Double.nan : Double($0 % 3) }
            let targets = x.map { $0.isNaN ? wanted : $0 * 10 }
            let table = table([.numbers(x)])
            #expect(zip(tree(table, targets).scores(binned(table)), targets).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        // Where missing numbers are unlike all others, they get a branch of their own.
        let x = (0..<90).map { $0 % 3 == 2 ? Double.nan : Double($0 % 3) }
        let targets = x.map { $0.isNaN ? 50 : $0 }
        let table = table([.numbers(x)])
        #expect(zip(tree(table, targets).scores(binned(table)), targets).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("Ten thousand categories are told apart")
    func tenThousandCategoriesAreToldApart() {
        let codes = (0..<40_000).map { Int32($0 % 10_000) }
        let targets = codes.map { $0 == 4_321 ? 100.0 : 0 }
        let table = table([.categories(codes, count: 10_000)])
        let model = tree(table, targets)
        #expect(model.trees[0].tree.nodes[0] == .branch(column: 0, .category(4_321), passed: 1, failed: 2))
        #expect(zip(model.scores(binned(table)), targets).allSatisfy { abs($0 - $1) < 1e-4 })
        let unknown = BinnedTable(LearningColumns([.categories([-1], count: 10_000)], rows: 1), model.bins)
        #expect(abs(model.scores(unknown)[0]) < 1e-4)
    }

    @Test("Constant columns and targets give the mean")
    func constantColumnsAndTargetsGiveTheMean() {
        let constant = table([.numbers([Double](repeating: 3, count: 50)), .numbers([Double](repeating: .nan, count: 50))])
        let model = tree(constant, (0..<50).map { Double($0) })
        #expect(model.trees[0].tree.nodes.count == 1 && abs(model.scores(binned(constant))[0] - 24.5) < 1e-9)
        let rows = table([.numbers((0..<50).map { Double($0) })])
        #expect(tree(rows, [Double](repeating: 0.1, count: 50)).trees[0].tree.nodes.count == 1)
        #expect(tree(table([.numbers([1])]), [7]).scores(binned(table([.numbers([1])]))) == [7])
    }

    @Test("Depth and weight are limits")
    func depthAndWeightAreLimits() {
        let x = numbers(1_000) { generator, _ in generator.unit() }
        let table = table([.numbers(x)])
        #expect(tree(table, x, TreeOptions(maxDepth: 3, penalty: 0)).trees[0].tree.depth == 3)
        let heavy = tree(table, x, TreeOptions(maxDepth: 20, minChildWeight: 300, penalty: 0))
        #expect(heavy.trees[0].tree.nodes.count <= 5)
        #expect(tree(table, x, TreeOptions(minLossReduction: 1e9, penalty: 0)).trees[0].tree.nodes.count == 1)
    }

    @Test("Classes of a forest are probabilities")
    func classesOfAForestAreProbabilities() {
        let x = (0..<300).map { Double($0 % 30) }
        let classes = x.map { $0 < 10 ? Int32(0) : $0 < 20 ? 1 : 2 }
        let table = table([.numbers(x), .numbers(x.map { -$0 })])
        let model = RandomForest(table: binned(table), targets: .classes(classes, count: 3), options: .init()).train()
        let scores = model.scores(binned(table))
        for row in 0..<300 {
            let own = scores[row * 3..<row * 3 + 3]
            #expect(abs(own.reduce(0, +) - 1) < 1e-9 && own[row * 3 + Int(classes[row])] > 0.9)
        }
    }

    private func noisy(_ rows: Int) -> (LearningColumns, [Double]) {
        let columns = (0..<9).map { column in
            var generator = SplitMix64(seed: column)
            return (0..<rows).map { _ in generator.unit() }
        }
        let targets = (0..<rows).map { 10 * sin(3 * columns[0][$0] * columns[1][$0]) + 5 * columns[2][$0] + 0.1 * columns[3][$0] }
        return (LearningColumns(columns.map { .numbers($0) }, rows: rows), targets)
    }

    private func boosted(_ table: LearningColumns, _ loss: BoostingLoss, _ options: GradientBoosting.Options) -> TreeEnsembleModel {
        GradientBoosting(.init(table: binned(table), loss: loss), options).train().model
    }

    @Test("Boosting follows a smooth function")
    func boostingFollowsASmoothFunction() {
        let (table, targets) = noisy(4_000)
        let options = GradientBoosting.Options(iterations: 60)
        let model = boosted(table, BoostingLoss(kind: .squared, targets: targets), options)
        let errors = zip(model.scores(binned(table)), targets).map { abs($0 - $1) }
        #expect(errors.reduce(0, +) / 4_000 < 0.2 && model.trees.count == 60)
    }

    @Test("The same seed gives the same trees and another seed others")
    func theSameSeedGivesTheSameTreesAndAnotherSeedOthers() {
        let (table, targets) = noisy(3_000)
        var options = GradientBoosting.Options(iterations: 5, rowSubsample: 0.5, columnSubsample: 0.5)
        let loss = BoostingLoss(kind: .squared, targets: targets)
        let (first, second) = (boosted(table, loss, options), boosted(table, loss, options))
        options.seed = 43
        #expect(first == second && first != boosted(table, loss, options))
    }

    @Test("Two classes and several are learnt")
    func twoClassesAndSeveralAreLearnt() {
        let (table, targets) = noisy(3_000)
        let sorted = targets.sorted()
        for count in [2, 4] {
            let classes = targets.map { target in Double((1..<count).filter { target > sorted[$0 * 3_000 / count] }.count) }
            let loss = BoostingLoss(kind: count == 2 ? .logistic : .softmax(classes: count), targets: classes)
            let model = boosted(table, loss, GradientBoosting.Options(iterations: 30))
            let scores = model.scores(binned(table))
            let right = (0..<3_000).filter { row in
                let own = Array(scores[row * model.outputs..<(row + 1) * model.outputs])
                let best = count == 2 ? (own[0] > 0 ? 1 : 0) : own.firstIndex(of: own.max() ?? 0) ?? 0
                return best == Int(classes[row])
            }
            #expect(right.count > 2_850, "\(count) classes")
        }
    }

    @Test("Training stops early at the best iteration")
    func trainingStopsEarlyAtTheBestIteration() {
        let (table, _) = noisy(600)
        let noise = numbers(600) { generator, _ in generator.unit() }
        let (own, held) = (table.rows(Array(0..<300)), table.rows(Array(300..<600)))
        let bins = own.columns.map { ColumnBins($0) }
        func examples(_ table: LearningColumns, _ targets: ArraySlice<Double>) -> GradientBoosting.Examples {
            .init(table: BinnedTable(table, bins), loss: BoostingLoss(kind: .squared, targets: Array(targets)))
        }
        let options = GradientBoosting.Options(iterations: 100, earlyStoppingRounds: 5)
        let model = GradientBoosting(examples(own, noise[..<300]), held: examples(held, noise[300...]), options).train().model
        #expect(model.trees.count < 20 && !model.trees.isEmpty)
    }

    @Test("A forest that asks for a part of few columns at each branch learns a sum of all", arguments: [2, 3, 6])
    func fewColumns(count: Int) {
        let x = (0..<count).map { column -> [Double] in
            var generator = SplitMix64(seed: column + 1)
            return (0..<1_000).map { _ in generator.unit() }
        }
        let targets = (0..<1_000).map { row in (0..<count).reduce(0) { $0 + x[$1][row] } }
        let own = binned(table(x.map { .numbers($0) }))
        let options = RandomForest.Options(tree: .init(maxDepth: 16, penalty: 0), trees: 20, columnSubsample: 0.6)
        let model = RandomForest(table: own, targets: .numbers(targets), options: options).train()
        let scores = model.scores(own)
        let errors = zip(scores, targets).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        #expect(errors / (Double(count) / 12 * 1_000) < 0.05)
    }

    /// Rows with a category each, a number, and a target that depends on the category's group and, in one group, on the number.
    private func grouped(_ rows: Int, _ categories: Int) -> (LearningColumns, [Double]) {
        var generator = SplitMix64(seed: 3)
        let codes = (0..<rows).map { _ in Int32(generator.next() % UInt64(categories)) }
        let x = (0..<rows).map { _ in generator.unit() }
        let targets = zip(codes, x).map { code, x in code % 3 == 0 ? 15.0 : code % 3 == 1 ? -5 : 10 * x }
        return (table([.categories(codes, count: categories), .numbers(x)]), targets)
    }

    @Test("A few branches divide sixty categories in the groups that a target depends on")
    func setsOfCategories() {
        let (table, targets) = grouped(6_000, 60)
        let model = tree(table, targets, TreeOptions(maxDepth: 3, penalty: 0))
        let squares = zip(model.scores(binned(table)), targets).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        #expect((squares / 6_000).squareRoot() < 1.5, "a branch for each category would leave more than four")
        #expect(!model.orders.isEmpty)
    }

    @Test("Ensembles with weights are one that gives the weighted sum, also with orders of categories")
    func weightedEnsembles() {
        let (table, targets) = grouped(3_000, 60)
        let own = binned(table)
        let boosted = boosted(table, BoostingLoss(kind: .squared, targets: targets), GradientBoosting.Options(iterations: 10))
        let forest = RandomForest(table: own, targets: .numbers(targets), options: .init()).train()
        let both = TreeEnsembleModel([(0.75, boosted), (0.25, forest)])
        #expect(!boosted.orders.isEmpty && both.orders == boosted.orders + forest.orders && both.trees.count == 20)
        let scores = zip(boosted.scores(own), forest.scores(own)).map { 0.75 * $0 + 0.25 * $1 }
        #expect(zip(both.scores(own), scores).allSatisfy { abs($0 - $1) < 1e-9 })
        let file = both.pruned()
        #expect(zip(file.scores(own), scores).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("Orders of categories are made for boosted trees, forests and classes, and the same seed gives the same ones")
    func ordersOfCategories() {
        let (table, targets) = grouped(3_000, 90)
        let own = binned(table)
        func check(_ name: String, _ limit: Double, _ make: () -> TreeEnsembleModel, _ error: (TreeEnsembleModel) -> Double) {
            let (first, second) = (make(), make())
            #expect(first == second && !first.orders.isEmpty && first.orders.count <= 128, "\(name)")
            #expect(error(first) < limit, "\(name)")
        }
        func deviation(_ model: TreeEnsembleModel) -> Double {
            (zip(model.scores(own), targets).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / 3_000).squareRoot()
        }
        let loss = BoostingLoss(kind: .squared, targets: targets)
        check("boosted", 0.5, { boosted(table, loss, .init(iterations: 40)) }, deviation)
        let forest = RandomForest.Options(tree: .init(maxDepth: 8, penalty: 0), trees: 12)
        check("forest", 1.5, { RandomForest(table: own, targets: .numbers(targets), options: forest).train() }, deviation)
        let classes = targets.map { $0 > 4 ? Int32(0) : $0 < -4 ? 1 : 2 }
        func mistakes(_ model: TreeEnsembleModel) -> Double {
            let scores = model.scores(own)
            let wrong = classes.indices.count { row in
                let shares = scores[row * 3..<row * 3 + 3]
                return shares[row * 3 + Int(classes[row])] < shares.max() ?? 0
            }
            return Double(wrong) / 3_000
        }
        check("classes", 0.1, { RandomForest(table: own, targets: .classes(classes, count: 3), options: forest).train() }, mistakes)
        let softmax = BoostingLoss(kind: .softmax(classes: 3), targets: classes.map { Double($0) })
        check("boosted classes", 0.1, { boosted(table, softmax, .init(iterations: 30)) }, mistakes)
    }

    @Test("Ten thousand categories without a meaning are not learnt by heart")
    func meaninglessCategories() {
        var generator = SplitMix64(seed: 8)
        let codes = (0..<20_000).map { _ in Int32(generator.next() % 10_000) }
        let noise = (0..<20_000).map { _ in generator.unit() - 0.5 }
        let table = table([.categories(codes, count: 10_000)])
        let model = boosted(table, BoostingLoss(kind: .squared, targets: noise), .init(iterations: 20))
        let scores = model.scores(binned(table))
        #expect(scores.allSatisfy { abs($0) < 0.5 } && model.orders.count <= 26)
        let explained = zip(scores, noise).reduce(0) { $0 + $1.0 * $1.1 } / noise.reduce(0) { $0 + $1 * $1 }
        #expect(explained < 0.1)
    }
}
