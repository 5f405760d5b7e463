import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// A request that analyzes one image or a part of it.
///
/// Every `perform` runs outside of Swift's cooperative thread pool. If it fails, it throws a ``VisionError``. If its task is cancelled, it throws
/// `requestCancelled`.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part of the upright image to analyze; the whole image by default.
    ///
    /// The observations of text, documents, barcodes, contours, Core ML objects, hands, bodies and trajectories are normalised to the region. All
    /// others are normalised to the whole image.
    ///
    /// Performing the request fails with `invalidArgument` if the region does not lie within the image.
    var regionOfInterest: NormalizedRect { get set }

    func perform(on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result

    func perform(on url: URL, orientation: CGImagePropertyOrientation?) async throws -> Result

    func perform(on image: CGImage, orientation: CGImagePropertyOrientation?) async throws -> Result

    func perform(on image: CIImage, orientation: CGImagePropertyOrientation?) async throws -> Result

    func perform(on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result

    func perform(on data: Data, orientation: CGImagePropertyOrientation?) async throws -> Result
}

extension ImageProcessingRequest {
    /// Performs the request on a pixel buffer.
    public func perform(on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(pixelBuffer, orientation: orientation).perform(self)
    }

    /// Performs the request on an image file. If `orientation` is `nil`, the file's EXIF orientation applies.
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    /// Performs the request on an image.
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on an image.
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on a sample buffer. The buffer's presentation time becomes the start of the observations' `timeRange`.
    public func perform(on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
    }

    /// Performs the request on the bytes of an image file. If `orientation` is `nil`, the file's EXIF orientation applies.
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }
}
