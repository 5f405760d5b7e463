import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The content of a model's file, and its predictor.
final class LoadedModel: Sendable {
    let description: MLModelDescription
    nonisolated(unsafe) let configuration: MLModelConfiguration
    let predictor: any ModelPredictor
    let inputSlots: [InputSlot]
    let outputLayout: OutputLayout
    let detector: MLModel.Detector?
    /// The predictor in full precision, for `usesCPUOnly`.
    let exactPredictor: LazyPredictor
    /// The precision of the networks; `nil` if all of them compute in float32, or if nothing was measured.
    let precisionReport: PrecisionReport?
    /// The name of a state that predictions need; `nil` for a model without states.
    let firstState: String?

    /// A model that cannot predict.
    static let none = LoadedModel()

    private init() {
        predictor = MissingPredictor()
        description = MLModelDescription(inputs: [], outputs: [])
        configuration = MLModelConfiguration()
        inputSlots = []
        outputLayout = OutputLayout([])
        detector = nil
        precisionReport = nil
        firstState = nil
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        exactPredictor = LazyPredictor(Specification.Model(), options: options, existing: predictor)
    }

    /// - Throws: `MLModelError.generic` if the model is not supported or contradicts itself.
    init(_ package: ModelPackage, _ configuration: MLModelConfiguration, name: String, byteCount: Int?) throws {
        var options = PredictorOptions(package, configuration)
        if let byteCount { options.memoryLimit = MemoryLimit(modelByteCount: byteCount) }
        let model: Specification.Model
        do {
            model = try package.model.setting(configuration.parameters ?? [:])
            predictor = try PredictorFactory.predictor(for: model, options: options)
            description = try MLModelDescription(
                package.model, functionName: configuration.functionName, classLabels: predictor.classLabels)
        } catch {
            throw MLModelError(loading: name, error)
        }
        let copy = configuration.copied
        if copy.modelDisplayName == nil, package.location != nil { copy.modelDisplayName = LoadedModel.displayName(ofFile: name) }
        self.configuration = copy
        let (predictor, memoryLimit) = (predictor, options.memoryLimit)
        inputSlots = description.inputs.enumerated().map {
            InputSlot(index: $0, description: $1, predictor: predictor, memoryLimit: memoryLimit)
        }
        outputLayout = OutputLayout(description.outputs)
        detector = MLModel.Detector(package.model, outputs: description.outputs)
        exactPredictor = LazyPredictor(model, options: options, existing: predictor)
        precisionReport = options.precisionReport
        firstState = description.stateDescriptionsByName.keys.min()
    }

    /// A file's name without its extension.
    private static func displayName(ofFile name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// The predictor of a model that was made without a file.
private final class MissingPredictor: ModelPredictor {
    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        throw MLModelError(.generic, "The model was not loaded from a file, so that it cannot predict.")
    }
}
