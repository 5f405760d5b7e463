import CoreImage
import CoreMedia
import CoreVideo
import ImageIO
import Synchronization

/// One image, its orientation, and what has been decoded of it.
///
/// All requests of a handler look at the image through one frame. What they want to see is noted before anything is decoded, so that a large
/// JPEG that only feeds small models is decoded once, at a half, a quarter or an eighth of its size.
final class FrameSource: Sendable {
    /// The upright image's size in pixels.
    let width: Int
    let height: Int
    /// The EXIF orientation of the stored pixels, 1 to 8.
    let orientation: Int
    /// When the frame was seen; zero where nobody knows.
    let timeRange: CMTimeRange

    private let pixels: FramePixels
    private let decoded = Mutex(Decoded())

    private struct Decoded {
        /// The part of the full resolution that the noted demands need.
        var scale: CGFloat = 0
        /// What has been decoded, which may be smaller than the image.
        var raster: Raster?
        /// The part of the full resolution that `raster` was asked for.
        var rasterScale: CGFloat = 0
    }

    /// Opens an image; of a file only its header is read.
    ///
    /// - Parameter orientation: `nil` where the image's own counts.
    /// - Throws: `ioError` for a file that cannot be opened, `invalidImage` for what is not an image.
    init(_ image: FrameImage, orientation: CGImagePropertyOrientation?, options: [VNImageOption: Any]) throws {
        let opened = try OpenedImage(image)
        pixels = opened.pixels
        timeRange = opened.timeRange
        self.orientation = orientation.map { Int($0.rawValue) } ?? opened.orientation ?? Self.orientation(among: options) ?? 1
        let stored = opened.pixels.size
        (width, height) = RasterGeometry.uprightSize(width: stored.width, height: stored.height, orientation: self.orientation)
        guard width > 0, height > 0 else { throw VNErrorCode.invalidImage.error("the image has no pixels") }
    }

    private static func orientation(among options: [VNImageOption: Any]) -> Int? {
        guard let properties = options[.properties] as? [String: Any] else { return nil }
        let value = (properties[kCGImagePropertyOrientation] as? NSNumber)?.intValue ?? properties[kCGImagePropertyOrientation] as? Int
        return value.flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// Notes what somebody is going to look at, so that one decoding serves everybody.
    func note(_ demand: FrameDemand) {
        let scale = demand.scale
        decoded.withLock { $0.scale = max($0.scale, scale) }
    }

    /// Pixels that are at least as large as all demands that have been noted, and the geometry of a look at them.
    private func look(at crop: CropAndScale) throws -> (Raster, RasterGeometry) {
        let geometry = crop.geometry(orientation: orientation)
        if case .recipe(let image, _, _) = pixels { return try image.raster(for: geometry) }
        let raster = try storedRaster()
        return (raster, geometry.scaled(from: pixels.size, to: (raster.width, raster.height)))
    }

    private func storedRaster() throws -> Raster {
        try decoded.withLock { decoded in
            if let raster = decoded.raster, decoded.rasterScale >= decoded.scale { return raster }
            guard let raster = try pixels.raster(scale: decoded.scale) else {
                throw VNErrorCode.internalError.error("a recipe has no stored pixels")
            }
            decoded.raster = raster
            decoded.rasterScale = (raster.width, raster.height) == pixels.size ? 1 : decoded.scale
            return raster
        }
    }
}

extension FrameSource {
    /// Writes a part of the image into a planar tensor, in one pass over the pixels.
    ///
    /// - Parameters:
    ///   - tensor: channels, rows, columns of the crop's input size.
    ///   - scale: for each channel, what a component of 0 to 255 is multiplied by before `bias` is added.
    func render(
        _ crop: CropAndScale, into tensor: UnsafeMutablePointer<Float>, channels: TensorChannels, scale: [Float], bias: [Float]
    ) throws {
        do {
            let (raster, geometry) = try look(at: crop)
            try resample(raster, geometry, intoTensor: tensor, channels: channels, scale: scale, bias: bias)
        } catch {
            throw OpenedImage.visionError(error, name: pixels.name)
        }
    }
}

extension FrameSource {
    /// The width of the stored pixels that are decoded at present; 0 for none.
    var decodedWidth: Int { decoded.withLock { $0.raster?.width ?? 0 } }
}
