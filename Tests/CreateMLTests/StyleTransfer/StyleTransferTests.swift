import CoreGraphics
import CoreML
import CoreVideo
import Foundation
import ImageIO
import Synchronization
import TestSupport
import Testing
import Vision

@testable import CreateML

/// Drawn pictures and a style, in a folder of their own.
struct StylePictureFolder {
    let folder: URL

    init() throws { folder = try DrawnPictures.folder(count: 3, seed: 5) }

    var style: URL { folder.appendingPathComponent("stripes/0.png") }
    var photo: URL { folder.appendingPathComponent("red/0.png") }
    var source: MLStyleTransfer.DataSource { .images(styleImage: style, contentDirectory: folder) }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The smallest training of so many iterations.
    static func parameters(_ iterations: Int) -> MLStyleTransfer.ModelParameters {
        MLStyleTransfer.ModelParameters(algorithm: .cnnLite, maxIterations: iterations, textelDensity: 64)
    }
}

@Suite("Styles of pictures", .serialized) struct StyleTransferTests {
    private let pictures: StylePictureFolder

    init() throws { pictures = try StylePictureFolder() }

    private func image(_ url: URL) throws -> CGImage {
        let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
        return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    }

    private func bytes(_ image: CGImage) throws -> [UInt8] {
        let value = try MLFeatureValue(
            cgImage: image, pixelsWide: image.width, pixelsHigh: image.height, pixelFormatType: kCVPixelFormatType_32BGRA)
        return try #require(value.imageBufferValue).interleavedBytes
    }

    @Test("The losses fall, and the written model redraws pictures as the style does")
    func training() throws {
        defer { pictures.remove() }
        let style = try MLStyleTransfer(trainingData: pictures.source, parameters: StylePictureFolder.parameters(40))
        #expect(style.losses.count == 40 && style.warnings.isEmpty)
        let (first, last) = (style.losses.prefix(5).map(\.style).reduce(0, +), style.losses.suffix(5).map(\.style).reduce(0, +))
        #expect(last < 0.6 * first, "\(first) → \(last)")

        let photo = try image(pictures.photo)
        let redrawn = try #require(try style.stylize(image: photo))
        #expect(redrawn.width == 96 && redrawn.height == 96)
        #expect(try bytes(redrawn) != bytes(photo))

        let file = pictures.folder.appendingPathComponent("Style.mlmodel")
        try style.write(to: file, metadata: MLModelMetadata(author: "a", shortDescription: "stripes"))
        let model = try MLModel(contentsOf: file)
        let value = try MLFeatureValue(imageAt: pictures.photo, pixelsWide: 96, pixelsHigh: 96, pixelFormatType: kCVPixelFormatType_32BGRA)
        let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["image": value]))
        let buffer = try #require(answer.featureValue(for: "stylizedImage")?.imageBufferValue)
        #expect(try buffer.interleavedBytes == bytes(redrawn))
        #expect(model.modelDescription.inputDescriptionsByName["image"]?.imageConstraint?.pixelsWide == 512)
        #expect(model.modelDescription.metadata[.description] as? String == "stripes")

        let request = VNCoreMLRequest(model: try VNCoreMLModel(for: model))
        try VNImageRequestHandler(url: pictures.photo).perform([request])
        let observation = try #require(request.results?.first as? VNPixelBufferObservation)
        #expect(CVPixelBufferGetWidth(observation.pixelBuffer) == 512 && observation.featureName == "stylizedImage")
    }

    @Test("A picture of any shape keeps its own, with sides from 64 to 1024 pixels")
    func sizes() throws {
        defer { pictures.remove() }
        var generator = SplitMix64(seed: 1)
        let network = StyleNetwork(width: 2)
        let weights = try network.makeParameters(&generator).weights
        let predictor = StylePredictor(model: try StyleExport(network: network, weights: weights).makeModel())
        let photo = try image(pictures.photo)
        for (width, height, expected) in [(90, 75, [90, 75]), (7, 300, [64, 300]), (4096, 96, [1024, 64])] {
            let value = try MLFeatureValue(cgImage: photo, pixelsWide: width, pixelsHigh: height, pixelFormatType: 0)
            let given = try #require(value.imageBufferValue.flatMap(StylePicture.image(of:)))
            let redrawn = try #require(try predictor.stylized(given))
            #expect([redrawn.width, redrawn.height] == expected)
        }
    }

    @Test("An interrupted training ends with the same weights as one that was not, and shows its picture at checkpoints")
    func resumption() throws {
        defer { pictures.remove() }
        var parameters = StylePictureFolder.parameters(6)
        parameters.validation = .content(pictures.photo)
        let whole = try MLStyleTransfer(trainingData: pictures.source, parameters: parameters)

        let session = MLTrainingSessionParameters(
            sessionDirectory: pictures.folder.appendingPathComponent(".session"), reportInterval: 1, checkpointInterval: 2)
        let reached = Mutex(0)
        let shown = Mutex<[URL]>([])
        let reporter = TrainingReporter(
            progress: { progress in
                guard progress.phase == .training else { return }
                reached.withLock { $0 = progress.itemCount }
                if let url = progress.metrics[.stylizedImageURL] as? URL { shown.withLock { $0.append(url) } }
            }, isCancelled: { reached.withLock { $0 } >= 3 })
        let first = try MLStyleTransfer.makeTrainingSession(
            trainingData: pictures.source, parameters: parameters, sessionParameters: session)
        #expect(throws: MLCreateError.self) { try first.run(reporter) }
        let files = shown.withLock { $0 }
        #expect(files.map(\.lastPathComponent) == ["2.png"])
        for file in files { _ = try image(file) }

        let restored = try MLStyleTransfer.restoreTrainingSession(sessionParameters: session)
        #expect(restored.iteration == 3)
        let again = try restored.run()
        #expect(again.losses == whole.losses)
        let models = ["a", "b"].map { pictures.folder.appendingPathComponent("\($0).mlmodel") }
        for (style, file) in zip([whole, again], models) { try style.write(to: file) }
        #expect(try Data(contentsOf: models[0]) == Data(contentsOf: models[1]))
        let checkpoint = try #require(restored.checkpoints.first { $0.iteration == 4 })
        #expect(try MLStyleTransfer(checkpoint: checkpoint).losses == Array(whole.losses.prefix(4)))
        parameters.styleStrength = 9
        #expect(throws: MLCreateError.self) {
            try MLStyleTransfer.makeTrainingSession(trainingData: pictures.source, parameters: parameters, sessionParameters: session)
        }
    }

    @Test("Processed pictures are squares and a style picture, as files")
    func processing() throws {
        defer { pictures.remove() }
        let style = pictures.folder.appendingPathComponent(".made/style.png")
        let (file, folder) = try pictures.source.processImages(textelDensity: 67, styleImageDestination: style)
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        #expect(file == style)
        #expect(try image(file).width == 64)
        let made = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(made.count == 9)
        for url in made { #expect(try image(url).width == 64 && image(url).height == 64) }
    }
}
