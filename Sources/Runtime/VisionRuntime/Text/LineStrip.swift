import CKernels
import CoreGraphics

/// A rectangle in a plane. It may be rotated. It may also be a parallelogram, for text on a sign that is seen from the side.
struct LinePlace: Sendable {
    /// The corner at the top of the line's first letter, in pixels of the plane, with the origin at the top left.
    let origin: CGPoint
    /// The vectors of the sides. `across` runs along the line, and `down` from the tops of the letters to their feet.
    let across: CGVector
    let down: CGVector

    /// - Parameter corners: the corners in pixels of the plane, from the top left clockwise.
    init(corners: [CGPoint]) {
        origin = corners[0]
        across = CGVector(dx: corners[1].x - corners[0].x, dy: corners[1].y - corners[0].y)
        down = CGVector(dx: corners[3].x - corners[0].x, dy: corners[3].y - corners[0].y)
    }

    init(_ rectangle: CGRect) {
        origin = rectangle.origin
        across = CGVector(dx: rectangle.width, dy: 0)
        down = CGVector(dx: 0, dy: rectangle.height)
    }

    var length: CGFloat { (across.dx * across.dx + across.dy * across.dy).squareRoot() }
    var height: CGFloat { (down.dx * down.dx + down.dy * down.dy).squareRoot() }
    /// Whether the rectangle is at least one pixel long and one pixel high.
    var isExtended: Bool { length.isFinite && height.isFinite && length >= 1 && height >= 1 }
    /// Whether the line has room for one or two letters only, which do not show its direction well.
    var isShort: Bool { length < Self.shortness * height }
    /// The length of a line below which it is short, in heights of the line.
    private static let shortness: CGFloat = 1.5
    var middle: CGPoint { point(CGPoint(x: 0.5, y: 0.5)) }

    /// Converts a point from coordinates of the rectangle to pixels. In coordinates of the rectangle, (0, 0) is the origin, and (1, 1) is the
    /// opposite corner.
    func point(_ part: CGPoint) -> CGPoint {
        CGPoint(x: origin.x + part.x * across.dx + part.y * down.dx, y: origin.y + part.x * across.dy + part.y * down.dy)
    }

    /// Converts a point from pixels to coordinates of the rectangle, in which (0, 0) is the origin and (1, 1) is the opposite corner. The rectangle
    /// must have an extent.
    func part(of point: CGPoint) -> CGPoint {
        let (x, y) = (point.x - origin.x, point.y - origin.y)
        let area = across.dx * down.dy - across.dy * down.dx
        return CGPoint(x: (x * down.dy - y * down.dx) / area, y: (across.dx * y - across.dy * x) / area)
    }

    func contains(_ point: CGPoint) -> Bool {
        let part = part(of: point)
        return part.x >= 0 && part.x <= 1 && part.y >= 0 && part.y <= 1
    }

    /// The corners, from the top left clockwise.
    var corners: [CGPoint] { [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { point(CGPoint(x: $0.0, y: $0.1)) } }

    /// The smallest upright rectangle around this rectangle.
    var bounds: CGRect { CGRect(around: corners) }

    /// A part of the rectangle.
    ///
    /// - Parameter box: in coordinates of the rectangle: (0, 0) is the origin, and (1, 1) is the opposite corner. The box may reach beyond the
    ///   rectangle.
    func part(_ box: CGRect) -> LinePlace {
        let corners = [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
        return LinePlace(corners: corners.map { point(CGPoint(x: $0.0, y: $0.1)) })
    }

    /// The rectangle with a margin, in its own coordinates. It must have an extent.
    ///
    /// - Parameters:
    ///   - across: the margin at both ends, in heights of the rectangle.
    ///   - down: the margin above and below, in heights of the rectangle.
    func box(across: CGFloat, down: CGFloat) -> CGRect {
        let side = across * height / length
        return CGRect(x: -side, y: -down, width: 1 + 2 * side, height: 1 + 2 * down)
    }

    /// The slopes of a line whose letters may be upright in the image.
    private static let slopes: ClosedRange<CGFloat> = 0.05...0.8

    /// The parallelogram in the rectangle whose ends are vertical in the image. On a sign that is seen from the side, the strokes of the letters are
    /// vertical, but the line is not level.
    ///
    /// The result is `nil` if the line is level, steep or so short that its direction is not well known.
    var withVerticalEnds: LinePlace? {
        guard across.dx > 0 else { return nil }
        let slope = across.dy / across.dx
        let (shift, room) = (abs(slope) * height / length, Self.shortness * height / length)
        guard Self.slopes.contains(abs(slope)), shift + room <= 1 else { return nil }
        let (top, bottom): (CGFloat, CGFloat) = slope > 0 ? (0, shift) : (shift, 0)
        let corners = [(top, 0.0), (top + 1 - shift, 0), (bottom + 1 - shift, 1), (bottom, 1)]
        return LinePlace(corners: corners.map { point(CGPoint(x: $0.0, y: $0.1)) })
    }

    /// The rectangle, for a line that runs in the opposite direction.
    var turned: LinePlace {
        let corners = corners
        return LinePlace(corners: [corners[2], corners[3], corners[0], corners[1]])
    }
}

/// A rectangle cut out of a plane and turned upright.
struct LineStrip {
    let plane: GrayPlane
    /// The rectangle of the strip in the original plane.
    let place: LinePlace

    private static let longest = 8192

    init(plane: GrayPlane, place: LinePlace) {
        (self.plane, self.place) = (plane, place)
    }

    /// - Parameters:
    ///   - place: the rectangle to cut out. It must have an extent.
    ///   - height: the height of the strip in pixels.
    ///   - stretch: the factor by which the strip is widened. With 1, the strip has the rectangle's proportions.
    ///   - isNormalized: whether the strip becomes dark text on a light ground, from black to white.
    /// - Throws: `ImageError` if there is no memory.
    init(_ place: LinePlace, in plane: GrayPlane, height: Int, stretch: CGFloat = 1, isNormalized: Bool) throws {
        let rows = min(max(4, height), Self.longest)
        let columns = min(max(4, Int((CGFloat(rows) * place.length / place.height * stretch).rounded())), Self.longest)
        self.place = place
        self.plane = try GrayPlane(width: columns, height: rows) { base, bytesPerRow in
            withExtendedLifetime(plane) {
                var view = plane.view
                var corner = LineStripPlace(
                    x: Float(place.origin.x), y: Float(place.origin.y), across_x: Float(place.across.dx), across_y: Float(place.across.dy),
                    down_x: Float(place.down.dx), down_y: Float(place.down.dy))
                line_strip_cut(&view, &corner, base, Int64(bytesPerRow), Int32(columns), Int32(rows))
                if isNormalized { _ = line_strip_normalize(base, Int64(bytesPerRow), Int32(columns), Int32(rows)) }
            }
        }
    }
}
