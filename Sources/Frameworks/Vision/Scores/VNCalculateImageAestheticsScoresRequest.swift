import VisionRuntime

/// Revision 1 of ``VNCalculateImageAestheticsScoresRequest``.
public let VNCalculateImageAestheticsScoresRequestRevision1 = 1

/// Scores how good an image looks, and detects utility images, such as receipts and screenshots.
///
/// Osprey contains no model for this request. You must supply a model named `aesthetics`. Put the model into the folder that the
/// environment variable `OSPREY_MODELS` names, and list it in the folder's `catalog.json`. The model has an image input, and two numbers as
/// outputs: `overallScore`, from -1 to 1, and `utility`, the probability of a utility image. If the model is missing, performing the
/// request fails with `dataUnavailable`.
open class VNCalculateImageAestheticsScoresRequest: VNImageBasedRequest, @unchecked Sendable {
    /// Creates a request with the default settings.
    public convenience init() {
        self.init(completionHandler: nil)
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter completionHandler: called on the performing thread when the request is done or has failed.
    public override init(completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(completionHandler: completionHandler)
    }

    /// A single observation.
    public var results: [VNImageAestheticsScoresObservation]? { latestResults as? [VNImageAestheticsScoresObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNCalculateImageAestheticsScoresRequestRevision1) }

    override func makeTwin() -> VNRequest { VNCalculateImageAestheticsScoresRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = ScoreAnalysis(
            model: "aesthetics", for: "VNCalculateImageAestheticsScoresRequest", regionOfInterest: settings.regionOfInterest,
            usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { scores, origin in
            try scores.map { VNImageAestheticsScoresObservation(origin, try AestheticsScores($0)) }
        }
    }
}

/// The result of the model `aesthetics` for an image.
struct AestheticsScores: Sendable {
    let overall: Float
    let isUtility: Bool

    init(_ scores: ImageScores) throws {
        overall = try scores.score("overallScore", in: -1...1)
        isUtility = try scores.score("utility", in: 0...1) > 0.5
    }
}
