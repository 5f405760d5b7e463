import CoreGraphics
import CoreVideo

/// A pixel buffer.
struct BufferPixels: FramePixels {
    let buffer: CVPixelBuffer
    var name: String? { nil }

    var width: Int { CVPixelBufferGetWidth(buffer) }
    var height: Int { CVPixelBufferGetHeight(buffer) }

    func raster(atLeast: (width: Int, height: Int)?) throws -> Raster {
        try buffer.makeRaster()
    }
}
