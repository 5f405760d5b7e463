import CoreGraphics

// Conversions of pixel formats that no raster layout describes to a format that a raster layout describes.

extension CVBuffer {
    func convertedRaster() throws -> Raster {
        switch pixelFormatType {
        case kCVPixelFormatType_16Gray: return try swappedBytes(to: .gray16, components: 1)
        case kCVPixelFormatType_48RGB: return try swappedBytes(to: .rgb16, components: 3)
        case kCVPixelFormatType_64ARGB: return try swappedBytes(to: .rgba16, components: 4, alphaFirst: true)
        case kCVPixelFormatType_420YpCbCr8Planar: return try interleavedChroma(fullRange: false)
        case kCVPixelFormatType_420YpCbCr8PlanarFullRange: return try interleavedChroma(fullRange: true)
        case kCVPixelFormatType_422YpCbCr8: return try packed422(luma: 1, cb: 0, cr: 2, fullRange: false)
        case kCVPixelFormatType_422YpCbCr8_yuvs: return try packed422(luma: 0, cb: 1, cr: 3, fullRange: false)
        case kCVPixelFormatType_422YpCbCr8FullRange: return try packed422(luma: 0, cb: 1, cr: 3, fullRange: true)
        case kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: return try biplanar(shift: 1, bytes: 1, fullRange: false)
        case kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: return try biplanar(shift: 1, bytes: 1, fullRange: true)
        case kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: return try biplanar(shift: 0, bytes: 1, fullRange: false)
        case kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: return try biplanar(shift: 0, bytes: 1, fullRange: true)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: return try biplanar(shift: 1, rowShift: 1, bytes: 2, fullRange: false)
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: return try biplanar(shift: 1, rowShift: 1, bytes: 2, fullRange: true)
        case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange:
            return try biplanar(shift: 1, bytes: 2, fullRange: false)
        case kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: return try biplanar(shift: 1, bytes: 2, fullRange: true)
        case kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange:
            return try biplanar(shift: 0, bytes: 2, fullRange: false)
        case kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: return try biplanar(shift: 0, bytes: 2, fullRange: true)
        default:
            throw ImageError(.unsupported, "pixel buffers of format \(FourCharacterCode(pixelFormatType)) cannot be read as a picture")
        }
    }

    /// Converts 16-bit components from big-endian order to the machine's byte order.
    private func swappedBytes(to layout: PixelLayout, components: Int, alphaFirst: Bool = false) throws -> Raster {
        let result = try MutableRaster(
            allocating: layout, width: width, height: height, alpha: alphaKind, colorSpace: attachedColorSpace)
        for y in 0..<height {
            let source = baseAddresses[0] + y * planes[0].bytesPerRow
            let target = result.planes[0].base + y * result.planes[0].bytesPerRow
            for index in 0..<width * components {
                let component = index % components
                let from = alphaFirst ? index - component + (component + 1) % components : index
                let value = UInt16(bigEndian: source.loadUnaligned(fromByteOffset: 2 * from, as: UInt16.self))
                target.storeBytes(of: value, toByteOffset: 2 * index, as: UInt16.self)
            }
        }
        return result.raster
    }

    /// Converts three planes to two, in which the chroma is interleaved.
    private func interleavedChroma(fullRange: Bool) throws -> Raster {
        var result = try MutableRaster(
            allocating: .biplanar420(fullRange: fullRange), width: width, height: height, colorSpace: attachedColorSpace)
        result.matrix = yCbCrMatrix
        for y in 0..<height {
            let row = baseAddresses[0] + y * planes[0].bytesPerRow
            (result.planes[0].base + y * result.planes[0].bytesPerRow).copyMemory(from: row, byteCount: width)
        }
        for y in 0..<planes[1].height {
            let cb = baseAddresses[1] + y * planes[1].bytesPerRow
            let cr = baseAddresses[2] + y * planes[2].bytesPerRow
            let target = result.planes[1].base + y * result.planes[1].bytesPerRow
            for x in 0..<planes[1].width {
                target.storeBytes(of: cb.load(fromByteOffset: x, as: UInt8.self), toByteOffset: 2 * x, as: UInt8.self)
                target.storeBytes(of: cr.load(fromByteOffset: x, as: UInt8.self), toByteOffset: 2 * x + 1, as: UInt8.self)
            }
        }
        return result.raster
    }

    /// Converts pixels in which four bytes hold two pixels: two luma samples, at `luma` and `luma + 2`, one Cb and one Cr.
    private func packed422(luma: Int, cb: Int, cr: Int, fullRange: Bool) throws -> Raster {
        let (base, bytesPerRow) = (baseAddresses[0], planes[0].bytesPerRow)
        return try convertedToRGB(fullRange: fullRange) { x, y in
            let block = base + y * bytesPerRow + (x >> 1) * 4
            let load = { (offset: Int) in Float(block.load(fromByteOffset: offset, as: UInt8.self)) }
            return SIMD3(load(luma + 2 * (x & 1)), load(cb), load(cr))
        }
    }

    /// Converts a luma plane and a chroma plane that has half the columns (`shift` 1) or half the rows (`rowShift` 1). Samples of two bytes
    /// are in the high bits, so one 8-bit step is 256 of their steps.
    private func biplanar(shift: Int, rowShift: Int = 0, bytes: Int, fullRange: Bool) throws -> Raster {
        let (luma, chroma) = (baseAddresses[0], baseAddresses[1])
        let (lumaRow, chromaRow) = (planes[0].bytesPerRow, planes[1].bytesPerRow)
        return try convertedToRGB(fullRange: fullRange) { x, y in
            let pair = chroma + (y >> rowShift) * chromaRow + (x >> shift) * 2 * bytes
            let brightness = luma + y * lumaRow + x * bytes
            if bytes == 1 {
                return SIMD3(
                    Float(brightness.load(as: UInt8.self)), Float(pair.load(as: UInt8.self)),
                    Float(pair.load(fromByteOffset: 1, as: UInt8.self)))
            }
            let load = { (address: UnsafeMutableRawPointer) in Float(address.loadUnaligned(as: UInt16.self)) / 256 }
            return SIMD3(load(brightness), load(pair), load(pair + 2))
        }
    }

    /// Converts each pixel from Y′, Cb and Cr, with the scale of 8-bit samples, to 8-bit R′G′B′.
    private func convertedToRGB(fullRange: Bool, _ sample: (_ x: Int, _ y: Int) -> SIMD3<Float>) throws -> Raster {
        let result = try MutableRaster(allocating: .rgb8, width: width, height: height, colorSpace: attachedColorSpace)
        let conversion = YCbCrConversion(yCbCrMatrix, fullRange: fullRange)
        for y in 0..<height {
            let row = result.planes[0].base + y * result.planes[0].bytesPerRow
            for x in 0..<width {
                let rgb = conversion.rgb(sample(x, y))
                row.storeBytes(of: UInt8(rgb.x), toByteOffset: 3 * x, as: UInt8.self)
                row.storeBytes(of: UInt8(rgb.y), toByteOffset: 3 * x + 1, as: UInt8.self)
                row.storeBytes(of: UInt8(rgb.z), toByteOffset: 3 * x + 2, as: UInt8.self)
            }
        }
        return result.raster
    }
}

/// The conversion between R′G′B′ and Y′CbCr, both with the scale of 8-bit samples. See ITU-R BT.601, BT.709 and BT.2020.
package struct YCbCrConversion {
    private let kr: Float
    private let kb: Float
    private let lumaOffset: Float
    private let lumaScale: Float
    private let chromaScale: Float

    package init(_ matrix: YCbCrMatrix, fullRange: Bool) {
        (kr, kb) = matrix.lumaWeights
        lumaOffset = fullRange ? 0 : 16
        lumaScale = fullRange ? 1 : 219 / 255
        chromaScale = fullRange ? 1 : 224 / 255
    }

    /// Converts Y′CbCr to R′G′B′. The result is rounded and limited to 0…255.
    @inline(__always)
    package func rgb(_ yCbCr: SIMD3<Float>) -> SIMD3<Float> {
        let y = (yCbCr.x - lumaOffset) / lumaScale
        let (cb, cr) = ((yCbCr.y - 128) / chromaScale, (yCbCr.z - 128) / chromaScale)
        let red = y + 2 * (1 - kr) * cr
        let blue = y + 2 * (1 - kb) * cb
        let green = (y - kr * red - kb * blue) / (1 - kr - kb)
        return SIMD3(red, green, blue).rounded(.toNearestOrAwayFromZero).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 255))
    }

    /// Converts R′G′B′ to Y′CbCr. The result is not rounded.
    @inline(__always)
    package func yCbCr(_ rgb: SIMD3<Float>) -> SIMD3<Float> {
        let y = kr * rgb.x + (1 - kr - kb) * rgb.y + kb * rgb.z
        let (cb, cr) = ((rgb.z - y) / (2 * (1 - kb)), (rgb.x - y) / (2 * (1 - kr)))
        return SIMD3(y * lumaScale + lumaOffset, cb * chromaScale + 128, cr * chromaScale + 128)
    }
}
