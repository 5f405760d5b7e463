import Foundation

/// The channels of a planar tensor.
package enum TensorChannels: Hashable, Sendable {
    case rgb, bgr, gray

    package var count: Int { self == .gray ? 1 : 3 }
}

/// Scales, crops, orients and colour-converts a source into a destination in one pass over its pixels.
///
/// Shrinking averages the exact area of each output pixel. Enlarging is bilinear. The filter works on the stored (gamma-encoded) values, as
/// the filters of Core ML and Vision do. Colour is converted to gray by Rec. 601 luma, 0.299 R + 0.587 G + 0.114 B. If the destination has
/// no alpha, an image with alpha is drawn over black. If it has alpha, the part of the destination outside the image is transparent black.
///
/// - Throws: `ImageError` if the geometry or a raster is invalid, or if the destination's layout cannot be written.
package func resample(_ source: Raster, _ geometry: RasterGeometry, into destination: MutableRaster) throws {
    try destination.validate()
    guard geometry.outputWidth == destination.width, geometry.outputHeight == destination.height else {
        throw ImageError(
            .invalidArgument,
            "an output of \(geometry.outputWidth) × \(geometry.outputHeight) does not fit \(destination.width) × \(destination.height)")
    }
    if case .biplanar420(let fullRange) = destination.layout {
        let colour = try MutableRaster(allocating: .rgb8, width: destination.width, height: destination.height)
        try resample(source, geometry, into: colour)
        writeYCbCr(colour.raster, to: destination, fullRange: fullRange)
        return
    }
    guard !destination.layout.isCMYK else { throw ImageError(.unsupported, "CMYK pixels cannot be written") }
    let target = try geometry.destinationPixels()
    if copyBytes(source, geometry, into: destination) { return }
    let isGray = destination.layout.isGray
    let pipeline = try RowPipeline(
        source: source, geometry: geometry, destination: target, isGray: isGray, colorSpace: destination.colorSpace, floatWhite: 255)
    if target != PixelRectangle(x: 0, y: 0, width: destination.width, height: destination.height) {
        fillBlack(destination)
    }
    let writer = RowWriter(destination: destination)
    let plane = destination.planes[0]
    let perPixel = destination.layout.bytesPerPixel
    let base = plane.base + target.y * plane.bytesPerRow + target.x * perPixel
    for index in 0..<pipeline.rowCount {
        let row = pipeline.row(index)
        if pipeline.isTransposed {
            writer.write(row, to: base + index * perPixel, step: plane.bytesPerRow)
        } else {
            writer.write(row, to: base + index * plane.bytesPerRow, step: perPixel)
        }
    }
}

/// Scales, crops, orients and colour-converts a source into a planar tensor (channel, row, column) in one pass over its pixels. Each value
/// is `pixel * scale + bias`. The pixel is in 0…255 and not rounded.
///
/// - Parameters:
///   - tensor: memory for `channels.count * outputHeight * outputWidth` values. Its rows have no padding.
///   - scale: a factor for each channel, in the tensor's channel order.
///   - bias: a summand for each channel, in the tensor's channel order. Outside the source the pixels are black, so the values are equal to
///     the bias.
///   - floatWhite: the value that a float sample of 1 becomes. Use 1 to keep the values of float images.
package func resample(
    _ source: Raster, _ geometry: RasterGeometry, intoTensor tensor: UnsafeMutablePointer<Float>, channels: TensorChannels,
    scale: [Float], bias: [Float], floatWhite: Float = 255
) throws {
    guard scale.count == channels.count, bias.count == channels.count else {
        throw ImageError(.invalidArgument, "\(channels.count) channels need as many scales and biases")
    }
    let target = try geometry.destinationPixels()
    let pipeline = try RowPipeline(
        source: source, geometry: geometry, destination: target, isGray: channels == .gray, colorSpace: nil, floatWhite: floatWhite)
    let width = geometry.outputWidth
    let area = width * geometry.outputHeight
    if target != PixelRectangle(x: 0, y: 0, width: width, height: geometry.outputHeight) {
        for c in 0..<channels.count { (tensor + c * area).update(repeating: bias[c], count: area) }
    }
    let base = tensor + target.y * width + target.x
    for index in 0..<pipeline.rowCount {
        let row = pipeline.row(index)
        let start = base + (pipeline.isTransposed ? index : index * width)
        let step = pipeline.isTransposed ? width : 1
        switch channels {
        case .gray where row.isGray:
            storeChannel(row, row.red, to: start, step: step, scale: scale[0], bias: bias[0])
        case .gray:
            storeLuma(row, to: start, step: step, scale: scale[0], bias: bias[0])
        case .rgb, .bgr:
            let order = channels == .rgb ? [row.red, row.green, row.blue] : [row.blue, row.green, row.red]
            for c in 0..<3 {
                storeChannel(row, order[c], to: start + c * area, step: step, scale: scale[c], bias: bias[c])
            }
        }
    }
}

private func storeChannel(
    _ row: PixelRow, _ component: Int, to output: UnsafeMutablePointer<Float>, step: Int, scale: Float, bias: Float
) {
    let values = row.values + component
    let stride = row.stride
    if step == 1 {
        for i in 0..<row.count { output[i] = values[i * stride] * scale + bias }
    } else {
        for i in 0..<row.count { output[i * step] = values[i * stride] * scale + bias }
    }
}

private func storeLuma(_ row: PixelRow, to output: UnsafeMutablePointer<Float>, step: Int, scale: Float, bias: Float) {
    for i in 0..<row.count {
        let pixel = row.values + i * row.stride
        output[i * step] = luma(pixel[row.red], pixel[row.green], pixel[row.blue]) * scale + bias
    }
}

/// The luma of Rec. 601.
@inline(__always)
package func luma(_ red: Float, _ green: Float, _ blue: Float) -> Float { 0.299 * red + 0.587 * green + 0.114 * blue }

extension RasterGeometry {
    /// The destination as whole pixels. Throws an error if it is not on whole pixels or not inside the output.
    func destinationPixels() throws -> PixelRectangle {
        guard outputWidth > 0, outputHeight > 0, outputWidth <= ImageLimits.maximumSide, outputHeight <= ImageLimits.maximumSide,
            outputWidth * outputHeight <= ImageLimits.maximumPixelCount
        else { throw ImageError(.invalidArgument, "an output of \(outputWidth) × \(outputHeight) pixels is not possible") }
        let numbers = [destination.minX, destination.minY, destination.maxX, destination.maxY]
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else {
            throw ImageError(.invalidArgument, "the destination \(destination) is not finite")
        }
        let left = Int(destination.minX.rounded())
        let top = Int(destination.minY.rounded())
        let right = Int(destination.maxX.rounded())
        let bottom = Int(destination.maxY.rounded())
        guard left >= 0, top >= 0, right <= outputWidth, bottom <= outputHeight, left < right, top < bottom else {
            throw ImageError(.invalidArgument, "the destination \(destination) is not inside \(outputWidth) × \(outputHeight) pixels")
        }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
