import CTIFF
import CoreGraphics
import Foundation

/// TIFF. Gray, RGB and CMYK pixels are decoded to their stored layout. libtiff converts all other pixels to RGBA.
final class TIFFCodec: ImageCodec {
    private let buffer: ByteBuffer
    private static let maximumPageCount = 65535

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
        return Int(ctiff_page_count(file, Int32(Self.maximumPageCount)))
    }

    func frame(_ index: Int) throws -> ImageFrame {
        let file = try open()
        defer { ctiff_close(file) }
        var info = CTIFFInfo()
        guard ctiff_select_page(file, Int32(index), &info) == 0 else {
            throw ImageError(.malformed, "the TIFF file has no complete image number \(index)")
        }
        var frame = ImageFrame(width: Int(info.width), height: Int(info.height), layout: Self.layout(info))
        frame.alpha =
            switch info.alpha {
            case CTIFFAlphaNone: .none
            case CTIFFAlphaStraight where info.sample != CTIFFSampleNone: .straight
            default: .premultiplied
            }
        frame.bitsPerComponent = Int(info.bitsPerSample)
        frame.orientation = Orientation(Int(info.orientation)).exif
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

    /// The layout to which a page is decoded.
    private static func layout(_ info: CTIFFInfo) -> PixelLayout {
        let hasAlpha = info.alpha != CTIFFAlphaNone
        switch (info.colorCount, info.sample) {
        case (4, CTIFFSampleByte): return .cmyk8
        case (1, CTIFFSampleByte): return hasAlpha ? .grayAlpha8 : .gray8
        case (1, CTIFFSampleWord) where !hasAlpha: return .gray16
        case (1, CTIFFSampleFloat) where !hasAlpha: return .grayFloat
        case (3, CTIFFSampleByte) where !hasAlpha: return .rgb8
        case (_, CTIFFSampleWord): return hasAlpha ? .rgba16 : .rgb16
        case (_, CTIFFSampleFloat): return hasAlpha ? .rgbaFloat : .rgbFloat
        default: return .rgba8
        }
    }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        let file = try open()
        defer { ctiff_close(file) }
        var info = CTIFFInfo()
        guard ctiff_select_page(file, Int32(index), &info) == 0, Int(info.width) == frame.width, Int(info.height) == frame.height else {
            throw ImageError(.malformed, "the TIFF file has no complete image number \(index)")
        }
        // While decoding, libtiff holds a strip or tile twice: compressed and decompressed.
        let piece = Int(exactly: info.pieceSize).flatMap { $0 <= ImageLimits.maximumByteCount ? 2 * $0 : nil } ?? Int.max
        try ImageLimits.check(
            width: frame.width, height: frame.height, bytesPerPixel: frame.layout.bytesPerPixel, extra: piece)
        let raster = try MutableRaster(
            allocating: frame.layout, width: frame.width, height: frame.height, alpha: frame.alpha, colorSpace: frame.colorSpace)
        let plane = raster.planes[0]
        let (status, message): (Int32, String)
        if info.sample == CTIFFSampleNone {
            (status, message) = withMessage { ctiff_decode_rgba(file, plane.base.assumingMemoryBound(to: UInt32.self), $0, $1) }
            // libtiff writes rows without padding. The rows are then moved to their padded positions, the last row first, so that no row is
            // overwritten.
            let row = 4 * frame.width
            if plane.bytesPerRow != row {
                for y in (1..<max(frame.height, 2)).reversed() where y < frame.height {
                    memmove(plane.base + y * plane.bytesPerRow, plane.base + y * row, row)
                }
            }
        } else {
            let components = Int32(frame.layout.componentCount)
            (status, message) = withMessage { ctiff_decode_samples(file, plane.base, plane.bytesPerRow, components, $0, $1) }
        }
        guard status == 0 else { throw ImageError(.malformed, "the TIFF image cannot be decoded: \(message)") }
        return raster.raster
    }
}
