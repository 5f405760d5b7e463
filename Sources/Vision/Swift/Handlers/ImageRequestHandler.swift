import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO
import VisionRuntime

/// Performs requests on one image.
///
/// The image is opened when requests are performed, and decoded no larger than they need. What several requests need, also in performances one
/// after the other, is computed once and kept for as long as the handler lives. A handler may be used by several tasks at once.
///
/// The work is done outside of Swift's cooperative threads. Cancelling the task ends it with `VisionError.requestCancelled`; a network that is
/// running stops before its next layer.
public final class ImageRequestHandler: @unchecked Sendable {
    let performer: FramePerformer

    private init(_ image: FrameImage, _ orientation: CGImagePropertyOrientation?) {
        performer = FramePerformer(frame: DeferredFrame(image, orientation: orientation))
    }

    /// An image file, upright as its EXIF orientation says where `orientation` is `nil`. A file that cannot be read makes every request fail.
    public convenience init(_ imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.url(imageURL), orientation)
    }

    /// Requests will be performed on this image.
    ///
    /// - Parameter orientation: how its pixels are to be turned to be seen upright; `nil` for as they lie.
    public convenience init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.cgImage(image), orientation)
    }

    /// Requests will be performed on this image.
    ///
    /// - Parameter orientation: how its pixels are to be turned to be seen upright; `nil` for as they lie.
    public convenience init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.ciImage(image), orientation)
    }

    /// Requests will be performed on this image.
    ///
    /// - Parameter orientation: how its pixels are to be turned to be seen upright; `nil` for as they lie.
    public convenience init(_ pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.pixelBuffer(pixelBuffer), orientation)
    }

    /// The sample buffer's presentation time becomes the start of the observations' `timeRange`.
    public convenience init(_ sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        self.init(.sampleBuffer(sampleBuffer), orientation)
    }

    /// The bytes of an image file, upright as its EXIF orientation says where `orientation` is `nil`.
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

    /// Performs requests side by side, and returns when all are done. The image is decoded once for all of them.
    ///
    /// - Throws: the ``VisionError`` of the first request that failed, after all have been performed.
    public func perform<each T>(_ request: repeat each T) async throws -> (repeat (each T).Result) where repeat each T: VisionRequest {
        var requests: [any VisionRequest] = []
        repeat requests.append(each request)
        var values = try await performer.perform(requests)
        return (repeat try values.next((each T).Result.self))
    }

    /// Performs requests side by side, and hands out each one's result as soon as it is there. The image is decoded once for all of them.
    ///
    /// A request that fails gives `VisionResult.error`, and does not keep the others from being performed. Where the task that listens is
    /// cancelled, the sequence ends, and so do the requests.
    public func performAll(_ requests: some Collection<any VisionRequest>) -> some AsyncSequence<VisionResult, Never> {
        performer.results(Array(requests))
    }
}
