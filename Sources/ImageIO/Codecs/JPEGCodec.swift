import CJPEG
import CoreGraphics
import Foundation

/// JPEG: baseline and progressive, gray, Y′CbCr, RGB, CMYK and YCCK. Of a multi-picture file the first picture.
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

    func frame(_ index: Int) throws -> ImageFrame { description }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        var denominator = 1
        if let atLeast {
            denominator =
                [8, 4, 2].first { divisor in
                    (frame.width + divisor - 1) / divisor >= atLeast.width && (frame.height + divisor - 1) / divisor >= atLeast.height
                } ?? 1
        }
        let width = (frame.width + denominator - 1) / denominator
        let height = (frame.height + denominator - 1) / denominator
        try ImageLimits.check(
            width: width, height: height, bytesPerPixel: frame.layout.bytesPerPixel, extra: header.coefficientBytes)
        let raster = try MutableRaster(
            allocating: frame.layout, width: width, height: height, colorSpace: frame.colorSpace)
        if denominator == 8, JPEGEighthDecoder(header, buffer.bytes)?.decode(into: raster) == true { return raster.raster }
        let format =
            switch frame.layout {
            case .gray8: CJPEGFormatGray
            case .rgb8: CJPEGFormatRGB
            default: CJPEGFormatCMYK
            }
        let plane = raster.planes[0]
        let (status, message) = withMessage { message, size in
            cjpeg_decode(
                buffer.base.assumingMemoryBound(to: UInt8.self), buffer.count, Int32(denominator), format, Int32(width), Int32(height),
                plane.base.assumingMemoryBound(to: UInt8.self), Int32(plane.bytesPerRow), message, size)
        }
        guard status == CJPEGSuccess || status == CJPEGDamaged && acceptsDamage else {
            throw ImageError(.malformed, "the JPEG image cannot be decoded: \(message)")
        }
        return raster.raster
    }
}

/// The space of a profile, where it fits the layout.
func colorSpace(profile: Data?, layout: PixelLayout) -> CGColorSpace? {
    guard let profile, let space = CGColorSpace(iccData: profile) else { return nil }
    let model: CGColorSpaceModel = layout.isGray ? .monochrome : layout.isCMYK ? .cmyk : .rgb
    return space.model == model ? space : nil
}
