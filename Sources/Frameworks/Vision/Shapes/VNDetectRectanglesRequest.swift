import VisionRuntime

/// Revision 1 of ``VNDetectRectanglesRequest``.
public let VNDetectRectanglesRequestRevision1 = 1

/// Finds rectangles seen in perspective: screens, sheets of paper, windows. Sides may be interrupted or faint if most of each side is visible.
///
/// Performing the request fails with `invalidArgument` if a setting is out of its range.
open class VNDetectRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The rectangles, the most certain first. Of equally clear rectangles, large rectangles are more certain than small ones.
    public var results: [VNRectangleObservation]? { latestResults as? [VNRectangleObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectRectanglesRequestRevision1) }

    private struct Settings: OwnSettings {
        var minimumAspectRatio: VNAspectRatio = 0.5
        var maximumAspectRatio: VNAspectRatio = 1
        var quadratureTolerance: VNDegrees = 30
        var minimumSize: Float = 0.2
        var minimumConfidence: VNConfidence = 0
        var maximumObservations = 1
    }

    /// The minimum ratio of the shorter to the longer visible side, 0 to 1; 0.5 by default.
    public var minimumAspectRatio: VNAspectRatio {
        get { self[own: \Settings.minimumAspectRatio] }
        set { self[own: \Settings.minimumAspectRatio] = newValue }
    }

    /// The maximum ratio of the shorter to the longer visible side, 0 to 1; 1 by default.
    public var maximumAspectRatio: VNAspectRatio {
        get { self[own: \Settings.maximumAspectRatio] }
        set { self[own: \Settings.maximumAspectRatio] = newValue }
    }

    /// The maximum difference of a corner's angle from 90°, in degrees, 0 to 45; 30 by default.
    public var quadratureTolerance: VNDegrees {
        get { self[own: \Settings.quadratureTolerance] }
        set { self[own: \Settings.quadratureTolerance] = newValue }
    }

    /// The minimum length of a rectangle's shorter side, from 0 to 1; 0.2 by default. The unit is the shorter side of the image or its region of
    /// interest.
    public var minimumSize: Float {
        get { self[own: \Settings.minimumSize] }
        set { self[own: \Settings.minimumSize] = newValue }
    }

    /// The minimum confidence, 0 to 1; 0 by default.
    public var minimumConfidence: VNConfidence {
        get { self[own: \Settings.minimumConfidence] }
        set { self[own: \Settings.minimumConfidence] = newValue }
    }

    /// The maximum number of rectangles to find, 1 by default. 0 means no limit.
    public var maximumObservations: Int {
        get { self[own: \Settings.maximumObservations] }
        set { self[own: \Settings.maximumObservations] = newValue }
    }

    override func makeTwin() -> VNRequest { VNDetectRectanglesRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let own = performance.settings.own(Settings.self)
        let analysis = try RectangleAnalysis(
            minimumAspectRatio: own.minimumAspectRatio, maximumAspectRatio: own.maximumAspectRatio,
            quadratureTolerance: own.quadratureTolerance, minimumSize: own.minimumSize, minimumConfidence: own.minimumConfidence,
            maximumObservations: own.maximumObservations, regionOfInterest: performance.settings.regionOfInterest)
        return performance.job(analysis) { VNRectangleObservation($1, $0) }
    }
}
