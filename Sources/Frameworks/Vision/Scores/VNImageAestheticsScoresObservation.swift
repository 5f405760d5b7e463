import VisionRuntime

/// Scores of the visual quality of an image.
open class VNImageAestheticsScoresObservation: VNObservation, @unchecked Sendable {
    /// Whether the image is a utility image, such as a receipt. A utility image may have a high score, but is not worth remembering.
    public let isUtility: Bool

    /// A rating of how good the image looks: -1 is worst, 1 is best.
    public let overallScore: Float

    init(_ origin: Origin, _ scores: AestheticsScores) {
        isUtility = scores.isUtility
        overallScore = scores.overall
        super.init(origin, confidence: 1)
    }

    private struct Contents: Codable {
        let isUtility: Bool
        let overallScore: Float
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNImageAestheticsScoresObservation.self) else { return nil }
        isUtility = contents.isUtility
        overallScore = contents.overallScore
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let contents = Contents(isUtility: isUtility, overallScore: overallScore)
        coder.encode(contents: contents, of: VNImageAestheticsScoresObservation.self)
    }

    open override var description: String { super.description + " \(overallScore)" + (isUtility ? ", a note" : "") }
}
