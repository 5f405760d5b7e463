import CoreGraphics
import CoreMLRuntime
import Testing

@testable import CoreML

/// The way of an image into a model's input.
@Suite struct RasterTensorTests {
    /// Pixel (x, y) is (10x, 10y, 7).
    private static func raster(_ width: Int, _ height: Int) throws -> Raster {
        let raster = try MutableRaster(allocating: .rgb8, width: width, height: height)
        let plane = raster.planes[0]
        for y in 0..<height {
            for x in 0..<width {
                for (channel, value) in [10 * x, 10 * y, 7].enumerated() {
                    plane.base.storeBytes(of: UInt8(value), toByteOffset: y * plane.bytesPerRow + 3 * x + channel, as: UInt8.self)
                }
            }
        }
        return raster.raster
    }

    @Test("A part is decoded no larger than needed and lands in the model's channels")
    func aPartIsDecodedNoLargerThanNeededAndLandsInTheModelsChannels() throws {
        let crop = CropAndScale(
            .centerCrop, regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1), imageSize: CGSize(width: 16, height: 8),
            inputSize: CGSize(width: 2, height: 2))
        var asked: [[Int]] = []
        let tensor = try crop.look(at: (16, 8), orientation: 1) { needed in
            asked.append([needed.width, needed.height])
            return try Self.raster(4, 2)
        }
        // The middle 8 × 8 of 16 × 8 pixels are wanted in 2 × 2.
        #expect(asked == [[4, 2]] && tensor.width == 2 && tensor.height == 2)
        var values = [Float](repeating: 0, count: 12)
        try values.withUnsafeMutableBufferPointer { buffer in
            try tensor.write(to: #require(buffer.baseAddress), ImagePreprocessing(channels: .bgr, scale: 0.5, biases: [1, 2, 3]))
        }
        #expect(values == [4.5, 4.5, 4.5, 4.5, 2, 2, 7, 7, 8, 13, 8, 13])
    }
}
