import VisionRuntime

/// Revision 1 of ``VNDetectContoursRequest``.
public let VNDetectContourRequestRevision1 = 1

/// Finds the outlines of dark shapes on a light background, or of light shapes on a dark background. Holes, and shapes inside holes, are outlined
/// too. A shape cut by the edge of the image is closed along that edge. A contour that consists only of the edge of the image is not returned.
///
/// Performing the request fails with `invalidArgument` if a setting is out of its range.
open class VNDetectContoursRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A single observation with all contours.
    public var results: [VNContoursObservation]? { latestResults as? [VNContoursObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectContourRequestRevision1) }

    private struct Settings: OwnSettings {
        var contrastAdjustment: Float = 2
        var contrastPivot: Float? = 0.5
        var detectsDarkOnLight = true
        var maximumImageDimension = 512
    }

    /// The increase of the contrast, 0 to 3; 2 by default. High values also find the contours of faint edges. With 0, no contours are
    /// found.
    public var contrastAdjustment: Float {
        get { self[own: \Settings.contrastAdjustment] }
        set { self[own: \Settings.contrastAdjustment] = newValue }
    }

    /// The brightness that separates dark from light, 0 to 1; 0.5 by default. Contours run along this brightness, and the contrast is increased
    /// around it. With `nil`, the request finds the value that separates the brightness levels of the image best.
    public var contrastPivot: NSNumber? {
        get { self[own: \Settings.contrastPivot].map { NSNumber(value: $0) } }
        set { self[own: \Settings.contrastPivot] = newValue?.floatValue }
    }

    /// Whether dark shapes on a light background are outlined, instead of light shapes on a dark background.
    public var detectsDarkOnLight: Bool {
        get { self[own: \Settings.detectsDarkOnLight] }
        set { self[own: \Settings.detectsDarkOnLight] = newValue }
    }

    /// The old name of ``detectsDarkOnLight``.
    @available(*, deprecated, renamed: "detectsDarkOnLight")
    public var detectDarkOnLight: Bool {
        get { detectsDarkOnLight }
        set { detectsDarkOnLight = newValue }
    }

    /// The maximum length of the image's longer side, in pixels; at least 64, 512 by default. Images beyond this length are reduced before
    /// the analysis. Values above 4,096 have the effect of 4,096.
    public var maximumImageDimension: Int {
        get { self[own: \Settings.maximumImageDimension] }
        set { self[own: \Settings.maximumImageDimension] = newValue }
    }

    override func makeTwin() -> VNRequest { VNDetectContoursRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let own = performance.settings.own(Settings.self)
        let analysis = try ContourAnalysis(
            contrastAdjustment: own.contrastAdjustment, contrastPivot: own.contrastPivot, detectsDarkOnLight: own.detectsDarkOnLight,
            maximumImageDimension: own.maximumImageDimension, regionOfInterest: performance.settings.regionOfInterest)
        return performance.regionJob(analysis) { VNContoursObservation($1, $0) }
    }
}
