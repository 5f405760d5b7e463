import CoreGraphics
import Foundation

/// An image of the file in stored orientation, decoded when its pixels are first needed; `nil` where it cannot be read.
///
/// `kCGImageSourceShouldCacheImmediately` decodes it at once, so that damaged data give `nil`; `kCGImageSourceSubsampleFactor` (2, 4 or 8)
/// decodes a JPEG at that part of its size.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    guard let file = try? isrc.file.get(), let frame = try? file.frame(index) else { return nil }
    if let factor = integer(options?[kCGImageSourceSubsampleFactor]), [2, 4, 8].contains(factor) {
        let size = (width: max(1, frame.width / factor), height: max(1, frame.height / factor))
        guard let raster = try? file.decode(frame: index, atLeast: size) else { return nil }
        return CGImage(raster: raster, typeIdentifier: file.type.identifier)
    }
    guard let image = try? file.makeImage(frame: index) else { return nil }
    if flag(options?[kCGImageSourceShouldCacheImmediately]), (try? image.raster()) == nil { return nil }
    return image
}

/// A small version of an image, in the image's own colour space.
///
/// It is the thumbnail that the file embeds, or one made from the image where the options `kCGImageSourceCreateThumbnailFromImageAlways` or
/// `…IfAbsent` allow it. `kCGImageSourceThumbnailMaxPixelSize` limits its longer side; it is never larger than the image.
/// `kCGImageSourceCreateThumbnailWithTransform` turns it upright.
public func CGImageSourceCreateThumbnailAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    guard let file = try? isrc.file.get(), let frame = try? file.frame(index) else { return nil }
    let always = flag(options?[kCGImageSourceCreateThumbnailFromImageAlways])
    let orientation = flag(options?[kCGImageSourceCreateThumbnailWithTransform]) ? frame.orientation : 1
    let limit = integer(options?[kCGImageSourceThumbnailMaxPixelSize])
    if let limit, limit < 1 { return nil }
    if !always, let embedded = file.embeddedThumbnail(frame: index) {
        return try? embedded.thumbnail(frame: 0, maxPixelSize: limit, orientation: orientation)
    }
    guard always || flag(options?[kCGImageSourceCreateThumbnailFromImageIfAbsent]) else { return nil }
    return try? file.thumbnail(frame: index, maxPixelSize: limit, orientation: orientation)
}

extension ImageFile {
    /// A picture scaled so that its longer side has at most a number of pixels, and turned as an orientation asks for. Never enlarged.
    package func thumbnail(frame index: Int = 0, maxPixelSize: Int?, orientation: Int) throws -> CGImage {
        let frame = try frame(index)
        let longer = max(frame.width, frame.height)
        let scale = min(1, Double(maxPixelSize ?? longer) / Double(longer))
        let size = (
            width: max(1, Int((Double(frame.width) * scale).rounded())), height: max(1, Int((Double(frame.height) * scale).rounded()))
        )
        let source = try decode(frame: index, atLeast: size)
        let upright = RasterGeometry.uprightSize(width: size.width, height: size.height, orientation: orientation)
        let hasAlpha = source.alpha != .none
        let layout: PixelLayout = hasAlpha ? .rgba8 : source.layout.isGray ? .gray8 : .rgb8
        // CMYK and gray become RGB where alpha or the layout asks for it, and then their own space no longer fits.
        let keepsSpace = (source.layout.isGray && layout == .gray8) || (!source.layout.isGray && !source.layout.isCMYK)
        let output = try MutableRaster(
            allocating: layout, width: upright.width, height: upright.height, alpha: hasAlpha ? .premultiplied : .none,
            colorSpace: keepsSpace ? source.colorSpace : nil)
        let geometry = RasterGeometry.fill(
            sourceWidth: source.width, sourceHeight: source.height, orientation: orientation, outputWidth: upright.width,
            outputHeight: upright.height)
        try resample(source, geometry, into: output)
        guard let image = CGImage(raster: output.raster, typeIdentifier: type.identifier) else {
            throw ImageError(.unsupported, "the image has an unsupported pixel format")
        }
        return image
    }
}

extension CGImage {
    /// The image in a JPEG file's bytes; `nil` where they are none.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(source, as: .jpeg)
    }

    /// The image in a PNG file's bytes; `nil` where they are none.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(source, as: .png)
    }

    private convenience init?(_ source: CGDataProvider, as type: ImageType) {
        guard let buffer = try? source.buffer(), let file = try? ImageFile(buffer), file.type == type else { return nil }
        self.init(deferred: FilePixels(file: file, index: 0, frame: file.primary), typeIdentifier: type.identifier)
    }
}

/// A truth value as options hold it.
func flag(_ value: Any?) -> Bool {
    (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
}

/// A whole number as options hold it.
func integer(_ value: Any?) -> Int? {
    if let value = value as? Int { return value }
    if let value = value as? any BinaryInteger { return Int(exactly: value) }
    if let value = value as? any BinaryFloatingPoint { return number(value).flatMap { Int(exactly: $0.rounded()) } }
    return (value as? NSNumber)?.intValue
}

/// A number as options hold it.
func number(_ value: Any?) -> Double? {
    if let value = value as? Double { return value }
    if let value = value as? any BinaryFloatingPoint { return Double(value) }
    if let value = value as? any BinaryInteger { return Double(value) }
    return (value as? NSNumber)?.doubleValue
}
