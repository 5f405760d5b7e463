import CoreGraphics
import CoreMLRuntime
import CoreVideo
import Foundation

/// A pixel buffer as an image source. It is converted to a network's input in one pass.
struct PixelBufferImage: ImageTensorSource, @unchecked Sendable {
    let buffer: CVPixelBuffer

    init(_ buffer: CVPixelBuffer) {
        self.buffer = buffer
    }

    var width: Int { CVPixelBufferGetWidth(buffer) }
    var height: Int { CVPixelBufferGetHeight(buffer) }

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        try buffer.withRaster { raster in
            // Core ML gives a network the stored values: no colour conversion.
            var raster = raster
            raster.colorSpace = nil
            let geometry = RasterGeometry.fill(
                sourceWidth: raster.width, sourceHeight: raster.height, outputWidth: raster.width, outputHeight: raster.height)
            // Float pixels go into a network unchanged, not as fractions of 255.
            try RasterTensor(raster, geometry, floatWhite: 1).write(to: destination, preprocessing)
        }
    }
}
