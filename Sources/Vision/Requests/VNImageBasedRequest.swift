import Synchronization

/// A request about a part of an image.
open class VNImageBasedRequest: VNRequest, @unchecked Sendable {
    private let region = Mutex(VNNormalizedIdentityRect)

    /// The part of the upright image that the request looks at, normalised, origin at the lower left; the whole image by default.
    ///
    /// Performing a request whose region does not lie within the image fails with `invalidArgument`.
    public var regionOfInterest: CGRect {
        get { region.withLock { $0 } }
        set { region.withLock { $0 = newValue.standardized } }
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let twin = super.copy(with: zone)
        (twin as? VNImageBasedRequest)?.regionOfInterest = regionOfInterest
        return twin
    }

    override func makeTwin() -> VNRequest { VNImageBasedRequest(completionHandler: completionHandler) }

    override func validate() throws {
        try super.validate()
        let region = regionOfInterest
        let numbers = [region.origin.x, region.origin.y, region.size.width, region.size.height]
        // One third plus two thirds must fit into 1 however they were rounded.
        let bounds = VNNormalizedIdentityRect.insetBy(dx: -1e-9, dy: -1e-9)
        guard numbers.allSatisfy(\.isFinite), region.size.width > 0, region.size.height > 0, bounds.contains(region) else {
            throw VNErrorCode.invalidArgument.error("The region of interest \(numbers) is not within the normalized bounds of [0 0 1 1]")
        }
    }
}
