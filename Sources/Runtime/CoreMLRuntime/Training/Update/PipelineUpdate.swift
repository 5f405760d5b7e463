import CoreMLSpecification

/// A pipeline with an updatable last model. The other models make the inputs of the last one.
final class PipelineUpdate: ModelUpdate {
    var targetName: String { last.targetName }
    private let model: Specification.Model
    private let last: any ModelUpdate
    /// Computes the last model's inputs from the pipeline's inputs; `nil` if the pipeline has only one model.
    private let features: PipelinePredictor?
    /// The index of the pipeline's input for each input of the last model, if the pipeline has only one model.
    private let sources: [Int?]

    var settings: UpdateSettings {
        get { last.settings }
        set { last.settings = newValue }
    }

    init(_ model: Specification.Model, options: PredictorOptions) throws {
        guard let pipeline = model.pipeline, let last = pipeline.models.last else {
            throw RuntimeError.invalidModel("the pipeline has no models")
        }
        guard !pipeline.models.dropLast().contains(where: \.isUpdatable) else {
            throw RuntimeError.unsupported("of a pipeline only the last model may be updatable")
        }
        var options = options
        options.depth += 1
        guard options.depth < PredictorFactory.maximumDepth else {
            throw RuntimeError.invalidModel("pipelines are nested more than \(PredictorFactory.maximumDepth) deep")
        }
        self.model = model
        self.last = try ModelUpdateFactory.update(for: last, options: options)
        let inputs = last.description?.input ?? []
        var front = pipeline
        front.models.removeLast()
        if front.models.isEmpty {
            let interface = try ModelInterface(model)
            sources = inputs.map { interface.inputIndex($0.name) }
            features = nil
        } else {
            let interface = try ModelInterface(inputs: model.description?.input ?? [], outputs: inputs)
            sources = []
            features = try PipelinePredictor(front, interface: interface, options: options)
        }
    }

    func train(_ examples: UpdateExamples, observe: (UpdateProgress) throws -> Void) throws {
        let prepared = UpdateExamples(count: examples.count) { [features, sources] number in
            let example = try examples.example(number)
            let inputs = try features?.predict(example.inputs) ?? sources.map { $0.flatMap { example.inputs[$0] } }
            return UpdateExample(inputs: inputs, target: example.target)
        }
        try last.train(prepared, observe: observe)
    }

    func updatedModel() throws -> Specification.Model {
        var result = model
        guard var pipeline = model.pipeline, !pipeline.models.isEmpty else { return result }
        pipeline.models[pipeline.models.count - 1] = try last.updatedModel()
        result.pipeline = pipeline
        return result
    }
}
