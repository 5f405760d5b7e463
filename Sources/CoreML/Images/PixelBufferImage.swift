import CoreGraphics
import CoreMLRuntime
import CoreVideo
import Foundation

/// A pixel buffer that becomes a network's input in one pass.
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
            try write(raster, to: destination, preprocessing)
        }
    }

    private func write(_ raster: Raster, to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let geometry = RasterGeometry(
            orientation: 1, region: CGRect(x: 0, y: 0, width: raster.width, height: raster.height), outputWidth: raster.width,
            outputHeight: raster.height)
        let channels: TensorChannels =
            switch preprocessing.channels {
            case .rgb: .rgb
            case .bgr: .bgr
            case .gray: .gray
            }
        try resample(
            raster, geometry, intoTensor: destination, channels: channels,
            scale: [Float](repeating: preprocessing.scale, count: preprocessing.channels.count), bias: preprocessing.biases,
            // Float pixels go into a network as they are, not as parts of 255.
            floatWhite: 1)
    }
}
