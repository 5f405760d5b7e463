import CTIFF
import CoreGraphics
import Foundation

/// TIFF: whatever libtiff turns into RGBA, and 16-bit gray and RGB as they are.
final class TIFFCodec: ImageCodec {
    private let buffer: ByteBuffer
    private static let mostPages = 65535

    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
    }

    private func open() throws -> OpaquePointer {
        let (file, message) = withMessage { ctiff_open(buffer.base, buffer.count, $0, $1) }
        guard let file else { throw ImageError(.malformed, "the TIFF image cannot be read: \(message)") }
        return file
    }

    func countFrames() -> Int {
        guard let file = try? open() else { return 1 }
        defer { ctiff_close(file) }
        return Int(ctiff_page_count(file, Int32(Self.mostPages)))
    }

    func frame(_ index: Int) throws -> ImageFrame {
        let file = try open()
        defer { ctiff_close(file) }
        var info = CTIFFInfo()
        guard ctiff_select_page(file, Int32(index), &info) == 0 else {
            throw ImageError(.malformed, "the TIFF file has no complete image number \(index)")
        }
        let words = info.hasWords != 0
        let isGray = words && info.samplesPerPixel == 1
        var frame = ImageFrame(width: Int(info.width), height: Int(info.height), layout: words ? (isGray ? .gray16 : .rgb16) : .rgba8)
        frame.alpha = info.hasAlpha != 0 && !words ? .premultiplied : .none
        frame.bitsPerComponent = Int(info.bitsPerSample)
        frame.orientation = (1...8).contains(info.orientation) ? Int(info.orientation) : 1
        var count: UInt32 = 0
        let profile = ctiff_icc(file, &count).map { Data(bytes: $0, count: Int(count)) }
        frame.colorSpace = colorSpace(profile: profile, layout: frame.layout)
        var properties: [String: any Sendable] = [
            kCGImagePropertyTIFFOrientation: frame.orientation, kCGImagePropertyTIFFCompression: Int(info.compression),
            kCGImagePropertyTIFFPhotometricInterpretation: Int(info.photometric),
        ]
        if info.xResolution > 0, info.yResolution > 0, info.xResolution.isFinite, info.yResolution.isFinite {
            properties[kCGImagePropertyTIFFXResolution] = Double(info.xResolution)
            properties[kCGImagePropertyTIFFYResolution] = Double(info.yResolution)
            properties[kCGImagePropertyTIFFResolutionUnit] = Int(info.resolutionUnit)
            let perInch = info.resolutionUnit == 3 ? 2.54 : 1
            frame.resolution = (Double(info.xResolution) * perInch, Double(info.yResolution) * perInch)
        }
        for (tag, key) in EXIFTags.tiffTexts {
            if let text = ctiff_text(file, UInt32(tag)) { properties[key] = String(cString: text) }
        }
        frame.formatProperties[kCGImagePropertyTIFFDictionary] = properties
        return frame
    }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        let file = try open()
        defer { ctiff_close(file) }
        var info = CTIFFInfo()
        guard ctiff_select_page(file, Int32(index), &info) == 0, Int(info.width) == frame.width, Int(info.height) == frame.height else {
            throw ImageError(.malformed, "the TIFF file has no complete image number \(index)")
        }
        // While it decodes, libtiff holds a strip or tile, once as it is stored and once unpacked.
        let piece = Int(exactly: info.pieceSize).flatMap { $0 <= ImageLimits.maximumByteCount ? 2 * $0 : nil } ?? Int.max
        try ImageLimits.check(
            width: frame.width, height: frame.height, bytesPerPixel: frame.layout.bytesPerPixel, extra: piece)
        let raster = try MutableRaster(
            allocating: frame.layout, width: frame.width, height: frame.height, alpha: frame.alpha, colorSpace: frame.colorSpace)
        let plane = raster.planes[0]
        let (status, message): (Int32, String)
        if frame.layout == .rgba8 {
            (status, message) = withMessage { ctiff_decode(file, plane.base.assumingMemoryBound(to: UInt32.self), $0, $1) }
            // libtiff leaves no gaps between rows; moved apart from the last one on, none is overwritten.
            let row = 4 * frame.width
            if plane.bytesPerRow != row {
                for y in (1..<max(frame.height, 2)).reversed() where y < frame.height {
                    memmove(plane.base + y * plane.bytesPerRow, plane.base + y * row, row)
                }
            }
        } else {
            (status, message) = withMessage { ctiff_decode_words(file, plane.base, plane.bytesPerRow, $0, $1) }
        }
        guard status == 0 else { throw ImageError(.malformed, "the TIFF image cannot be decoded: \(message)") }
        return raster.raster
    }
}
