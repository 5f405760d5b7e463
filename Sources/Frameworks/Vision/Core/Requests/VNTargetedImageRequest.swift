import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import VisionRuntime

/// A request that compares two images: the handler's image and the targeted image, which is part of the request.
///
/// The targeted image is opened when the request is first performed, and stays open for later performances.
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

    /// Creates a request that compares the handler's image with the given image. The targeted image is treated as upright if `options` contains no
    /// orientation.
    public convenience init(
        targetedCVPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.pixelBuffer(pixelBuffer), nil, options, completionHandler)
    }

    /// Creates a request that compares the handler's image with the given image.
    ///
    /// - Parameter orientation: the orientation of the targeted image.
    public convenience init(
        targetedCVPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.pixelBuffer(pixelBuffer), orientation, options, completionHandler)
    }

    /// Creates a request that compares the handler's image with the given image. The targeted image is treated as upright if `options` contains no
    /// orientation.
    public convenience init(
        targetedCMSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.sampleBuffer(sampleBuffer), nil, options, completionHandler)
    }

    /// Creates a request that compares the handler's image with the given image.
    ///
    /// - Parameter orientation: the orientation of the targeted image.
    public convenience init(
        targetedCMSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation,
        options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.sampleBuffer(sampleBuffer), orientation, options, completionHandler)
    }

    // MARK: Images

    /// Creates a request that compares the handler's image with the given image. The targeted image is treated as upright if `options` contains no
    /// orientation.
    public convenience init(
        targetedCGImage cgImage: CGImage, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.cgImage(cgImage), nil, options, completionHandler)
    }

    /// Creates a request that compares the handler's image with the given image.
    ///
    /// - Parameter orientation: the orientation of the targeted image.
    public convenience init(
        targetedCGImage cgImage: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.cgImage(cgImage), orientation, options, completionHandler)
    }

    /// Creates a request that compares the handler's image with the given image. The targeted image is treated as upright if `options` contains no
    /// orientation.
    public convenience init(
        targetedCIImage ciImage: CIImage, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.ciImage(ciImage), nil, options, completionHandler)
    }

    /// Creates a request that compares the handler's image with the given image.
    ///
    /// - Parameter orientation: the orientation of the targeted image.
    public convenience init(
        targetedCIImage ciImage: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.ciImage(ciImage), orientation, options, completionHandler)
    }

    // MARK: Files

    /// Reads an image file and applies its EXIF orientation. If the file cannot be read, performing the request fails.
    public convenience init(
        targetedImageURL imageURL: URL, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.url(imageURL), nil, options, completionHandler)
    }

    /// Reads an image file. The file's EXIF orientation is ignored.
    public convenience init(
        targetedImageURL imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.url(imageURL), orientation, options, completionHandler)
    }

    /// Reads the bytes of an image file and applies their EXIF orientation.
    public convenience init(
        targetedImageData imageData: Data, options: [VNImageOption: Any] = [:], completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.data(imageData), nil, options, completionHandler)
    }

    /// Reads the bytes of an image file. The file's EXIF orientation is ignored.
    public convenience init(
        targetedImageData imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:],
        completionHandler: VNRequestCompletionHandler? = nil
    ) {
        self.init(.data(imageData), orientation, options, completionHandler)
    }

    override func makeTwin() -> VNRequest { VNTargetedImageRequest(target: target, completionHandler: completionHandler) }
}
