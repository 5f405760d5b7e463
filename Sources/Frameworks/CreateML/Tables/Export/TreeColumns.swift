import CoreMLSpecification

/// The positions of a tree ensemble's columns, and of its orders of categories, in the feature vector.
///
/// A category column has one-hot features if a branch tests a single category. In addition, the column has a feature for each order of its
/// categories: the position of a category in the order. The position is computed as a weighted sum of one-hot features. Unknown texts have their
/// own position, which is the offset of the sum.
struct TreeColumns {
    private let ensemble: TreeEnsembleModel
    /// The index of each column's first feature. It has no meaning for a category column without one-hot features.
    private(set) var starts: [Int] = []
    /// The index of the feature for each order.
    private(set) var orders: [Int]
    private(set) var width = 0
    private var isSingle: [Bool]

    init(_ ensemble: TreeEnsembleModel) {
        self.ensemble = ensemble
        orders = ensemble.orders.map { _ in 0 }
        isSingle = ensemble.bins.map { _ in false }
        for tree in ensemble.trees {
            for case .branch(let column, .category, _, _) in tree.tree.nodes { isSingle[column] = true }
        }
        var ordersOfColumns = ensemble.bins.map { _ in [Int]() }
        for (number, order) in ensemble.orders.enumerated() { ordersOfColumns[order.column].append(number) }
        for (column, bins) in ensemble.bins.enumerated() {
            starts.append(width)
            guard case .categories(let count) = bins else {
                width += 1
                continue
            }
            width += hasOneHot(column) ? count : 0
            for number in ordersOfColumns[column] {
                orders[number] = width
                width += 1
            }
        }
    }

    /// Whether a column has one-hot features. A column that no branch tests also has them, because every input of a pipeline must be used.
    private func hasOneHot(_ column: Int) -> Bool { isSingle[column] || !ensemble.orders.contains { $0.column == column } }

    /// The models that turn the texts of a column into features. A width is the number of features that a model gives. If the width is 0, the
    /// output is used only by the models after it.
    ///
    /// - Parameter name: makes a unique name in the pipeline.
    func encoders(
        of column: Int, _ categories: [String], _ input: Specification.FeatureDescription, _ name: (String) -> String
    ) -> [(model: Specification.Model, output: Specification.FeatureDescription, width: Int)] {
        let output = Specification.FeatureDescription(array: name(input.name), [categories.count], type: .double)
        let width = hasOneHot(column) ? categories.count : 0
        var encoders = [(model: TableExport.oneHot(categories, input, output), output: output, width: width)]
        for (number, order) in ensemble.orders.enumerated() where order.column == column {
            let unknown = Double(order.places[categories.count])
            var sum = Specification.GLMRegressor()
            var weights = Specification.GLMRegressor.DoubleArray()
            weights.value = PackedDoubles(order.places.dropLast().map { Double($0) - unknown })
            sum.weights = [weights]
            sum.offset = PackedDoubles([unknown])
            sum.postEvaluationTransform = .noTransform
            let place = Specification.FeatureDescription(name("\(input.name)_order\(number)"), .doubleType(.init()))
            var model = TableExport.model([output], [place], .glmRegressor(sum))
            model.description?.predictedFeatureName = place.name
            encoders.append((model, place, 1))
        }
        return encoders
    }
}
