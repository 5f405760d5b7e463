import CoreGraphics

@testable import ImageIO

/// A picture scaled and turned upright into bytes of RGB, as a model would see it.
func uprightPixels(_ file: ImageFile, width: Int, height: Int) throws -> [UInt8] {
    let raster = try file.decode()
    return try pixels(
        raster,
        .fill(
            sourceWidth: raster.width, sourceHeight: raster.height, orientation: file.orientation, outputWidth: width, outputHeight: height
        ))
}

func pixels(_ raster: Raster, _ geometry: RasterGeometry? = nil) throws -> [UInt8] {
    let geometry =
        geometry
        ?? .fill(sourceWidth: raster.width, sourceHeight: raster.height, outputWidth: raster.width, outputHeight: raster.height)
    let output = try MutableRaster(allocating: .rgb8, width: geometry.outputWidth, height: geometry.outputHeight)
    try resample(raster, geometry, into: output)
    var result: [UInt8] = []
    for y in 0..<output.height {
        let row = output.planes[0].base + y * output.planes[0].bytesPerRow
        result += UnsafeRawBufferPointer(start: row, count: 3 * output.width)
    }
    return result
}

func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    zip(a, b).reduce(0.0) { $0 + Double(abs(Int($1.0) - Int($1.1))) } / Double(max(a.count, 1))
}
