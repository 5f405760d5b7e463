import CoreGraphics
import CoreML
import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation
import InputChecks

/// Turns images into rows of features, with a network that was trained on other images.
package final class ImageFeatureExtractor: @unchecked Sendable {
    /// The network's specification, which becomes a part of a written model. The network has an image as input and an array as output.
    let specification: Specification.Model
    let inputName: String
    let outputName: String
    package let count: Int
    /// The digest of the network's specification.
    package let digest: ContentDigest
    /// Osprey's feature print that the network computes; `nil` for a custom network.
    let print: FeaturePrint?
    private let model: MLModel
    private let constraint: MLImageConstraint
    /// The maximum number of values in an image's features. It protects against unsuitable networks.
    private static let maximumNumberCount = 1 << 24

    /// - Throws: `MLCreateError.io` if the network cannot be read, or `MLCreateError.generic` if it is not suitable.
    package init(_ type: MLImageClassifier.FeatureExtractorType) throws {
        let package: ModelPackage
        do {
            switch type {
            case .scenePrint(let revision):
                let network = try PrintNetwork(ofScenePrint: revision ?? 1)
                let print = try FeaturePrint(of: FeaturePrintModel.read(network), side: network.side)
                self.print = print
                package = ModelPackage(model: print.trunk)
            case .custom(let custom):
                print = nil
                package = try ModelPackage(contentsOf: custom.modelPath)
                if case .mlProgram? = package.model.type {
                    throw MLCreateError.generic(
                        reason: "a feature extractor becomes a part of an .mlmodel, which an ML Program with its weight files cannot be")
                }
            }
            let configuration = MLModelConfiguration()
            // Each core computes the features of a different image.
            configuration.threadsPerPrediction = 1
            model = try MLModel(package: package, configuration: configuration, name: "the feature extractor")
        } catch let error as MLCreateError {
            throw error
        } catch {
            throw MLCreateError.io(reason: "the feature extractor cannot be used: \(FileReason.text(of: error))")
        }
        specification = package.model
        var digest = ContentDigest()
        digest.add(package.model.encoded())
        self.digest = digest
        let description = model.modelDescription
        guard let input = description.inputDescriptionsByName.values.first, description.inputDescriptionsByName.count == 1,
            let constraint = input.imageConstraint
        else { throw MLCreateError.generic(reason: "a feature extractor has one input, an image") }
        var wanted: String?
        if case .custom(let custom) = type { wanted = custom.outputName }
        let arrays = description.outputDescriptionsByName.values.filter { $0.multiArrayConstraint != nil }
        guard let output = arrays.first(where: { $0.name == wanted }) ?? (wanted == nil && arrays.count == 1 ? arrays.first : nil),
            let shape = output.multiArrayConstraint?.shape
        else {
            let names = arrays.map(\.name).sorted().joined(separator: ", ")
            throw MLCreateError.generic(
                reason: wanted.map { "the feature extractor has no array '\($0)' among its outputs (\(names))" }
                    ?? "a feature extractor has one array for its output, or its name is given: \(names)")
        }
        inputName = input.name
        outputName = output.name
        self.constraint = constraint
        count =
            shape.isEmpty
            ? try Self.numbers(model, inputName, Self.blankImage(for: constraint), outputName).count
            : shape.map(\.intValue).product()
        guard count > 0, count <= Self.maximumNumberCount else {
            let fault = count > 0 ? "larger than \(Self.maximumNumberCount) numbers" : "empty"
            throw MLCreateError.generic(reason: "the array '\(outputName)' of the feature extractor is \(fault)")
        }
    }

    /// A blank image. If a network does not declare the shape of its output, a prediction from this image gives the shape.
    private static func blankImage(for constraint: MLImageConstraint) throws -> RasterTensor {
        let context = CGContext(
            data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
        guard let image = context?.makeImage() else { throw MLCreateError.generic(reason: "no image can be made") }
        return try RasterTensor(image, for: constraint)
    }

    /// The options for fitting an image to the network's input: the largest centred crop with the input's aspect ratio is scaled.
    private static var options: [MLFeatureValue.ImageOption: Any] { [.cropAndScale: 0] }

    package func features(of image: CGImage) throws -> [Float] { try features(of: RasterTensor(image, for: constraint)) }

    package func features(of url: URL) throws -> [Float] { try features(of: url, acceptsDamage: true) }

    /// The features of an encoded image, given as the bytes of an image file.
    package func features(of data: Data) throws -> [Float] { try features(of: RasterTensor(data, for: constraint)) }

    private func features(of url: URL, acceptsDamage: Bool) throws -> [Float] {
        try features(of: RasterTensor(url, for: constraint, acceptsDamage: acceptsDamage))
    }

    /// The features of the image itself, followed by the features of an augmented copy for each option.
    func features(
        of url: URL, augmentation: MLImageClassifier.ImageAugmentationOptions, seed: Int, acceptsDamage: Bool
    ) throws -> [[Float]] {
        var rows = [try features(of: url, acceptsDamage: acceptsDamage)]
        guard !augmentation.isEmpty else { return rows }
        let side = (width: constraint.pixelsWide * 3 / 2, height: constraint.pixelsHigh * 3 / 2)
        let whole = try MLFeatureValue(
            imageAt: url, pixelsWide: side.width, pixelsHigh: side.height, pixelFormatType: kCVPixelFormatType_32BGRA, options: Self.options
        )
        guard let buffer = whole.imageBufferValue else { return rows }
        var augmenter = ImageAugmenter(buffer, width: constraint.pixelsWide, height: constraint.pixelsHigh, seed: seed)
        for (_, option) in MLImageClassifier.ImageAugmentationOptions.named where augmentation.contains(option) {
            rows.append(try features(of: augmenter.image(option)))
        }
        return rows
    }

    private func features(of image: RasterTensor) throws -> [Float] {
        let numbers = try Self.numbers(model, inputName, image, outputName)
        guard numbers.count == count else {
            throw MLCreateError.generic(reason: "the feature extractor gave \(numbers.count) numbers instead of \(count)")
        }
        return numbers
    }

    private static func numbers(_ model: MLModel, _ input: String, _ image: RasterTensor, _ output: String) throws -> [Float] {
        let answer = try model.prediction(image: image, forInput: input)
        guard let array = answer.featureValue(for: output)?.multiArrayValue else {
            throw MLCreateError.generic(reason: "the feature extractor gave no array '\(output)'")
        }
        return MLShapedArray<Float>(converting: array).scalars
    }
}
