/// The training of a model on a table.
struct TableTraining {
    /// The type of prediction.
    enum Purpose: Sendable {
        case regression
        case classification
    }

    let schema: TableSchema
    let purpose: Purpose
    /// The training rows. `held` has the validation rows.
    let own: TableExamples
    let held: TableExamples?

    /// - Throws: `MLCreateError` if the table, a column or a row is not suitable for training.
    init(_ table: MLDataTable, target: String, features: [String]?, _ validation: MLTableValidation, _ purpose: Purpose) throws {
        schema = try TableSchema(table, target: target, features: features)
        self.purpose = purpose
        let all = TableExamples(features: try schema.encode(table), targets: try Self.targets(table, target, purpose))
        switch validation {
        case .none: (own, held) = (all, nil)
        case .table(let other): (own, held) = (all, try Self.held(other, schema, like: all.targets))
        case .dataFrame(let other): (own, held) = (all, try Self.held(MLDataTable(other), schema, like: all.targets))
        case .split(let strategy):
            guard let parts = try MLTableValidation.divide(all.rows, strategy) else {
                (own, held) = (all, nil)
                return
            }
            (own, held) = (all.rows(parts.own), all.rows(parts.held))
        }
    }

    private init(_ training: TableTraining, own: TableExamples, held: TableExamples?) {
        (schema, purpose) = (training.schema, training.purpose)
        (self.own, self.held) = (own, held)
    }

    private static func targets(_ table: MLDataTable, _ name: String, _ purpose: Purpose) throws -> TableTargets {
        guard try table.column(name).hasValue else { throw TableDoubt.noTarget(name).error }
        return switch purpose {
        case .regression: try .learnableNumbers(name, of: table)
        case .classification: try .classes(name, of: table)
        }
    }

    /// The rows of a validation table; `nil` if the table has no rows.
    private static func held(_ table: MLDataTable, _ schema: TableSchema, like targets: TableTargets) throws -> TableExamples? {
        if table.error == nil, table.rowCount == 0 { return nil }
        let features = try schema.encode(table)
        switch targets {
        case .numbers: return TableExamples(features: features, targets: try .numbers(schema.target, of: table))
        case .classes(_, let classes): return TableExamples(features: features, targets: try .classes(schema.target, of: table, classes))
        }
    }

    /// The training with other training rows and validation rows.
    func with(own: TableExamples, held: TableExamples?) -> TableTraining { TableTraining(self, own: own, held: held) }

    /// Trains a model and evaluates it.
    ///
    /// - Throws: `MLCreateError` if a parameter is out of range, or if the algorithm cannot use the features.
    func run(_ algorithm: TableAlgorithm) throws -> TrainedTable {
        let learnt = try learn(algorithm)
        let predictor = learnt.predictor
        var classes: TableClasses?
        if case .classes(_, let labels) = own.targets { classes = labels }
        return try TrainedTable(
            schema: schema, classes: classes, predictor: predictor, training: TableMetrics(predictor, own, scores: learnt.scores),
            validation: held.map { TableMetrics(predictor, $0) } ?? TableMetrics(purpose), composition: algorithm.composition)
    }

    /// - Throws: the errors of ``run(_:)``.
    func learn(_ algorithm: TableAlgorithm, _ watch: TableWatch? = .current) throws -> TableAlgorithm.Learnt {
        if algorithm.needsFiniteFeatures { try requireFinite() }
        return try algorithm.learn(own, held: held, watch)
    }

    private func requireFinite() throws {
        var place = 0
        let names = schema.features.flatMap { feature in
            if case .text = feature.kind { [feature.name] } else { Array(repeating: feature.name, count: feature.width) }
        }
        for examples in [own, held].compactMap({ $0 }) {
            place = 0
            for column in examples.features.stored {
                if case .numbers(let values) = column, let value = values.first(where: { $0.isInfinite }) {
                    throw MLCreateError.generic(reason: "the column '\(names[place])' has \(value), which has no weighted sum")
                }
                place += 1
            }
        }
    }
}

/// The metrics of a model on training rows or validation rows.
enum TableMetrics: Sendable {
    case regression(MLRegressorMetrics)
    case classification(MLClassifierMetrics)

    /// The metrics of an evaluation without rows.
    init(_ purpose: TableTraining.Purpose) {
        switch purpose {
        case .regression: self = .regression(MLRegressorMetrics([], []))
        case .classification: self = .classification(MLClassifierMetrics(labels: [], confusionCounts: []))
        }
    }

    /// - Parameter scores: the predictor's scores of the rows, if they are already computed.
    init(_ predictor: TablePredictor, _ examples: TableExamples, scores: [Double]? = nil) {
        let scores = scores ?? predictor.scores(examples.features)
        switch examples.targets {
        case .numbers(let numbers): self = .regression(MLRegressorMetrics(numbers, scores))
        case .classes(let indices, let classes):
            let names = classes.names
            var counts = [[Int]](repeating: [Int](repeating: 0, count: names.count), count: names.count)
            for (own, answer) in zip(indices, predictor.classes(of: scores)) { counts[Int(own)][answer] += 1 }
            self = .classification(MLClassifierMetrics(labels: names, confusionCounts: counts))
        }
    }
}
