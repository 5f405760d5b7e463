import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO
import VisionRuntime

/// Performs requests that compare two images.
///
/// The results describe the transform that aligns the target with the source. In all other respects the handler works like
/// ``ImageRequestHandler``.
public final class TargetedImageRequestHandler: Sendable {
    let performer: FramePerformer

    private init(_ source: FrameImage, _ target: FrameImage, _ orientation: CGImagePropertyOrientation?) {
        performer = FramePerformer(
            frame: DeferredFrame(source, orientation: orientation), target: DeferredFrame(target, orientation: orientation))
    }

    /// Reads two image files. If `orientation` is `nil`, each file's EXIF orientation applies.
    public convenience init(sourceURL: URL, targetURL: URL, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.url(sourceURL), .url(targetURL), orientation)
    }

    /// Creates a handler for requests that compare these two images.
    ///
    /// - Parameter orientation: the orientation of both images; `nil` if they are upright.
    public convenience init(source: CGImage, target: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.cgImage(source), .cgImage(target), orientation)
    }

    /// Creates a handler for requests that compare these two images.
    ///
    /// - Parameter orientation: the orientation of both images; `nil` if they are upright.
    public convenience init(source: CIImage, target: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.ciImage(source), .ciImage(target), orientation)
    }

    /// Creates a handler for requests that compare these two images.
    ///
    /// - Parameter orientation: the orientation of both images; `nil` if they are upright.
    public convenience init(source: CVPixelBuffer, target: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.pixelBuffer(source), .pixelBuffer(target), orientation)
    }

    /// Creates a handler for requests that compare two sample buffers. The presentation time of `source` becomes the start of the observations'
    /// `timeRange`.
    public convenience init(source: CMSampleBuffer, target: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.sampleBuffer(source), .sampleBuffer(target), orientation)
    }

    /// Reads the bytes of two image files. If `orientation` is `nil`, each file's EXIF orientation applies.
    public convenience init(source: Data, target: Data, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.data(source), .data(target), orientation)
    }

    // MARK: Performing

    /// Performs a request.
    ///
    /// - Throws: ``VisionError``.
    public func perform<T>(_ request: T) async throws -> T.Result where T: TargetedRequest {
        var values = try await performer.perform([request])
        return try values.next()
    }

    /// Performs requests concurrently, and returns when all requests are done. Each image is decoded once for all requests.
    ///
    /// - Throws: the ``VisionError`` of the first request that failed, after all requests have been performed.
    public func perform<each T>(_ request: repeat each T) async throws -> (repeat (each T).Result) where repeat each T: TargetedRequest {
        var requests: [any VisionRequest] = []
        repeat requests.append(each request)
        var values = try await performer.perform(requests)
        return (repeat try values.next((each T).Result.self))
    }

    /// Performs requests concurrently, and yields each result as soon as it is ready. Each image is decoded once for all requests.
    ///
    /// A request that fails gives `VisionResult.error`; the other requests are still performed. If the consuming task is cancelled, the
    /// sequence ends and the requests are cancelled.
    public func performAll(_ requests: some Collection<any TargetedRequest>) -> some AsyncSequence<VisionResult, Never> {
        performer.results(Array(requests))
    }
}
