import CoreMLSpecification

/// An example for the update of a model.
package struct UpdateExample: Sendable {
    /// The inputs in the order of the model's inputs; `nil` for an input that is left out.
    package var inputs: [PredictorValue?]
    /// The expected output: a class label, the index of a class in an array of one element, or an array.
    package var target: PredictorValue

    package init(inputs: [PredictorValue?], target: PredictorValue) {
        self.inputs = inputs
        self.target = target
    }
}

/// The progress of an update.
package struct UpdateProgress: Sendable {
    package enum Event: Sendable { case trainingBegin, miniBatchEnd, epochEnd }

    package var event: Event
    /// The index of the epoch, from 0.
    package var epoch: Int
    package var miniBatch: Int
    /// The loss of the mini-batch, or the mean loss of the epoch; `nil` before training.
    package var loss: Float?
}

/// The parameter values of an update. Values that the model's optimizer does not use are ignored.
package struct UpdateSettings: Sendable, Equatable {
    package var epochs = 1
    package var miniBatchSize = 1
    package var learningRate: Float = 0.01
    package var momentum: Float = 0
    package var beta1: Float = 0.9
    package var beta2: Float = 0.999
    package var epsilon: Float = 1e-8
    package var shuffles = true
    /// The seed for the order of examples; `nil` for a different order in every update.
    package var seed: Int?
    package var neighbors = 1

    package init() {}
}

/// Training data that is read only when it is needed.
package struct UpdateExamples {
    package var count: Int
    package var example: (Int) throws -> UpdateExample

    package init(count: Int, example: @escaping (Int) throws -> UpdateExample) {
        self.count = count
        self.example = example
    }
}

/// The update of one kind of model.
package protocol ModelUpdate: AnyObject {
    /// The settings. They may be changed during training. Optimizer settings apply from the next mini-batch on.
    var settings: UpdateSettings { get set }

    /// The feature of the training data that holds the expected outputs.
    var targetName: String { get }

    /// Trains the model, and calls `observe` at each event.
    ///
    /// - Throws: `RuntimeError.invalidInput` that names an invalid example; the errors of `observe`.
    func train(_ examples: UpdateExamples, observe: (UpdateProgress) throws -> Void) throws

    /// The model in its current state.
    func updatedModel() throws -> Specification.Model
}

/// Makes the `ModelUpdate` for a model.
package enum ModelUpdateFactory {
    /// - Throws: `RuntimeError.unsupported` with the reason, for a model that cannot be updated.
    package static func update(for model: Specification.Model, options: PredictorOptions) throws -> any ModelUpdate {
        guard model.isUpdatable else { throw RuntimeError.unsupported("the model is not updatable") }
        switch model.type {
        case .neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor: return try NetworkUpdate(model, options: options)
        case .kNearestNeighborsClassifier: return try NearestNeighborsUpdate(model)
        case .pipeline, .pipelineClassifier, .pipelineRegressor: return try PipelineUpdate(model, options: options)
        case let kind?: throw RuntimeError.unsupported("models of type \(PredictorFactory.name(of: kind)) cannot be updated")
        case nil: throw RuntimeError.invalidModel("the model has no type")
        }
    }

    /// The settings that the model's file specifies.
    package static func settings(of model: Specification.Model) -> UpdateSettings {
        var settings = UpdateSettings()
        if let update = model.networkUpdate {
            settings.epochs = Int(clamping: update.epochs?.defaultValue ?? 1)
            settings.shuffles = update.shuffle?.defaultValue ?? true
            settings.seed = update.seed.map { Int(clamping: $0.defaultValue) }
            switch update.optimizer?.optimizerType {
            case .sgdOptimizer(let optimizer):
                settings.learningRate = Float(optimizer.learningRate?.defaultValue ?? 0.01)
                settings.miniBatchSize = Int(clamping: optimizer.miniBatchSize?.defaultValue ?? 1)
                settings.momentum = Float(optimizer.momentum?.defaultValue ?? 0)
            case .adamOptimizer(let optimizer):
                settings.learningRate = Float(optimizer.learningRate?.defaultValue ?? 0.001)
                settings.miniBatchSize = Int(clamping: optimizer.miniBatchSize?.defaultValue ?? 1)
                settings.beta1 = Float(optimizer.beta1?.defaultValue ?? 0.9)
                settings.beta2 = Float(optimizer.beta2?.defaultValue ?? 0.999)
                settings.epsilon = Float(optimizer.eps?.defaultValue ?? 1e-8)
            case nil: break
            }
        }
        if case .kNearestNeighborsClassifier(let neighbors) = model.type {
            settings.neighbors = Int(clamping: neighbors.numberOfNeighbors?.defaultValue ?? 1)
        }
        return settings
    }
}

extension Specification.Model {
    /// The update parameters of a neural network; `nil` if there are none, and for other models.
    package var networkUpdate: Specification.NetworkUpdateParameters? {
        switch type {
        case .neuralNetwork(let network): network.updateParams
        case .neuralNetworkClassifier(let network): network.updateParams
        case .neuralNetworkRegressor(let network): network.updateParams
        default: nil
        }
    }

    /// The network of a neural network, without the parts that make it a classifier or a regressor; `nil` for other models.
    package var plainNetwork: Specification.NeuralNetwork? {
        var network = Specification.NeuralNetwork()
        switch type {
        case .neuralNetwork(let own): return own
        case .neuralNetworkClassifier(let own):
            network.layers = own.layers
            network.preprocessing = own.preprocessing
            network.arrayInputShapeMapping = own.arrayInputShapeMapping
            network.imageInputShapeMapping = own.imageInputShapeMapping
        case .neuralNetworkRegressor(let own):
            network.layers = own.layers
            network.preprocessing = own.preprocessing
            network.arrayInputShapeMapping = own.arrayInputShapeMapping
            network.imageInputShapeMapping = own.imageInputShapeMapping
        default: return nil
        }
        return network
    }

    /// The layers of a neural network. For other models they are empty, and a new value is ignored.
    package var networkLayers: [Specification.NeuralNetworkLayer] {
        get {
            switch type {
            case .neuralNetwork(let network): network.layers
            case .neuralNetworkClassifier(let network): network.layers
            case .neuralNetworkRegressor(let network): network.layers
            default: []
            }
        }
        set {
            switch type {
            case .neuralNetwork(var network):
                network.layers = newValue
                type = .neuralNetwork(network)
            case .neuralNetworkClassifier(var network):
                network.layers = newValue
                type = .neuralNetworkClassifier(network)
            case .neuralNetworkRegressor(var network):
                network.layers = newValue
                type = .neuralNetworkRegressor(network)
            default: break
            }
        }
    }

    /// The models of a pipeline; `nil` for other models.
    package var pipeline: Specification.Pipeline? {
        get {
            switch type {
            case .pipeline(let pipeline): pipeline
            case .pipelineClassifier(let classifier): classifier.pipeline
            case .pipelineRegressor(let regressor): regressor.pipeline
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch type {
            case .pipeline: type = .pipeline(newValue)
            case .pipelineClassifier(var classifier):
                classifier.pipeline = newValue
                type = .pipelineClassifier(classifier)
            case .pipelineRegressor(var regressor):
                regressor.pipeline = newValue
                type = .pipelineRegressor(regressor)
            default: break
            }
        }
    }

    /// The model that an update changes: this model, or the last model of a pipeline, at any nesting depth.
    package var updatedPart: Specification.Model { pipeline?.models.last?.updatedPart ?? self }
}
