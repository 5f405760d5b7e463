import Foundation

/// An EXIF orientation, numbered 1 to 8. It describes the directions of the axes of stored pixels (y down) in the upright image.
package struct Orientation: Hashable, Sendable {
    /// Whether rows become columns. The transposition is applied before the flips.
    package let isTransposed: Bool
    package let flipsX: Bool
    package let flipsY: Bool

    package init(isTransposed: Bool, flipsX: Bool, flipsY: Bool) {
        self.isTransposed = isTransposed
        self.flipsX = flipsX
        self.flipsY = flipsY
    }

    /// The orientation with an EXIF number; `nil` for a number that is not an orientation.
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

    /// The orientation with an EXIF number. A number that is not an orientation gives the identity.
    package init(_ exif: Int) {
        self = Orientation(exactly: exif) ?? Orientation(isTransposed: false, flipsX: false, flipsY: false)
    }

    /// The orientation that a transform makes upright, with the origin at the lower left. The transform must map axes to axes.
    package init(undoneBy transform: CGAffineTransform) {
        // If y points upwards, transposition reflects about the other diagonal, which reverses both axes.
        if transform.b == 0 {
            self.init(isTransposed: false, flipsX: transform.a < 0, flipsY: transform.d < 0)
        } else {
            self.init(isTransposed: true, flipsX: transform.c > 0, flipsY: transform.b > 0)
        }
    }

    /// The EXIF number of the orientation.
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

    /// The composition of this orientation, applied first, with another one.
    package func then(_ next: Orientation) -> Orientation {
        let (x, y) = next.isTransposed ? (flipsY, flipsX) : (flipsX, flipsY)
        return Orientation(isTransposed: isTransposed != next.isTransposed, flipsX: x != next.flipsX, flipsY: y != next.flipsY)
    }
}

extension Orientation {
    /// Converts a pair of values for the x and y axes from the stored to the upright image. The reverse conversion is the same.
    package func axes<Value>(_ x: Value, _ y: Value) -> (x: Value, y: Value) {
        isTransposed ? (y, x) : (x, y)
    }

    /// Converts the stored size to the upright size. The reverse conversion is the same.
    package func turned(_ size: (width: Int, height: Int)) -> (width: Int, height: Int) {
        isTransposed ? (size.height, size.width) : size
    }

    /// Maps a rectangle from the stored area to the upright area. `size` is the stored size. Both origins are at the top left.
    package func apply(to rect: CGRect, in size: CGSize) -> CGRect {
        let upright = axes(size.width, size.height)
        var rect = isTransposed ? CGRect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width) : rect
        if flipsX { rect.origin.x = upright.x - rect.maxX }
        if flipsY { rect.origin.y = upright.y - rect.maxY }
        return rect
    }

    /// Maps a rectangle from the upright area to the stored area. It is the inverse of ``apply(to:in:)``. `size` is the stored size.
    package func undo(_ rect: CGRect, in size: CGSize) -> CGRect {
        let upright = axes(size.width, size.height)
        var rect = rect
        if flipsX { rect.origin.x = upright.x - rect.maxX }
        if flipsY { rect.origin.y = upright.y - rect.maxY }
        return isTransposed ? CGRect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width) : rect
    }

    /// The transform that makes a rectangle of stored pixels upright, with the origin at the lower left. The upright rectangle has the
    /// origin of the stored rectangle.
    package func transform(of rect: CGRect) -> CGAffineTransform {
        // If y points upwards, transposition reflects about the other diagonal, which reverses both axes.
        let (x, y): (CGFloat, CGFloat) = (flipsX ? -1 : 1, flipsY ? -1 : 1)
        let linear =
            isTransposed
            ? CGAffineTransform(a: 0, b: -y, c: -x, d: 0, tx: 0, ty: 0) : CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
        let moved = rect.applying(linear)
        return linear.concatenating(CGAffineTransform(translationX: rect.minX - moved.minX, y: rect.minY - moved.minY))
    }
}
