import CoreGraphics
import CoreML

/// Scores of a whole image, computed by a model of the catalogue.
///
/// The model has an image input, and one output for each score: a number, or an array of one element.
package struct ScoreAnalysis: Analysis {
    /// The model's name in the model catalogue.
    package let name: String
    /// The request's name, for messages.
    package let request: String
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    /// The crop and scale of images to the model's input; `nil` for the catalogue's option.
    package let cropAndScale: CropAndScale.Option?
    package let usesCPUOnly: Bool
    package let models: ModelStore

    package init(
        model name: String, for request: String, regionOfInterest: CGRect, cropAndScale: CropAndScale.Option? = nil, usesCPUOnly: Bool,
        models: ModelStore = .current
    ) {
        self.name = name
        self.request = request
        self.regionOfInterest = regionOfInterest
        self.cropAndScale = cropAndScale
        self.usesCPUOnly = usesCPUOnly
        self.models = models
    }

    private func prediction() throws -> CoreModelAnalysis {
        let stored = try models.model(name, for: request, usesCPUOnly: usesCPUOnly)
        return CoreModelAnalysis(
            model: stored.model, cropAndScale: cropAndScale ?? stored.entry.cropAndScale, regionOfInterest: regionOfInterest,
            usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try prediction().demands(of: frame) }

    /// A single finding with all scores.
    package func findings(in context: AnalysisContext) throws -> [ImageScores] {
        var scores: [String: Float] = [:]
        for case .feature(let value, let name) in try prediction().findings(in: context) {
            switch value.type {
            case .double: scores[name] = Float(value.doubleValue)
            case .int64: scores[name] = Float(value.int64Value)
            case .multiArray:
                if let array = value.multiArrayValue, array.count == 1 { scores[name] = array[0].floatValue }
            default: break
            }
        }
        return [ImageScores(model: name, scores: scores)]
    }
}

/// Numbers that describe an image as a whole.
package struct ImageScores: Sendable {
    let model: String
    let scores: [String: Float]

    /// The score of an output.
    ///
    /// - Returns: the score, clipped to `range`.
    /// - Throws: `VisionFailure` of kind `invalidModel` if the model has no such output, `operationFailed` if the output is not a number.
    package func score(_ output: String, in range: ClosedRange<Float>) throws -> Float {
        guard let score = scores[output] else {
            throw VisionFailure(.invalidModel, "the model '\(model)' has no output '\(output)' that is a number")
        }
        guard !score.isNaN else { throw VisionFailure(.operationFailed, "the model '\(model)' gives no number for '\(output)'") }
        return min(max(score, range.lowerBound), range.upperBound)
    }
}
