import CoreGraphics
import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import Locks

/// An image with its orientation, and a cache of derived values. Each value is computed once and kept while the frame lives. The least
/// recently used value is dropped once there are many.
///
/// All analyses of a frame use one `Frame`. The analyses note their demands before anything is decoded. So a large JPEG that only feeds
/// small models is decoded once, at a half, a quarter or an eighth of its size.
package final class Frame: Sendable {
    package let info: FrameInfo
    /// The EXIF orientation of the stored pixels, 1 to 8.
    package let orientation: Int
    /// Planes, pyramids, warps and tensors. The key of each describes it fully.
    let derivatives = OnceTable(capacity: 64)
    /// The findings of analyses. The analysis itself is the key.
    let findings = OnceTable(capacity: 256)

    private let pixels: FramePixels
    private let decoded = Locked(Decoded())

    private struct Decoded {
        /// The fraction of the full resolution that the noted demands need.
        var scale: CGFloat = 0
        /// Whether any demand that was passed to `note(_:)` is for luminance (`needsLuminance`) or for colours (`needsColors`).
        var needsLuminance = false
        var needsColors = false
        /// The number of analyses that have noted each demand.
        var demands: [FrameDemand: Int] = [:]
        /// The decoded picture, which may be smaller than the image.
        var raster: Raster?
        /// The fraction of the full resolution that was requested for `raster`.
        var rasterScale: CGFloat = 0
        /// Whether colours were requested for `raster`.
        var hasColors = false
        /// The number of times that the image's file has been decoded.
        var decodings = 0

        var use: PixelUse {
            needsColors ? needsLuminance && scale >= 1 ? .luminanceAndColors : .colors : .luminance
        }

        mutating func note(_ demand: FrameDemand) {
            scale = max(scale, demand.scale)
            if demand.isGray { needsLuminance = true } else { needsColors = true }
            demands[demand, default: 0] += 1
        }
    }

    /// Opens an image. Only the header of a file is read.
    ///
    /// - Parameters:
    ///   - orientation: `nil` to use the image's own.
    ///   - assumedOrientation: is used if neither the caller nor the image states one.
    /// - Throws: `VisionFailure`: `ioError` if the file cannot be opened, `invalidImage` if it is not an image.
    package init(_ image: FrameImage, orientation: CGImagePropertyOrientation? = nil, assumedOrientation: Int? = nil) throws {
        let opened = try OpenedImage(image)
        pixels = opened.pixels
        self.orientation = orientation.map { Int($0.rawValue) } ?? opened.orientation ?? assumedOrientation ?? 1
        let stored = opened.pixels.size
        let upright = RasterGeometry.uprightSize(width: stored.width, height: stored.height, orientation: self.orientation)
        guard upright.width > 0, upright.height > 0 else { throw VisionFailure(.invalidImage, "the image has no pixels") }
        info = FrameInfo(
            width: upright.width, height: upright.height, timeRange: opened.timeRange ?? .zero, isTimed: opened.timeRange != nil)
    }

    /// Notes a demand. All noted demands are served by one decoding.
    package func note(_ demand: FrameDemand) {
        decoded.withLock { $0.note(demand) }
    }

    /// Whether more than one analysis has noted this demand.
    func isShared(_ demand: FrameDemand) -> Bool {
        decoded.withLock { $0.demands[demand, default: 0] > 1 }
    }

    /// The luminance of a pixel buffer of three planes, without a copy.
    var luminance: Raster? { if case .buffer(let buffer) = pixels { buffer.luminanceRaster } else { nil } }

    /// The width of the pixels that are decoded at present; 0 if none are.
    package var decodedWidth: Int { decoded.withLock { $0.raster?.width ?? 0 } }

    /// The number of times that the image has been decoded.
    package var decodings: Int { decoded.withLock { $0.decodings } }

    /// Calls `body` with pixels that are large enough for all demands that were passed to `note(_:)`, and with `geometry` converted to these pixels.
    ///
    /// - Parameters:
    ///   - geometry: in pixels of the upright image at its full size.
    ///   - isGray: whether luminance is enough. The pixels may then have no colours.
    /// - Throws: `VisionFailure` that names the image.
    func withPixels<Result>(
        _ geometry: RasterGeometry, isGray: Bool = false, _ body: (Raster, RasterGeometry) throws -> Result
    ) throws -> Result {
        do {
            if case .recipe(let image, _, _) = pixels {
                let look = try image.raster(for: geometry)
                return try body(look.raster, look.geometry)
            }
            let raster = try storedRaster(isGray: isGray)
            return try body(raster, geometry.scaled(from: pixels.size, to: (raster.width, raster.height)))
        } catch {
            throw OpenedImage.failure(error, name: pixels.name)
        }
    }

    private func storedRaster(isGray: Bool) throws -> Raster {
        try decoded.withLock { decoded in
            if !isGray { decoded.needsColors = true }
            if let raster = decoded.raster, decoded.rasterScale >= decoded.scale, decoded.hasColors || isGray { return raster }
            guard let raster = try pixels.raster(scale: decoded.scale, for: decoded.use) else {
                throw VisionFailure(.internalError, "a recipe has no stored pixels")
            }
            decoded.decodings += 1
            decoded.raster = raster
            decoded.rasterScale = (raster.width, raster.height) == pixels.size ? 1 : decoded.scale
            decoded.hasColors = decoded.needsColors
            return raster
        }
    }
}
