import CoreGraphics

extension CGAffineTransform {
    /// Whether the transform maps axes to axes, and is invertible.
    var isAxisAligned: Bool {
        isFinite && ((b == 0 && c == 0 && a != 0 && d != 0) || (a == 0 && d == 0 && b != 0 && c != 0))
    }

    var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

    /// The transform with numbers near zero set to zero. A rotation by `.pi / 2` then maps axes to axes exactly, without rounding errors.
    var snappedToAxes: CGAffineTransform {
        let tolerance = 1e-12 * max(abs(a), abs(b), abs(c), abs(d))
        let snap = { (value: CGFloat) in abs(value) <= tolerance ? 0 : value }
        return CGAffineTransform(a: snap(a), b: snap(b), c: snap(c), d: snap(d), tx: tx, ty: ty)
    }
}
