import CoreGraphics
import Foundation

/// Windows bitmaps with 1, 2, 4, 8, 16, 24 and 32 bits, run-length coding and bit fields. Rows run from the bottom up or from the top down.
final class BMPCodec: ImageCodec {
    private enum Compression: Int {
        case none = 0
        case rle8 = 1
        case rle4 = 2
        case bitFields = 3
        case alphaBitFields = 6
    }

    private let buffer: ByteBuffer
    private let bits: Int
    private let compression: Compression
    private let isTopDown: Bool
    private let dataStart: Int
    private let palette: [UInt32]
    private let masks: [UInt32]
    private let description: ImageFrame

    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
        let reader = ByteReader(buffer.bytes)
        guard let start = reader.little32(10), let headerSize = reader.little32(14) else {
            throw ImageError(.truncated, "the BMP header is incomplete")
        }
        var width = 0
        var height = 0
        var bits = 0
        var code = 0
        var colours = 0
        var metres = (0, 0)
        if headerSize == 12 {
            guard let w = reader.little16(18), let h = reader.little16(20), let b = reader.little16(24) else {
                throw ImageError(.truncated, "the BMP header is incomplete")
            }
            (width, height, bits) = (w, h, b)
        } else {
            guard headerSize >= 16, headerSize <= 4096, let w = reader.signedLittle32(18), let h = reader.signedLittle32(22),
                let b = reader.little16(28)
            else { throw ImageError(.malformed, "the BMP header is damaged") }
            (width, height, bits) = (w, h, b)
            if headerSize >= 40 {
                code = reader.little32(30) ?? 0
                colours = reader.little32(46) ?? 0
                metres = (reader.signedLittle32(38) ?? 0, reader.signedLittle32(42) ?? 0)
            }
        }
        guard width > 0, height != 0, abs(height) <= ImageLimits.maximumSide, [1, 2, 4, 8, 16, 24, 32].contains(bits) else {
            throw ImageError(.malformed, "the BMP header names \(width) × \(height) pixels of \(bits) bits")
        }
        guard let compression = Compression(rawValue: code),
            compression != .rle8 || bits == 8, compression != .rle4 || bits == 4,
            (compression != .bitFields && compression != .alphaBitFields) || bits == 16 || bits == 32
        else { throw ImageError(.unsupported, "the BMP compression \(code) with \(bits) bits is not supported") }
        self.bits = bits
        self.compression = compression
        isTopDown = height < 0
        dataStart = start

        var masks: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
        var paletteStart = 14 + headerSize
        if compression == .bitFields || compression == .alphaBitFields {
            let count = compression == .alphaBitFields || headerSize >= 56 ? 4 : 3
            for c in 0..<count { masks[c] = UInt32(reader.little32(54 + 4 * c) ?? 0) }
            if headerSize == 40 { paletteStart += 4 * count }
        }
        self.masks = masks
        var palette: [UInt32] = []
        if bits <= 8 {
            let entrySize = headerSize == 12 ? 3 : 4
            let count = colours > 0 ? min(colours, 256) : 1 << bits
            for entry in 0..<count {
                // The palette ends early if the pixels or the end of the file come first.
                let position = paletteStart + entry * entrySize
                guard position + entrySize <= start || start < paletteStart, let value = reader.little24(position) else { break }
                palette.append(UInt32(value))
            }
        }
        self.palette = palette

        var frame = ImageFrame(width: width, height: abs(height), layout: masks[3] != 0 ? .rgba8 : .rgb8)
        frame.alpha = masks[3] != 0 ? .straight : .none
        frame.bitsPerComponent = 8
        if metres.0 > 0, metres.1 > 0 { frame.resolution = (Double(metres.0) * 0.0254, Double(metres.1) * 0.0254) }
        description = frame
    }

    func countFrames() -> Int { 1 }

    func frame(_ index: Int) throws -> ImageFrame { description }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        let isRunLength = compression == .rle8 || compression == .rle4
        try ImageLimits.check(
            width: frame.width, height: frame.height, bytesPerPixel: frame.layout.bytesPerPixel + (isRunLength ? 1 : 0))
        let rowBytes = (frame.width * bits + 31) / 32 * 4
        if !isRunLength {
            // The padding of the last row may be missing.
            let needed = rowBytes * (frame.height - 1) + (frame.width * bits + 7) / 8
            guard dataStart + needed <= buffer.count else { throw ImageError(.truncated, "the BMP data end too early") }
        }
        let raster = try MutableRaster(allocating: frame.layout, width: frame.width, height: frame.height, alpha: frame.alpha)
        let indices = isRunLength ? try runLengthIndices(frame) : []
        let plane = raster.planes[0]
        for y in 0..<frame.height {
            let stored = isTopDown ? y : frame.height - 1 - y
            let target = (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
            if isRunLength {
                indices.withUnsafeBufferPointer { source in
                    for x in 0..<frame.width { store(palette: Int(source[stored * frame.width + x]), target + 3 * x) }
                }
            } else {
                decodeRow(buffer.base + dataStart + stored * rowBytes, frame, target)
            }
        }
        return raster.raster
    }

    private func store(palette index: Int, _ target: UnsafeMutablePointer<UInt8>) {
        let colour = index < palette.count ? palette[index] : 0
        target[0] = UInt8(truncatingIfNeeded: colour >> 16)
        target[1] = UInt8(truncatingIfNeeded: colour >> 8)
        target[2] = UInt8(truncatingIfNeeded: colour)
    }

    private func decodeRow(_ source: UnsafeRawPointer, _ frame: ImageFrame, _ target: UnsafeMutablePointer<UInt8>) {
        let bytes = source.assumingMemoryBound(to: UInt8.self)
        switch bits {
        case 24:
            for x in 0..<frame.width {
                target[3 * x] = bytes[3 * x + 2]
                target[3 * x + 1] = bytes[3 * x + 1]
                target[3 * x + 2] = bytes[3 * x]
            }
        case 16, 32:
            let count = frame.layout.componentCount
            for x in 0..<frame.width {
                let word =
                    bits == 16
                    ? UInt32(UInt16(littleEndian: source.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)))
                    : UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
                for c in 0..<count { target[count * x + c] = field(word, masks[c]) }
            }
        default:
            let mask = UInt8((1 << bits) - 1)
            for x in 0..<frame.width {
                let bit = x * bits
                let index = bytes[bit >> 3] >> UInt8(8 - bits - bit & 7) & mask
                store(palette: Int(index), target + 3 * x)
            }
        }
    }

    /// The bits that a mask selects, scaled to the range 0 to 255.
    private func field(_ word: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = UInt32(mask.trailingZeroBitCount)
        let largest = UInt64(mask >> shift)
        return UInt8(truncatingIfNeeded: (UInt64((word & mask) >> shift) * 255 + largest / 2) / largest)
    }

    /// The palette indices of a run-length coded image, stored row by row. Pixels that the runs skip are 0.
    ///
    /// - Throws: `ImageError` if the data end before the image does. The end mark may be missing after a complete last row.
    private func runLengthIndices(_ frame: ImageFrame) throws -> [UInt8] {
        let (width, height) = (frame.width, frame.height)
        var result = [UInt8](repeating: 0, count: width * height)
        var position = dataStart
        var (x, y) = (0, 0)
        var hasEnded = false
        let bytes = buffer.bytes
        func put(_ index: UInt8) {
            if x < width, y < height { result[y * width + x] = index }
            x += 1
        }
        while position + 1 < bytes.count, y < height {
            let (first, second) = (Int(bytes[position]), Int(bytes[position + 1]))
            position += 2
            if first > 0 {
                for i in 0..<first {
                    put(bits == 8 ? UInt8(second) : UInt8(i % 2 == 0 ? second >> 4 : second & 15))
                }
            } else if second == 0 {
                (x, y) = (0, y + 1)
            } else if second == 1 {
                hasEnded = true
                break
            } else if second == 2 {
                guard position + 1 < bytes.count else { throw ImageError(.truncated, "the BMP data end too early") }
                x += Int(bytes[position])
                y += Int(bytes[position + 1])
                position += 2
            } else {
                let length = bits == 8 ? second : (second + 1) / 2
                guard position + length <= bytes.count else { throw ImageError(.truncated, "the BMP data end too early") }
                for i in 0..<second {
                    let byte = bytes[position + (bits == 8 ? i : i / 2)]
                    put(bits == 8 ? byte : i % 2 == 0 ? byte >> 4 : byte & 15)
                }
                position += length + length % 2
            }
        }
        guard hasEnded || y >= height || (y == height - 1 && x >= width) else {
            throw ImageError(.truncated, "the BMP data end too early")
        }
        return result
    }
}
