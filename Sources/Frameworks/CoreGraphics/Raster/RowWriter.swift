import Foundation

/// Stores finished pixels in a destination's layout.
struct RowWriter {
    let destination: MutableRaster

    /// - Parameters:
    ///   - output: the address of the first pixel.
    ///   - step: the number of bytes from one pixel to the next. If a row becomes a column, it is the number of bytes of a destination row.
    func write(_ row: PixelRow, to output: UnsafeMutableRawPointer, step: Int) {
        switch destination.layout {
        case .gray8, .gray16, .grayHalf, .grayFloat, .grayAlpha8: writeGray(row, to: output, step: step)
        case .rgb8: writeBytes3(row, to: output, step: step, first: row.red, third: row.blue)
        case .bgr8: writeBytes3(row, to: output, step: step, first: row.blue, third: row.red)
        case .rgba8: writeBytes4(row, to: output, step: step, positions: (0, 1, 2, 3))
        case .bgra8: writeBytes4(row, to: output, step: step, positions: (2, 1, 0, 3))
        case .argb8: writeBytes4(row, to: output, step: step, positions: (1, 2, 3, 0))
        case .abgr8: writeBytes4(row, to: output, step: step, positions: (3, 2, 1, 0))
        case .rgb16, .rgba16, .rgbaHalf, .rgbFloat, .rgbaFloat: writeWide(row, to: output, step: step)
        case .cmyk8, .invertedCMYK8, .biplanar420: break
        }
    }

    private func writeGray(_ row: PixelRow, to output: UnsafeMutableRawPointer, step: Int) {
        let straight = destination.alpha == .straight
        for i in 0..<row.count {
            let pixel = row.values + i * row.stride
            var value = row.isGray ? pixel[row.red] : luma(pixel[row.red], pixel[row.green], pixel[row.blue])
            let target = output + i * step
            switch destination.layout {
            case .gray16: target.storeBytes(of: roundedWord(value), as: UInt16.self)
            case .grayHalf: target.storeBytes(of: floatToHalf(value * (1 / 255)), as: UInt16.self)
            case .grayFloat: target.storeBytes(of: value * (1 / 255), as: Float.self)
            case .grayAlpha8:
                let alpha = row.alpha.map { pixel[$0] } ?? 255
                if straight, alpha > 0 { value *= 255 / alpha }
                target.storeBytes(of: roundedByte(value), as: UInt8.self)
                target.storeBytes(of: destination.alpha == .none ? 255 : roundedByte(alpha), toByteOffset: 1, as: UInt8.self)
            default: target.storeBytes(of: roundedByte(value), as: UInt8.self)
            }
        }
    }

    private func writeBytes3(_ row: PixelRow, to output: UnsafeMutableRawPointer, step: Int, first: Int, third: Int) {
        let target = output.assumingMemoryBound(to: UInt8.self)
        let (values, stride, green) = (row.values, row.stride, row.green)
        for i in 0..<row.count {
            target[i * step] = roundedByte(values[i * stride + first])
            target[i * step + 1] = roundedByte(values[i * stride + green])
            target[i * step + 2] = roundedByte(values[i * stride + third])
        }
    }

    private func writeBytes4(
        _ row: PixelRow, to output: UnsafeMutableRawPointer, step: Int, positions: (r: Int, g: Int, b: Int, a: Int)
    ) {
        let target = output.assumingMemoryBound(to: UInt8.self)
        let (values, stride) = (row.values, row.stride)
        let (red, green, blue) = (row.red, row.green, row.blue)
        guard let alphaIndex = row.alpha, destination.alpha != .none else {
            for i in 0..<row.count {
                target[i * step + positions.r] = roundedByte(values[i * stride + red])
                target[i * step + positions.g] = roundedByte(values[i * stride + green])
                target[i * step + positions.b] = roundedByte(values[i * stride + blue])
                target[i * step + positions.a] = 255
            }
            return
        }
        let straight = destination.alpha == .straight
        for i in 0..<row.count {
            let pixel = values + i * stride
            let alpha = pixel[alphaIndex]
            let factor = straight && alpha > 0 ? 255 / alpha : 1
            target[i * step + positions.r] = roundedByte(pixel[red] * factor)
            target[i * step + positions.g] = roundedByte(pixel[green] * factor)
            target[i * step + positions.b] = roundedByte(pixel[blue] * factor)
            target[i * step + positions.a] = roundedByte(alpha)
        }
    }

    private func writeWide(_ row: PixelRow, to output: UnsafeMutableRawPointer, step: Int) {
        let count = destination.layout.componentCount
        let size = destination.layout.bytesPerComponent
        let straight = destination.alpha == .straight
        for i in 0..<row.count {
            let pixel = row.values + i * row.stride
            let alpha = destination.alpha == .none ? 255 : row.alpha.map { pixel[$0] } ?? 255
            let factor = straight && alpha > 0 && row.alpha != nil ? 255 / alpha : 1
            let values: SIMD4<Float> = [pixel[row.red] * factor, pixel[row.green] * factor, pixel[row.blue] * factor, alpha]
            let target = output + i * step
            for c in 0..<count {
                switch destination.layout {
                case .rgb16, .rgba16: target.storeBytes(of: roundedWord(values[c]), toByteOffset: c * size, as: UInt16.self)
                case .rgbaHalf: target.storeBytes(of: floatToHalf(values[c] * (1 / 255)), toByteOffset: c * size, as: UInt16.self)
                default: target.storeBytes(of: values[c] * (1 / 255), toByteOffset: c * size, as: Float.self)
                }
            }
        }
    }
}

/// Fills the whole destination with black. The black is opaque if the destination has no alpha, and transparent if it has.
func fillBlack(_ destination: MutableRaster) {
    let plane = destination.planes[0]
    let layout = destination.layout
    let width = destination.width * layout.bytesPerPixel
    for y in 0..<destination.height {
        memset(plane.base + y * plane.bytesPerRow, 0, width)
    }
    guard layout.hasFourthComponent, destination.alpha == .none else { return }
    // The black row is written in the same way as other pixels, so a padding byte gets the same value as in opaque pixels.
    let values = UnsafeMutablePointer<Float>.allocate(capacity: destination.width)
    values.initialize(repeating: 0, count: destination.width)
    defer { values.deallocate() }
    let row = PixelRow(values: values, count: destination.width, stride: 1, red: 0, green: 0, blue: 0, alpha: nil)
    let writer = RowWriter(destination: destination)
    for y in 0..<destination.height {
        writer.write(row, to: plane.base + y * plane.bytesPerRow, step: layout.bytesPerPixel)
    }
}

/// Writes 8-bit RGB as Y′CbCr with the destination's matrix. Chroma is the mean of two by two pixels.
func writeYCbCr(_ source: Raster, to destination: MutableRaster, fullRange: Bool) {
    let (kr, kb) = destination.matrix.lumaWeights
    let kg = 1 - kr - kb
    let lumaScale: Float = fullRange ? 1 : 219.0 / 255.0
    let lumaOffset: Float = fullRange ? 0 : 16
    let chromaScale: Float = fullRange ? 1 : 224.0 / 255.0
    let pixels = source.planes[0]
    let (lumaPlane, chromaPlane) = (destination.planes[0], destination.planes[1])
    func colour(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let pixel = (pixels.base + y * pixels.bytesPerRow + 3 * x).assumingMemoryBound(to: UInt8.self)
        return [Float(pixel[0]), Float(pixel[1]), Float(pixel[2])]
    }
    for y in 0..<source.height {
        let row = (lumaPlane.base + y * lumaPlane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        for x in 0..<source.width {
            let c = colour(x, y)
            row[x] = roundedByte((kr * c.x + kg * c.y + kb * c.z) * lumaScale + lumaOffset)
        }
    }
    for y in 0..<(source.height + 1) / 2 {
        let row = (chromaPlane.base + y * chromaPlane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        let lower = min(2 * y + 1, source.height - 1)
        for x in 0..<(source.width + 1) / 2 {
            let right = min(2 * x + 1, source.width - 1)
            let mean = (colour(2 * x, 2 * y) + colour(right, 2 * y) + colour(2 * x, lower) + colour(right, lower)) * 0.25
            let luma = kr * mean.x + kg * mean.y + kb * mean.z
            row[2 * x] = roundedByte((mean.z - luma) / (2 * (1 - kb)) * chromaScale + 128)
            row[2 * x + 1] = roundedByte((mean.x - luma) / (2 * (1 - kr)) * chromaScale + 128)
        }
    }
}
