import CoreGraphics
import CoreVideo

extension Frame {
    /// The upright image in full resolution with a mask as its alpha channel, in 32-bit BGRA, premultiplied.
    ///
    /// - Parameters:
    ///   - mask: over the whole image.
    ///   - box: the part of the image to return, in cells of the mask; `nil` for the whole image.
    /// - Throws: `VisionFailure` that names the image.
    package func masked(by mask: ProbabilityMap, croppedTo box: CGRect? = nil) throws -> CVPixelBuffer {
        let (across, down) = (info.size.width / CGFloat(mask.width), info.size.height / CGFloat(mask.height))
        let wanted = box.map { CGRect(x: $0.minX * across, y: $0.minY * down, width: $0.width * across, height: $0.height * down) }
        let whole = CGRect(origin: .zero, size: info.size)
        let region = wanted?.integral.intersection(whole) ?? whole
        let (width, height) = (Int(region.width), Int(region.height))
        note(FrameDemand(region: region, size: nil))
        let geometry = RasterGeometry(orientation: orientation, region: region, outputWidth: width, outputHeight: height)
        let alpha = try refinedPixels(mask, region: region, format: kCVPixelFormatType_OneComponent8)
        return try withPixels(geometry) { raster, geometry in
            let picture = try CVPixelBuffer.make(width: width, height: height, pixelFormatType: kCVPixelFormatType_32BGRA)
            let pixels = try picture.makeMutableRaster()
            try resample(raster, geometry, into: pixels)
            try alpha.withRaster { Self.multiply(pixels, by: $0) }
            return picture
        }
    }

    /// Multiplies a picture with four components of 8 bits by a mask with one. Both have the same size.
    private static func multiply(_ pixels: MutableRaster, by alpha: Raster) {
        let (target, source) = (pixels.planes[0], alpha.planes[0])
        for y in 0..<pixels.height {
            let row = (target.base + y * target.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            let factors = (source.base + y * source.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for x in 0..<pixels.width {
                let factor = UInt32(factors[x])
                for component in 4 * x..<4 * x + 4 { row[component] = UInt8((UInt32(row[component]) * factor + 127) / 255) }
            }
        }
    }
}
