import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation

/// A Core ML model, ready to predict. Predictions may run on several threads at once.
open class MLModel: NSObject, @unchecked Sendable {
    /// The content of the model. It is set once, before other code has the object.
    private var loaded: LoadedModel

    /// The model's inputs, outputs and metadata.
    open var modelDescription: MLModelDescription { loaded.description }

    /// A copy of the configuration with which the model was loaded. If the configuration gave no `modelDisplayName`, the copy has the name of the
    /// file.
    open var configuration: MLModelConfiguration { loaded.configuration.copied }

    var predictor: any ModelPredictor { loaded.predictor }
    var inputSlots: [InputSlot] { loaded.inputSlots }
    var outputLayout: OutputLayout { loaded.outputLayout }
    /// The layout of an object detector's outputs; `nil` for other models.
    package var detector: Detector? { loaded.detector }
    /// The precision of the networks; `nil` if all of them compute in float32, or if nothing was measured.
    package var precisionReport: PrecisionReport? { loaded.precisionReport }

    /// A model that has no inputs and outputs and cannot predict, for subclasses that override its predictions.
    public override init() {
        loaded = .none
    }

    /// Loads a model: a `.mlmodel` file, a `.mlpackage`, or a compiled model.
    ///
    /// - Throws: `MLModelError.io` if the file cannot be read, `.generic` if the model is not supported or contradicts itself.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, configuration: MLModelConfiguration())
    }

    /// Loads a model: a `.mlmodel` file, a `.mlpackage`, or a compiled model.
    ///
    /// - Throws: `MLModelError.io` if the file cannot be read, `.generic` if the model is not supported or contradicts itself.
    public convenience init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        let package = try ModelFile.read(url)
        try self.init(package: package, configuration: configuration, name: url.lastPathComponent)
    }

    /// - Parameters:
    ///   - name: the model's name in messages. If the model is in a file, it is the file's name.
    ///   - byteCount: the size of a model in memory, in bytes; `nil` for a model with files.
    package convenience init(package: ModelPackage, configuration: MLModelConfiguration, name: String, byteCount: Int? = nil) throws {
        let loaded = try LoadedModel(package, configuration, name: name, byteCount: byteCount)
        self.init()
        self.loaded = loaded
    }

    /// Predicts from one set of features.
    ///
    /// - Throws: `MLModelError.featureType` that names an input that is missing or does not fit.
    open func prediction(from input: any MLFeatureProvider) throws -> any MLFeatureProvider {
        try predict(input, options: nil)
    }

    /// Predicts from one set of features.
    ///
    /// - Throws: `MLModelError.featureType` that names an input that is missing or does not fit.
    open func prediction(from input: any MLFeatureProvider, options: MLPredictionOptions) throws -> any MLFeatureProvider {
        try predict(input, options: options)
    }

    /// Predicts from one set of features, away from the caller's actor.
    ///
    /// - Throws: `MLModelError.featureType` with the input's name if an input is missing or does not fit.
    ///   `MLModelError.predictionCancelled` if the task is cancelled before a network or program has run to its end. Output backings may
    ///   then be partly written.
    open func prediction(
        from input: any MLFeatureProvider, options: MLPredictionOptions = MLPredictionOptions()
    ) async throws -> any MLFeatureProvider {
        try await MLModel.cancellable { try predict(input, options: options) }
    }

    /// Predicts from every set of features of a batch.
    open func predictions(fromBatch inputBatch: any MLBatchProvider) throws -> any MLBatchProvider {
        try predictions(from: inputBatch, options: MLPredictionOptions())
    }

    /// Predicts from all features of a batch, several at once on all cores. The results are in the order of the batch.
    ///
    /// - Throws: the first error in the order of the batch, with the index of its features. `MLModelError.predictionCancelled` if the calling task
    ///   is cancelled. `.generic` if there are output backings and several predictions. The backings hold only one.
    open func predictions(from inputBatch: any MLBatchProvider, options: MLPredictionOptions) throws -> any MLBatchProvider {
        guard options.outputBackings.isEmpty || inputBatch.count <= 1 else {
            throw MLModelError(.generic, "Output backings hold one prediction, not the \(inputBatch.count) of a batch.")
        }
        return MLArrayBatchProvider(array: try BatchPrediction(self, inputBatch, options).run())
    }

    /// The value of one of the model's parameters: the configuration's value, or else the model's default.
    ///
    /// - Throws: `MLModelError.parameters` for a parameter that the model does not have.
    open func parameterValue(for key: MLParameterKey) throws -> Any {
        if let value = loaded.configuration.parameters?[key] { return value }
        if let description = modelDescription.parameterDescriptionsByKey[key] { return description.defaultValue }
        throw MLModelError(.parameters, "The model has no parameter \(key).")
    }

    /// The devices that models can run on: the CPU.
    public static var availableComputeDevices: [MLComputeDevice] { MLComputeDevice.allComputeDevices }

    func predict(
        _ input: any MLFeatureProvider, options: MLPredictionOptions?, state: MLState? = nil
    ) throws -> PredictionResult {
        var values: [PredictorValue?] = []
        values.reserveCapacity(inputSlots.count)
        for slot in inputSlots {
            values.append(try slot.value(from: input))
        }
        return try predict(values, options: options, state: state)
    }

    /// Predicts from values in the order of the description's inputs.
    ///
    /// - Throws: `MLModelError.featureType` if the model has states and none is given; `.predictionCancelled` if the caller's
    ///   `PredictionCancellation` is cancelled before or during the prediction.
    func predict(
        _ values: [PredictorValue?], options: MLPredictionOptions?, state: MLState? = nil
    ) throws -> PredictionResult {
        if state == nil, let name = loaded.firstState {
            throw MLModelError(
                .featureType, "The input feature for \(name) must be an MLState, but it was not. Make one with makeState().")
        }
        do {
            try PredictionCancellation.current?.check()
            let predictor = options?.usesCPUOnly == true ? try loaded.exactPredictor.get() : predictor
            let backings = try options.flatMap { try OutputBackings($0.outputBackings, layout: outputLayout) }
            let outputs: [PredictorValue?]
            if let state {
                outputs = try state.predict(predictor, values)
            } else {
                outputs = try predictor.predict(values, into: backings?.tensors(reading: values) ?? [])
            }
            return try PredictionResult(outputs, layout: outputLayout, backings: backings)
        } catch {
            throw MLModelError(predicting: error, using: predictor.subject)
        }
    }
}
