import Foundation
import Vision

/// The data and parameters of a session of a style.
package struct StylePlan: TrainingPlan {
    package static let kind = "MLStyleTransfer"

    let styleImage: URL
    let contentImages: [URL]
    /// The photo that is redrawn during the training; `nil` for no photo.
    let validation: URL?
    package let dataDigest: String
    private let processing: UInt?
    private let isLite: Bool
    private let maxIterations: Int
    private let textelDensity: Int
    private let styleStrength: Int
    private let seed: Int

    var processingOption: VNImageCropAndScaleOption? { processing.flatMap { VNImageCropAndScaleOption(rawValue: $0) } }

    var modelParameters: MLStyleTransfer.ModelParameters {
        var parameters = MLStyleTransfer.ModelParameters(
            algorithm: isLite ? .cnnLite : .cnn, validation: validation.map { .content($0) } ?? .none, maxIterations: maxIterations,
            textelDensity: textelDensity, styleStrength: styleStrength)
        parameters.seed = seed
        return parameters
    }

    package var parameters: [String: String] {
        [
            "algorithm": isLite ? "cnnLite" : "cnn", "maxIterations": String(maxIterations), "textelDensity": String(textelDensity),
            "styleStrength": String(styleStrength), "seed": String(seed), "processingOption": processing.map { String($0) } ?? "none",
        ]
    }

    package func check() throws {
        guard !contentImages.isEmpty, processing == nil || processingOption != nil else {
            throw MLCreateError.io(reason: "its pictures are damaged")
        }
        _ = try modelParameters.configuration()
    }

    /// - Throws: `MLCreateError` if a parameter is out of range, the style picture cannot be read, or there are no pictures to redraw.
    init(_ source: MLStyleTransfer.DataSource, _ parameters: MLStyleTransfer.ModelParameters) throws {
        let configuration = try parameters.configuration()
        guard case .images(let style, _, let option) = source else { throw MLCreateError.generic(reason: "there are no pictures") }
        contentImages = try source.contentImages()
        do { _ = try StylePicture.whole(style, side: configuration.side) } catch {
            throw MLCreateError.io(reason: "the style picture \(style.path) cannot be read: \(error.reason(ofImageAt: style))")
        }
        if case .content(let url) = parameters.validation {
            do { _ = try AnnotatedImage.size(of: url) } catch {
                throw MLCreateError.io(reason: "the picture \(url.path) cannot be read: \(error.reason(ofImageAt: url))")
            }
            validation = url
        } else {
            validation = nil
        }
        styleImage = style
        processing = option?.rawValue
        (isLite, maxIterations) = (parameters.algorithm == .cnnLite, parameters.maxIterations)
        (textelDensity, styleStrength, seed) = (configuration.side, parameters.styleStrength, parameters.seed)
        var digest = ContentDigest()
        digest.add(file: style)
        for url in contentImages { digest.add(file: url) }
        dataDigest = digest.text
    }
}
