import CoreMLSpecification

/// Where the columns of an ensemble of trees, and the orders of their categories, lie in the vector of features.
///
/// A column of categories has a one-hot feature where a branch asks for one category, and a feature for each order of its categories: the place in
/// it, as a weighted sum of the one-hot feature. Unknown texts have a place of their own, the sum's offset.
struct TreeColumns {
    private let ensemble: TreeEnsembleModel
    /// The first feature of each column. Of categories that no branch asks for it means nothing.
    private(set) var starts: [Int] = []
    /// The feature of each order.
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

    /// A column that no branch asks for has a one-hot feature too, as every input of a pipeline goes somewhere.
    private func hasOneHot(_ column: Int) -> Bool { isSingle[column] || !ensemble.orders.contains { $0.column == column } }

    /// The models that make features of the texts of a column. Those of width 0 are for the next ones only.
    ///
    /// - Parameter name: a name of the pipeline's own for a text.
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
