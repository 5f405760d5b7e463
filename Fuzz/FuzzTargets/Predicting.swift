import CoreMLRuntime
import CoreMLSpecification

/// Makes a predictor and predicts once, with numbers of the declared shapes. Errors are answers; `OSPREY_MEMORY_LIMIT` keeps models small.
func predict(_ model: Specification.Model, weights: WeightStore) {
    var options = PredictorOptions()
    options.threads = 1
    options.weights = weights
    guard let predictor = try? PredictorFactory.predictor(for: model, options: options) else { return }
    let inputs = inputs(of: model).enumerated().map { index, input in value(of: input, at: index, for: predictor) }
    let states = predictor.makeStates()
    _ = states.isEmpty ? try? predictor.predict(inputs) : try? predictor.predict(inputs, states: states)
}

/// Those of the function that a prediction runs.
private func inputs(of model: Specification.Model) -> [Specification.FeatureDescription] {
    guard let description = model.description else { return [] }
    let function = description.functions.first { $0.name == description.defaultFunctionName }
    return description.input.isEmpty ? function?.input ?? [] : description.input
}

private func value(of input: Specification.FeatureDescription, at index: Int, for predictor: any ModelPredictor) -> PredictorValue? {
    switch input.type?.type {
    case .int64Type: .int64(1)
    case .doubleType: .double(0.5)
    case .stringType: .string("a")
    case .imageType(let image): .image(Gray(width: Int(clamping: image.width), height: Int(clamping: image.height)))
    case .multiArrayType(let array): tensor(array.shape.map { Int(clamping: $0) }, predictor.scalarType(ofInput: index) ?? .float32)
    case .dictionaryType(let dictionary):
        if case .int64KeyType = dictionary.keyType { .int64Dictionary([1: 0.5]) } else { .stringDictionary(["a": 0.5]) }
    case .sequenceType(let sequence):
        if case .int64Type = sequence.type { .int64s([1, 2]) } else { .strings(["a", "b"]) }
    case .stateType, nil: nil
    }
}

private let largestInput = 1 << 16

/// All ones of a type that is a byte or a number; `nil` for a shape that is negative or too large.
private func tensor(_ shape: [Int], _ type: ScalarType) -> PredictorValue? {
    var count = 1
    for extent in shape {
        guard extent >= 0, extent <= largestInput else { return nil }
        count *= extent
        guard count <= largestInput else { return nil }
    }
    let tensor = Tensor(uninitialized: TensorType(type, shape))
    let bytes = UnsafeMutableRawBufferPointer(start: tensor.pointer, count: count * type.size)
    for place in bytes.indices { bytes[place] = place % type.size == 0 ? 1 : 0 }
    return .tensor(tensor)
}

/// A gray image.
private struct Gray: ImageTensorSource {
    let width: Int
    let height: Int

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        destination.update(repeating: 0.5, count: width * height * preprocessing.channels.count)
    }
}
