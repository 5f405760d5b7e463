import VisionRuntime

/// Revision 1 of ``VNDetectContoursRequest``.
public let VNDetectContourRequestRevision1 = 1

/// Finds the outlines of dark shapes on a light background, or of light shapes on a dark background. Holes, and shapes inside holes, are
/// outlined too. A shape cut by the edge of the image is closed along that edge. A contour that consists only of the edge is left out.
///
/// Performing the request fails with `invalidArgument` if a setting is out of its range.
open class VNDetectContoursRequest: VNImageBasedRequest, @unchecked Sendable {
    /// One observation with all contours.
    public var results: [VNContoursObservation]? { latestResults as? [VNContoursObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectContourRequestRevision1) }

    private struct Settings: OwnSettings {
        var contrastAdjustment: Float = 2
        var contrastPivot: Float? = 0.5
        var detectsDarkOnLight = true
        var maximumImageDimension = 512
    }

    /// The increase of the contrast, 0 to 3; 2 by default. Higher values give contours to fainter edges. With 0 there are no contours.
    public var contrastAdjustment: Float {
        get { self[own: \Settings.contrastAdjustment] }
        set { self[own: \Settings.contrastAdjustment] = newValue }
    }

    /// The brightness around which the contrast is raised and at which contours run, 0 to 1; 0.5 by default. With `nil` it is the threshold that
    /// divides the image's brightness most clearly.
    public var contrastPivot: NSNumber? {
        get { self[own: \Settings.contrastPivot].map { NSNumber(value: $0) } }
        set { self[own: \Settings.contrastPivot] = newValue?.floatValue }
    }

    /// Whether dark shapes on a light background are outlined, instead of light shapes on a dark background.
    public var detectsDarkOnLight: Bool {
        get { self[own: \Settings.detectsDarkOnLight] }
        set { self[own: \Settings.detectsDarkOnLight] = newValue }
    }

    /// The former name of ``detectsDarkOnLight``.
    @available(*, deprecated, renamed: "detectsDarkOnLight")
    public var detectDarkOnLight: Bool {
        get { detectsDarkOnLight }
        set { detectsDarkOnLight = newValue }
    }

    /// The size to which the longer side is reduced before analysis, in pixels, at least 64; 512 by default. Images are never enlarged, and at most
    /// 4,096 pixels are used.
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
        return performance.job(analysis) { VNContoursObservation($1, $0) }
    }
}
