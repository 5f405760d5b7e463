import CoreMLSpecification
import Foundation

/// A model of one kind, ready to predict. Several predictions may run at the same time.
///
/// Values are passed by position, in the order of the model description, so a prediction needs no lookups by name.
package protocol ModelPredictor: AnyObject, Sendable {
    /// Predicts. An input of `nil` was left out by the caller. An output of `nil` does not exist in this prediction.
    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?]

    /// Predicts like `predict(_:)`, but may write an output into its tensor in `backings`, if that tensor has the output's type and shape.
    /// Other outputs are new tensors. `backings` is empty, or has an entry for each output.
    func predict(_ inputs: [PredictorValue?], into backings: [Tensor?]) throws -> [PredictorValue?]

    /// Predicts from the inputs and `states`, which hold the states of earlier predictions by name. Writes the new states there.
    func predict(_ inputs: [PredictorValue?], states: [String: StateBuffer]) throws -> [PredictorValue?]

    /// The types of the states that the model keeps between predictions, by name.
    var stateTypes: [String: TensorType] { get }

    /// The element type that the model needs for a multi-array input; `nil` for any.
    func scalarType(ofInput index: Int) -> ScalarType?

    /// Whether a multi-array input may have a sequence and a batch axis before the axes of the description.
    func acceptsLeadingAxes(ofInput index: Int) -> Bool

    /// The conversion of an image input to a tensor; `nil` if the input is not an image of a network.
    func imagePreprocessing(ofInput index: Int) -> ImagePreprocessing?

    /// The labels of a classifier; `nil` for other models.
    var classLabels: ClassLabels? { get }

    /// The name of the model in messages.
    var subject: String { get }

    /// Whether the model has a matrix product or convolution whose factors may be rounded to bfloat16. It is known before the first prediction.
    var hasReducibleProducts: Bool { get }

    /// The products with rounded factors in the plans of the predictions so far.
    var reducedProducts: [ReducedProduct] { get }
}

extension ModelPredictor {
    package func predict(_ inputs: [PredictorValue?], into backings: [Tensor?]) throws -> [PredictorValue?] { try predict(inputs) }
    package func predict(_ inputs: [PredictorValue?], states: [String: StateBuffer]) throws -> [PredictorValue?] { try predict(inputs) }
    package var stateTypes: [String: TensorType] { [:] }
    package func scalarType(ofInput index: Int) -> ScalarType? { nil }
    package func acceptsLeadingAxes(ofInput index: Int) -> Bool { false }
    package func imagePreprocessing(ofInput index: Int) -> ImagePreprocessing? { nil }
    package var classLabels: ClassLabels? { nil }
    package var subject: String { "the model" }
    package var hasReducibleProducts: Bool { false }
    package var reducedProducts: [ReducedProduct] { [] }
}

extension ModelPredictor {
    /// New states of zeros; empty for a model without states.
    package func makeStates() -> [String: StateBuffer] { stateTypes.mapValues { StateBuffer(zeros: $0) } }
}

extension MappedFiles {
    /// Throws an error if one of the model's files was shortened while it was read. The results that were computed from it are then wrong.
    func check() throws {
        if let damage { throw RuntimeError.failed(damage) }
    }
}

/// The options with which a predictor is made.
package struct PredictorOptions: Sendable {
    /// Whether convolutions and matrix products may compute in bfloat16 with float32 accumulation. Values that a program declares as
    /// float32 stay in float32.
    package var allowsReducedPrecision = true
    /// Whether the outputs must keep the accuracy of float16 in spite of reduced precision (`PrecisionSearch`).
    package var measuresPrecision = true
    /// The options of plans of reduced precision that the caller has set; `nil` if the plans use the fastest options for this processor.
    private var chosenPrecision: PlanOptions?
    /// The report of precision choices. It holds the choices from earlier loads of the model, and receives those of this load.
    package var precisionReport: PrecisionReport?
    /// The place of the model: the indices of the models in nested pipelines.
    package var place: [Int] = []
    /// The number of threads of each prediction; `nil` for all cores, shared among the predictions that run at the same time.
    package var threads: Int?
    /// The function of an ML Program; `nil` for its default.
    package var functionName: String?
    /// The weight files of an ML Program.
    package var weights: WeightStore?
    /// The prepared weights that several predictors of one network share; `nil` if each predictor has its own.
    var preparedWeights: PreparedWeights?
    package var memoryLimit = MemoryLimit()
    /// The number of models around this one. The nesting of pipelines and of linked models is limited.
    package var depth = 0
    /// Makes custom layers and custom models; `nil` if they are not supported.
    package var customParts: CustomParts?
    /// Reads the model with a network of Osprey's feature prints; `nil` if feature prints are not supported.
    package var readFeaturePrint: (@Sendable (PrintNetwork) throws -> Specification.Model)?
    /// The folder in which linked models are searched for; `nil` for a model in memory.
    package var folder: URL?

    package init() {}

    /// The options of plans of reduced precision. The processor's features are queried only when a network is loaded.
    package var reducedPrecision: PlanOptions {
        get { chosenPrecision ?? .fastest }
        set { chosenPrecision = newValue }
    }

    /// The options of a network's plans.
    var planOptions: PlanOptions { allowsReducedPrecision ? reducedPrecision : PlanOptions() }

    /// The prepared weights of a new predictor. Weights that are too many to be kept in memory are not shared.
    ///
    /// - Parameter storedByteCount: the argument of `PreparedWeights.init`.
    func makePreparedWeights(storedByteCount: Int = 0) -> PreparedWeights {
        let own = PreparedWeights(storedByteCount: storedByteCount)
        return own.areTooMany ? own : preparedWeights ?? own
    }
}

/// Chooses the predictor for a model's kind.
package enum PredictorFactory {
    /// The maximum depth of nested pipelines and linked models.
    static let maximumDepth = 16

    /// - Throws: `RuntimeError.unsupported` with the name of a kind without a predictor, `invalidModel` for an inconsistent model.
    package static func predictor(for model: Specification.Model, options: PredictorOptions) throws -> any ModelPredictor {
        guard options.depth < maximumDepth else { throw RuntimeError.invalidModel("models are nested more than \(maximumDepth) deep") }
        let interface = try ModelInterface(model, functionName: options.functionName).withThresholds(of: model)
        guard let kind = model.type else { throw RuntimeError.invalidModel("the model has no type") }
        let limit = options.memoryLimit
        switch kind {
        case .pipeline(let pipeline): return try PipelinePredictor(pipeline, interface: interface, options: options)
        case .pipelineClassifier(let model): return try PipelinePredictor(model.pipeline, interface: interface, options: options)
        case .pipelineRegressor(let model): return try PipelinePredictor(model.pipeline, interface: interface, options: options)
        case .neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor:
            return try PrecisionSearch(interface: interface, options: options).predictor {
                try NeuralNetworkPredictor(model, interface: interface, options: $0)
            }
        case .glmRegressor(let model): return try LinearRegressorPredictor(model, interface: interface, limit: limit)
        case .glmClassifier(let model): return try LinearClassifierPredictor(model, interface: interface, limit: limit)
        case .treeEnsembleRegressor(let model): return try TreeEnsembleRegressorPredictor(model, interface: interface, limit: limit)
        case .treeEnsembleClassifier(let model): return try TreeEnsembleClassifierPredictor(model, interface: interface, limit: limit)
        case .supportVectorRegressor(let model): return try SupportVectorRegressorPredictor(model, interface: interface, limit: limit)
        case .supportVectorClassifier(let model): return try SupportVectorClassifierPredictor(model, interface: interface, limit: limit)
        case .kNearestNeighborsClassifier(let model): return try NearestNeighborsPredictor(model, interface: interface)
        case .nonMaximumSuppression(let model): return try NonMaximumSuppressionPredictor(model, interface: interface, limit: limit)
        case .scaler(let model): return ScalerPredictor(model, interface: interface)
        case .normalizer(let model): return try NormalizerPredictor(model, interface: interface)
        case .imputer(let model): return try ImputerPredictor(model, interface: interface)
        case .oneHotEncoder(let model): return try OneHotEncoderPredictor(model, interface: interface)
        case .dictVectorizer(let model): return try DictionaryVectorizerPredictor(model, interface: interface)
        case .categoricalMapping(let model): return try CategoricalMappingPredictor(model, interface: interface)
        case .featureVectorizer(let model): return try FeatureVectorizerPredictor(model, interface: interface, limit: limit)
        case .arrayFeatureExtractor(let model): return ArrayFeatureExtractorPredictor(model, interface: interface)
        case .bayesianProbitRegressor(let model): return try ProbitRegressorPredictor(model, interface: interface)
        case .itemSimilarityRecommender(let model): return try ItemSimilarityPredictor(model, interface: interface)
        case .wordEmbedding(let model): return try WordEmbeddingPredictor(model, interface: interface)
        case .gazetteer(let model): return try GazetteerPredictor(model, interface: interface)
        case .linkedModel(let link): return try LinkedModel.predictor(for: link, interface: interface, options: options)
        case .customModel(let custom):
            guard let parts = options.customParts else {
                throw RuntimeError.unsupported("custom models ('\(custom.className)') are not supported")
            }
            return try parts.makeModel(model, custom)
        case .visionFeaturePrint(let print): return try FeaturePrint.predictor(for: print, interface: interface, options: options)
        case .soundAnalysisPreprocessing(let model): return try SoundPreprocessingPredictor(model, interface: interface)
        case .identity: return IdentityPredictor(interface)
        case .mlProgram(let program):
            var options = options
            // With several functions, the description names the default one. The program itself has no order of functions.
            if let functions = model.description?.functions, !functions.isEmpty, options.functionName == nil {
                options.functionName = model.description?.defaultFunctionName
            }
            return try PrecisionSearch(interface: interface, options: options, makesPlansLater: true).predictor {
                try ProgramPredictor(program, interface: interface, options: $0)
            }
        default: throw RuntimeError.unsupported(unsupportedReason(kind))
        }
    }

    /// The reason why a kind has no predictor.
    static func unsupportedReason(_ kind: Specification.Model.Kind) -> String {
        switch kind {
        case .textClassifier, .wordTagger:
            "models of type \(name(of: kind)) are not supported: they are read by Apple's Natural Language framework alone"
        case .audioFeaturePrint:
            "models of type \(name(of: kind)) are not supported: their network is part of Apple's Sound Analysis framework"
        default: "models of type \(name(of: kind)) are not supported"
        }
    }

    /// The kind's name in the model format.
    package static func name(of kind: Specification.Model.Kind) -> String {
        // Only the label is used, because a description of the value would include every weight.
        Mirror(reflecting: kind).children.first?.label ?? "unknown"
    }
}

/// The names and types of a model's inputs, outputs and states.
package struct ModelInterface: Sendable {
    package struct Feature: Sendable {
        package let name: String
        package let isOptional: Bool
        package let type: Specification.FeatureType.Kind
    }

    package private(set) var inputs: [Feature]
    package let outputs: [Feature]
    package let predictedFeatureName: String
    package let predictedProbabilitiesName: String
    /// The requested function, or the default one; `nil` for a model without functions.
    package let functionName: String?

    /// - Parameter functionName: the function, for a model with several functions; `nil` for the default function.
    /// - Throws: `RuntimeError.invalidModel` for a model without a description, `invalidInput` for a function that it does not have.
    package init(_ model: Specification.Model, functionName: String? = nil) throws {
        guard let description = model.description else { throw RuntimeError.invalidModel("the model has no description") }
        if !description.functions.isEmpty {
            guard let function = description.function(named: functionName) else {
                throw RuntimeError.invalidInput("the model has no function '\(functionName ?? description.defaultFunctionName)'")
            }
            try self.init(
                inputs: function.input, outputs: function.output, predictedFeatureName: function.predictedFeatureName,
                predictedProbabilitiesName: function.predictedProbabilitiesName, functionName: function.name)
            return
        }
        try self.init(
            inputs: description.input, outputs: description.output, predictedFeatureName: description.predictedFeatureName,
            predictedProbabilitiesName: description.predictedProbabilitiesName)
    }

    package init(
        inputs: [Specification.FeatureDescription], outputs: [Specification.FeatureDescription], predictedFeatureName: String = "",
        predictedProbabilitiesName: String = "", functionName: String? = nil
    ) throws {
        self.inputs = try inputs.map(ModelInterface.feature)
        self.outputs = try outputs.map(ModelInterface.feature)
        self.predictedFeatureName = predictedFeatureName
        self.predictedProbabilitiesName = predictedProbabilitiesName
        self.functionName = functionName
    }

    private static func feature(_ description: Specification.FeatureDescription) throws -> Feature {
        guard let type = description.type, let kind = type.type else {
            throw RuntimeError.invalidModel("the feature '\(description.name)' has no type")
        }
        return Feature(name: description.name, isOptional: type.isOptional, type: kind)
    }

    /// The same interface with the thresholds of non-maximum suppression as inputs. Exporters name these inputs in the model, but often do not
    /// describe them.
    func withThresholds(of model: Specification.Model) -> ModelInterface {
        guard case .nonMaximumSuppression = model.type else { return self }
        var copy = self
        for name in model.thresholdInputs.sorted() where inputIndex(name) == nil {
            copy.inputs.append(Feature(name: name, isOptional: true, type: .doubleType(.init())))
        }
        return copy
    }

    package func inputIndex(_ name: String) -> Int? { inputs.firstIndex { $0.name == name } }
    package func outputIndex(_ name: String) -> Int? { outputs.firstIndex { $0.name == name } }
}

extension Plan {
    /// Makes a tensor for each output. This is the caller's tensor if it has the right type and shape, or else a new tensor.
    ///
    /// - Parameters:
    ///   - names: the names of the plan's outputs, in the plan's order.
    ///   - backings: empty, or one entry for each output of the model.
    func makeOutputs(_ names: [String], backings: [Tensor?], _ interface: ModelInterface) -> [Tensor] {
        zip(names, outputs).map { name, output in
            let backing = backings.isEmpty ? nil : interface.outputIndex(name).flatMap { backings[$0] }
            if let backing, backing.type == output.type { return backing }
            return Tensor(uninitialized: output.type)
        }
    }
}

/// Returns its inputs under the names of its outputs.
final class IdentityPredictor: ModelPredictor {
    private let sources: [Int?]

    init(_ interface: ModelInterface) {
        sources = interface.outputs.indices.map { index in
            interface.inputIndex(interface.outputs[index].name) ?? (interface.inputs.indices.contains(index) ? index : nil)
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        sources.map { $0.flatMap { inputs[$0] } }
    }
}
