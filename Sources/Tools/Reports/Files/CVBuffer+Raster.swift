import CoreGraphics
import CoreVideo
import Foundation

extension CVBuffer {
    /// A buffer with the pixels of a raster. If a pixel format describes their layout, the buffer shares the raster's memory. If no format does,
    /// the buffer has a copy.
    package static func containing(_ raster: Raster) throws -> CVPixelBuffer {
        let formats: [PixelLayout: OSType] = [
            .gray8: kCVPixelFormatType_OneComponent8, .rgb8: kCVPixelFormatType_24RGB, .rgba8: kCVPixelFormatType_32RGBA,
            .bgra8: kCVPixelFormatType_32BGRA,
        ]
        if let format = formats[raster.layout], raster.colorSpace == nil, let owner = raster.owner {
            var buffer: CVPixelBuffer?
            let reference = Unmanaged.passRetained(owner)
            CVPixelBufferCreateWithBytes(
                nil, raster.width, raster.height, format, UnsafeMutableRawPointer(mutating: raster.planes[0].base),
                raster.planes[0].bytesPerRow, { owner, _ in owner.map { Unmanaged<AnyObject>.fromOpaque($0).release() } },
                reference.toOpaque(), nil, &buffer)
            if let buffer { return buffer }
            reference.release()
        }
        let buffer = try make(width: raster.width, height: raster.height, pixelFormatType: kCVPixelFormatType_32BGRA)
        let geometry = RasterGeometry.fill(
            sourceWidth: raster.width, sourceHeight: raster.height, outputWidth: raster.width, outputHeight: raster.height)
        try resample(raster, geometry, into: buffer.makeMutableRaster())
        return buffer
    }
}
