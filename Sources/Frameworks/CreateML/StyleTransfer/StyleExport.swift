import CoreGraphics
import CoreML
import CoreMLSpecification
import CoreVideo
import Foundation

/// A trained style as a Core ML model. Its input and its output are pictures.
struct StyleExport: Sendable {
    let network: StyleNetwork
    let weights: StyleNetwork.Weights

    /// The default width and height, in pixels, of the model's input.
    static let side = 512
    /// The range of widths and heights, in pixels, that the model accepts.
    static let sides = 64...2048
    /// The version of the format that introduced flexible image sizes.
    private static let specificationVersion: Int32 = 3

    func makeModel(_ configuration: MLModelConfiguration = MLModelConfiguration()) throws -> MLModel {
        let package = ModelPackage(model: specification(MLModelMetadata()))
        return try MLModel(package: package, configuration: configuration, name: "the style")
    }

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        var source = Specification.NeuralNetwork()
        source.layers = network.layers(weights).map { $0.storing(.float16) }
        var model = Specification.Model()
        model.specificationVersion = Self.specificationVersion
        model.type = .neuralNetwork(source)
        var description = Specification.ModelDescription()
        description.input = [Self.image(StyleNetwork.inputName, "The picture to redraw")]
        description.output = [Self.image(StyleNetwork.outputName, "The picture in the style, of the same size")]
        description.metadata = metadata.specification
        model.description = description
        return model
    }

    private static func image(_ name: String, _ text: String) -> Specification.FeatureDescription {
        var range = Specification.SizeRange()
        (range.lowerBound, range.upperBound) = (UInt64(sides.lowerBound), Int64(sides.upperBound))
        var sizes = Specification.ImageFeatureType.ImageSizeRange()
        (sizes.widthRange, sizes.heightRange) = (range, range)
        var type = Specification.ImageFeatureType()
        (type.width, type.height, type.colorSpace) = (Int64(side), Int64(side), .rgb)
        type.sizeFlexibility = .imageSizeRange(sizes)
        var feature = Specification.FeatureDescription(name, .imageType(type))
        feature.shortDescription = text
        return feature
    }
}

/// Runs a style's model on pictures of any size.
struct StylePredictor: @unchecked Sendable {
    let model: MLModel

    /// The longest side of a redrawn picture, in pixels. Strokes have the same size in pixels as in training. In a larger picture, they would be
    /// hard to see.
    private static let longestSide = 1024.0

    /// Redraws a picture in the style. The result keeps the picture's aspect ratio. Its sides are 64 to 1024 pixels long.
    ///
    /// - Throws: the errors of Core ML.
    func stylized(_ image: CGImage) throws -> CGImage? {
        let scale = min(1, Self.longestSide / Double(max(image.width, image.height, 1)))
        let value = try MLFeatureValue(
            cgImage: image, pixelsWide: Self.side(image.width, scale), pixelsHigh: Self.side(image.height, scale),
            pixelFormatType: kCVPixelFormatType_32BGRA)
        let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [StyleNetwork.inputName: value]))
        return answer.featureValue(for: StyleNetwork.outputName)?.imageBufferValue.flatMap(StylePicture.image(of:))
    }

    private static func side(_ length: Int, _ scale: Double) -> Int {
        max(Int((Double(length) * scale).rounded()), StyleExport.sides.lowerBound)
    }
}
