import CoreGraphics
import CoreML
import Foundation

/// A model that redraws pictures in the style of another picture.
///
/// A small network learns to redraw pictures. Osprey's feature print measures the result: a redrawn picture should have the style of the style
/// picture and the content of the original. It is the feature print of `FeaturePrintNetwork.open`, whose licence permits use in products. Redrawn
/// pictures look different from those of Apple's models.
public struct MLStyleTransfer: @unchecked Sendable {
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The trained model. Its input is the colour picture `image`. Its output is the colour picture `stylizedImage`. With this model, Vision
    /// returns a `VNPixelBufferObservation`.
    public var model: MLModel { predictor.model }
    /// Osprey's addition: the pictures that could not be read, and other problems of the training data.
    public let warnings: [String]

    /// The losses of an iteration: how far the redrawn pictures are from the style, and from the content of the original pictures. The losses are
    /// relative: 0 means equal.
    package struct Losses: Codable, Equatable, Sendable, CustomStringConvertible {
        package var style: Double
        package var content: Double

        package init(style: Double, content: Double) { (self.style, self.content) = (style, content) }

        package var description: String { String(format: "style loss %.4f, content loss %.4f", style, content) }
    }

    /// The losses of each iteration.
    package let losses: [Losses]
    /// The number of pictures that could not be read.
    package let skippedImages: Int
    private let export: StyleExport
    private let predictor: StylePredictor

    /// Trains a style.
    ///
    /// - Throws: `MLCreateError` if a parameter is out of range, the style picture cannot be read, or there are no pictures to redraw.
    public init(trainingData: DataSource, parameters: ModelParameters = .init()) throws {
        self = try Self.makeTrainingSession(trainingData: trainingData, parameters: parameters).run()
    }

    init(
        _ export: StyleExport, _ predictor: StylePredictor, _ parameters: ModelParameters, losses: [Losses], warnings: [String],
        skippedImages: Int
    ) {
        (self.export, self.predictor, modelParameters) = (export, predictor, parameters)
        (self.losses, self.warnings, self.skippedImages) = (losses, warnings, skippedImages)
    }

    /// Does nothing. The feature print comes with Osprey and is not downloaded.
    public static func downloadAssets() throws {}

    /// Redraws a picture in the style. The result keeps the picture's aspect ratio. Its sides are 64 to 1024 pixels long.
    ///
    /// - Returns: the redrawn picture; `nil` if the model's output cannot become a `CGImage`.
    /// - Throws: an error of Core ML if the picture cannot be converted.
    public func stylize(image: CGImage) throws -> CGImage? { try predictor.stylized(image) }

    /// Writes the model as an `.mlmodel`. Core ML runs it from iOS 12 and macOS 10.14 on. Its input has 512 × 512 pixels by default, and may have
    /// any size with sides from 64 to 2048 pixels. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `StyleTransfer.mlmodel` into.
    /// - Throws: `MLCreateError.io` if the file cannot be written.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = .init()) throws {
        let target = fileURL.modelFile(named: "StyleTransfer.mlmodel")
        try AtomicFile.write(export.specification(metadata ?? MLModelMetadata()).encoded(), to: target)
    }

    /// Writes the model as an `.mlmodel`.
    ///
    /// - Throws: the errors of `write(to:metadata:)`.
    public func write(toFile path: String, metadata: MLModelMetadata? = .init()) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }
}

extension MLStyleTransfer: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String {
        "style transfer\n\(modelParameters)" + (losses.last.map { "\n\nafter \(losses.count) iterations: \($0)" } ?? "")
    }

    public var debugDescription: String { description }
}
