import VisionRuntime

/// Revision 1 of ``VNDetectTextRectanglesRequest``.
public let VNDetectTextRectanglesRequestRevision1 = 1

/// Finds lines of text without reading them. Lines may be dark on light or light on dark, and rotated by less than 45°.
///
/// A line has at least three letters. Letters must be at least about six pixels high after the image's longer side is reduced to 2,048 pixels.
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
        let reportsCharacterBoxes = performance.settings.own(Settings.self).reportsCharacterBoxes
        let analysis = TextLineAnalysis(regionOfInterest: performance.settings.regionOfInterest)
        return performance.job(analysis) { VNTextObservation($1, $0, reportsCharacterBoxes: reportsCharacterBoxes) }
    }
}
