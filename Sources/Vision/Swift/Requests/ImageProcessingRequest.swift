import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// A request about a part of one image.
///
/// Every `perform` runs outside of Swift's cooperative threads and fails with ``VisionError``. Cancelling its task ends it with
/// `requestCancelled`.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part of the upright image that the request looks at; the whole image by default.
    ///
    /// Performing a request whose region does not lie within the image fails with `invalidArgument`.
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

    /// Performs the request on an image file, upright as its EXIF orientation says where `orientation` is `nil`.
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

    /// Performs the request on a sample buffer, whose presentation time becomes the start of the observations' `timeRange`.
    public func perform(on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
    }

    /// Performs the request on the bytes of an image file, upright as its EXIF orientation says where `orientation` is `nil`.
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }
}
