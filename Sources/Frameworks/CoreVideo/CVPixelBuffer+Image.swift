import CoreGraphics

extension CVBuffer {
    /// The pixels as a picture with 32 bits per pixel, in the stored orientation.
    ///
    /// - Throws: `ImageError` if the pixels are not a picture (two components), or if there is no memory.
    package func makeImage() throws -> CGImage {
        let raster = try makeRaster()
        let target = try MutableRaster(allocating: .rgba8, width: raster.width, height: raster.height)
        try copy(raster, into: target)
        guard let image = CGImage(raster: target.raster) else { throw ImageError(.outOfMemory, "no memory for a picture") }
        return image
    }

    /// Copies pixels into a raster of the same size, and converts them to its layout.
    package func copy(_ raster: Raster, into target: MutableRaster) throws {
        try resample(
            raster,
            .fill(sourceWidth: raster.width, sourceHeight: raster.height, outputWidth: raster.width, outputHeight: raster.height),
            into: target)
    }
}
