import CKernels
import CoreGraphics

/// A rectangle in a plane, turned or not.
struct LinePlace {
    /// In pixels of the plane, origin at the top left: the corner where the line's first letter has its top.
    var origin: CGPoint
    /// From there along the line, and from its letters' tops to their feet.
    var across: CGVector
    var down: CGVector

    /// - Parameter corners: in pixels of the plane, from the top left clockwise.
    init(corners: [CGPoint]) {
        origin = corners[0]
        across = CGVector(dx: corners[1].x - corners[0].x, dy: corners[1].y - corners[0].y)
        down = CGVector(dx: corners[3].x - corners[0].x, dy: corners[3].y - corners[0].y)
    }

    var length: CGFloat { (across.dx * across.dx + across.dy * across.dy).squareRoot() }
    var height: CGFloat { (down.dx * down.dx + down.dy * down.dy).squareRoot() }

    /// A point, from (0, 0) at the origin to (1, 1) at the corner opposite.
    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
        CGPoint(x: origin.x + x * across.dx + y * down.dx, y: origin.y + x * across.dy + y * down.dy)
    }

    /// The corners, from the top left clockwise.
    var corners: [CGPoint] { [point(0, 0), point(1, 0), point(1, 1), point(0, 1)] }

    /// A part of the place.
    ///
    /// - Parameter box: from (0, 0) at the origin to (1, 1) at the corner opposite; may reach beyond.
    func part(_ box: CGRect) -> LinePlace {
        LinePlace(corners: [point(box.minX, box.minY), point(box.maxX, box.minY), point(box.maxX, box.maxY), point(box.minX, box.maxY)])
    }
}

/// A line of text, cut out upright and with a size and contrast that suit the reader.
struct LineStrip {
    let plane: GrayPlane
    /// Where the strip's pixels are: its whole, with the margins around the line.
    let place: LinePlace

    /// How many times a line's height its margins are, at its ends, and above and below it.
    private static let margins = CGSize(width: 0.5, height: 0.25)
    private static let longest = 8192

    /// - Parameters:
    ///   - line: where the line is in `plane`.
    ///   - height: that the line gets, in pixels.
    ///   - isTurned: whether the line is upside down.
    /// - Returns: `nil` for a line without any extent.
    /// - Throws: `ImageError` where there is no memory.
    init?(_ line: LinePlace, in plane: GrayPlane, height: Int, isTurned: Bool = false) throws {
        guard line.length.isFinite, line.height.isFinite, line.length >= 1, line.height >= 1 else { return nil }
        let (side, above) = (Self.margins.width * line.height / line.length, Self.margins.height)
        let whole = CGRect(x: -side, y: -above, width: 1 + 2 * side, height: 1 + 2 * above)
        let place = line.part(isTurned ? CGRect(x: 1 + side, y: 1 + above, width: -whole.width, height: -whole.height) : whole)
        let rows = max(4, Int((CGFloat(height) * whole.height).rounded()))
        let columns = min(max(4, Int((CGFloat(rows) * place.length / place.height).rounded())), Self.longest)
        self.place = place
        self.plane = try GrayPlane(width: columns, height: rows) { base, bytesPerRow in
            withExtendedLifetime(plane) {
                var view = plane.view
                var corner = LineStripPlace(
                    x: Float(place.origin.x), y: Float(place.origin.y), across_x: Float(place.across.dx), across_y: Float(place.across.dy),
                    down_x: Float(place.down.dx), down_y: Float(place.down.dy))
                line_strip_cut(&view, &corner, base, Int64(bytesPerRow), Int32(columns), Int32(rows))
                _ = line_strip_normalize(base, Int64(bytesPerRow), Int32(columns), Int32(rows))
            }
        }
    }
}
