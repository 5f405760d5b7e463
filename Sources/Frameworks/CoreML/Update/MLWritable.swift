import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// An object that can be written to a file.
public protocol MLWritable: NSObjectProtocol {
    /// Writes to `url`.
    ///
    /// - Throws: `MLModelError.io` if it cannot be written.
    func write(to url: URL) throws
}

/// A model after an update.
final class UpdatedModel: MLModel, MLWritable, @unchecked Sendable {
    private var source = ModelPackage(model: Specification.Model())
    private var specification: Specification.Model { source.model }

    /// - Parameter source: the updated model, with the weight files and the location of the original model.
    convenience init(_ source: ModelPackage, configuration: MLModelConfiguration, name: String) throws {
        try self.init(package: source, configuration: configuration, name: name)
        self.source = source
    }

    /// Writes the model. If the name ends in `mlmodel`, writes a single model file. For other names, writes the compiled model: a folder that
    /// `MLModel(contentsOf:)` loads.
    ///
    /// - Throws: `MLModelError.io` if the model cannot be written. A model with weight files cannot be written to a single file.
    func write(to url: URL) throws {
        do {
            if url.pathExtension == "mlmodel" {
                guard !source.weights.hasFiles else {
                    throw SpecificationError("it has weight files, which lie in a folder (NAME.mlmodelc)")
                }
                try specification.write(to: url)
            } else {
                try source.writeCompiled(to: url)
            }
        } catch {
            let reason = (error as? SpecificationError)?.reason ?? "\(error)"
            throw MLModelError(.io, "The model could not be written to \(url.path): \(reason).", underlying: error)
        }
    }

    /// The value of a parameter. If the scope is the name of an updatable layer, `weights` and `biases` are the multi-arrays of this layer.
    override func parameterValue(for key: MLParameterKey) throws -> Any {
        guard key.name == MLParameterKey.weights.name || key.name == MLParameterKey.biases.name, let scope = key.scope else {
            return try super.parameterValue(for: key)
        }
        let part = specification.updatedPart
        guard let layer = part.networkLayers.first(where: { $0.name == scope && $0.isUpdatable }) else {
            throw MLModelError(.parameters, "The model has no updatable layer '\(scope)'.")
        }
        let isWeights = key.name == MLParameterKey.weights.name
        let found: (parameters: Specification.WeightParams?, shape: [Int]) =
            switch layer.layer {
            case .convolution(let p):
                (
                    isWeights ? p.weights : p.bias,
                    isWeights
                        ? [p.outputChannels, p.kernelChannels].map { Int(clamping: $0) } + p.kernelSize.map { Int(clamping: $0) }
                        : [Int(clamping: p.outputChannels)]
                )
            case .innerProduct(let p):
                (
                    isWeights ? p.weights : p.bias,
                    isWeights ? [Int(clamping: p.outputChannels), Int(clamping: p.inputChannels)] : [Int(clamping: p.outputChannels)]
                )
            default: (nil, [])
            }
        guard let values = found.parameters?.floatValue, !values.isEmpty else {
            throw MLModelError(.parameters, "Layer '\(scope)' has no \(key.name).")
        }
        // The file may omit kernel sizes that have their default values. Therefore the number of elements is compared.
        let fits = found.shape.reduce(1.0) { $0 * Double($1) } == Double(values.count)
        let array = try MLMultiArray(shape: (fits ? found.shape : [values.count]).map { NSNumber(value: $0) }, dataType: .float32)
        array.withUnsafeMutableBufferPointer(ofType: Float.self) { buffer, _ in values.copy(to: buffer) }
        return array
    }
}
