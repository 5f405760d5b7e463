import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// A trained detector as a Core ML model. The model is a pipeline: a network that predicts a box for every cell, and non-maximum suppression.
struct DetectorExport: Sendable {
    /// The precision of the stored weights.
    enum Precision: Sendable {
        case float16
        /// A number of bits for each weight, and a scale for each channel of a convolution. Depthwise convolutions keep 8 bits, because
        /// they have few weights.
        case quantized(bits: Int)

        /// - Returns: `nil` if `bits` is neither 16 nor 4 to 8.
        init?(bits: Int) {
            switch bits {
            case 16: self = .float16
            case 4...8: self = .quantized(bits: bits)
            default: return nil
            }
        }
    }

    static let imageName = "image"
    static let overlapName = "iouThreshold"
    static let confidenceThresholdName = "confidenceThreshold"
    static let confidenceName = "confidence"
    static let coordinatesName = "coordinates"
    static let overlapThreshold = 0.45
    static let confidenceThreshold = 0.25
    /// The first specification version with non-maximum suppression.
    private static let suppressionVersion: Int32 = 3
    private static let rawConfidenceName = "raw_confidence"
    private static let rawCoordinatesName = "raw_coordinates"

    /// The network's layers with their trained weights. Their outputs are an array of confidences and an array of coordinates.
    private let layers: [Specification.NeuralNetworkLayer]
    private let preprocessing: [Specification.NeuralNetworkPreprocessing]
    private let image: Specification.FeatureDescription
    private let cellCount: Int
    /// The specification version that the network's layers need.
    private let networkVersion: Int32
    let labels: [String]

    /// - Parameter weights: the trained weights, with names of the form `layer/argument`.
    init(_ network: DetectionNetwork, labels: [String], weights: [String: Tensor]) {
        self.labels = labels
        var type = network.trunk.image
        (type.width, type.height) = (Int64(network.width), Int64(network.height))
        type.sizeFlexibility = nil
        var image = Specification.FeatureDescription(Self.imageName, .imageType(type))
        image.shortDescription = "The picture to find objects in"
        self.image = image
        preprocessing = network.trunk.preprocessing.map { item in
            var item = item
            if !item.featureName.isEmpty { item.featureName = Self.imageName }
            return item
        }
        networkVersion = network.trunk.specificationVersion
        let folding = WeightFolding(network.layers, weights)
        var layers = folding.folded().map { layer in
            var layer = layer
            layer.input = layer.input.map { $0 == network.trunk.inputName ? Self.imageName : $0 }
            return layer
        }
        layers += DetectionDecoding(network, confidence: Self.rawConfidenceName, coordinates: Self.rawCoordinatesName).layers
        self.layers = layers
        cellCount = network.levels.reduce(0) { $0 + $1.rows * $1.columns }
    }

    func makeModel(_ configuration: MLModelConfiguration = MLModelConfiguration()) throws -> MLModel {
        let package = ModelPackage(model: specification(MLModelMetadata(), .float16))
        return try MLModel(package: package, configuration: configuration, name: "the object detector")
    }

    func specification(_ metadata: MLModelMetadata, _ precision: Precision) -> Specification.Model {
        var pipeline = Specification.Pipeline()
        pipeline.models = [networkModel(precision), suppressionModel]
        pipeline.names = ["detector", "non-maximum suppression"]
        var model = Specification.Model()
        model.specificationVersion = pipeline.models.map(\.specificationVersion).max() ?? Self.suppressionVersion
        var description = Specification.ModelDescription()
        description.input = [image] + thresholds
        description.output = results
        description.metadata = metadata.specification
        model.description = description
        model.type = .pipeline(pipeline)
        return model
    }

    // MARK: Models of the pipeline

    private func networkModel(_ precision: Precision) -> Specification.Model {
        var network = Specification.NeuralNetwork()
        network.layers = layers.map { $0.storing(precision) }
        network.preprocessing = preprocessing
        var model = Specification.Model()
        model.specificationVersion = networkVersion
        var description = Specification.ModelDescription()
        description.input = [image]
        description.output = rawResults
        model.description = description
        model.type = .neuralNetwork(network)
        return model
    }

    private var rawResults: [Specification.FeatureDescription] {
        [
            .init(array: Self.rawConfidenceName, [cellCount, labels.count], type: .double),
            .init(array: Self.rawCoordinatesName, [cellCount, 4], type: .double),
        ]
    }

    private var suppressionModel: Specification.Model {
        var suppression = Specification.NonMaximumSuppression()
        suppression.iouThreshold = Self.overlapThreshold
        suppression.confidenceThreshold = Self.confidenceThreshold
        suppression.confidenceInputFeatureName = Self.rawConfidenceName
        suppression.coordinatesInputFeatureName = Self.rawCoordinatesName
        suppression.iouThresholdInputFeatureName = Self.overlapName
        suppression.confidenceThresholdInputFeatureName = Self.confidenceThresholdName
        suppression.confidenceOutputFeatureName = Self.confidenceName
        suppression.coordinatesOutputFeatureName = Self.coordinatesName
        var method = Specification.NonMaximumSuppression.PickTop()
        method.perClass = true
        suppression.suppressionMethod = .pickTop(method)
        var strings = Specification.StringVector()
        strings.vector = labels
        suppression.classLabels = .stringClassLabels(strings)
        var model = Specification.Model()
        model.specificationVersion = Self.suppressionVersion
        var description = Specification.ModelDescription()
        description.input = rawResults + thresholds
        description.output = results
        model.description = description
        model.type = .nonMaximumSuppression(suppression)
        return model
    }

    private var thresholds: [Specification.FeatureDescription] {
        [
            (Self.overlapName, "Boxes that overlap a more confident one of their class by more are left out: \(Self.overlapThreshold)"),
            (Self.confidenceThresholdName, "Boxes that are less confident are left out: \(Self.confidenceThreshold)"),
        ].map { name, text in
            var feature = Specification.FeatureDescription(name, .doubleType(.init()))
            feature.shortDescription = text + " where not given"
            feature.type?.isOptional = true
            return feature
        }
    }

    private var results: [Specification.FeatureDescription] {
        [
            (Self.confidenceName, labels.count, "For each box the confidence of each class"),
            (Self.coordinatesName, 4, "For each box the centre's x and y, width and height, 0…1 from the upper left"),
        ].map { name, columns, text in
            var feature = Specification.FeatureDescription(array: name, [], type: .double)
            feature.shortDescription = text
            var range = Specification.ArrayFeatureType.ShapeRange()
            range.sizeRanges = [(0, -1), (columns, columns)].map { low, high in
                var size = Specification.SizeRange()
                (size.lowerBound, size.upperBound) = (UInt64(low), Int64(high))
                return size
            }
            guard case .multiArrayType(var array)? = feature.type?.type else { return feature }
            array.shapeFlexibility = .shapeRange(range)
            feature.type?.type = .multiArrayType(array)
            return feature
        }
    }
}
