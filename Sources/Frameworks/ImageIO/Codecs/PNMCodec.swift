import CoreGraphics
import Foundation

/// Netpbm's portable bitmap, graymap and pixmap, plain and raw: P1 to P6.
final class PNMCodec: ImageCodec {
    private let buffer: ByteBuffer
    private let kind: Int
    private let maximum: Int
    private let dataStart: Int
    private let description: ImageFrame

    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
        kind = Int(buffer.bytes[1]) - 0x30
        var scanner = Scanner(bytes: buffer.bytes, position: 2)
        guard let width = scanner.number(), let height = scanner.number() else {
            throw ImageError(.truncated, "the PNM header is incomplete")
        }
        let hasMaximum = kind != 1 && kind != 4
        guard let maximum = hasMaximum ? scanner.number() : 1, maximum > 0, maximum < 65536 else {
            throw ImageError(.malformed, "the PNM header's maximum is not 1 to 65535")
        }
        self.maximum = maximum
        // One white space ends the header of the raw forms.
        dataStart = scanner.position + 1
        let isColour = kind == 3 || kind == 6
        let layout: PixelLayout = maximum > 255 ? (isColour ? .rgb16 : .gray16) : (isColour ? .rgb8 : .gray8)
        var frame = ImageFrame(width: width, height: height, layout: layout)
        frame.bitsPerComponent = hasMaximum ? (maximum > 255 ? 16 : 8) : 1
        description = frame
    }

    private struct Scanner {
        let bytes: UnsafeRawBufferPointer
        var position: Int

        /// The next decimal number after white space and comments; `nil` if there is none or it is above a million.
        mutating func number() -> Int? {
            while position < bytes.count {
                if bytes[position] == 35 {
                    while position < bytes.count, bytes[position] != 10 { position += 1 }
                } else if bytes[position] <= 32 {
                    position += 1
                } else {
                    break
                }
            }
            var value = 0
            let start = position
            while position < bytes.count, (48...57).contains(bytes[position]), value <= 1_000_000 {
                value = value * 10 + Int(bytes[position]) - 48
                position += 1
            }
            return position > start && value <= 1_000_000 ? value : nil
        }

        /// The next digit of a plain bitmap. There may be no space between its digits.
        mutating func bit() -> Int? {
            while position < bytes.count, bytes[position] != 48, bytes[position] != 49 { position += 1 }
            guard position < bytes.count else { return nil }
            position += 1
            return Int(bytes[position - 1]) - 48
        }
    }

    func countFrames() -> Int { 1 }

    func frame(_ index: Int) throws -> ImageFrame { description }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        try ImageLimits.check(width: frame.width, height: frame.height, bytesPerPixel: frame.layout.bytesPerPixel)
        let samples = frame.width * frame.layout.componentCount
        let available = max(0, buffer.count - dataStart)
        let bytesPerSample = maximum > 255 ? 2 : 1
        let rowBytes = kind == 4 ? (frame.width + 7) / 8 : kind < 4 ? 0 : samples * bytesPerSample
        // A plain sample takes at least one byte.
        guard kind < 4 ? samples * frame.height <= available + 1 : rowBytes * frame.height <= available else {
            throw ImageError(.truncated, "the PNM data end too early")
        }
        let raster = try MutableRaster(allocating: frame.layout, width: frame.width, height: frame.height)
        let plane = raster.planes[0]
        var scanner = Scanner(bytes: buffer.bytes, position: dataStart - 1)
        for y in 0..<frame.height {
            let row = plane.base + y * plane.bytesPerRow
            let source = dataStart + y * rowBytes
            for x in 0..<samples {
                var value: Int
                switch kind {
                case 1:
                    guard let bit = scanner.bit() else { throw ImageError(.truncated, "the PNM data end too early") }
                    value = 1 - bit
                case 4:
                    value = 1 - Int(buffer.bytes[source + x / 8] >> UInt8(7 - x % 8) & 1)
                case 2, 3:
                    guard let number = scanner.number() else { throw ImageError(.truncated, "the PNM data end too early") }
                    value = number
                default:
                    value = Int(buffer.bytes[source + x * bytesPerSample])
                    if bytesPerSample == 2 { value = value << 8 | Int(buffer.bytes[source + 2 * x + 1]) }
                }
                value = min(value, maximum)
                if bytesPerSample == 2 {
                    row.storeBytes(of: UInt16((value * 65535 + maximum / 2) / maximum), toByteOffset: 2 * x, as: UInt16.self)
                } else {
                    row.storeBytes(of: UInt8((value * 255 + maximum / 2) / maximum), toByteOffset: x, as: UInt8.self)
                }
            }
        }
        return raster.raster
    }
}
