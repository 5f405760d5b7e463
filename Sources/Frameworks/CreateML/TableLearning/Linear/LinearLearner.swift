/// Trains a linear model with L-BFGS. It minimises the sum of all rows' losses and of the penalties.
struct LinearLearner: Sendable {
    struct Options: Sendable, Equatable {
        var maxIterations = 10
        /// The factor of the L1 penalty. The L1 penalty is the sum of the weights' absolute values. It sets some weights to zero.
        var l1Penalty = 0.0
        /// The factor of the L2 penalty. The L2 penalty is the sum of the squared weights.
        var l2Penalty = 0.01
        /// The initial length of a step in the line search.
        var stepSize = 1.0
        /// Training ends when an iteration reduces the loss by less than this fraction.
        var convergenceThreshold = 0.01
        /// Whether number columns are first scaled to a standard deviation of 1.
        var featureRescaling = true
    }

    let loss: LinearLoss
    let options: Options

    /// The maximum number of features for which ``Whitening`` is used. With more features, it takes too long.
    private static let maximumWhitenedCount = 512
    private static let whiteningWork = 4_000_000_000

    /// - Parameters:
    ///   - targets: a number or a class index for each row.
    ///   - scaling: the scaling of the whole table, if `table` has only some of its rows; `nil` to compute the scaling from `table`.
    ///   - watch: receives the mean loss after each iteration, and may end the training.
    func train(
        _ table: LearningColumns, _ targets: [Double], _ scaling: FeatureScaling? = nil, watch: TableWatch? = nil
    ) -> LinearTableModel {
        let scaling = scaling ?? FeatureScaling(table, rescales: options.featureRescaling)
        let objective = LinearObjective(scaling.apply(table), targets: targets, loss, penalty: options.l2Penalty * factor(table))
        let point = minimum(objective, table, targets, watch)
        return LinearTableModel(point, outputs: loss.outputs, table.columns, scaling)
    }

    /// The factor of the penalties for logistic and softmax losses. With the default L2 penalty of 0.01, the penalty becomes half the sum of the
    /// squared weights. This is usual for features of a common scale.
    private static let classifierFactor = 50.0

    /// The factor by which the penalties are multiplied before they are added to the sum of the losses. For support vectors it is the number of rows,
    /// because the penalties are meant for the mean loss.
    private func factor(_ table: LearningColumns) -> Double {
        switch loss {
        case .squared: 1
        case .logistic, .softmax: Self.classifierFactor
        case .squaredHinge: Double(table.rows)
        }
    }

    private func minimum(
        _ objective: LinearObjective, _ table: LearningColumns, _ targets: [Double], _ watch: TableWatch?
    ) -> [Double] {
        let size = table.width + 1
        let start = start(size, targets)
        let isWhitened = options.l1Penalty == 0 && size <= Self.maximumWhitenedCount && size * size / 2 * table.rows < Self.whiteningWork
        guard isWhitened else { return scaledMinimum(objective, table, from: start, watch) }
        var products = objective.products()
        for index in products.indices { products[index] *= loss.curvature }
        for index in 0..<size - 1 { products[index * size + index] += 2 * options.l2Penalty * factor(table) }
        let whitening = Whitening(products, size: size)
        func weights(_ point: [Double]) -> [Double] {
            (0..<loss.outputs).flatMap { whitening.weights(point[$0 * size..<($0 + 1) * size]) }
        }
        let origin = start
        var search = LimitedMemoryBFGS(from: [Double](repeating: 0, count: start.count)) { point, gradient in
            let place = zip(origin, weights(point)).map { $0 + $1 }
            var slopes = [Double](repeating: 0, count: place.count)
            let value = objective.evaluate(place, &slopes)
            gradient = (0..<loss.outputs).flatMap { whitening.gradient(slopes[$0 * size..<($0 + 1) * size]) }
            return value
        }
        // With whitened variables, a step of length 1 reaches the minimum of a quadratic function.
        search.firstLength = options.stepSize
        run(&search, table.rows, watch)
        return zip(origin, weights(search.point)).map { $0 + $1 }
    }

    /// Finds the minimum without ``Whitening``. It is used if there are many features, or an L1 penalty. Each variable is divided by the square root
    /// of its curvature. Rare categories, and targets of any unit, are therefore learnt as fast as others.
    private func scaledMinimum(
        _ objective: LinearObjective, _ table: LearningColumns, from start: [Double], _ watch: TableWatch?
    ) -> [Double] {
        let size = table.width + 1
        let squares = objective.squares()
        let scales = start.indices.map { index -> Double in
            let penalty = index % size == size - 1 ? 0 : 2 * options.l2Penalty * factor(table)
            let curvature = loss.curvature * squares[index % size] + penalty
            return curvature > 0 ? 1 / curvature.squareRoot() : 1
        }
        let penalties = start.indices.map { $0 % size == size - 1 ? 0 : options.l1Penalty * factor(table) * scales[$0] }
        var search = LimitedMemoryBFGS(
            from: zip(start, scales).map { $0 / $1 }, absolutePenalty: options.l1Penalty > 0 ? penalties : []
        ) { point, gradient in
            let value = objective.evaluate(zip(point, scales).map { $0 * $1 }, &gradient)
            for index in gradient.indices { gradient[index] *= scales[index] }
            return value
        }
        search.firstLength = options.stepSize
        run(&search, table.rows, watch)
        return zip(search.point, scales).map { $0 * $1 }
    }

    private func run(_ search: inout LimitedMemoryBFGS, _ rows: Int, _ watch: TableWatch?) {
        for iteration in 0..<options.maxIterations {
            if !search.step(tolerance: options.convergenceThreshold) { break }
            let loss = search.value / Double(max(rows, 1))
            if let watch, !watch.step(iteration + 1, of: options.maxIterations, own: TableWatch.Figures(loss: loss)) { break }
        }
    }

    /// The start of the search. All weights are zero. For the squared loss, the offset is the mean of the targets. For other losses, it is zero.
    private func start(_ size: Int, _ targets: [Double]) -> [Double] {
        var point = [Double](repeating: 0, count: size * loss.outputs)
        if loss == .squared, !targets.isEmpty { point[size - 1] = targets.reduce(0, +) / Double(targets.count) }
        return point
    }
}
