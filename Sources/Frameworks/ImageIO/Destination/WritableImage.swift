import CoreGraphics
import Foundation

/// An image prepared for a writer: pixels in a layout that the format supports, and the metadata.
struct WritableImage {
    let raster: Raster
    /// An ICC profile; `nil` for sRGB.
    let profile: Data?
    /// An EXIF block, from its TIFF header on; `nil` if there are no entries.
    let exif: Data?
    let orientation: Int
    /// Pixels per inch.
    let resolution: Double?
    /// The quality of lossy compression, from 0 to 1.
    let quality: Double

    init(_ image: CGImage, properties: [String: Any], type: WritableType) throws {
        let source = try image.raster()
        let layout = Self.layout(for: source, type: type)
        // CMYK pixels are converted to sRGB. Other pixels stay in their colour space, whose profile is written.
        let space = source.layout.isCMYK ? nil : source.colorSpace ?? (image.colorSpace?.model == .rgb ? image.colorSpace : nil)
        let keepsSpace = layout.isGray == source.layout.isGray
        let stated = integer(properties[kCGImageDestinationOrientation]) ?? integer(properties[kCGImagePropertyOrientation])
        // HEIF readers ignore EXIF's orientation. Therefore the pixels themselves are rotated.
        let turn = type.isHEIF ? Orientation(stated ?? 1) : Orientation(1)
        var size =
            turn.isTransposed ? (width: source.height, height: source.width) : (width: source.width, height: source.height)
        if let limit = integer(properties[kCGImageDestinationImageMaxPixelSize]), limit > 0, max(size.width, size.height) > limit {
            let scale = Double(limit) / Double(max(size.width, size.height))
            size = (max(1, Int((Double(size.width) * scale).rounded())), max(1, Int((Double(size.height) * scale).rounded())))
        }
        let output = try MutableRaster(
            allocating: layout, width: size.width, height: size.height, alpha: layout.hasFourthComponent ? .straight : .none,
            colorSpace: keepsSpace ? space : nil)
        let geometry = RasterGeometry.fill(
            sourceWidth: source.width, sourceHeight: source.height, orientation: turn.exif, outputWidth: size.width,
            outputHeight: size.height)
        try resample(source, geometry, into: output)
        if !layout.hasFourthComponent, source.alpha != .none,
            let colour = properties[kCGImageDestinationBackgroundColor] as? CGColor
        {
            try Self.compose(source, geometry, over: colour, output)
        }
        raster = output.raster
        profile = output.colorSpace.flatMap { $0.name == CGColorSpace.sRGB ? nil : $0.iccProfile }
        orientation = type.isHEIF ? 1 : Orientation(stated ?? 1).exif
        let dots = number(properties[kCGImagePropertyDPIWidth])
        resolution = dots.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
        quality = min(max(number(properties[kCGImageDestinationLossyCompressionQuality]) ?? 0.85, 0), 1)
        exif = EXIFWriter.block(properties: properties, orientation: orientation, includesOrientation: stated != nil)
    }

    private static func layout(for source: Raster, type: WritableType) -> PixelLayout {
        let hasAlpha = source.alpha != .none && type != .jpeg
        let isDeep = source.layout.bytesPerComponent > 1 && type == .png
        if hasAlpha { return isDeep ? .rgba16 : .rgba8 }
        if source.layout.isGray { return isDeep ? .gray16 : .gray8 }
        return isDeep ? .rgb16 : .rgb8
    }

    /// Draws the image over a background colour, which shows in its transparent parts.
    private static func compose(_ source: Raster, _ geometry: RasterGeometry, over colour: CGColor, _ output: MutableRaster) throws {
        let alpha = try MutableRaster(allocating: .rgba8, width: output.width, height: output.height, alpha: .premultiplied)
        try resample(source, geometry, into: alpha)
        let background = colour.sRGBComponents
        let count = output.layout.componentCount
        let gray = Float(0.299 * background.red + 0.587 * background.green + 0.114 * background.blue)
        let levels = count == 1 ? [gray] : [Float(background.red), Float(background.green), Float(background.blue)]
        for y in 0..<output.height {
            let row = (output.planes[0].base + y * output.planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            let coverage = (alpha.planes[0].base + y * alpha.planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for x in 0..<output.width {
                let rest = Float(255 - coverage[4 * x + 3])
                for c in 0..<count { row[count * x + c] = UInt8(max(0, min(255, Float(row[count * x + c]) + rest * levels[c] + 0.5))) }
            }
        }
    }

    /// The pixels without padding between rows.
    func packedPixels() -> Data {
        let row = raster.width * raster.layout.bytesPerPixel
        let plane = raster.planes[0]
        var data = Data(capacity: row * raster.height)
        for y in 0..<raster.height {
            data.append(plane.base.advanced(by: y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self), count: row)
        }
        return data
    }
}
