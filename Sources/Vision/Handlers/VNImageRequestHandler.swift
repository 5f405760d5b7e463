import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import VisionRuntime

/// Performs requests on one image.
///
/// The image is opened when requests are performed, and decoded no larger than they need. What several requests need, also in performances one
/// after the other, is computed once and kept for as long as the handler lives. Requests that do not need each other's answers are computed
/// side by side. A handler may be used on several threads at once; handlers share nothing but loaded models.
open class VNImageRequestHandler: NSObject, @unchecked Sendable {
    let frame: DeferredFrame

    /// - Parameter orientation: `nil` where the image's own counts.
    private init(_ image: FrameImage, orientation: CGImagePropertyOrientation?, options: [VNImageOption: Any]) {
        frame = DeferredFrame(image, orientation: orientation, assumedOrientation: options.imageOrientation)
        super.init()
    }

    // MARK: Pixel buffers

    /// Requests will be performed on the pixel buffer, upright as it lies unless `options` has an orientation.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(.pixelBuffer(pixelBuffer), orientation: nil, options: options)
    }

    /// Requests will be performed on the pixel buffer.
    ///
    /// - Parameter orientation: how its pixels are to be turned to be seen upright.
    public convenience init(
        cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.pixelBuffer(pixelBuffer), orientation: orientation, options: options)
    }

    /// The sample buffer's presentation time becomes the start of the observations' `timeRange`.
    public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(.sampleBuffer(sampleBuffer), orientation: nil, options: options)
    }

    /// The sample buffer's presentation time becomes the start of the observations' `timeRange`.
    public convenience init(
        cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.sampleBuffer(sampleBuffer), orientation: orientation, options: options)
    }

    // MARK: Images

    /// Requests will be performed on the image, upright as it lies unless `options` has an orientation.
    public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
        self.init(.cgImage(image), orientation: nil, options: options)
    }

    /// Requests will be performed on the image.
    ///
    /// - Parameter orientation: how its pixels are to be turned to be seen upright.
    public convenience init(cgImage image: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.cgImage(image), orientation: orientation, options: options)
    }

    /// Requests will be performed on the image, upright as it lies unless `options` has an orientation.
    public convenience init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
        self.init(.ciImage(image), orientation: nil, options: options)
    }

    /// Requests will be performed on the image.
    ///
    /// - Parameter orientation: how its pixels are to be turned to be seen upright.
    public convenience init(ciImage image: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.ciImage(image), orientation: orientation, options: options)
    }

    // MARK: Files

    /// An image file, upright as its EXIF orientation says. A file that cannot be read makes every request fail.
    public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL), orientation: nil, options: options)
    }

    /// An image file whose own EXIF orientation does not count.
    public convenience init(url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL), orientation: orientation, options: options)
    }

    /// The bytes of an image file, upright as its EXIF orientation says.
    public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData), orientation: nil, options: options)
    }

    /// The bytes of an image file whose own EXIF orientation does not count.
    public convenience init(data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData), orientation: orientation, options: options)
    }

    // MARK: Performing

    /// Performs requests, and returns when all are done.
    ///
    /// Each request's completion handler is called on this thread, in the order of the requests. A request that fails does not keep the others
    /// from being performed.
    ///
    /// - Throws: the error of the first request that failed.
    public func perform(_ requests: [VNRequest]) throws {
        guard !requests.isEmpty else { return }
        try RequestPerformances.run(requests, on: Result { try frame.frame() })
    }
}

extension [VNImageOption: Any] {
    /// The EXIF orientation among the image's properties, 1 to 8.
    var imageOrientation: Int? {
        guard let properties = self[.properties] as? [String: Any] else { return nil }
        let value = (properties[kCGImagePropertyOrientation] as? NSNumber)?.intValue ?? properties[kCGImagePropertyOrientation] as? Int
        return value.flatMap { (1...8).contains($0) ? $0 : nil }
    }
}
