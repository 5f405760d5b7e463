import CoreGraphics

/// A recipe that one raster pass can draw. The source is oriented, scaled along the axes, moved and cropped.
package struct FusedRecipe: Sendable {
    package let source: PixelSource
    let colorSpace: CGColorSpace?
    /// Maps the source's pixels (origin at the lower left) to the image. The linear part is one of the eight orientations times a scale.
    let transform: CGAffineTransform
    /// The visible part of the image.
    let crop: CGRect

    /// Fuses a recipe that consists only of a source, axis-aligned transforms and crops. Returns `nil` for any other recipe.
    package init?(_ recipe: Recipe) {
        switch recipe {
        case .source(let source, let colorSpace):
            self.init(source: source, colorSpace: colorSpace, transform: .identity, crop: recipe.extent)
        case .transformed(let image, let transform):
            guard let inner = FusedRecipe(image), transform.isAxisAligned else { return nil }
            self.init(
                source: inner.source, colorSpace: inner.colorSpace, transform: inner.transform.concatenating(transform),
                crop: inner.crop.applying(transform))
        case .cropped(let image, let rect):
            guard let inner = FusedRecipe(image) else { return nil }
            let crop = inner.crop.intersection(rect)
            guard !crop.isNull, !crop.isEmpty else { return nil }
            self.init(source: inner.source, colorSpace: inner.colorSpace, transform: inner.transform, crop: crop)
        case .empty, .color, .clamped, .composited, .pointwise, .node: return nil
        }
    }

    private init(source: PixelSource, colorSpace: CGColorSpace?, transform: CGAffineTransform, crop: CGRect) {
        self.source = source
        self.colorSpace = colorSpace
        self.transform = transform
        self.crop = crop
    }

    /// The EXIF orientation that the transform undoes.
    package var orientation: Int { Orientation(undoneBy: transform).exif }

    /// Whether the source's pixels are only cropped and moved by whole pixels.
    var isInPlace: Bool {
        (transform.a, transform.b, transform.c, transform.d) == (1, 0, 0, 1) && transform.tx == transform.tx.rounded()
            && transform.ty == transform.ty.rounded()
    }

    /// The rectangle of the whole source in the image's coordinates.
    private var full: CGRect {
        CGRect(x: 0, y: 0, width: source.size.width, height: source.size.height).applying(transform)
    }

    /// The decoded pixels of the recipe's source, and the geometry with which `resample` draws them. Drawing them has the same result as drawing
    /// the image with `geometry`.
    ///
    /// - Parameter geometry: treats the image as stored pixels of the size of `frame`, top row first.
    /// - Parameter frame: the rectangle of the image that these stored pixels would fill.
    /// - Parameter decoded: the sources that are already decoded.
    func raster(
        for geometry: RasterGeometry, frame: CGRect, _ decoded: DecodedSources? = nil
    ) throws -> (raster: Raster, geometry: RasterGeometry) {
        let turn = Orientation(geometry.orientation)
        // The whole source and the visible part, in upright coordinates from the top left of the frame.
        let full = turn.apply(to: self.full.fromTopLeft(of: frame), in: frame.size)
        let shown = turn.apply(to: crop.fromTopLeft(of: frame), in: frame.size)
        var result = geometry.restricted(to: shown)
        let stored = source.size
        result.orientation = Orientation(orientation).then(turn).exif
        let upright = RasterGeometry.uprightSize(width: stored.width, height: stored.height, orientation: result.orientation)
        let (sx, sy) = (CGFloat(upright.width) / full.width, CGFloat(upright.height) / full.height)
        let region = result.region
        result.region = CGRect(
            x: (region.minX - full.minX) * sx, y: (region.minY - full.minY) * sy, width: region.width * sx, height: region.height * sy)
        let size = result.neededSourceSize(of: stored)
        var raster = try decoded?.raster(source, atLeast: size) ?? source.raster(atLeast: size)
        if let colorSpace, colorSpace.model == raster.layout.colorModel { raster.colorSpace = colorSpace }
        return (raster, result.scaled(from: stored, to: (raster.width, raster.height)))
    }
}

extension RasterGeometry {
    /// The geometry, restricted to a rectangle of the upright image. Nothing outside the rectangle is drawn. The destination shrinks with the
    /// region, to whole pixels.
    func restricted(to rect: CGRect) -> RasterGeometry {
        let tolerance = 1e-6 * max(1, abs(rect.maxX), abs(rect.maxY))
        if rect.insetBy(dx: -tolerance, dy: -tolerance).contains(region) { return self }
        let shown = region.intersection(rect)
        let (sx, sy) = (destination.width / region.width, destination.height / region.height)
        let left = (destination.minX + (shown.minX - region.minX) * sx).rounded()
        let top = (destination.minY + (shown.minY - region.minY) * sy).rounded()
        let right = (destination.minX + (shown.maxX - region.minX) * sx).rounded()
        let bottom = (destination.minY + (shown.maxY - region.minY) * sy).rounded()
        var result = self
        guard !shown.isNull, right > left, bottom > top else {
            // If nothing is visible, the region lies far outside the image, where everything is black.
            result.region.origin.x = rect.maxX + 2 * region.width + 1e6
            return result
        }
        result.destination = CGRect(x: left, y: top, width: right - left, height: bottom - top)
        result.region = CGRect(
            x: region.minX + (left - destination.minX) / sx, y: region.minY + (top - destination.minY) / sy, width: (right - left) / sx,
            height: (bottom - top) / sy)
        return result
    }
}

extension CGRect {
    /// Converts the rectangle from coordinates with y upwards to coordinates with y downwards and the origin at the top left of `frame`.
    func fromTopLeft(of frame: CGRect) -> CGRect { CGRect(x: minX - frame.minX, y: frame.maxY - maxY, width: width, height: height) }
}

extension PixelLayout {
    /// The model of the colour spaces that the layout's pixels can have.
    fileprivate var colorModel: CGColorSpaceModel { isGray ? .monochrome : isCMYK ? .cmyk : .rgb }
}
