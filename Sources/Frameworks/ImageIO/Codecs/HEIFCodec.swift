import CHEIF
import CoreGraphics
import Foundation

/// HEIF and AVIF, decoded to 8 bits per component. Decoding applies the container's rotation and mirroring. The orientation is therefore
/// always 1, and the orientation in an EXIF block is ignored.
final class HEIFCodec: ImageCodec {
    private let buffer: ByteBuffer

    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
    }

    private func open() throws -> OpaquePointer {
        let (file, message) = withMessage { cheif_open(buffer.base, buffer.count, $0, $1) }
        guard let file else { throw ImageError(.malformed, "the HEIF image cannot be read: \(message)") }
        return file
    }

    func countFrames() -> Int {
        guard let file = try? open() else { return 1 }
        defer { cheif_close(file) }
        return Int(cheif_image_count(file))
    }

    func frame(_ index: Int) throws -> ImageFrame {
        let file = try open()
        defer { cheif_close(file) }
        var info = CHEIFInfo()
        guard cheif_image_info(file, Int32(index), &info) == 0 else {
            throw ImageError(.malformed, "the HEIF file has no image number \(index)")
        }
        let hasAlpha = info.hasAlpha != 0
        var frame = ImageFrame(width: Int(info.width), height: Int(info.height), layout: hasAlpha ? .rgba8 : .rgb8)
        frame.alpha = !hasAlpha ? .none : info.isPremultiplied != 0 ? .premultiplied : .straight
        frame.bitsPerComponent = max(8, Int(info.bitsPerComponent))
        let index = Int32(index)
        if let profile = data({ cheif_icc(file, index, &$0) }), !profile.isEmpty {
            frame.colorSpace = colorSpace(profile: profile, layout: frame.layout)
        } else {
            frame.colorSpace = Self.namedSpace(primaries: info.colorPrimaries, transfer: info.transferCharacteristics)
        }
        frame.exif = data { cheif_exif(file, index, &$0) }
        return frame
    }

    private func data(_ read: (inout Int) -> UnsafeMutableRawPointer?) -> Data? {
        var count = 0
        return read(&count).map { Data(bytesNoCopy: $0, count: count, deallocator: .free) }
    }

    /// The colour space of codes of ITU-T H.273; `nil` stands for sRGB.
    private static func namedSpace(primaries: Int32, transfer: Int32) -> CGColorSpace? {
        let name: CFString? =
            switch (primaries, transfer) {
            case (12, 16): CGColorSpace.displayP3_PQ
            case (12, 18): CGColorSpace.displayP3_HLG
            case (12, 8): CGColorSpace.linearDisplayP3
            case (12, _): CGColorSpace.displayP3
            case (9, 16): CGColorSpace.itur_2100_PQ
            case (9, 18): CGColorSpace.itur_2100_HLG
            case (9, 8): CGColorSpace.linearITUR_2020
            case (9, 13): CGColorSpace.itur_2020_sRGBGamma
            case (9, _): CGColorSpace.itur_2020
            case (1, 8): CGColorSpace.linearSRGB
            case (1, 16): CGColorSpace.itur_709_PQ
            case (1, 18): CGColorSpace.itur_709_HLG
            default: nil
            }
        return name.flatMap { CGColorSpace(name: $0) }
    }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        // The library's peak memory: the coded planes (up to 16 bits), the converted picture and, if the picture is rotated, another copy.
        try ImageLimits.check(width: frame.width, height: frame.height, bytesPerPixel: frame.bitsPerComponent > 8 ? 16 : 12)
        let file = try open()
        defer { cheif_close(file) }
        let raster = try MutableRaster(
            allocating: frame.layout, width: frame.width, height: frame.height, alpha: frame.alpha, colorSpace: frame.colorSpace)
        let plane = raster.planes[0]
        let (status, message) = withMessage { message, size in
            cheif_decode(
                file, Int32(index), frame.layout == .rgba8 ? 1 : 0, Int32(frame.width), Int32(frame.height),
                plane.base.assumingMemoryBound(to: UInt8.self), plane.bytesPerRow, message, size)
        }
        guard status == 0 else { throw ImageError(.malformed, "the HEIF image cannot be decoded: \(message)") }
        return raster.raster
    }
}
