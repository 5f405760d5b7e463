import CPixels
import CoreGraphics

extension Rendering {
    /// Samples the inner image bilinearly, with several samples per pixel if the transform shrinks the image.
    func prepare(_ inner: Recipe, _ transform: CGAffineTransform, in rect: CGRect) throws -> Prepared {
        if (transform.a, transform.b, transform.c, transform.d) == (1, 0, 0, 1) {
            let offset = (x: -transform.tx, y: -transform.ty)
            let prepared = try prepare(inner, in: rect.offsetBy(dx: offset.x, dy: offset.y))
            return Prepared(halo: prepared.halo) { band, rows in try prepared.draw(band.offsetBy(dx: offset.x, dy: offset.y), rows) }
        }
        guard let (inverse, needed, samples) = sampling(inner, transform, in: rect), let source = try image(of: inner, in: needed) else {
            return .transparent
        }
        return Prepared { band, rows in
            let grid = PixelGrid(
                pixels: source.image.rows.pixels.floats, width: source.image.width, height: source.image.height)
            let weight = 1 / Float(samples.x * samples.y)
            rows.fill(.zero)
            for row in 0..<rows.height {
                for sample in 0..<samples.x * samples.y {
                    let x = band.minX + (CGFloat(sample % samples.x) + 0.5) / CGFloat(samples.x)
                    let y = band.maxY - CGFloat(row) - (CGFloat(sample / samples.x) + 0.5) / CGFloat(samples.y)
                    let place = CGPoint(x: x, y: y).applying(inverse)
                    pixels_sample(
                        grid, Double(place.x - source.rect.minX) - 0.5, Double(source.rect.maxY - place.y) - 0.5, Double(inverse.a),
                        Double(-inverse.b), weight, rows.row(row).floats, rows.width)
                }
            }
            withExtendedLifetime(source) {}
        }
    }

    /// The parameters for sampling: the inverse transform, the part of the source that is read, and the samples per pixel along both axes. `nil` if
    /// nothing is read.
    func sampling(
        _ inner: Recipe, _ transform: CGAffineTransform, in rect: CGRect
    ) -> (inverse: CGAffineTransform, needed: CGRect, samples: (x: Int, y: Int))? {
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        let inverse = transform.inverted()
        // Bilinear samples reach half a pixel beyond the rectangle. A margin of one pixel is enough.
        let needed = rect.applying(inverse).insetBy(dx: -1, dy: -1).intersection(inner.extent).integral
        guard !needed.isNull, !needed.isEmpty else { return nil }
        return (inverse, needed, (Self.sampleCount(hypot(inverse.a, inverse.b)), Self.sampleCount(hypot(inverse.c, inverse.d))))
    }

    /// The number of samples per pixel along an axis, from the number of source pixels that a pixel covers. Rounding errors are ignored.
    static func sampleCount(_ covered: CGFloat) -> Int { Int(min(max((covered - 1e-9).rounded(.up), 1), 8)) }
}
