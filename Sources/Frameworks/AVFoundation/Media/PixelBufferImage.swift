import CoreGraphics
import CoreVideo

extension CVPixelBuffer {
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
}
