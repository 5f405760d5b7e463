import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import VisionRuntime

/// Performs requests on one image.
///
/// The image is opened when requests are performed, and is decoded at the smallest size that the requests need. Intermediate results that several
/// requests need are computed once, and the handler stores them for later calls. Independent requests run concurrently. Several threads may use a
/// handler at the same time. Loaded models are the only data that different handlers share.
open class VNImageRequestHandler: NSObject, @unchecked Sendable {
    let frame: DeferredFrame

    /// Creates a handler of an image.
    ///
    /// - Parameter orientation: the orientation; `nil` for the orientation of the image itself.
    private init(_ image: FrameImage, orientation: CGImagePropertyOrientation?, options: [VNImageOption: Any]) {
        frame = DeferredFrame(image, orientation: orientation, assumedOrientation: options.imageOrientation)
        super.init()
    }

    // MARK: Pixel buffers

    /// Creates a handler that performs requests on the pixel buffer. The image is treated as upright if `options` contains no orientation.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(.pixelBuffer(pixelBuffer), orientation: nil, options: options)
    }

    /// Creates a handler that performs requests on the pixel buffer.
    ///
    /// - Parameter orientation: the image's orientation.
    public convenience init(
        cvPixelBuffer pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.pixelBuffer(pixelBuffer), orientation: orientation, options: options)
    }

    /// Creates a handler that performs requests on the image of a sample buffer. The buffer's presentation time becomes the start of the
    /// observations' `timeRange`.
    public convenience init(cmSampleBuffer sampleBuffer: CMSampleBuffer, options: [VNImageOption: Any] = [:]) {
        self.init(.sampleBuffer(sampleBuffer), orientation: nil, options: options)
    }

    /// Creates a handler that performs requests on the image of a sample buffer. The buffer's presentation time becomes the start of the
    /// observations' `timeRange`.
    public convenience init(
        cmSampleBuffer sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(.sampleBuffer(sampleBuffer), orientation: orientation, options: options)
    }

    // MARK: Images

    /// Creates a handler that performs requests on the image. The image is treated as upright if `options` contains no orientation.
    public convenience init(cgImage image: CGImage, options: [VNImageOption: Any] = [:]) {
        self.init(.cgImage(image), orientation: nil, options: options)
    }

    /// Creates a handler that performs requests on the image.
    ///
    /// - Parameter orientation: the image's orientation.
    public convenience init(cgImage image: CGImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.cgImage(image), orientation: orientation, options: options)
    }

    /// Creates a handler that performs requests on the image. The image is treated as upright if `options` contains no orientation.
    public convenience init(ciImage image: CIImage, options: [VNImageOption: Any] = [:]) {
        self.init(.ciImage(image), orientation: nil, options: options)
    }

    /// Creates a handler that performs requests on the image.
    ///
    /// - Parameter orientation: the image's orientation.
    public convenience init(ciImage image: CIImage, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.ciImage(image), orientation: orientation, options: options)
    }

    // MARK: Files

    /// Reads an image file and applies its EXIF orientation. If the file cannot be read, every request fails.
    public convenience init(url imageURL: URL, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL), orientation: nil, options: options)
    }

    /// Reads an image file. The file's EXIF orientation is ignored.
    public convenience init(url imageURL: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.url(imageURL), orientation: orientation, options: options)
    }

    /// Reads the bytes of an image file and applies their EXIF orientation.
    public convenience init(data imageData: Data, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData), orientation: nil, options: options)
    }

    /// Reads the bytes of an image file. The file's EXIF orientation is ignored.
    public convenience init(data imageData: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]) {
        self.init(.data(imageData), orientation: orientation, options: options)
    }

    // MARK: Performing

    /// Performs requests, and returns when all requests are done.
    ///
    /// Each request's completion handler is called on this thread, in the order of the requests. If a request fails, for example because
    /// its model is missing, the other requests are still performed. They have their `results` when this function throws.
    ///
    /// - Throws: the error of the first request that failed. If several requests were given, the error's description names the failed
    ///   request.
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
