import CoreGraphics
import CoreML
import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation

/// Turns images into rows of features by a network that was trained on other images.
package final class ImageFeatureExtractor: @unchecked Sendable {
    /// The network with one image for its input and one array for its output, as it becomes part of a written model.
    let specification: Specification.Model
    let inputName: String
    let outputName: String
    package let count: Int
    /// Stands for the network.
    let digest: ContentDigest
    /// Osprey's own print, where that is the network.
    let print: FeaturePrint?
    private let model: MLModel
    private let constraint: MLImageConstraint

    /// - Throws: `MLCreateError.io` where the network cannot be read, `MLCreateError.generic` where it does not suit.
    package init(_ type: MLImageClassifier.FeatureExtractorType) throws {
        let package: ModelPackage
        do {
            switch type {
            case .scenePrint(let revision):
                guard Self.revisions.contains(revision ?? 1) else {
                    throw MLCreateError.generic(reason: "there is no revision \(revision ?? 1) of the scene print, only 1 and 2")
                }
                let print = try FeaturePrint(of: FeaturePrintModel.read())
                self.print = print
                package = ModelPackage(model: print.trunk)
            case .custom(let custom):
                print = nil
                package = try ModelPackage(contentsOf: custom.modelPath)
            }
            let configuration = MLModelConfiguration()
            // Every core has an image of its own.
            configuration.threadsPerPrediction = 1
            model = try MLModel(package: package, configuration: configuration, name: "the feature extractor")
        } catch let error as MLCreateError {
            throw error
        } catch {
            throw MLCreateError.io(reason: "the feature extractor cannot be used: \(error.localizedDescription)")
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
        count = shape.reduce(1) { $0 * $1.intValue }
        self.constraint = constraint
    }

    /// Apple's revisions. Osprey has one print at a time: they all stand for that.
    private static let revisions = 1...2

    /// How images become the network's input: the largest centred part of its shape.
    private static var options: [MLFeatureValue.ImageOption: Any] { [.cropAndScale: 0] }

    func features(of image: CGImage) throws -> [Float] {
        try features(of: MLFeatureValue(cgImage: image, constraint: constraint, options: Self.options))
    }

    package func features(of url: URL) throws -> [Float] { try features(of: url, acceptsDamage: true) }

    private func features(of url: URL, acceptsDamage: Bool) throws -> [Float] {
        let options = Self.options.merging([.acceptsDamage: acceptsDamage]) { $1 }
        return try features(of: MLFeatureValue(imageAt: url, constraint: constraint, options: options))
    }

    /// The image's own features, then those of a changed copy for each option.
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
            rows.append(try features(of: MLFeatureValue(cgImage: augmenter.image(option), constraint: constraint, options: Self.options)))
        }
        return rows
    }

    private func features(of value: MLFeatureValue) throws -> [Float] {
        let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [inputName: value]))
        guard let array = answer.featureValue(for: outputName)?.multiArrayValue, array.count == count else {
            throw MLCreateError.generic(reason: "the feature extractor gave no array of \(count) numbers")
        }
        return MLShapedArray<Float>(converting: array).scalars
    }
}
