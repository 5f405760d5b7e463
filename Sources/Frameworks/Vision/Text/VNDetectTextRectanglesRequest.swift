import VisionRuntime

/// Revision 1 of ``VNDetectTextRectanglesRequest``.
public let VNDetectTextRectanglesRequestRevision1 = 1

/// Finds lines of text. Lines may have any direction, and may be dark on light or light on dark.
///
/// The model `textLines` finds the lines in a picture whose longer side is reduced to 1,280 pixels. If most of the lines are less than 11 pixels high
/// there, it searches a picture of twice the size. If ``reportCharacterBoxes`` is set, the model `textReader` finds the characters. If a model is
/// missing, the request fails with `dataUnavailable`.
open class VNDetectTextRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The lines, from the top of the image down.
    public var results: [VNTextObservation]? { latestResults as? [VNTextObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectTextRectanglesRequestRevision1) }

    private struct Settings: OwnSettings {
        var reportsCharacterBoxes = false
    }

    /// Whether observations contain the bounding boxes of their characters; `false` by default.
    public var reportCharacterBoxes: Bool {
        get { self[own: \Settings.reportsCharacterBoxes] }
        set { self[own: \Settings.reportsCharacterBoxes] = newValue }
    }

    override func makeTwin() -> VNRequest { VNDetectTextRectanglesRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = TextRectangleAnalysis(
            regionOfInterest: settings.regionOfInterest, findsCharacters: settings.own(Settings.self).reportsCharacterBoxes)
        return performance.regionJob(analysis) { VNTextObservation($1, $0) }
    }
}
