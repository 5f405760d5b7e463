import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// Converts the values of parameters to the settings of an update, and back.
enum UpdateParameters {
    /// The parameters of the updated part of a model. Networks always have `shuffle` and `seed`.
    private static func descriptions(of model: Specification.Model) -> [MLParameterDescription] {
        let part = model.updatedPart
        var list = MLParameterDescription.all(of: part)
        guard part.networkUpdate != nil else { return list }
        for (key, value) in [(MLParameterKey.shuffle, 1), (.seed, 0)] where !list.contains(where: { $0.key == key }) {
            list.append(MLParameterDescription(key: key, defaultValue: NSNumber(value: value)))
        }
        return list
    }

    /// The value of each parameter that the model has.
    static func values(of settings: UpdateSettings, for model: Specification.Model) -> [MLParameterKey: Any] {
        var values: [MLParameterKey: Any] = [:]
        for description in descriptions(of: model) { values[description.key] = value(description.key, of: settings) }
        return values
    }

    private static func value(_ key: MLParameterKey, of settings: UpdateSettings) -> Any? {
        switch key {
        case .epochs: settings.epochs
        case .miniBatchSize: settings.miniBatchSize
        case .learningRate: Double(settings.learningRate)
        case .momentum: Double(settings.momentum)
        case .beta1: Double(settings.beta1)
        case .beta2: Double(settings.beta2)
        case .eps: Double(settings.epsilon)
        case .shuffle: settings.shuffles
        case .seed: settings.seed
        case .numberOfNeighbors: settings.neighbors
        default: nil
        }
    }

    /// Stores parameter values in the settings. In a pipeline, the scope of a key may be the name of the last model.
    ///
    /// - Throws: `MLModelError.parameters` for a parameter that the model does not have, or a value that it does not allow. The settings
    ///   are then unchanged.
    static func apply(_ values: [MLParameterKey: Any], to settings: inout UpdateSettings, of model: Specification.Model) throws {
        guard !values.isEmpty else { return }
        let (known, scope) = (descriptions(of: model), model.pipeline?.names.last)
        var changed = settings
        for (key, value) in values {
            // These parameters give the location of a linked model. They do not concern the update.
            if key == .linkedModelFileName || key == .linkedModelSearchPath { continue }
            let isOfPart = key.scope == nil || key.scope == scope
            guard isOfPart, let description = known.first(where: { $0.key.name == key.name }) else {
                throw MLModelError(.parameters, "The model has no parameter \(key).")
            }
            store(try description.number(value), description.key, in: &changed)
        }
        settings = changed
    }

    private static func store(_ number: NSNumber, _ key: MLParameterKey, in settings: inout UpdateSettings) {
        switch key {
        case .epochs: settings.epochs = max(number.intValue, 0)
        case .miniBatchSize: settings.miniBatchSize = max(number.intValue, 1)
        case .learningRate: settings.learningRate = number.floatValue
        case .momentum: settings.momentum = number.floatValue
        case .beta1: settings.beta1 = number.floatValue
        case .beta2: settings.beta2 = number.floatValue
        case .eps: settings.epsilon = number.floatValue
        case .shuffle: settings.shuffles = number.boolValue
        case .seed: settings.seed = number.intValue
        case .numberOfNeighbors: settings.neighbors = max(number.intValue, 1)
        default: break
        }
    }
}
