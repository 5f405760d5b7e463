import CGIF
import CoreGraphics
import Foundation

/// GIF. Each picture is the canvas after the frame has been drawn over the earlier frames.
final class GIFCodec: ImageCodec {
    private let buffer: ByteBuffer
    private let width: Int
    private let height: Int
    private let acceptsDamage: Bool
    private static let maximumFrameCount = 1 << 16

    init(_ buffer: ByteBuffer, acceptsDamage: Bool) throws {
        self.buffer = buffer
        self.acceptsDamage = acceptsDamage
        var size: (Int32, Int32) = (0, 0)
        guard let decoder = cgif_open(buffer.base, buffer.count, &size.0, &size.1) else {
            throw ImageError(.malformed, "the GIF data are damaged")
        }
        defer { cgif_close(decoder) }
        var frame = CGIFFrame()
        guard cgif_next(decoder, &frame) == 1 else { throw ImageError(.malformed, "the GIF data hold no image") }
        // A canvas without a size gets the first frame's size.
        width = size.0 > 0 ? Int(size.0) : Int(frame.left + frame.width)
        height = size.1 > 0 ? Int(size.1) : Int(frame.top + frame.height)
    }

    private func withDecoder<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
        var size: (Int32, Int32) = (0, 0)
        guard let decoder = cgif_open(buffer.base, buffer.count, &size.0, &size.1) else {
            throw ImageError(.malformed, "the GIF data are damaged")
        }
        defer { cgif_close(decoder) }
        return try body(decoder)
    }

    func countFrames() -> Int {
        let count = try? withDecoder { decoder in
            var frame = CGIFFrame()
            var count = 0
            while count < Self.maximumFrameCount, cgif_next(decoder, &frame) == 1 {
                count += 1
                if cgif_skip(decoder) != 0 { break }
            }
            return count
        }
        return count ?? 1
    }

    func frame(_ index: Int) throws -> ImageFrame {
        var result = ImageFrame(width: width, height: height, layout: .rgba8)
        result.alpha = .straight
        try withDecoder { decoder in
            var frame = CGIFFrame()
            for position in 0...index {
                guard cgif_next(decoder, &frame) == 1 else { throw ImageError(.truncated, "the GIF file has no image number \(index)") }
                if position < index, cgif_skip(decoder) != 0 {
                    throw ImageError(.truncated, "the GIF file has no image number \(index)")
                }
            }
            let delay = Double(frame.delay) / 100
            var properties: [String: any Sendable] = [
                kCGImagePropertyGIFUnclampedDelayTime: delay, kCGImagePropertyGIFDelayTime: delay < 0.011 ? 0.1 : delay,
            ]
            let loops = Int(cgif_loop_count(decoder))
            if loops >= 0 { properties[kCGImagePropertyGIFLoopCount] = loops }
            result.formatProperties[kCGImagePropertyGIFDictionary] = properties
        }
        return result
    }

    func decode(_ index: Int, _ description: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        let canvas = try FrameCanvas(width: width, height: height, colorSpace: nil)
        try withDecoder { decoder in
            var frame = CGIFFrame()
            var indices: [UInt8] = []
            for position in 0...index {
                guard cgif_next(decoder, &frame) == 1 else { throw ImageError(.truncated, "the GIF file has no image number \(index)") }
                let area = PixelArea(x: Int(frame.left), y: Int(frame.top), width: Int(frame.width), height: Int(frame.height))
                guard area.width > 0, area.height > 0 else { throw ImageError(.malformed, "a frame of the GIF image has no pixels") }
                try ImageLimits.check(width: area.width, height: area.height, bytesPerPixel: 1)
                if position < index, frame.disposal == 3 { canvas.save(area) }
                indices = [UInt8](repeating: 0, count: area.width * area.height)
                let lines = indices.withUnsafeMutableBufferPointer { buffer in
                    buffer.baseAddress.map { cgif_decode(decoder, &frame, $0) } ?? 0
                }
                guard lines > 0 || index > 0 else { throw ImageError(.malformed, "the GIF image cannot be decoded") }
                guard acceptsDamage || lines == area.height else { throw ImageError(.truncated, "the GIF data end too early") }
                draw(frame, area, indices, lines: frame.isInterlaced != 0 ? area.height : Int(lines), on: canvas)
                if position < index {
                    if lines < area.height { throw ImageError(.truncated, "the GIF data end too early") }
                    if frame.disposal == 2 { canvas.clear(area) }
                    if frame.disposal == 3 { canvas.restore(area) }
                }
            }
        }
        return canvas.raster.raster
    }

    private func draw(_ frame: CGIFFrame, _ area: PixelArea, _ indices: [UInt8], lines: Int, on canvas: FrameCanvas) {
        var colours = [UInt32](repeating: 0, count: 256)
        withUnsafeBytes(of: frame.palette) { palette in
            for entry in 0..<256 {
                // Without a palette, an index is a gray level. With a palette, an index beyond its end is black.
                let inside = entry < Int(frame.paletteCount)
                let gray = frame.paletteCount == 0 ? UInt8(entry) : 0
                let (red, green, blue) =
                    inside ? (palette[3 * entry], palette[3 * entry + 1], palette[3 * entry + 2]) : (gray, gray, gray)
                colours[entry] = UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
            }
        }
        let transparent = Int(frame.transparentIndex)
        canvas.forEachRow(of: area) { pixels, count, column, row in
            guard row < lines else { return }
            let start = row * area.width + column
            pixels.withMemoryRebound(to: UInt32.self, capacity: count) { words in
                for x in 0..<count {
                    let index = Int(indices[start + x])
                    if index != transparent { words[x] = colours[index] }
                }
            }
        }
    }
}
