import VisionRuntime

/// A request that analyzes an image or a part of it.
open class VNImageBasedRequest: VNRequest, @unchecked Sendable {
    /// The part of the upright image to analyze, normalised, origin at the lower left; the whole image by default.
    ///
    /// The observations of text, documents, barcodes, contours, Core ML objects, hands, bodies and trajectories are normalised to the region. All
    /// others are normalised to the whole image.
    ///
    /// Performing the request fails with `invalidArgument` if the region does not lie within the image.
    public var regionOfInterest: CGRect {
        get { settings.regionOfInterest }
        set { changeSettings { $0.regionOfInterest = newValue.standardized } }
    }

    override func makeTwin() -> VNRequest { VNImageBasedRequest(completionHandler: completionHandler) }

    override func validate(_ settings: RequestSettings) throws {
        try super.validate(settings)
        try withVisionErrors { try RegionOfInterest.check(settings.regionOfInterest) }
    }
}
