import CoreGraphics
import Foundation

/// An image of the source in stored orientation; `nil` if it cannot be read. The image is decoded when its pixels are first needed.
///
/// With the option `kCGImageSourceShouldCacheImmediately`, the image is decoded before the function returns. The result is then `nil` if the data are
/// damaged. With the option `kCGImageSourceSubsampleFactor` (2, 4 or 8), a JPEG is decoded at a half, a quarter or an eighth of its size.
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

/// A thumbnail of an image; `nil` if there is none.
///
/// By default, the result is the thumbnail that is embedded in the file. With the option `kCGImageSourceCreateThumbnailFromImageAlways`, the
/// thumbnail is made from the image. With `kCGImageSourceCreateThumbnailFromImageIfAbsent`, it is made from the image if the file embeds no
/// thumbnail. `kCGImageSourceThumbnailMaxPixelSize` limits the thumbnail's longer side. Thumbnails are never enlarged.
/// `kCGImageSourceCreateThumbnailWithTransform` makes the thumbnail upright. The colour space of the picture is kept, but CMYK pictures, and gray
/// pictures with alpha, are converted to sRGB.
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
    /// A picture with an orientation applied. The picture is scaled down to at most `maxPixelSize` pixels on the longer side. It is never enlarged.
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
        // CMYK pixels become RGB, and gray pixels with alpha become RGB. The original colour space then no longer applies.
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
    /// Creates an image from the bytes of a JPEG file; `nil` if the bytes are not a JPEG file.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(source, as: .jpeg)
    }

    /// Creates an image from the bytes of a PNG file; `nil` if the bytes are not a PNG file.
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

/// The Boolean in the value of an option; `false` if there is none.
func flag(_ value: Any?) -> Bool {
    (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
}

/// The integer in the value of an option; `nil` if there is none.
func integer(_ value: Any?) -> Int? {
    if let value = value as? Int { return value }
    if let value = value as? any BinaryInteger { return Int(exactly: value) }
    if let value = value as? any BinaryFloatingPoint { return number(value).flatMap { Int(exactly: $0.rounded()) } }
    return (value as? NSNumber)?.intValue
}

/// The number in the value of an option; `nil` if there is none.
func number(_ value: Any?) -> Double? {
    if let value = value as? Double { return value }
    if let value = value as? any BinaryFloatingPoint { return Double(value) }
    if let value = value as? any BinaryInteger { return Double(value) }
    return (value as? NSNumber)?.doubleValue
}
