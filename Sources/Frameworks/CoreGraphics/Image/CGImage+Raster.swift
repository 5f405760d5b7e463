import Foundation

extension CGImage {
    /// The pixels of a provider as a raster. If a layout describes the bytes directly, the raster is a view of them. If no layout does, the pixels
    /// are converted.
    func makeRaster(from provider: CGDataProvider) throws -> Raster {
        let format = BitmapFormat(
            bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bitmapInfo: bitmapInfo, colorSpace: colorSpace, isMask: isMask)
        guard let format else { throw ImageError(.unsupported, "the image has an unsupported pixel format") }
        let buffer = try provider.buffer()
        // The last row may have no padding after its last pixel.
        let needed = bytesPerRow * (height - 1) + (width * bitsPerPixel + 7) / 8
        guard buffer.count >= needed else {
            throw ImageError(.truncated, "the image has \(buffer.count) bytes of pixels where \(needed) are due")
        }
        let inverted = decodeArray.map { $0.values == [1, 0, 1, 0, 1, 0, 1, 0] } ?? false
        if let (layout, alpha) = format.layout, decodeArray == nil || (inverted && layout == .cmyk8), aligned(buffer.base, layout) {
            return Raster(
                width: width, height: height, layout: inverted ? .invertedCMYK8 : layout, alpha: alpha, base: buffer.base,
                bytesPerRow: bytesPerRow, colorSpace: colorSpace, owner: buffer)
        }
        return try convert(buffer, format: format)
    }

    private func aligned(_ base: UnsafeRawPointer, _ layout: PixelLayout) -> Bool {
        let size = layout.bytesPerComponent
        return UInt(bitPattern: base) % UInt(size) == 0 && bytesPerRow % size == 0
    }

    private func convert(_ buffer: ByteBuffer, format: BitmapFormat) throws -> Raster {
        let reader = ComponentReader(format: format, decode: decodeArray?.values, isMask: isMask)
        let alphaInfo = format.bitmapInfo.alpha ?? .none
        let hasAlpha = [.premultipliedFirst, .premultipliedLast, .first, .last].contains(alphaInfo)
        let kind: AlphaKind = !hasAlpha ? .none : [.first, .last].contains(alphaInfo) ? .straight : .premultiplied
        let table = colorSpace?.colorTable
        let outputModel = table == nil ? format.model : colorSpace?.baseColorSpace?.model ?? .rgb
        let deep = table == nil && (format.bitsPerComponent > 8)
        let layout: PixelLayout
        switch outputModel {
        case .monochrome where !hasAlpha: layout = deep ? .gray16 : .gray8
        case .cmyk: layout = .cmyk8
        case .rgb, .monochrome: layout = deep ? .rgba16 : .rgba8
        default: throw ImageError(.unsupported, "the image has an unsupported colour model")
        }
        let space = table == nil ? colorSpace : colorSpace?.baseColorSpace
        // Gray with alpha becomes RGB with alpha, so a gray profile no longer matches the pixels.
        let keepsSpace = !(format.model == .monochrome && layout.componentCount == 4)
        let output = try MutableRaster(
            allocating: layout, width: width, height: height, alpha: kind, colorSpace: keepsSpace ? space : nil)
        let plane = output.planes[0]
        for y in 0..<height {
            let source = buffer.base + y * bytesPerRow
            let target = plane.base + y * plane.bytesPerRow
            let count = layout.componentCount
            for x in 0..<width {
                if let table {
                    let base = colorSpace?.baseColorSpace?.numberOfComponents ?? 3
                    let entry = Int(reader.index(source, x)) * base
                    for c in 0..<count {
                        let value: UInt8 = c < base ? (entry + c < table.count ? table[entry + c] : 0) : 255
                        target.storeBytes(of: value, toByteOffset: x * count + c, as: UInt8.self)
                    }
                } else {
                    let pixel = reader.pixel(source, x)
                    let values: SIMD4<Float> =
                        if layout.componentCount == 4 && format.model == .monochrome {
                            [pixel.x, pixel.x, pixel.x, pixel.w]
                        } else {
                            pixel
                        }
                    for c in 0..<count {
                        let value = min(max(values[c], 0), 1)
                        if deep {
                            target.storeBytes(
                                of: UInt16((value * 65535).rounded()), toByteOffset: (x * count + c) * 2, as: UInt16.self)
                        } else {
                            target.storeBytes(of: UInt8((value * 255).rounded()), toByteOffset: x * count + c, as: UInt8.self)
                        }
                    }
                }
            }
        }
        return output.raster
    }
}

/// Reads single components of any supported format. It is general, but slow.
private struct ComponentReader {
    let format: BitmapFormat
    let decode: [CGFloat]?
    let isMask: Bool

    /// The index of a pixel's colour in the palette.
    func index(_ row: UnsafeRawPointer, _ x: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: packed(row, x * format.bitsPerPixel, bits: format.bitsPerComponent))
    }

    /// The components of a pixel, 0 to 1. Colours are in the first elements, and alpha is in the last. CMYK uses all four elements.
    func pixel(_ row: UnsafeRawPointer, _ x: Int) -> SIMD4<Float> {
        switch format.bitmapInfo.pixelFormat {
        case .RGB555: return packed16(row, x, bits: (5, 5, 5))
        case .RGB565: return packed16(row, x, bits: (5, 6, 5))
        case .RGB101010:
            let word = unit(row, x, bytes: 4)
            return [Float(word >> 20 & 1023) / 1023, Float(word >> 10 & 1023) / 1023, Float(word & 1023) / 1023, 1]
        default: break
        }
        if format.bitsPerComponent == 5 { return packed16(row, x, bits: (5, 5, 5)) }
        let alpha = format.bitmapInfo.alpha ?? .none
        let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(alpha)
        let hasAlpha = [.premultipliedFirst, .premultipliedLast, .first, .last].contains(alpha)
        var result = SIMD4<Float>(0, 0, 0, 1)
        for c in 0..<min(format.colorCount, 4) {
            var value = component(row, x, isFirst ? c + 1 : c)
            if let decode, 2 * c + 1 < decode.count {
                value = Float(decode[2 * c]) + value * Float(decode[2 * c + 1] - decode[2 * c])
            }
            result[c] = value
        }
        if hasAlpha { result.w = component(row, x, isFirst ? 0 : format.colorCount) }
        return result
    }

    private func component(_ row: UnsafeRawPointer, _ x: Int, _ c: Int) -> Float {
        let bits = format.bitsPerComponent
        let perPixel = format.bitsPerPixel / bits
        var position = x * perPixel + c
        // 32-bit little-endian order reverses the bytes (or 16-bit halves) of each word.
        let order = format.bitmapInfo.order
        if order == .order32Little, bits < 32 {
            let perWord = 32 / bits
            position = position / perWord * perWord + (perWord - 1 - position % perWord)
        }
        if format.bitmapInfo.contains(.floatComponents) {
            if bits == 32 {
                let raw = row.loadUnaligned(fromByteOffset: position * 4, as: UInt32.self)
                let value = Float(bitPattern: order == .order32Little ? UInt32(littleEndian: raw) : UInt32(bigEndian: raw))
                return value.isFinite ? value : 0
            }
            let value = halfToFloat(sixteen(row, position))
            return value.isFinite ? value : 0
        }
        switch bits {
        case 8: return Float(row.load(fromByteOffset: position, as: UInt8.self)) / 255
        case 16: return Float(sixteen(row, position)) / 65535
        default: return Float(packed(row, position * bits, bits: bits)) / Float((1 << bits) - 1)
        }
    }

    private func sixteen(_ row: UnsafeRawPointer, _ position: Int) -> UInt16 {
        let raw = row.loadUnaligned(fromByteOffset: position * 2, as: UInt16.self)
        switch format.bitmapInfo.order {
        case .order16Little, .order32Little: return UInt16(littleEndian: raw)
        default: return UInt16(bigEndian: raw)
        }
    }

    private func packed(_ row: UnsafeRawPointer, _ bit: Int, bits: Int) -> UInt32 {
        let byte = UInt32(row.load(fromByteOffset: bit >> 3, as: UInt8.self))
        return byte >> UInt32(8 - bits - bit & 7) & ((1 << UInt32(bits)) - 1)
    }

    private func unit(_ row: UnsafeRawPointer, _ x: Int, bytes: Int) -> UInt32 {
        if bytes == 2 { return UInt32(sixteen(row, x)) }
        let raw = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
        return format.bitmapInfo.order == .order32Little ? UInt32(littleEndian: raw) : UInt32(bigEndian: raw)
    }

    private func packed16(_ row: UnsafeRawPointer, _ x: Int, bits: (UInt32, UInt32, UInt32)) -> SIMD4<Float> {
        let word = unit(row, x, bytes: 2)
        let (r, g, b) = bits
        let red = word >> (g + b) & ((1 << r) - 1)
        let green = word >> b & ((1 << g) - 1)
        let blue = word & ((1 << b) - 1)
        return [Float(red) / Float((1 << r) - 1), Float(green) / Float((1 << g) - 1), Float(blue) / Float((1 << b) - 1), 1]
    }
}

/// Converts IEEE 754 binary16 to binary32.
@inline(__always)
package func halfToFloat(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let rest = UInt32(bits & 0x7FFF)
    if rest >= 0x7C00 { return Float(bitPattern: sign | 0x7F80_0000 | (rest & 0x3FF) << 13) }
    // A float with the exponent and fraction of the half, multiplied to correct the different exponent bias. This is exact for subnormals,
    // too.
    let magnitude = Float(bitPattern: rest << 13) * Float(bitPattern: 0x7780_0000)
    return Float(bitPattern: sign | magnitude.bitPattern)
}

/// Converts IEEE 754 binary32 to binary16. It rounds to the nearest number, and ties to even.
@inline(__always)
package func floatToHalf(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let magnitude = bits & 0x7FFF_FFFF
    if magnitude > 0x7F80_0000 { return sign | 0x7E00 }
    if magnitude >= 0x477F_F000 { return sign | 0x7C00 }
    if magnitude < 0x3880_0000 {
        // Adding 0.5 aligns the fraction of a subnormal half with the low bits of a float in 0.5 ..< 1.
        let shifted = Float(bitPattern: magnitude) + 0.5
        return sign | UInt16(truncatingIfNeeded: shifted.bitPattern &- 0x3F00_0000)
    }
    let rounded = magnitude &+ 0xFFF &+ (magnitude >> 13 & 1)
    return sign | UInt16(truncatingIfNeeded: (rounded &- 0x3800_0000) >> 13)
}
