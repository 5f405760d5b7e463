import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO
import VisionRuntime

/// Performs requests on one image.
///
/// The image is opened when requests are performed, and is decoded at the smallest size that the requests need. Intermediate results that several
/// requests need are computed once, and the handler stores them for later calls. Several tasks may use a handler at the same time.
///
/// The work is done outside of Swift's cooperative thread pool. If the task is cancelled, `perform` throws `VisionError.requestCancelled`. A running
/// network stops before its next layer.
public final class ImageRequestHandler: @unchecked Sendable {
    let performer: FramePerformer

    private init(_ image: FrameImage, _ orientation: CGImagePropertyOrientation?) {
        performer = FramePerformer(frame: DeferredFrame(image, orientation: orientation))
    }

    /// Reads an image file. If `orientation` is `nil`, the file's EXIF orientation applies. If the file cannot be read, every request fails.
    public convenience init(_ imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.url(imageURL), orientation)
    }

    /// Creates a handler that performs requests on this image.
    ///
    /// - Parameter orientation: the image's orientation; `nil` if it is upright.
    public convenience init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.cgImage(image), orientation)
    }

    /// Creates a handler that performs requests on this image.
    ///
    /// - Parameter orientation: the image's orientation; `nil` if it is upright.
    public convenience init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.ciImage(image), orientation)
    }

    /// Creates a handler that performs requests on this image.
    ///
    /// - Parameter orientation: the image's orientation; `nil` if it is upright.
    public convenience init(_ pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.pixelBuffer(pixelBuffer), orientation)
    }

    /// Creates a handler that performs requests on the image of a sample buffer. The buffer's presentation time becomes the start of the
    /// observations' `timeRange`.
    public convenience init(_ sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.sampleBuffer(sampleBuffer), orientation)
    }

    /// Reads the bytes of an image file. If `orientation` is `nil`, the file's EXIF orientation applies.
    public convenience init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.data(data), orientation)
    }

    // MARK: Performing

    /// Performs a request.
    ///
    /// - Throws: ``VisionError``.
    public func perform<T>(_ request: T) async throws -> T.Result where T: VisionRequest {
        var values = try await performer.perform([request])
        return try values.next()
    }

    /// Performs requests concurrently, and returns when all requests are done. The image is decoded once for all requests.
    ///
    /// - Throws: the ``VisionError`` of the first request that failed, after all requests have been performed.
    public func perform<each T>(_ request: repeat each T) async throws -> (repeat (each T).Result) where repeat each T: VisionRequest {
        var requests: [any VisionRequest] = []
        repeat requests.append(each request)
        var values = try await performer.perform(requests)
        return (repeat try values.next((each T).Result.self))
    }

    /// Performs requests concurrently, and yields each result as soon as it is ready. The image is decoded once for all requests.
    ///
    /// A request that fails gives `VisionResult.error`; the other requests are still performed. If the consuming task is cancelled, the
    /// sequence ends and the requests are cancelled.
    public func performAll(_ requests: some Collection<any VisionRequest>) -> some AsyncSequence<VisionResult, Never> {
        performer.results(Array(requests))
    }
}
