import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Locks

/// The work of an update task. It converts training data to examples, parameters to settings, and progress to contexts. All methods except
/// `change` are called on the task's thread.
final class UpdateRun: @unchecked Sendable {
    private let original: UpdatedModel
    private let source: ModelPackage
    private var specification: Specification.Model { source.model }
    private let update: any ModelUpdate
    private let data: any MLBatchProvider
    private let configuration: MLModelConfiguration
    private let name: String
    private let lock = Lock()
    /// The changed parameters that are not yet in use.
    private var changes: [[MLParameterKey: Any]] = []
    private(set) var lastProgress: UpdateProgress?

    init(_ source: ModelPackage, name: String, trainingData: any MLBatchProvider, configuration: MLModelConfiguration) throws {
        self.source = source
        self.name = name
        data = trainingData
        self.configuration = configuration.copied
        original = try UpdatedModel(source, configuration: configuration, name: name)
        var options = PredictorOptions(source, configuration)
        options.allowsReducedPrecision = false
        do {
            update = try ModelUpdateFactory.update(for: source.model, options: options)
        } catch {
            throw MLModelError(.update, "\(name): \(error).", underlying: error)
        }
        try UpdateParameters.apply(configuration.parameters ?? [:], to: &update.settings, of: source.model)
    }

    /// Changes the values of parameters. They come into use at the next event.
    func change(_ parameters: [MLParameterKey: Any]) {
        lock.withLock { changes.append(parameters) }
    }

    private func takeChanges() throws {
        let pending = lock.withLock {
            defer { changes = [] }
            return changes
        }
        for parameters in pending { try UpdateParameters.apply(parameters, to: &update.settings, of: specification) }
    }

    func train(
        _ observe: (MLUpdateProgressEvent, UpdateProgress) throws -> Void, isCancelled: () -> Bool
    ) throws {
        if isCancelled() { throw MLModelError(.update, "The update was cancelled.") }
        try takeChanges()
        let examples = UpdateExamples(count: data.count) { [self] number in try example(number) }
        try update.train(examples) { progress in
            lastProgress = progress
            let event: MLUpdateProgressEvent =
                switch progress.event {
                case .trainingBegin: .trainingBegin
                case .miniBatchEnd: .miniBatchEnd
                case .epochEnd: .epochEnd
                }
            try observe(event, progress)
            try takeChanges()
        }
    }

    private func example(_ number: Int) throws -> UpdateExample {
        let provider = data.features(at: number)
        do {
            return UpdateExample(
                inputs: try original.inputSlots.map { try $0.value(from: provider) }, target: try target(from: provider))
        } catch let error as MLModelError {
            throw MLModelError(error.code, "Example \(number) of the training data: \(error.localizedDescription)", underlying: error)
        }
    }

    private func target(from provider: any MLFeatureProvider) throws -> PredictorValue {
        let name = update.targetName
        guard let value = provider.featureValue(for: name), !value.isUndefined else {
            throw MLModelError(.featureType, "Feature \(name) is required but not specified.")
        }
        try original.modelDescription.trainingInputDescriptionsByName[name]?.validate(value, acceptsLeadingAxes: false)
        switch value.content {
        case .int64(let number): return .int64(number)
        case .double(let number): return .double(number)
        case .string(let string): return .string(string)
        case .multiArray(let array): return .tensor(try array.tensor(as: nil))
        default: throw MLModelError(.featureType, "Feature \(name) cannot be the answer that a model learns.")
        }
    }

    /// The model in its current state; `nil` if there is none yet.
    private var updatedSource: ModelPackage? {
        guard let model = try? update.updatedModel() else { return nil }
        var updated = source
        updated.model = model
        return updated
    }

    /// The context of an event, with the model in its current state.
    func context(_ task: MLUpdateTask, _ event: MLUpdateProgressEvent, _ progress: UpdateProgress?) -> MLUpdateContext {
        var metrics: [MLMetricKey: Any] = [:]
        if let progress {
            metrics[.epochIndex] = progress.epoch
            if event == .miniBatchEnd { metrics[.miniBatchIndex] = progress.miniBatch }
            if let loss = progress.loss { metrics[.lossValue] = Double(loss) }
        }
        let (updated, original, configuration, name) = (updatedSource, original, configuration, name)
        return MLUpdateContext(
            task: task, event: event, metrics: metrics,
            parameters: UpdateParameters.values(of: update.settings, for: specification)
        ) {
            // If the updated weights do not load, the context has the original model.
            guard let updated, let model = try? UpdatedModel(updated, configuration: configuration, name: name) else { return original }
            return model
        }
    }
}
