import CoreGraphics
import CoreVideo

extension CVPixelBuffer {
    /// The pixels as a picture with 32 bits per pixel, in the stored orientation.
    func makeImage() throws -> CGImage {
        let raster = try makeRaster()
        let target = try MutableRaster(allocating: .rgba8, width: raster.width, height: raster.height)
        try copy(raster, into: target)
        guard let image = CGImage(raster: target.raster) else { throw AVError(.outOfMemory, "no memory for a picture") }
        return image
    }

    /// The pixels in a format with 32 bits per pixel. Returns the buffer itself if it already has this format.
    func converted(to format: OSType) throws -> CVPixelBuffer {
        guard CVPixelBufferGetPixelFormatType(self) != format else { return self }
        let raster = try makeRaster()
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, raster.width, raster.height, format, nil, &made)
        guard let made else { throw AVError(.outOfMemory, "no memory for a frame of \(raster.width) × \(raster.height)") }
        try copy(raster, into: made.makeMutableRaster())
        CVBufferPropagateAttachments(self, made)
        return made
    }

    private func copy(_ raster: Raster, into target: MutableRaster) throws {
        try resample(
            raster,
            .fill(sourceWidth: raster.width, sourceHeight: raster.height, outputWidth: raster.width, outputHeight: raster.height),
            into: target)
    }
}
