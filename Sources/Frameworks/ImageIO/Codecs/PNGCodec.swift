import CPNG
import CoreGraphics
import Foundation

/// PNG in all depths and colour types. Of an animation, only the default image is read.
final class PNGCodec: ImageCodec {
    private let buffer: ByteBuffer
    private let description: ImageFrame

    init(_ buffer: ByteBuffer) throws {
        self.buffer = buffer
        var info = CPNGInfo()
        let (decoder, message) = withMessage { cpng_open(buffer.base, buffer.count, &info, $0, $1) }
        guard let decoder else { throw ImageError(.malformed, "the PNG image cannot be read: \(message)") }
        defer { cpng_close(decoder) }
        let layout: PixelLayout =
            switch info.layout {
            case CPNGLayoutGray8: .gray8
            case CPNGLayoutGrayAlpha8: .grayAlpha8
            case CPNGLayoutRGB8: .rgb8
            case CPNGLayoutGray16: .gray16
            case CPNGLayoutRGB16: .rgb16
            case CPNGLayoutRGBA16: .rgba16
            default: .rgba8
            }
        var frame = ImageFrame(width: Int(info.width), height: Int(info.height), layout: layout)
        frame.alpha = info.hasTransparency != 0 ? .straight : .none
        frame.bitsPerComponent = Int(info.bitDepth)
        var count = 0
        let profile = cpng_icc(decoder, &count).map { Data(bytes: $0, count: count) }
        frame.colorSpace = ImageIO.colorSpace(profile: profile, layout: layout)
        frame.exif = cpng_exif(decoder, &count).map { Data(bytes: $0, count: count) }
        let xmp = cpng_text(decoder, "XML:com.adobe.xmp").map { Data(bytes: $0, count: strlen($0)) }
        frame.orientation = Orientation(exif: frame.exif, xmp: xmp).exif
        var properties: [String: any Sendable] = [kCGImagePropertyPNGInterlaceType: Int(info.isInterlaced)]
        if info.pixelsPerMetreX > 0, info.pixelsPerMetreY > 0 {
            frame.resolution = (Double(info.pixelsPerMetreX) * 0.0254, Double(info.pixelsPerMetreY) * 0.0254)
            properties[kCGImagePropertyPNGXPixelsPerMeter] = Int(info.pixelsPerMetreX)
            properties[kCGImagePropertyPNGYPixelsPerMeter] = Int(info.pixelsPerMetreY)
        }
        if info.gamma > 0 { properties[kCGImagePropertyPNGGamma] = info.gamma }
        if info.isSRGB != 0 { properties[kCGImagePropertyPNGsRGBIntent] = 0 }
        for (keyword, key) in [
            ("Title", kCGImagePropertyPNGTitle), ("Author", kCGImagePropertyPNGAuthor), ("Description", kCGImagePropertyPNGDescription),
            ("Copyright", kCGImagePropertyPNGCopyright), ("Software", kCGImagePropertyPNGSoftware),
            ("Comment", kCGImagePropertyPNGComment),
        ] {
            if let text = cpng_text(decoder, keyword) { properties[key] = String(cString: text) }
        }
        frame.formatProperties[kCGImagePropertyPNGDictionary] = properties
        description = frame
    }

    func countFrames() -> Int { 1 }

    func frame(_ index: Int) throws -> ImageFrame { description }

    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster {
        try ImageLimits.check(width: frame.width, height: frame.height, bytesPerPixel: frame.layout.bytesPerPixel)
        let raster = try MutableRaster(
            allocating: frame.layout, width: frame.width, height: frame.height, alpha: frame.alpha, colorSpace: frame.colorSpace)
        var info = CPNGInfo()
        let (decoder, message) = withMessage { cpng_open(buffer.base, buffer.count, &info, $0, $1) }
        guard let decoder else { throw ImageError(.malformed, "the PNG image cannot be read: \(message)") }
        defer { cpng_close(decoder) }
        let plane = raster.planes[0]
        let (status, reason) = withMessage { cpng_decode(decoder, plane.base, plane.bytesPerRow, $0, $1) }
        guard status == 0 else { throw ImageError(.malformed, "the PNG image cannot be decoded: \(reason)") }
        return raster.raster
    }
}
