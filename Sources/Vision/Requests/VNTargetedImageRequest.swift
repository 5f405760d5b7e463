import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import VisionRuntime

/// A request about two images: the handler's and the targeted one, which the request carries.
///
/// The targeted image is opened when the request is first performed, and kept.
open class VNTargetedImageRequest: VNImageBasedRequest, @unchecked Sendable {
    let target: DeferredFrame

    init(target: DeferredFrame, completionHandler: VNRequestCompletionHandler?) {
        self.target = target
        super.init(completionHandler: completionHandler)
    }

    private convenience init(
        _ image: FrameImage, _ orientation: CGImagePropertyOrientation?, _ options: [VNImageOption: Any],
        _ completionHandler: VNRequestCompletionHandler?
    ) {
        let stated = orientation ?? options.imageOrientation.flatMap { CGImagePropertyOrientation(rawValue: UInt32($0)) }
        self.init(target: DeferredFrame(image, orientation: stated), completionHandler: completionHandler)
    }

    // MARK: Pixel buffers

    /// A request about the handler's image and this one, upright as it lies unless `options` has an orientation.
    public convenience init(
        targetedCVPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.pixelBuffer(pixelBuffer), nil, options, completionHandler)
    }

    /// A request about the handler's image and this one.
    ///
    /// - Parameter orientation: how the targeted image's pixels are to be turned to be seen upright.
    public convenience init(
        targetedCVPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.pixelBuffer(pixelBuffer), orientation, options, completionHandler)
    }

    /// A request about the handler's image and this one, upright as it lies unless `options` has an orientation.
    public convenience init(
        targetedCMSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.sampleBuffer(sampleBuffer), nil, options, completionHandler)
    }

    /// A request about the handler's image and this one.
    ///
    /// - Parameter orientation: how the targeted image's pixels are to be turned to be seen upright.
    public convenience init(
        targetedCMSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.sampleBuffer(sampleBuffer), orientation, options, completionHandler)
    }

    // MARK: Images

    /// A request about the handler's image and this one, upright as it lies unless `options` has an orientation.
    public convenience init(
        targetedCGImage cgImage: CGImage, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.cgImage(cgImage), nil, options, completionHandler)
    }

    /// A request about the handler's image and this one.
    ///
    /// - Parameter orientation: how the targeted image's pixels are to be turned to be seen upright.
    public convenience init(
        targetedCGImage cgImage: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.cgImage(cgImage), orientation, options, completionHandler)
    }

    /// A request about the handler's image and this one, upright as it lies unless `options` has an orientation.
    public convenience init(
        targetedCIImage ciImage: CIImage, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.ciImage(ciImage), nil, options, completionHandler)
    }

    /// A request about the handler's image and this one.
    ///
    /// - Parameter orientation: how the targeted image's pixels are to be turned to be seen upright.
    public convenience init(
        targetedCIImage ciImage: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.ciImage(ciImage), orientation, options, completionHandler)
    }

    // MARK: Files

    /// An image file, upright as its EXIF orientation says. One that cannot be read makes performing the request fail.
    public convenience init(
        targetedImageURL imageURL: URL, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.url(imageURL), nil, options, completionHandler)
    }

    /// An image file whose own EXIF orientation does not count.
    public convenience init(
        targetedImageURL imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.url(imageURL), orientation, options, completionHandler)
    }

    /// The bytes of an image file, upright as its EXIF orientation says.
    public convenience init(
        targetedImageData imageData: Data, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.data(imageData), nil, options, completionHandler)
    }

    /// The bytes of an image file whose own EXIF orientation does not count.
    public convenience init(
        targetedImageData imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.data(imageData), orientation, options, completionHandler)
    }

    override func makeTwin() -> VNRequest { VNTargetedImageRequest(target: target, completionHandler: completionHandler) }
}
