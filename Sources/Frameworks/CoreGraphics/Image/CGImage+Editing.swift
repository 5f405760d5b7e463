import Foundation

extension CGImage {
    /// An image with the same properties that shares these pixels.
    public func copy() -> CGImage? {
        CGImage(
            width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            colorSpace: colorSpace, bitmapInfo: bitmapInfo, pixels: pixels, isMask: isMask, decode: decodeArray?.values,
            shouldInterpolate: shouldInterpolate, intent: renderingIntent, typeIdentifier: typeIdentifier)
    }

    /// A copy of the image with the same pixels in another colour space of the same model; `nil` if the number of components differs, or if the
    /// image is a mask.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard !isMask, let own = colorSpace, own.numberOfComponents == space.numberOfComponents, own.model == space.model else {
            return nil
        }
        let newPixels: Pixels
        switch pixels {
        case .provider: newPixels = pixels
        case .raster(var raster):
            raster.colorSpace = space
            newPixels = .raster(raster)
        case .deferred(let deferred): newPixels = .deferred(RecolouredPixels(deferred, space))
        }
        return CGImage(
            width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            colorSpace: space, bitmapInfo: bitmapInfo, pixels: newPixels, decode: decodeArray?.values,
            shouldInterpolate: shouldInterpolate, intent: renderingIntent, typeIdentifier: typeIdentifier)
    }

    /// The part of the image inside a rectangle. The origin of coordinates is the image's upper left corner. `nil` if the rectangle is outside
    /// the image, or if the image cannot be decoded.
    ///
    /// The rectangle is enlarged to whole pixels. The part shares the image's memory.
    public func cropping(to rect: CGRect) -> CGImage? {
        let area = rect.standardized
        let (left, top) = (max(0, area.minX.rounded(.down)), max(0, area.minY.rounded(.down)))
        let (right, bottom) = (min(CGFloat(width), area.maxX.rounded(.up)), min(CGFloat(height), area.maxY.rounded(.up)))
        // Comparisons with NaN are false, so NaN also returns `nil`.
        guard !rect.isNull, left < right, top < bottom else { return nil }
        let (x, y, w, h) = (Int(left), Int(top), Int(right - left), Int(bottom - top))
        if w == width, h == height { return self }
        guard let whole = try? raster() else { return nil }
        let plane = whole.planes[0]
        let part = Raster(
            width: w, height: h, layout: whole.layout, alpha: whole.alpha,
            base: plane.base + y * plane.bytesPerRow + x * whole.layout.bytesPerPixel, bytesPerRow: plane.bytesPerRow,
            colorSpace: whole.colorSpace, owner: whole.owner)
        if isMask {
            return CGImage(
                width: w, height: h, bitsPerComponent: 8 * whole.layout.bytesPerComponent, bitsPerPixel: 8 * whole.layout.bytesPerPixel,
                bytesPerRow: plane.bytesPerRow, colorSpace: nil, bitmapInfo: [], pixels: .raster(part), isMask: true)
        }
        return CGImage(raster: part, typeIdentifier: typeIdentifier)
    }

    /// The image with a mask as its alpha; `nil` if the image or the mask cannot be decoded.
    ///
    /// A mask image is opaque where it is 0. A gray image is used directly as alpha. The mask is scaled to the size of the image.
    public func masking(_ mask: CGImage) -> CGImage? {
        guard !isMask, mask.isMask || mask.colorSpace?.model == .monochrome, let output = rgbaPixels(),
            let source = try? mask.raster(), let alpha = try? MutableRaster(allocating: .gray8, width: width, height: height)
        else { return nil }
        let geometry = RasterGeometry.fill(
            sourceWidth: source.width, sourceHeight: source.height, outputWidth: width, outputHeight: height)
        guard (try? resample(source, geometry, into: alpha)) != nil else { return nil }
        for y in 0..<height {
            let row = (output.planes[0].base + y * output.planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            let levels = (alpha.planes[0].base + y * alpha.planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                let coverage = Int(mask.isMask ? 255 - levels[x] : levels[x])
                row[4 * x + 3] = UInt8((Int(row[4 * x + 3]) * coverage + 127) / 255)
            }
        }
        return CGImage(raster: output.raster)
    }

    /// The image with a range of colours made transparent; `nil` if the range does not match the image, or if the image has alpha.
    ///
    /// - Parameter components: the minimum and maximum of each component, in units of the image's samples.
    public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
        guard !isMask, let space = colorSpace, space.model == .rgb || space.model == .monochrome,
            components.count == 2 * space.numberOfComponents, let source = try? raster(), source.alpha == .none, let output = rgbaPixels()
        else { return nil }
        let scale = 255 / CGFloat((1 << min(bitsPerComponent, 16)) - 1)
        let limits = components.map { $0 * scale }
        for y in 0..<height {
            let row = (output.planes[0].base + y * output.planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                let inside = (0..<space.numberOfComponents).allSatisfy { c in
                    let value = CGFloat(row[4 * x + c])
                    return value >= limits[2 * c] - 0.5 && value <= limits[2 * c + 1] + 0.5
                }
                if inside { (row + 4 * x).update(repeating: 0, count: 4) }
            }
        }
        return CGImage(raster: output.raster)
    }

    /// The pixels as RGBA with straight alpha, in the image's own colour space if it is an RGB space.
    private func rgbaPixels() -> MutableRaster? {
        guard let source = try? raster(),
            let output = try? MutableRaster(
                allocating: .rgba8, width: width, height: height, alpha: .straight,
                colorSpace: colorSpace?.model == .rgb ? colorSpace : nil)
        else { return nil }
        let geometry = RasterGeometry.fill(sourceWidth: width, sourceHeight: height, outputWidth: width, outputHeight: height)
        return (try? resample(source, geometry, into: output)) == nil ? nil : output
    }
}

/// Pixels of a file that are interpreted in another colour space.
private final class RecolouredPixels: DeferredPixels {
    private let base: any DeferredPixels
    let colorSpace: CGColorSpace?

    init(_ base: any DeferredPixels, _ space: CGColorSpace) {
        self.base = base
        colorSpace = space
    }

    var width: Int { base.width }
    var height: Int { base.height }
    var layout: PixelLayout { base.layout }
    var alpha: AlphaKind { base.alpha }

    func decode(atLeast: (width: Int, height: Int)?) throws -> Raster {
        var raster = try base.decode(atLeast: atLeast)
        raster.colorSpace = colorSpace
        return raster
    }
}
