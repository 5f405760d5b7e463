import CoreGraphics

/// One of the eight ways to lay a rectangle on itself: where the axes of stored pixels (y down) point in the upright image.
struct Orientation: Hashable {
    /// Whether rows become columns, before the flips.
    let isTransposed: Bool
    let flipsX: Bool
    let flipsY: Bool

    /// What must be done to see stored pixels of an EXIF orientation upright; the identity for numbers that are none.
    init(_ exif: Int) {
        switch exif {
        case 2: self.init(isTransposed: false, flipsX: true, flipsY: false)
        case 3: self.init(isTransposed: false, flipsX: true, flipsY: true)
        case 4: self.init(isTransposed: false, flipsX: false, flipsY: true)
        case 5: self.init(isTransposed: true, flipsX: false, flipsY: false)
        case 6: self.init(isTransposed: true, flipsX: true, flipsY: false)
        case 7: self.init(isTransposed: true, flipsX: true, flipsY: true)
        case 8: self.init(isTransposed: true, flipsX: false, flipsY: true)
        default: self.init(isTransposed: false, flipsX: false, flipsY: false)
        }
    }

    private init(isTransposed: Bool, flipsX: Bool, flipsY: Bool) {
        self.isTransposed = isTransposed
        self.flipsX = flipsX
        self.flipsY = flipsY
    }

    var exif: Int {
        switch (isTransposed, flipsX, flipsY) {
        case (false, false, false): 1
        case (false, true, false): 2
        case (false, true, true): 3
        case (false, false, true): 4
        case (true, false, false): 5
        case (true, true, false): 6
        case (true, true, true): 7
        case (true, false, true): 8
        }
    }

    /// This one first, then the other.
    func then(_ next: Orientation) -> Orientation {
        let (x, y) = next.isTransposed ? (flipsY, flipsX) : (flipsX, flipsY)
        return Orientation(isTransposed: isTransposed != next.isTransposed, flipsX: x != next.flipsX, flipsY: y != next.flipsY)
    }

    /// Where a rectangle of an area of a size lies once the area is upright. Origins are at the top left.
    func apply(to rect: CGRect, in size: CGSize) -> CGRect {
        var (rect, size) = (rect, size)
        if isTransposed {
            rect = CGRect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width)
            size = CGSize(width: size.height, height: size.width)
        }
        if flipsX { rect.origin.x = size.width - rect.maxX }
        if flipsY { rect.origin.y = size.height - rect.maxY }
        return rect
    }

    /// The transform that sees a rectangle of stored pixels upright, in coordinates with the origin at the lower left. The rectangle's
    /// origin stays that of the result.
    func transform(of rect: CGRect) -> CGAffineTransform {
        // With y up, transposing is about the other diagonal: it turns both axes round.
        let linear: CGAffineTransform
        let (x, y): (CGFloat, CGFloat) = (flipsX ? -1 : 1, flipsY ? -1 : 1)
        linear =
            isTransposed
            ? CGAffineTransform(a: 0, b: -y, c: -x, d: 0, tx: 0, ty: 0) : CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
        let moved = rect.applying(linear)
        return linear.concatenating(CGAffineTransform(translationX: rect.minX - moved.minX, y: rect.minY - moved.minY))
    }
}

extension CGAffineTransform {
    /// Whether axes stay axes and nothing collapses.
    var isAxisAligned: Bool {
        isFinite && ((b == 0 && c == 0 && a != 0 && d != 0) || (a == 0 && d == 0 && b != 0 && c != 0))
    }

    var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

    /// The same transform with what is zero but for rounding made zero: a rotation by `.pi / 2` maps axes to axes exactly.
    var snappedToAxes: CGAffineTransform {
        let tolerance = 1e-12 * max(abs(a), abs(b), abs(c), abs(d))
        let snap = { (value: CGFloat) in abs(value) <= tolerance ? 0 : value }
        return CGAffineTransform(a: snap(a), b: snap(b), c: snap(c), d: snap(d), tx: tx, ty: ty)
    }

    /// The EXIF orientation that an axis-aligned transform undoes.
    var exifOrientation: Int {
        if b == 0 { return d > 0 ? (a > 0 ? 1 : 2) : (a > 0 ? 4 : 3) }
        return b < 0 ? (c < 0 ? 5 : 6) : (c > 0 ? 7 : 8)
    }
}
