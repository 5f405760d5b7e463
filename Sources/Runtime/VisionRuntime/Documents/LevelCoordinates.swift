import CoreGraphics
import Foundation

/// Coordinates in which a page's lines are level and read from left to right. The unit is the image's height, and y grows down the page. A page that
/// is read from right to left is mirrored.
struct LevelCoordinates {
    /// The transform to level coordinates, from coordinates normalised to the upright image with the origin at the lower left.
    private let transform: CGAffineTransform
    private let inverse: CGAffineTransform

    private static let rightToLeft = ["ar", "fa", "he"]

    /// - Parameter aspectRatio: the image's width over its height.
    init(_ lines: [RecognizedTextFinding], aspectRatio: Float) {
        let aspectRatio = CGFloat(aspectRatio)
        let isMirrored = lines.filter { line in Self.rightToLeft.contains { line.languages.first?.hasPrefix($0) ?? false } }.count
        let sign: CGFloat = 2 * isMirrored > lines.count ? -1 : 1
        let turn = Self.turn(
            lines.map { line in
                let corners = line.quadrilateral.corners
                return CGVector(dx: (corners[1].x - corners[0].x) * aspectRatio, dy: corners[0].y - corners[1].y)
            })
        let (sine, cosine) = (sin(turn), cos(turn))
        transform = CGAffineTransform(
            a: sign * aspectRatio * cosine, b: -aspectRatio * sine, c: -sign * sine, d: -cosine, tx: sign * sine, ty: cosine)
        inverse = transform.inverted()
    }

    /// The median of the lines' angles, weighted by their lengths.
    private static func turn(_ directions: [CGVector]) -> CGFloat {
        let mean = directions.reduce(CGVector(dx: 0, dy: 0)) { CGVector(dx: $0.dx + $1.dx, dy: $0.dy + $1.dy) }
        guard mean.dx != 0 || mean.dy != 0 else { return 0 }
        let angles = directions.map { direction in
            // The angle is relative to the mean direction, so that no angle is near the jump at half a turn.
            let across = mean.dx * direction.dy - mean.dy * direction.dx
            let along = mean.dx * direction.dx + mean.dy * direction.dy
            return (angle: atan2(across, along), weight: hypot(direction.dx, direction.dy))
        }.sorted { $0.angle < $1.angle }
        var rest = angles.reduce(0) { $0 + $1.weight } / 2
        let median = angles.first { angle in
            rest -= angle.weight
            return rest <= 0
        }
        return atan2(mean.dy, mean.dx) + (median?.angle ?? 0)
    }

    /// A point in level coordinates.
    ///
    /// - Parameter point: normalised to the upright image.
    func point(_ point: CGPoint) -> CGPoint { point.applying(transform) }

    /// The level box around the corners of a line or a word.
    func box(_ corners: [CGPoint]) -> CGRect {
        let points = corners.map(point)
        guard points.count == 4 else { return CGRect(around: points) }
        // The height is measured at the middle, so that a slight slant does not add to it.
        let ends = [(points[0].x + points[3].x) / 2, (points[1].x + points[2].x) / 2]
        let sides = [(points[0].y + points[1].y) / 2, (points[3].y + points[2].y) / 2]
        return CGRect(around: [CGPoint(x: ends[0], y: sides[0]), CGPoint(x: ends[1], y: sides[1])])
    }

    /// The corners of a level box, normalised to the upright image.
    func corners(of box: CGRect) -> [CGPoint] {
        box.corners.map { $0.applying(inverse).clampedToUnitSquare }
    }
}
