import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation
import Locks

/// Calls an app's custom model in the form that the runtime expects.
final class CustomModelAdapter: ModelPredictor, @unchecked Sendable {
    private let model: any MLCustomModel
    private let description: MLModelDescription
    private let outputs: [InputSlot]
    private let className: String
    /// The lock around calls, because the app's class need not be thread-safe.
    private let lock = Lock()

    /// - Throws: `MLModelError.customModel` that names the class.
    init(_ specification: Specification.Model, _ custom: Specification.CustomModel) throws {
        className = custom.className
        description = try MLModelDescription(specification)
        outputs = description.outputs.map { InputSlot(description: $0) }
        do {
            let type = try CustomClasses.shared.model(named: custom.className)
            model = try type.init(modelDescription: description, parameters: Self.parameters(custom))
        } catch {
            throw Self.failure(className, "cannot be made", error)
        }
    }

    private static func parameters(_ custom: Specification.CustomModel) -> [String: Any] {
        custom.parameters.dictionary.compactMapValues { parameter in
            let value: CustomParameter? =
                switch parameter.value {
                case .doubleValue(let value): .double(value)
                case .stringValue(let value): .string(value)
                case .intValue(let value): .integer(Int64(value))
                case .longValue(let value): .integer(value)
                case .boolValue(let value): .bool(value)
                case .bytesValue(let value): .bytes(value)
                case nil: nil
                }
            return value?.object
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        var features: [String: MLFeatureValue] = [:]
        for (value, feature) in zip(inputs, description.inputs) {
            guard let value else { continue }
            features[feature.name] = try OutputConversion.value(Self.withPixels(value, feature), feature, backing: nil)
        }
        let provider = try MLDictionaryFeatureProvider(dictionary: features)
        do {
            let answer = try lock.withLock { try model.prediction(from: provider, options: MLPredictionOptions()) }
            return try outputs.map { try $0.value(from: answer) }
        } catch {
            throw Self.failure(className, "failed", error)
        }
    }

    /// The value, with an image replaced by a tensor of its pixels. A `PixelBufferImage` is returned unchanged. All other images can only write
    /// their pixels to a tensor.
    private static func withPixels(_ value: PredictorValue, _ feature: MLFeatureDescription) throws -> PredictorValue {
        guard case .image(let image) = value, !(image is PixelBufferImage) else { return value }
        let isGray = feature.imageConstraint.map { ImageFormats.gray.contains($0.pixelFormatType) } ?? false
        let channels: ImageChannels = isGray ? .gray : feature.imageConstraint?.isBGR == true ? .bgr : .rgb
        let tensor = Tensor(uninitialized: .float32([channels.count, image.height, image.width]))
        try image.write(to: tensor.pointer.assumingMemoryBound(to: Float.self), ImagePreprocessing(channels: channels))
        return .tensor(tensor)
    }

    private static func failure(_ className: String, _ what: String, _ error: any Error) -> MLModelError {
        let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        return MLModelError(.customModel, "The custom model of class '\(className)' \(what): \(reason)", underlying: error)
    }
}

extension CustomParts {
    /// The app's own classes.
    static let app = CustomParts(
        makeLayer: { try CustomLayerAdapter($0) }, makeModel: { try CustomModelAdapter($0, $1) })
}
