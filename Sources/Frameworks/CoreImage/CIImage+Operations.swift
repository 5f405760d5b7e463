import CoreGraphics
import ImageIO

extension CIImage {
    /// The image moved, scaled, rotated or sheared. A matrix with numbers that are not finite leaves the image unchanged.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        let matrix = matrix.snappedToAxes
        guard !matrix.isIdentity, !extent.isNull, matrix.isFinite else { return self }
        // Two consecutive transforms are combined, so that a rotation and its inverse cost nothing.
        if case .transformed(let inner, let first) = recipe {
            let both = first.concatenating(matrix).snappedToAxes
            return derived(both.isIdentity ? inner : .transformed(inner, both))
        }
        return derived(.transformed(recipe, matrix))
    }

    /// Equivalent to ``transformed(by:)``. Shrinking always averages pixels, regardless of the flag.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage { transformed(by: matrix) }

    /// The part of the image inside a rectangle.
    public func cropped(to rect: CGRect) -> CIImage {
        let visible = extent.intersection(rect)
        if visible.isNull || visible.isEmpty { return derived(.empty) }
        return visible == extent ? self : derived(.cropped(recipe, rect.standardized))
    }

    /// The image rotated or flipped upright. `orientation` is the orientation of its stored pixels. The origin of the extent does not
    /// change.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        transformed(by: orientationTransform(for: orientation))
    }

    /// The image rotated or flipped upright. `orientation` is the EXIF orientation of its stored pixels. Numbers other than 1 to 8 leave
    /// the image unchanged.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        transformed(by: orientationTransform(forExifOrientation: orientation))
    }

    /// The transform that makes an image of this orientation upright and moves its lower left corner to the origin.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        orientationTransform(forExifOrientation: Int32(orientation.rawValue))
    }

    /// The transform that makes an image of this orientation upright and moves its lower left corner to the origin.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        guard !extent.isNull, !extent.isInfinite else { return .identity }
        return Orientation(Int(orientation)).transform(of: extent)
    }

    /// The image with its outermost pixels repeated infinitely.
    public func clampedToExtent() -> CIImage { clamped(to: extent) }

    /// The part of the image inside a rectangle, with its outermost pixels repeated infinitely.
    public func clamped(to rect: CGRect) -> CIImage {
        let visible = extent.intersection(rect)
        if visible.isNull || visible.isEmpty || visible.isInfinite { return self }
        return derived(.clamped(recipe, visible))
    }

    /// The image drawn over another one.
    public func composited(over dest: CIImage) -> CIImage {
        if extent.isNull { return dest }
        return dest.extent.isNull ? self : derived(.composited(recipe, over: dest.recipe))
    }

    /// The image with its colours multiplied by alpha.
    public func premultiplyingAlpha() -> CIImage { mapped(.premultiply) }
    /// The image with its colours divided by alpha.
    public func unpremultiplyingAlpha() -> CIImage { mapped(.unpremultiply) }
    /// The image with an alpha of 1 inside a rectangle and an alpha of 0 outside.
    public func settingAlphaOne(in extent: CGRect) -> CIImage { derived(.cropped(.pointwise(recipe, .alphaOne(extent)), extent)) }
    /// The image with other properties.
    public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        CIImage(
            recipe, properties: Dictionary(properties.compactMap { pair in (pair.key as? String).map { ($0, pair.value) } }) { $1 },
            url: url)
    }
    /// Returns the image unchanged, because pixels are always interpolated linearly.
    public func samplingLinear() -> CIImage { self }
    /// Returns the image unchanged, because nothing is cached between renderings.
    public func insertingIntermediate() -> CIImage { self }
    /// Returns the image unchanged, because nothing is cached between renderings.
    public func insertingIntermediate(cache: Bool) -> CIImage { self }
}
