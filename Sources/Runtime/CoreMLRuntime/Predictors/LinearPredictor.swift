import CoreMLSpecification

/// Generalised linear models: weighted sums of the features, followed by a link function.
struct LinearModel {
    let weights: [[Double]]
    let offsets: [Double]
    let features: FeatureVector

    /// - Throws: `RuntimeError.invalidModel` if the numbers of weights and offsets do not match.
    init(weights: [[Double]], offsets: [Double], interface: ModelInterface, limit: MemoryLimit) throws {
        guard let first = weights.first, weights.allSatisfy({ $0.count == first.count }) else {
            throw RuntimeError.invalidModel("the linear model has no weights, or unequally many")
        }
        guard offsets.isEmpty || offsets.count == weights.count else {
            throw RuntimeError.invalidModel("the linear model has \(weights.count) rows of weights but \(offsets.count) offsets")
        }
        features = try FeatureVector(interface, sparseWidth: first.count, limit: limit)
        if let width = features.width, width != first.count {
            throw RuntimeError.invalidModel("the linear model has \(first.count) weights for \(width) features")
        }
        self.weights = weights
        self.offsets = offsets.isEmpty ? [Double](repeating: 0, count: weights.count) : offsets
    }

    func scores(_ inputs: [PredictorValue?]) throws -> [Double] {
        let values = try features.read(inputs, missing: 0)
        guard values.count == weights[0].count else {
            throw RuntimeError.invalidInput("the linear model takes \(weights[0].count) features, not \(values.count)")
        }
        return zip(weights, offsets).map { row, offset in
            var sum = offset
            for index in row.indices { sum += row[index] * values[index] }
            return sum
        }
    }
}

final class LinearRegressorPredictor: ModelPredictor {
    private let model: LinearModel
    private let link: Specification.GLMRegressor.PostEvaluationTransform
    private let interface: ModelInterface

    init(_ specification: Specification.GLMRegressor, interface: ModelInterface, limit: MemoryLimit) throws {
        model = try LinearModel(
            weights: specification.weights.map { Array($0.value) }, offsets: Array(specification.offset), interface: interface,
            limit: limit)
        link = specification.postEvaluationTransform
        if case .unrecognized(let number) = link { throw RuntimeError.unsupported("the link function \(number) is not supported") }
        self.interface = interface
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let scores = try model.scores(inputs)
        let values =
            switch link {
            case .logit: scores.map(ScoreTransform.logistic)
            case .probit: scores.map(ScoreTransform.probit)
            default: scores
            }
        return interface.outputs.map { $0.value(values) }
    }
}

final class LinearClassifierPredictor: ModelPredictor {
    private let model: LinearModel
    private let isProbit: Bool
    private let isOneVsRest: Bool
    private let output: ClassifierOutput

    var classLabels: ClassLabels? { output.labels }

    /// - Throws: `RuntimeError.invalidModel` if the rows of weights do not match the labels, `unsupported` for an unknown link function.
    init(_ specification: Specification.GLMClassifier, interface: ModelInterface, limit: MemoryLimit) throws {
        model = try LinearModel(
            weights: specification.weights.map { Array($0.value) }, offsets: Array(specification.offset), interface: interface,
            limit: limit)
        let labels: ClassLabels? =
            switch specification.classLabels {
            case .stringClassLabels(let labels): ClassLabels(labels)
            case .int64ClassLabels(let labels): ClassLabels(labels)
            case nil: nil
            }
        output = try ClassifierOutput(interface, labels: labels)
        if case .unrecognized(let number) = specification.postEvaluationTransform {
            throw RuntimeError.unsupported("the link function \(number) is not supported")
        }
        if case .unrecognized(let number) = specification.classEncoding {
            throw RuntimeError.unsupported("the encoding \(number) of the classes is not supported")
        }
        isProbit = specification.postEvaluationTransform == .probit
        isOneVsRest = specification.classEncoding == .oneVsRest
        let rows = model.weights.count
        let classes = output.labels.count
        // One row tells two classes apart, whatever the encoding.
        guard isOneVsRest ? rows == classes || (rows == 1 && classes == 2) : rows == classes - 1 else {
            throw RuntimeError.invalidModel("the linear classifier has \(rows) rows of weights for \(classes) classes")
        }
        guard !isProbit || classes == 2 else {
            throw RuntimeError.invalidModel("a probit classifier has two classes, not \(classes)")
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let scores = try model.scores(inputs)
        if scores.count == 1, output.labels.count == 2 {
            let second = isProbit ? ScoreTransform.probit(scores[0]) : ScoreTransform.logistic(scores[0])
            return output.values([1 - second, second])
        }
        if isOneVsRest {
            let link = isProbit ? ScoreTransform.probit : ScoreTransform.logistic
            return output.values(ScoreTransform.normalized(scores.map(link)))
        }
        // The first class is the reference with a score of zero.
        return output.values(ScoreTransform.softmax([0] + scores))
    }
}
