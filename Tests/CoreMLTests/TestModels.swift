import CoreML
import CoreMLSpecification
import Foundation
import Testing

/// Small models made from messages.
enum TestModels {
    static func feature(_ name: String, _ kind: Specification.FeatureType.Kind, isOptional: Bool = false)
        -> Specification.FeatureDescription
    {
        var type = Specification.FeatureType()
        type.type = kind
        type.isOptional = isOptional
        var description = Specification.FeatureDescription()
        description.name = name
        description.type = type
        return description
    }

    static func array(_ shape: [Int64], _ type: Specification.ArrayFeatureType.ArrayDataType = .float32) -> Specification.FeatureType.Kind {
        var array = Specification.ArrayFeatureType()
        array.shape = shape
        array.dataType = type
        return .multiArrayType(array)
    }

    static func image(
        _ width: Int64, _ height: Int64, _ space: Specification.ImageFeatureType.ColorSpace,
        upTo limit: Int64? = nil
    ) -> Specification.FeatureType.Kind {
        var image = Specification.ImageFeatureType()
        image.width = width
        image.height = height
        image.colorSpace = space
        if let limit {
            var range = Specification.ImageFeatureType.ImageSizeRange()
            range.widthRange = Specification.SizeRange()
            range.widthRange?.lowerBound = 1
            range.widthRange?.upperBound = limit
            range.heightRange = range.widthRange
            image.sizeFlexibility = .imageSizeRange(range)
        }
        return .imageType(image)
    }

    /// A network of one layer: `output = alpha · input + beta`.
    static func linear(
        input: Specification.FeatureType.Kind, output: Specification.FeatureType.Kind, alpha: Float = 1, beta: Float = 0,
        scaler: Specification.NeuralNetworkImageScaler? = nil, isExact: Bool = false
    ) -> Specification.Model {
        var linear = Specification.ActivationLinear()
        linear.alpha = alpha
        linear.beta = beta
        var activation = Specification.ActivationParams()
        activation.nonlinearityType = .linear(linear)
        var layer = Specification.NeuralNetworkLayer()
        layer.name = "linear"
        layer.input = ["input"]
        layer.output = ["output"]
        layer.layer = .activation(activation)
        var network = Specification.NeuralNetwork()
        network.layers = [layer]
        if isExact { network.arrayInputShapeMapping = .exactArrayMapping }
        if let scaler {
            var preprocessing = Specification.NeuralNetworkPreprocessing()
            preprocessing.featureName = "input"
            preprocessing.preprocessor = .scaler(scaler)
            network.preprocessing = [preprocessing]
        }
        return model(.neuralNetwork(network), [feature("input", input)], [feature("output", output)])
    }

    static func model(
        _ kind: Specification.Model.Kind, _ inputs: [Specification.FeatureDescription], _ outputs: [Specification.FeatureDescription]
    ) -> Specification.Model {
        var description = Specification.ModelDescription()
        description.input = inputs
        description.output = outputs
        var model = Specification.Model()
        model.specificationVersion = 4
        model.description = description
        model.type = kind
        return model
    }

    static func load(_ model: Specification.Model) throws -> MLModel {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        return try MLModel(package: ModelPackage(model: model), configuration: configuration, name: "test")
    }

    static func buffer(_ width: Int, _ height: Int, _ format: OSType, _ rows: [[UInt8]]) throws -> CVPixelBuffer {
        var created: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, width, height, format, nil, &created)
        let buffer = try #require(created)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        for (y, row) in rows.enumerated() {
            (base + y * CVPixelBufferGetBytesPerRow(buffer)).copyMemory(from: row, byteCount: row.count)
        }
        return buffer
    }

    static func bytes(_ buffer: CVPixelBuffer, _ count: Int) throws -> [[UInt8]] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        return (0..<CVPixelBufferGetHeight(buffer)).map { y in
            Array(UnsafeBufferPointer(start: base + y * CVPixelBufferGetBytesPerRow(buffer), count: count))
        }
    }
}
