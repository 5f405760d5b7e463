import VisionRuntime

/// Revision 1 of ``VNDetectTextRectanglesRequest``.
public let VNDetectTextRectanglesRequestRevision1 = 1

/// Finds lines of text, dark on light and light on dark, turned by less than 45°, without reading them.
///
/// A line has three letters at least. Letters are about six pixels high at least, in an image whose longer side is reduced to 2,048 pixels.
open class VNDetectTextRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The lines, from the top of the image down.
    public var results: [VNTextObservation]? { latestResults as? [VNTextObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectTextRectanglesRequestRevision1) }

    private struct Settings: OwnSettings {
        var reportsCharacterBoxes = false
    }

    /// Whether observations tell where their characters are; not by default.
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
