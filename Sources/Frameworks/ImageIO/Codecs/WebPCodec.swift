import CWebP
import CoreGraphics
import Foundation

/// WebP, lossy and lossless. Each picture of an animation is the canvas after the frame has been drawn over the earlier frames.
final class WebPCodec: ImageCodec {
    private struct AnimationFrame {
        let area: PixelArea
        let blends: Bool
        let clearsAfter: Bool
        /// The duration in milliseconds.
        let duration: Int
        let data: Range<Int>
    }

    private let buffer: ByteBuffer
    private let width: Int
    private let height: Int
    private let hasAlpha: Bool
    private let frames: [AnimationFrame]
    private let space: CGColorSpace?
    private let exif: Data?
    private let orientation: Int
    private let loopCount: Int?

    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
        var info = CWebPInfo()
        let status = cwebp_info(buffer.base.assumingMemoryBound(to: UInt8.self), buffer.count, &info)
        guard status == 0 else {
            throw ImageError(.malformed, "the WebP image cannot be read: \(String(cString: cwebp_message(status)))")
        }
        width = Int(info.width)
        height = Int(info.height)
        let reader = ByteReader(buffer.bytes)
        var frames: [AnimationFrame] = []
        var profile: Data?
        var exif: Data?
        var xmp: Data?
        var loops: Int?
        var position = 12
        while let size = reader.little32(position + 4), reader.has(position, 8) {
            let start = position + 8
            let end = min(start + size, reader.count)
            if reader.begins("ICCP", at: position) { profile = reader.data(start..<end) }
            if reader.begins("EXIF", at: position) { exif = reader.data(start..<end) }
            if reader.begins("XMP ", at: position) { xmp = reader.data(start..<end) }
            if reader.begins("ANIM", at: position) { loops = reader.little16(start + 4) }
            if reader.begins("ANMF", at: position), end - start > 16, let x = reader.little24(start), let y = reader.little24(start + 3),
                let w = reader.little24(start + 6), let h = reader.little24(start + 9), let duration = reader.little24(start + 12),
                let flags = reader.byte(start + 15)
            {
                frames.append(
                    AnimationFrame(
                        area: PixelArea(x: 2 * x, y: 2 * y, width: w + 1, height: h + 1), blends: flags & 2 == 0,
                        clearsAfter: flags & 1 != 0, duration: duration, data: (start + 16)..<end))
            }
            position = start + size + size % 2
        }
        if info.isAnimated != 0, frames.isEmpty { throw ImageError(.truncated, "the WebP animation holds no frame") }
        self.frames = info.isAnimated != 0 ? frames : []
        hasAlpha = info.hasAlpha != 0 || info.isAnimated != 0
        space = colorSpace(profile: profile, layout: hasAlpha ? .rgba8 : .rgb8)
        // Some writers put the signature of JPEG's EXIF segment before the block.
        if let block = exif, block.starts(with: Array("Exif\0\0".utf8)) { exif = Data(block.dropFirst(6)) }
        self.exif = exif
        orientation = Orientation(exif: exif, xmp: xmp).exif
        loopCount = loops
    }

    func countFrames() -> Int { max(1, frames.count) }

    func frame(_ index: Int) throws -> ImageFrame {
        var frame = ImageFrame(width: width, height: height, layout: hasAlpha ? .rgba8 : .rgb8)
        frame.alpha = hasAlpha ? .straight : .none
        frame.colorSpace = space
        frame.exif = exif
        frame.orientation = orientation
        if index < frames.count {
            var properties: [String: any Sendable] = [kCGImagePropertyWebPDelayTime: Double(frames[index].duration) / 1000]
            if let loopCount { properties[kCGImagePropertyWebPLoopCount] = loopCount }
            frame.formatProperties[kCGImagePropertyWebPDictionary] = properties
        }
        return frame
    }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        // Lossless decoding needs a second copy of all pixels.
        try ImageLimits.check(width: width, height: height, bytesPerPixel: frame.layout.bytesPerPixel + 5)
        if frames.isEmpty {
            let raster = try MutableRaster(
                allocating: frame.layout, width: width, height: height, alpha: frame.alpha, colorSpace: space)
            try decode(0..<buffer.count, into: raster)
            return raster.raster
        }
        let canvas = try FrameCanvas(width: width, height: height, colorSpace: space)
        for position in 0...min(index, frames.count - 1) {
            let part = frames[position]
            try ImageLimits.check(width: part.area.width, height: part.area.height, bytesPerPixel: 9)
            let pixels = try MutableRaster(allocating: .rgba8, width: part.area.width, height: part.area.height, alpha: .straight)
            try decode(part.data, into: pixels)
            draw(pixels, part, on: canvas)
            if position < index, part.clearsAfter { canvas.clear(part.area) }
        }
        return canvas.raster.raster
    }

    private func decode(_ range: Range<Int>, into raster: MutableRaster) throws {
        let plane = raster.planes[0]
        let status = cwebp_decode(
            (buffer.base + range.lowerBound).assumingMemoryBound(to: UInt8.self), range.count, raster.layout == .rgba8 ? 1 : 0,
            Int32(raster.width), Int32(raster.height), plane.base.assumingMemoryBound(to: UInt8.self), Int32(plane.bytesPerRow))
        guard status == 0 else {
            throw ImageError(.malformed, "the WebP image cannot be decoded: \(String(cString: cwebp_message(status)))")
        }
    }

    private func draw(_ pixels: MutableRaster, _ frame: AnimationFrame, on canvas: FrameCanvas) {
        let plane = pixels.planes[0]
        canvas.forEachRow(of: frame.area) { target, count, column, row in
            let source = (plane.base + row * plane.bytesPerRow + 4 * column).assumingMemoryBound(to: UInt8.self)
            guard frame.blends else {
                memcpy(target, source, 4 * count)
                return
            }
            for x in 0..<count {
                let (s, t) = (source + 4 * x, target + 4 * x)
                let alpha = Int(s[3])
                if alpha == 255 || t[3] == 0 {
                    for c in 0..<4 { t[c] = s[c] }
                } else if alpha > 0 {
                    let below = Int(t[3]) * (255 - alpha)
                    let total = 255 * alpha + below
                    for c in 0..<3 { t[c] = UInt8((255 * alpha * Int(s[c]) + below * Int(t[c]) + total / 2) / total) }
                    t[3] = UInt8((total + 127) / 255)
                }
            }
        }
    }
}
