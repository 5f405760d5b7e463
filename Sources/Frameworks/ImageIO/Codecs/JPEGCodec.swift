import CJPEG
import CoreGraphics
import Foundation

/// JPEG: baseline and progressive, gray, Y′CbCr, RGB, CMYK and YCCK. Of a multi-picture file, only the first picture is read.
final class JPEGCodec: ImageCodec {
    private let buffer: ByteBuffer
    private let header: JPEGHeader
    private let description: ImageFrame
    private let acceptsDamage: Bool

    init(_ buffer: ByteBuffer, acceptsDamage: Bool) throws {
        guard let header = JPEGHeader(buffer.bytes) else {
            throw ImageError(.truncated, "the JPEG data have no frame header")
        }
        guard header.width > 0, header.height > 0 else {
            throw ImageError(.malformed, "the JPEG image has \(header.width) × \(header.height) pixels")
        }
        guard header.precision == 8 else {
            throw ImageError(.unsupported, "a JPEG image of \(header.precision) bits a component is not supported")
        }
        self.buffer = buffer
        self.header = header
        self.acceptsDamage = acceptsDamage
        let layout: PixelLayout
        switch header.components.count {
        case 1: layout = .gray8
        case 3: layout = .rgb8
        case 4: layout = header.hasAdobeMarker ? .invertedCMYK8 : .cmyk8
        default: throw ImageError(.unsupported, "a JPEG image of \(header.components.count) components is not supported")
        }
        var frame = ImageFrame(width: header.width, height: header.height, layout: layout)
        frame.bitsPerComponent = header.precision
        frame.colorSpace = colorSpace(profile: header.icc, layout: layout)
        frame.exif = header.exif
        frame.orientation = Orientation(exif: header.exif, xmp: header.xmp).exif
        frame.resolution = header.resolution
        if header.hasJFIF {
            var jfif = header.jfif
            if header.isProgressive { jfif[kCGImagePropertyJFIFIsProgressive] = true }
            frame.formatProperties[kCGImagePropertyJFIFDictionary] = jfif
        }
        description = frame
    }

    func countFrames() -> Int { 1 }

    var encodedJPEG: ByteBuffer? { buffer }

    func frame(_ index: Int) throws -> ImageFrame { description }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        try decode(frame.layout, colorSpace: frame.colorSpace, denominator: denominator(for: atLeast))
    }

    func decodeLuminance(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster? {
        guard header.isYCbCr else { return nil }
        let denominator = denominator(for: atLeast)
        // At an eighth of the size, `JPEGEighthDecoder` decodes colours faster than the library decodes luminance alone.
        return denominator == 8 ? nil : try decode(.gray8, colorSpace: nil, denominator: denominator)
    }

    func decodePlanes(_ index: Int, _ frame: ImageFrame) throws -> Raster? {
        guard header.isYCbCr, header.chromaIsHalved else { return nil }
        // The library writes an even number of columns and rows.
        let (width, height) = ((header.width + 1) & ~1, (header.height + 1) & ~1)
        try ImageLimits.check(width: width, height: height, bytesPerPixel: 2, extra: header.coefficientBytes)
        let planes = try MutableRaster(
            allocating: .biplanar420(fullRange: true), width: width, height: height, colorSpace: frame.colorSpace)
        let (luma, chroma) = (planes.planes[0], planes.planes[1])
        try checked { message, size in
            cjpeg_decode_planes(
                buffer.base.assumingMemoryBound(to: UInt8.self), buffer.count, Int32(header.width), Int32(header.height),
                luma.base.assumingMemoryBound(to: UInt8.self), Int32(luma.bytesPerRow), chroma.base.assumingMemoryBound(to: UInt8.self),
                Int32(chroma.bytesPerRow), message, size)
        }
        return Raster(
            width: header.width, height: header.height, layout: planes.layout, planes: planes.raster.planes, colorSpace: frame.colorSpace,
            owner: planes.owner)
    }

    /// The largest of the divisors 8, 4, 2 and 1 with which the reduced size is not smaller than `atLeast`.
    private func denominator(for atLeast: (width: Int, height: Int)?) -> Int {
        guard let atLeast else { return 1 }
        return [8, 4, 2].first { divisor in
            (header.width + divisor - 1) / divisor >= atLeast.width && (header.height + divisor - 1) / divisor >= atLeast.height
        } ?? 1
    }

    private func decode(_ layout: PixelLayout, colorSpace: CGColorSpace?, denominator: Int) throws -> Raster {
        let width = (header.width + denominator - 1) / denominator
        let height = (header.height + denominator - 1) / denominator
        try ImageLimits.check(width: width, height: height, bytesPerPixel: layout.bytesPerPixel, extra: header.coefficientBytes)
        let raster = try MutableRaster(allocating: layout, width: width, height: height, colorSpace: colorSpace)
        if denominator == 8, JPEGEighthDecoder(header, buffer.bytes)?.decode(into: raster) == true { return raster.raster }
        let format =
            switch layout {
            case .gray8: CJPEGFormatGray
            case .rgb8: CJPEGFormatRGB
            default: CJPEGFormatCMYK
            }
        let plane = raster.planes[0]
        try checked { message, size in
            cjpeg_decode(
                buffer.base.assumingMemoryBound(to: UInt8.self), buffer.count, Int32(denominator), format, Int32(width), Int32(height),
                plane.base.assumingMemoryBound(to: UInt8.self), Int32(plane.bytesPerRow), message, size)
        }
        return raster.raster
    }

    /// Calls a decoding function of `CJPEG`, and throws its error if the image was not decoded. If damage is accepted, a partly decoded image is no
    /// error.
    private func checked(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int32) throws {
        let (status, message) = withMessage(call)
        guard status == CJPEGSuccess || status == CJPEGDamaged && acceptsDamage else {
            throw ImageError(.malformed, "the JPEG image cannot be decoded: \(message)")
        }
    }
}

/// The colour space of a profile, if the profile fits the layout.
func colorSpace(profile: Data?, layout: PixelLayout) -> CGColorSpace? {
    guard let profile, let space = CGColorSpace(iccData: profile) else { return nil }
    let model: CGColorSpaceModel = layout.isGray ? .monochrome : layout.isCMYK ? .cmyk : .rgb
    return space.model == model ? space : nil
}
