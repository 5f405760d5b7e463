import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import VisionRuntime

/// Performs requests on a sequence of images, one image after the other.
///
/// Each image is decoded at the smallest size that its requests need. Every `perform` behaves like `perform(_:)` of ``VNImageRequestHandler``. The
/// trackers of each ``VNTrackingRequest`` are stored in the handler, and are released with it.
open class VNSequenceRequestHandler: NSObject, @unchecked Sendable {
    private let memory = SequenceMemory()

    public override init() {
        super.init()
    }

    // MARK: Pixel buffers

    /// Performs requests on the next frame. The frame is treated as upright.
    ///
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer) throws {
        try perform(requests, .pixelBuffer(pixelBuffer))
    }

    /// Performs requests on the next frame.
    ///
    /// - Parameter orientation: the frame's orientation.
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation) throws {
        try perform(requests, .pixelBuffer(pixelBuffer), orientation)
    }

    /// Performs requests on the image of a sample buffer. The buffer's presentation time becomes the start of the observations' `timeRange`.
    public func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer) throws {
        try perform(requests, .sampleBuffer(sampleBuffer))
    }

    /// Performs requests on the image of a sample buffer. The buffer's presentation time becomes the start of the observations' `timeRange`.
    public func perform(_ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation) throws {
        try perform(requests, .sampleBuffer(sampleBuffer), orientation)
    }

    // MARK: Images

    /// Performs requests on the next frame. The frame is treated as upright.
    ///
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], on image: CGImage) throws {
        try perform(requests, .cgImage(image))
    }

    /// Performs requests on the next frame.
    ///
    /// - Parameter orientation: the frame's orientation.
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation) throws {
        try perform(requests, .cgImage(image), orientation)
    }

    /// Performs requests on the next frame. The frame is treated as upright.
    ///
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], on image: CIImage) throws {
        try perform(requests, .ciImage(image))
    }

    /// Performs requests on the next frame.
    ///
    /// - Parameter orientation: the frame's orientation.
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation) throws {
        try perform(requests, .ciImage(image), orientation)
    }

    // MARK: Files

    /// Performs requests on an image file. The EXIF orientation of the file is applied.
    public func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
        try perform(requests, .url(imageURL))
    }

    /// Performs requests on the next frame.
    ///
    /// - Parameter orientation: the frame's orientation. The file's EXIF orientation is ignored.
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation) throws {
        try perform(requests, .url(imageURL), orientation)
    }

    /// Performs requests on the bytes of an image file. The EXIF orientation in the bytes is applied.
    public func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
        try perform(requests, .data(imageData))
    }

    /// Performs requests on the next frame.
    ///
    /// - Parameter orientation: the frame's orientation. The file's EXIF orientation is ignored.
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    public func perform(_ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation) throws {
        try perform(requests, .data(imageData), orientation)
    }

    private func perform(_ requests: [VNRequest], _ image: FrameImage, _ orientation: CGImagePropertyOrientation? = nil) throws {
        guard !requests.isEmpty else { return }
        try RequestPerformances.run(requests, on: Result { try Frame(image, orientation: orientation) }, sequence: memory)
    }
}
