import CKernels
import CoreGraphics

extension Frame {
    /// Calls `body` with the upright image in full resolution, in the layout that trackers read.
    ///
    /// An image that is stored upright is read in place, if its pixels are gray, colours of one byte each, or luminance with chrominance. All other
    /// images are converted to colours once for all trackers.
    ///
    /// - Parameter part: in pixels of the upright image, origin at the upper left. The origin of the part has even coordinates.
    /// - Throws: `VisionFailure` that names the image.
    func withTrackingPicture<Result>(_ part: CGRect, _ body: (inout TrackingPicture) throws -> Result) throws -> Result {
        let raster = try trackingRaster()
        guard var picture = TrackingPicture(raster) else { throw VisionFailure(.internalError, "pixels that no tracker reads") }
        let (x, y) = (Int(part.minX), Int(part.minY))
        picture.base += y * Int(picture.bytes_per_row) + x * Int(picture.bytes_per_pixel)
        if let chroma = picture.chroma { picture.chroma = chroma + y / 2 * Int(picture.chroma_bytes_per_row) + x }
        picture.width = Int32(part.width)
        picture.height = Int32(part.height)
        return try withExtendedLifetime(raster.owner) { try body(&picture) }
    }

    private func trackingRaster() throws -> Raster {
        let geometry = RasterGeometry(
            orientation: orientation, region: CGRect(origin: .zero, size: info.size), outputWidth: info.width, outputHeight: info.height)
        return try derivatives.value(TrackingKey()) {
            try withPixels(geometry) { raster, geometry in
                let whole = CGRect(x: 0, y: 0, width: raster.width, height: raster.height)
                if orientation == 1, geometry.region == whole, whole.size == info.size, TrackingPicture(raster) != nil { return raster }
                let colours = try MutableRaster(allocating: .rgba8, width: info.width, height: info.height)
                try resample(raster, geometry, into: colours)
                return colours.raster
            }
        }
    }
}

private struct TrackingKey: Hashable {}

extension TrackingPicture {
    /// - Returns: `nil` if trackers cannot read the pixel layout.
    fileprivate init?(_ raster: Raster) {
        let bytes = raster.planes[0].base.assumingMemoryBound(to: UInt8.self)
        self.init(
            base: bytes, bytes_per_row: Int64(raster.planes[0].bytesPerRow), chroma: nil, chroma_bytes_per_row: 0,
            width: Int32(raster.width), height: Int32(raster.height), bytes_per_pixel: Int32(raster.layout.bytesPerPixel), red: 0, green: 1,
            blue: 2, is_full_range: 1)
        switch raster.layout {
        case .gray8, .rgb8, .rgba8: break
        case .bgr8, .bgra8: (red, blue) = (2, 0)
        case .argb8: (red, green, blue) = (1, 2, 3)
        case .abgr8: (red, green, blue) = (3, 2, 1)
        case .biplanar420(let fullRange):
            chroma = raster.planes[1].base.assumingMemoryBound(to: UInt8.self)
            chroma_bytes_per_row = Int64(raster.planes[1].bytesPerRow)
            is_full_range = fullRange ? 1 : 0
        default: return nil
        }
    }
}
