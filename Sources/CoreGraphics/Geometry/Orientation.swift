import Foundation

/// One of the eight ways to lay a rectangle on itself, which EXIF numbers 1 to 8: where the axes of stored pixels (y down) point in the
/// upright image.
package struct Orientation: Hashable, Sendable {
    /// Whether rows become columns, before the flips.
    package let isTransposed: Bool
    package let flipsX: Bool
    package let flipsY: Bool

    package init(isTransposed: Bool, flipsX: Bool, flipsY: Bool) {
        self.isTransposed = isTransposed
        self.flipsX = flipsX
        self.flipsY = flipsY
    }

    /// What must be done to see stored pixels of an EXIF orientation upright; `nil` for numbers that are none.
    package init?(exactly exif: Int) {
        switch exif {
        case 1: self.init(isTransposed: false, flipsX: false, flipsY: false)
        case 2: self.init(isTransposed: false, flipsX: true, flipsY: false)
        case 3: self.init(isTransposed: false, flipsX: true, flipsY: true)
        case 4: self.init(isTransposed: false, flipsX: false, flipsY: true)
        case 5: self.init(isTransposed: true, flipsX: false, flipsY: false)
        case 6: self.init(isTransposed: true, flipsX: true, flipsY: false)
        case 7: self.init(isTransposed: true, flipsX: true, flipsY: true)
        case 8: self.init(isTransposed: true, flipsX: false, flipsY: true)
        default: return nil
        }
    }

    /// As ``init(exactly:)``; the identity for numbers that are none.
    package init(_ exif: Int) {
        self = Orientation(exactly: exif) ?? Orientation(isTransposed: false, flipsX: false, flipsY: false)
    }

    /// The orientation that a transform undoes, in coordinates with the origin at the lower left. It must map axes to axes.
    package init(undoneBy transform: CGAffineTransform) {
        // With y up, transposing is about the other diagonal: it turns both axes round.
        if transform.b == 0 {
            self.init(isTransposed: false, flipsX: transform.a < 0, flipsY: transform.d < 0)
        } else {
            self.init(isTransposed: true, flipsX: transform.c > 0, flipsY: transform.b > 0)
        }
    }

    /// EXIF's number.
    package var exif: Int {
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
    package func then(_ next: Orientation) -> Orientation {
        let (x, y) = next.isTransposed ? (flipsY, flipsX) : (flipsX, flipsY)
        return Orientation(isTransposed: isTransposed != next.isTransposed, flipsX: x != next.flipsX, flipsY: y != next.flipsY)
    }
}

extension Orientation {
    /// What lies along x and along y in the stored image, told for the axes of the upright one; the other way round it is the same.
    package func axes<Value>(_ x: Value, _ y: Value) -> (x: Value, y: Value) {
        isTransposed ? (y, x) : (x, y)
    }

    /// The size of the upright image, given its stored size, and the stored size, given the upright one.
    package func turned(_ size: (width: Int, height: Int)) -> (width: Int, height: Int) {
        isTransposed ? (size.height, size.width) : size
    }

    /// Where a rectangle of a stored area of a size lies once the area is upright. Origins are at the top left.
    package func apply(to rect: CGRect, in size: CGSize) -> CGRect {
        let upright = axes(size.width, size.height)
        var rect = isTransposed ? CGRect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width) : rect
        if flipsX { rect.origin.x = upright.x - rect.maxX }
        if flipsY { rect.origin.y = upright.y - rect.maxY }
        return rect
    }

    /// Where a rectangle of the upright area lies in the stored one of a size; the inverse of ``apply(to:in:)``.
    package func undo(_ rect: CGRect, in size: CGSize) -> CGRect {
        let upright = axes(size.width, size.height)
        var rect = rect
        if flipsX { rect.origin.x = upright.x - rect.maxX }
        if flipsY { rect.origin.y = upright.y - rect.maxY }
        return isTransposed ? CGRect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width) : rect
    }

    /// The transform that sees a rectangle of stored pixels upright, in coordinates with the origin at the lower left. The rectangle's
    /// origin stays that of the result.
    package func transform(of rect: CGRect) -> CGAffineTransform {
        // With y up, transposing is about the other diagonal: it turns both axes round.
        let (x, y): (CGFloat, CGFloat) = (flipsX ? -1 : 1, flipsY ? -1 : 1)
        let linear =
            isTransposed
            ? CGAffineTransform(a: 0, b: -y, c: -x, d: 0, tx: 0, ty: 0) : CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
        let moved = rect.applying(linear)
        return linear.concatenating(CGAffineTransform(translationX: rect.minX - moved.minX, y: rect.minY - moved.minY))
    }
}
