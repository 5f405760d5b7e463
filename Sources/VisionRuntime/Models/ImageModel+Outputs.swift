import CoreML
import CoreMLRuntime

extension ImageModel {
    package func hasOutput(_ name: String) -> Bool { model.modelDescription.outputs.contains { $0.name == name } }

    /// An output as numbers of single precision.
    ///
    /// - Parameter shape: what the output must have; leading dimensions of 1 do not count.
    /// - Throws: `invalidModel` where the model has no such output, or one of another shape.
    package func numbers(_ name: String, shape: [Int], in outputs: PredictionResult) throws -> [Float] {
        guard let index = model.modelDescription.outputs.firstIndex(where: { $0.name == name }),
            case .tensor(let tensor) = outputs.raw[index]
        else { throw VisionFailure(.invalidModel, "the model has no output '\(name)' that is a multi-array") }
        guard Array(tensor.shape.drop { $0 == 1 }) == Array(shape.drop { $0 == 1 }) else {
            throw VisionFailure(.invalidModel, "the model's output '\(name)' has the shape \(tensor.shape) where \(shape) is needed")
        }
        return tensor.singles
    }
}

extension Tensor {
    /// All elements in single precision.
    var singles: [Float] { scalar == .float32 ? Array(floats) : doubles.map { Float($0) } }
}
