import CoreMLRuntime
import CoreMLSpecification
import Foundation

extension MLParameterDescription {
    /// The parameters of a model, and of those inside it with their names for scopes, that a configuration can set.
    static func descriptions(of model: Specification.Model, scope: String? = nil, depth: Int = 0) -> [MLParameterDescription] {
        // Deeper pipelines are not loaded.
        guard depth < 32 else { return [] }
        func key(_ key: MLParameterKey) -> MLParameterKey { scope.map { key.scoped(to: $0) } ?? key }
        switch model.type {
        case .kNearestNeighborsClassifier(let classifier):
            guard let parameter = classifier.numberOfNeighbors else { return [] }
            return [
                MLParameterDescription(
                    key: key(.numberOfNeighbors), defaultValue: NSNumber(value: parameter.defaultValue),
                    numericConstraint: MLNumericConstraint(parameter))
            ]
        case .linkedModel(let link):
            guard case .linkedModelFile(let file) = link.linkType else { return [] }
            return [
                MLParameterDescription(key: key(.linkedModelFileName), defaultValue: file.linkedModelFileName?.defaultValue ?? ""),
                MLParameterDescription(key: key(.linkedModelSearchPath), defaultValue: file.linkedModelSearchPath?.defaultValue ?? ""),
            ]
        case .pipeline(let pipeline): return descriptions(of: pipeline, scope, depth)
        case .pipelineClassifier(let model): return descriptions(of: model.pipeline, scope, depth)
        case .pipelineRegressor(let model): return descriptions(of: model.pipeline, scope, depth)
        default: return []
        }
    }

    private static func descriptions(
        of pipeline: Specification.Pipeline?, _ scope: String?, _ depth: Int
    ) -> [MLParameterDescription] {
        guard let pipeline else { return [] }
        return pipeline.models.enumerated().flatMap { index, model in
            let name = index < pipeline.names.count ? pipeline.names[index] : "model\(index)"
            return descriptions(of: model, scope: scope.map { "\($0).\(name)" } ?? name, depth: depth + 1)
        }
    }
}

extension MLNumericConstraint {
    convenience init?(_ parameter: Specification.Int64Parameter) {
        switch parameter.allowedValues {
        case .range(let range):
            self.init(minNumber: NSNumber(value: range.minValue), maxNumber: NSNumber(value: range.maxValue))
        case .set(let set):
            let values = Array(set.values)
            self.init(
                minNumber: NSNumber(value: values.min() ?? 0), maxNumber: NSNumber(value: values.max() ?? 0),
                enumeratedNumbers: Set(values.map { NSNumber(value: $0) }))
        case nil: return nil
        }
    }
}

extension ModelParameters {
    /// The parameters of a configuration that predictors know; others concern training.
    ///
    /// - Throws: `MLModelError.parameters` for a value of the wrong type.
    init(_ parameters: [MLParameterKey: Any]?) throws {
        self.init()
        for (key, value) in parameters ?? [:] {
            guard let name = Name(rawValue: key.name) else { continue }
            switch name {
            case .numberOfNeighbors:
                guard let number = value as? NSNumber else { throw MLModelError(.parameters, "The parameter \(key) must be a number.") }
                set(name, scope: key.scope, .integer(number.int64Value))
            case .linkedModelFileName, .linkedModelSearchPath:
                guard let text = value as? String else { throw MLModelError(.parameters, "The parameter \(key) must be a string.") }
                set(name, scope: key.scope, .string(text))
            }
        }
    }
}
