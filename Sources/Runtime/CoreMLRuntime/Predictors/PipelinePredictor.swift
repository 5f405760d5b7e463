import CoreMLSpecification

/// Runs models one after the other. Each reads the pipeline's inputs and the outputs of earlier models, by name.
final class PipelinePredictor: ModelPredictor {
    private struct Stage: Sendable {
        let name: String
        let predictor: any ModelPredictor
        /// The value that each input of the stage reads.
        let inputs: [Int?]
        let isImage: [Bool]
        /// The value that each output of the stage sets.
        let outputs: [Int]
    }

    private let stages: [Stage]
    private let valueCount: Int
    private let inputCount: Int
    private let outputs: [Int?]
    let classLabels: ClassLabels?
    /// The states of all models.
    let stateTypes: [String: TensorType]

    /// - Throws: the errors of the models, with the name of the model that failed. `RuntimeError.invalidModel` if a model reads a feature
    ///   that no earlier model makes. `invalidModel` also if two models have a state of the same name. `unsupported` if all states together
    ///   take more memory than the limit.
    init(_ pipeline: Specification.Pipeline?, interface: ModelInterface, options: PredictorOptions) throws {
        guard let pipeline, !pipeline.models.isEmpty else { throw RuntimeError.invalidModel("the pipeline has no models") }
        var options = options
        options.depth += 1
        let place = options.place
        var slots: [String: Int] = [:]
        for (index, input) in interface.inputs.enumerated() { slots[input.name] = index }
        var count = interface.inputs.count
        var stages: [Stage] = []
        var labels: ClassLabels?
        var states: [String: TensorType] = [:]
        var last = interface
        for (index, model) in pipeline.models.enumerated() {
            let name = index < pipeline.names.count ? pipeline.names[index] : "model\(index)"
            let stageInterface = try PipelinePredictor.naming(name) { try ModelInterface(model).withThresholds(of: model) }
            let thresholds = model.thresholdInputs
            let inputs = try stageInterface.inputs.map { input -> Int? in
                if let slot = slots[input.name] { return slot }
                guard input.isOptional || thresholds.contains(input.name) else {
                    throw RuntimeError.invalidModel("pipeline model '\(name)' reads '\(input.name)', which nothing before it makes")
                }
                return nil
            }
            options.place = place + [index]
            let predictor = try PipelinePredictor.naming(name) { try PredictorFactory.predictor(for: model, options: options) }
            for (state, type) in predictor.stateTypes {
                guard states.updateValue(type, forKey: state) == nil else {
                    throw RuntimeError.invalidModel("pipeline model '\(name)' has a state '\(state)', as one before it does")
                }
            }
            let outputs = stageInterface.outputs.map { output in
                slots[output.name] = count
                count += 1
                return count - 1
            }
            stages.append(
                Stage(name: name, predictor: predictor, inputs: inputs, isImage: stageInterface.inputs.map(\.isImage), outputs: outputs))
            labels = predictor.classLabels ?? labels
            last = stageInterface
        }
        try options.memoryLimit.check(states.values.reduce(0) { $0 + $1.byteCount }, "the states of the pipeline")
        self.stages = stages
        stateTypes = states
        valueCount = count
        inputCount = interface.inputs.count
        classLabels = labels
        outputs = try interface.outputs.map { output in
            if let slot = slots[output.name] { return slot }
            if output.name == interface.predictedFeatureName, let slot = slots[last.predictedFeatureName] { return slot }
            if output.name == interface.predictedProbabilitiesName, let slot = slots[last.predictedProbabilitiesName] { return slot }
            throw RuntimeError.invalidModel("no model of the pipeline makes its output '\(output.name)'")
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        try predict(inputs) { try $0.predict($1) }
    }

    func predict(_ inputs: [PredictorValue?], states: [String: StateBuffer]) throws -> [PredictorValue?] {
        try predict(inputs) { try $0.predict($1, states: states) }
    }

    /// Calls `answer` for each model, with the values that the model reads.
    ///
    /// - Throws: the errors of the models; `CancellationError` before the next model if the prediction is cancelled.
    private func predict(
        _ inputs: [PredictorValue?], answer: (any ModelPredictor, [PredictorValue?]) throws -> [PredictorValue?]
    ) throws -> [PredictorValue?] {
        var values = inputs
        values.append(contentsOf: repeatElement(nil, count: valueCount - inputCount))
        let cancellation = PredictionCancellation.current
        for stage in stages {
            try cancellation?.check()
            let arguments = try stage.inputs.indices.map { index -> PredictorValue? in
                guard let slot = stage.inputs[index] else { return nil }
                if stage.isImage[index], case .tensor(let tensor) = values[slot] { return .image(try PlanarImage(tensor)) }
                return values[slot]
            }
            let results = try PipelinePredictor.naming(stage.name) { try answer(stage.predictor, arguments) }
            for (slot, result) in zip(stage.outputs, results) { values[slot] = result }
        }
        return outputs.map { $0.flatMap { values[$0] } }
    }

    func scalarType(ofInput index: Int) -> ScalarType? { reader(of: index).flatMap { $0.scalarType(ofInput: $1) } }

    func acceptsLeadingAxes(ofInput index: Int) -> Bool {
        reader(of: index).map { $0.acceptsLeadingAxes(ofInput: $1) } ?? false
    }

    func imagePreprocessing(ofInput index: Int) -> ImagePreprocessing? {
        reader(of: index).flatMap { $0.imagePreprocessing(ofInput: $1) }
    }

    /// The model that reads an input of the pipeline, with the index of its own input; `nil` if no model or more than one reads it.
    private func reader(of input: Int) -> (predictor: any ModelPredictor, index: Int)? {
        let readers = stages.flatMap { stage in
            stage.inputs.indices.filter { stage.inputs[$0] == input }.map { (predictor: stage.predictor, index: $0) }
        }
        return readers.count == 1 ? readers[0] : nil
    }

    private static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch RuntimeError.invalidModel(let reason) {
            throw RuntimeError.invalidModel("pipeline model '\(name)': \(reason)")
        } catch RuntimeError.unsupported(let reason) {
            throw RuntimeError.unsupported("pipeline model '\(name)': \(reason)")
        } catch RuntimeError.invalidInput(let reason) {
            throw RuntimeError.invalidInput("pipeline model '\(name)': \(reason)")
        }
    }
}

/// An image that one network of a pipeline passes to the next: red, green and blue planes, or a single gray plane.
private struct PlanarImage: ImageTensorSource {
    let width: Int
    let height: Int
    private let tensor: Tensor
    private let channels: Int

    init(_ tensor: Tensor) throws {
        let shape = tensor.shape
        guard shape.count >= 3, shape.dropLast(3).allSatisfy({ $0 == 1 }), tensor.scalar == .float32,
            [1, 3].contains(shape[shape.count - 3])
        else {
            throw RuntimeError.invalidInput("an array of shape \(shape) is no image")
        }
        self.tensor = tensor
        channels = shape[shape.count - 3]
        height = shape[shape.count - 2]
        width = shape[shape.count - 1]
    }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        guard channels == preprocessing.channels.count else {
            throw RuntimeError.invalidInput("an image of \(channels) channels does not fit an input of \(preprocessing.channels.count)")
        }
        let size = width * height
        let source = tensor.floats
        for channel in 0..<channels {
            let from = preprocessing.channels == .bgr ? channels - 1 - channel : channel
            for index in 0..<size {
                // Between two networks an image is eight bits deep.
                let byte = max(0, min(255, source[from * size + index].rounded()))
                destination[channel * size + index] = byte * preprocessing.scale + preprocessing.biases[channel]
            }
        }
    }
}
