import CoreMLSpecification
import Foundation

extension MLParameterDescription {
    /// The parameters that a user of the model can set:
    /// - the training parameters of an updatable network
    /// - the number of neighbours of a nearest neighbours classifier
    /// - the location of a linked model
    ///
    /// In a pipeline, the scope of a key is the name of the sub-model.
    static func all(of model: Specification.Model) -> [MLParameterDescription] {
        switch model.type {
        case .neuralNetwork(let network): training(network.updateParams)
        case .neuralNetworkClassifier(let network): training(network.updateParams)
        case .neuralNetworkRegressor(let network): training(network.updateParams)
        case .kNearestNeighborsClassifier(let classifier):
            [classifier.numberOfNeighbors.map { MLParameterDescription(.numberOfNeighbors, $0) }].compactMap { $0 }
        case .linkedModel(let link): link.file.map { all(of: $0) } ?? []
        case .pipeline(let pipeline): all(of: pipeline)
        case .pipelineClassifier(let model): model.pipeline.map { all(of: $0) } ?? []
        case .pipelineRegressor(let model): model.pipeline.map { all(of: $0) } ?? []
        default: []
        }
    }

    private static func all(of pipeline: Specification.Pipeline) -> [MLParameterDescription] {
        zip(pipeline.names, pipeline.models).flatMap { name, model in
            // A key's scope cannot name a model inside a nested pipeline.
            switch model.type {
            case .pipeline, .pipelineClassifier, .pipelineRegressor: [MLParameterDescription]()
            default:
                all(of: model).map {
                    MLParameterDescription(
                        key: $0.key.scoped(to: name), defaultValue: $0.defaultValue, numericConstraint: $0.numericConstraint)
                }
            }
        }
    }

    private static func all(of link: Specification.LinkedModelFile) -> [MLParameterDescription] {
        [
            MLParameterDescription(key: .linkedModelFileName, defaultValue: link.linkedModelFileName?.defaultValue ?? ""),
            MLParameterDescription(key: .linkedModelSearchPath, defaultValue: link.linkedModelSearchPath?.defaultValue ?? ""),
        ]
    }

    private static func training(_ parameters: Specification.NetworkUpdateParameters?) -> [MLParameterDescription] {
        guard let parameters else { return [] }
        var descriptions = [
            parameters.epochs.map { MLParameterDescription(.epochs, $0) },
            parameters.seed.map { MLParameterDescription(.seed, $0) },
            parameters.shuffle.map { MLParameterDescription(key: .shuffle, defaultValue: NSNumber(value: $0.defaultValue)) },
        ]
        switch parameters.optimizer?.optimizerType {
        case .sgdOptimizer(let optimizer):
            descriptions += [
                optimizer.learningRate.map { MLParameterDescription(.learningRate, $0) },
                optimizer.miniBatchSize.map { MLParameterDescription(.miniBatchSize, $0) },
                optimizer.momentum.map { MLParameterDescription(.momentum, $0) },
            ]
        case .adamOptimizer(let optimizer):
            descriptions += [
                optimizer.learningRate.map { MLParameterDescription(.learningRate, $0) },
                optimizer.miniBatchSize.map { MLParameterDescription(.miniBatchSize, $0) },
                optimizer.beta1.map { MLParameterDescription(.beta1, $0) },
                optimizer.beta2.map { MLParameterDescription(.beta2, $0) },
                optimizer.eps.map { MLParameterDescription(.eps, $0) },
            ]
        case nil: break
        }
        return descriptions.compactMap { $0 }
    }

    private convenience init(_ key: MLParameterKey, _ parameter: Specification.Int64Parameter) {
        var constraint: MLNumericConstraint?
        switch parameter.allowedValues {
        case .range(let range):
            constraint = MLNumericConstraint(minNumber: NSNumber(value: range.minValue), maxNumber: NSNumber(value: range.maxValue))
        case .set(let set):
            let numbers = set.values.map { NSNumber(value: $0) }
            constraint = MLNumericConstraint(
                minNumber: NSNumber(value: set.values.min() ?? 0), maxNumber: NSNumber(value: set.values.max() ?? 0),
                enumeratedNumbers: Set(numbers))
        case nil: break
        }
        self.init(key: key, defaultValue: NSNumber(value: parameter.defaultValue), numericConstraint: constraint)
    }

    private convenience init(_ key: MLParameterKey, _ parameter: Specification.DoubleParameter) {
        var constraint: MLNumericConstraint?
        if case .range(let range) = parameter.allowedValues {
            constraint = MLNumericConstraint(minNumber: NSNumber(value: range.minValue), maxNumber: NSNumber(value: range.maxValue))
        }
        self.init(key: key, defaultValue: NSNumber(value: parameter.defaultValue), numericConstraint: constraint)
    }

    /// The value as a string.
    ///
    /// - Throws: `MLModelError.parameters` if the value is not a string.
    func text(_ value: Any) throws -> String {
        guard let text = value as? String else { throw MLModelError(.parameters, "The parameter \(key) is a string, not \(value).") }
        return text
    }

    /// Converts a value to a number that the parameter allows.
    ///
    /// - Throws: `MLModelError.parameters` if the value is not a number or is not allowed.
    func number(_ value: Any) throws -> NSNumber {
        let number: NSNumber? =
            switch value {
            case let number as NSNumber: number
            case let flag as Bool: NSNumber(value: flag)
            case let integer as any BinaryInteger: Int64(exactly: integer).map { NSNumber(value: $0) }
            case let number as any BinaryFloatingPoint: NSNumber(value: Double(number))
            default: nil
            }
        guard let number else { throw MLModelError(.parameters, "The parameter \(key) is a number, not \(value).") }
        if let constraint = numericConstraint {
            let allowed =
                constraint.enumeratedNumbers.map { $0.contains { $0.doubleValue == number.doubleValue } }
                ?? (number.doubleValue >= constraint.minNumber.doubleValue && number.doubleValue <= constraint.maxNumber.doubleValue)
            guard allowed else {
                throw MLModelError(.parameters, "The parameter \(key) cannot be \(number); it can be \(constraint.allowedValues).")
            }
        }
        return number
    }
}

extension Specification.Model {
    /// The model with the parameter values of a configuration. Keys of parameters that the model does not have are ignored.
    ///
    /// - Throws: `MLModelError.parameters` for a value that is not allowed.
    func setting(_ values: [MLParameterKey: Any]) throws -> Specification.Model {
        if values.isEmpty { return self }
        var model = self
        for description in MLParameterDescription.all(of: self) {
            guard let value = values[description.key] else { continue }
            switch description.key.name {
            case MLParameterKey.numberOfNeighbors.name:
                let count = try description.number(value).int64Value
                model.change(in: description.key.scope) { $0.numberOfNeighbors = count }
            case MLParameterKey.linkedModelFileName.name:
                let name = try description.text(value)
                model.change(in: description.key.scope) { $0.setLink { $0.linkedModelFileName = .init(name) } }
            case MLParameterKey.linkedModelSearchPath.name:
                let path = try description.text(value)
                model.change(in: description.key.scope) { $0.setLink { $0.linkedModelSearchPath = .init(path) } }
            default:
                // The other parameters are for training. The update reads them from the configuration.
                _ = try description.number(value)
            }
        }
        return model
    }

    /// Changes this model, or the sub-models named `scope` if the model is a pipeline.
    private mutating func change(in scope: String?, _ body: (inout Specification.Model) -> Void) {
        guard let scope else { return body(&self) }
        func changed(_ pipeline: Specification.Pipeline) -> Specification.Pipeline {
            var pipeline = pipeline
            for (index, name) in pipeline.names.enumerated() where name == scope && pipeline.models.indices.contains(index) {
                body(&pipeline.models[index])
            }
            return pipeline
        }
        switch type {
        case .pipeline(let pipeline): type = .pipeline(changed(pipeline))
        case .pipelineClassifier(var model):
            model.pipeline = model.pipeline.map(changed)
            type = .pipelineClassifier(model)
        case .pipelineRegressor(var model):
            model.pipeline = model.pipeline.map(changed)
            type = .pipelineRegressor(model)
        default: break
        }
    }

    /// The number of neighbours of a nearest neighbours classifier; `nil` for other models.
    private var numberOfNeighbors: Int64? {
        get {
            guard case .kNearestNeighborsClassifier(let classifier) = type else { return nil }
            return classifier.numberOfNeighbors?.defaultValue
        }
        set {
            guard case .kNearestNeighborsClassifier(var classifier) = type, let newValue else { return }
            classifier.numberOfNeighbors?.defaultValue = newValue
            type = .kNearestNeighborsClassifier(classifier)
        }
    }

    private mutating func setLink(_ body: (inout Specification.LinkedModelFile) -> Void) {
        guard case .linkedModel(var link) = type, var file = link.file else { return }
        body(&file)
        link.linkType = .linkedModelFile(file)
        type = .linkedModel(link)
    }
}

extension Specification.LinkedModel {
    fileprivate var file: Specification.LinkedModelFile? {
        guard case .linkedModelFile(let file) = linkType else { return nil }
        return file
    }
}

extension Specification.StringParameter {
    fileprivate init(_ value: String) {
        self.init()
        defaultValue = value
    }
}

extension MLNumericConstraint {
    /// The allowed values as text for messages. A long list of numbers is cut after the first twenty.
    fileprivate var allowedValues: String {
        guard let numbers = enumeratedNumbers else { return "\(minNumber) to \(maxNumber)" }
        let sorted = numbers.sorted { $0.doubleValue < $1.doubleValue }
        return sorted.prefix(20).map { "\($0)" }.joined(separator: ", ") + (sorted.count > 20 ? " and \(sorted.count - 20) more" : "")
    }
}
