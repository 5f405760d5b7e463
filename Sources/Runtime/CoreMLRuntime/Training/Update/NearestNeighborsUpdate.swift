import CoreMLSpecification

/// An updatable nearest neighbours classifier. Examples become additional points.
final class NearestNeighborsUpdate: ModelUpdate {
    var settings: UpdateSettings
    let targetName: String
    private let model: Specification.Model
    private var classifier: Specification.KNearestNeighborsClassifier

    init(_ model: Specification.Model) throws {
        guard case .kNearestNeighborsClassifier(let classifier) = model.type, classifier.nearestNeighborsIndex != nil else {
            throw RuntimeError.invalidModel("the nearest neighbours classifier has no index")
        }
        self.model = model
        self.classifier = classifier
        targetName = model.description?.predictedFeatureName ?? ""
        settings = ModelUpdateFactory.settings(of: model)
    }

    func train(_ examples: UpdateExamples, observe: (UpdateProgress) throws -> Void) throws {
        guard examples.count > 0 else { throw RuntimeError.invalidInput("there is no training data") }
        guard var index = classifier.nearestNeighborsIndex else { return }
        try observe(UpdateProgress(event: .trainingBegin, epoch: 0, miniBatch: 0, loss: nil))
        var labels = classifier.classLabels
        for number in 0..<examples.count {
            let example = try examples.example(number)
            let point = example.inputs.compactMap { $0?.numbers }.joined().map { Float($0) }
            guard point.count == Int(index.numberOfDimensions), point.allSatisfy(\.isFinite) else {
                throw RuntimeError.invalidInput(
                    "example \(number) of the training data is not \(index.numberOfDimensions) finite numbers")
            }
            var sample = Specification.FloatVector()
            sample.vector = PackedFloats(point)
            index.floatSamples.append(sample)
            labels = try appended(example.target, to: labels, number)
        }
        // The model is changed only after all examples have been checked.
        classifier.nearestNeighborsIndex = index
        classifier.classLabels = labels
        try observe(UpdateProgress(event: .epochEnd, epoch: 0, miniBatch: 0, loss: nil))
    }

    private func appended(
        _ target: PredictorValue, to labels: Specification.KNearestNeighborsClassifier.ClassLabels?, _ number: Int
    ) throws -> Specification.KNearestNeighborsClassifier.ClassLabels {
        switch (labels, target) {
        case (.stringClassLabels(var list), .string(let label)):
            list.vector.append(label)
            return .stringClassLabels(list)
        case (.int64ClassLabels(var list), .int64(let label)):
            list.vector.append(label)
            return .int64ClassLabels(list)
        case (nil, .string(let label)):
            var list = Specification.StringVector()
            list.vector = [label]
            return .stringClassLabels(list)
        case (nil, .int64(let label)):
            var list = Specification.Int64Vector()
            list.vector = [label]
            return .int64ClassLabels(list)
        default: throw RuntimeError.invalidInput("example \(number) of the training data: the label cannot be a \(target.kind)")
        }
    }

    func updatedModel() throws -> Specification.Model {
        var result = model
        var classifier = classifier
        if settings.neighbors > 0 { classifier.numberOfNeighbors?.defaultValue = Int64(settings.neighbors) }
        result.type = .kNearestNeighborsClassifier(classifier)
        return result
    }
}
