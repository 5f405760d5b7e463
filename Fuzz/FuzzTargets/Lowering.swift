import CoreMLRuntime
import CoreMLSpecification

/// Takes a model as far as a program in memory with a type for every value. Errors are answers.
func lower(_ model: Specification.Model, weights: WeightStore) {
    switch model.type {
    case .mlProgram(let program):
        lower(program, weights: weights)
    case .neuralNetwork, .neuralNetworkClassifier, .neuralNetworkRegressor:
        guard let lowering = try? NeuralNetworkLowering(model: model) else { return }
        _ = try? lowering.lower(inputs: inputShapes(model))
    case .pipeline(let pipeline):
        for model in pipeline.models.prefix(4) { lower(model, weights: weights) }
    default:
        var options = PredictorOptions()
        options.threads = 1
        options.weights = weights
        _ = try? PredictorFactory.predictor(for: model, options: options)
    }
}

func lower(_ program: Specification.MILSpec.Program, weights: WeightStore) {
    let translation = MILTranslation(program, weights: weights)
    for name in translation.functionNames.prefix(4) {
        guard let function = try? translation.function(named: name) else { continue }
        let shapes = function.inputs.map { ($0.name, $0.dimensions.map { $0 ?? 2 }) }
        _ = try? function.specialized(shapes: Dictionary(shapes) { first, _ in first })
    }
}

private func inputShapes(_ model: Specification.Model) -> [String: [Int]] {
    var shapes: [String: [Int]] = [:]
    for input in model.description?.input ?? [] {
        switch input.type?.type {
        case .multiArrayType(let array): shapes[input.name] = array.shape.map { Int(clamping: $0) }
        case .imageType(let image): shapes[input.name] = [1, 3, Int(clamping: image.height), Int(clamping: image.width)]
        default: shapes[input.name] = [1]
        }
    }
    return shapes
}
