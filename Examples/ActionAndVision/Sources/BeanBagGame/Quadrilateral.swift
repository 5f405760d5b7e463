import Foundation

/// A quadrilateral: four corners in their order around the shape, in pixels with the origin at the lower left.
package struct Quadrilateral: Equatable, Sendable {
    package let corners: [CGPoint]

    init?(corners: [CGPoint]) {
        guard corners.count == 4 else { return nil }
        self.corners = corners
    }

    /// The largest quadrilateral whose corners are corners of a polygon. The polygon's corners are given in their order around it.
    init?(largestIn polygon: [CGPoint]) {
        let count = polygon.count
        guard count >= 4, count <= 40 else { return nil }
        var best: (area: CGFloat, corners: [CGPoint])?
        for a in 0..<count - 3 {
            for b in a + 1..<count - 2 {
                for c in b + 1..<count - 1 {
                    for d in c + 1..<count {
                        let corners = [polygon[a], polygon[b], polygon[c], polygon[d]]
                        let area = abs(Self.signedArea(corners))
                        if area > best?.area ?? 0 { best = (area, corners) }
                    }
                }
            }
        }
        guard let best else { return nil }
        corners = best.corners
    }

    /// The area in square pixels.
    var area: CGFloat { abs(Self.signedArea(corners)) }

    /// The four sides, each from a corner to the next.
    var sides: [(start: CGPoint, end: CGPoint)] { (0..<4).map { (corners[$0], corners[($0 + 1) % 4]) } }

    /// The mean length of the longer pair of opposite sides, in pixels.
    var length: CGFloat {
        let lengths = sides.map { hypot($0.end.x - $0.start.x, $0.end.y - $0.start.y) }
        return max(lengths[0] + lengths[2], lengths[1] + lengths[3]) / 2
    }

    var boundingBox: CGRect {
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        return CGRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }

    /// Whether a point lies inside, or at most `margin` pixels outside.
    func contains(_ point: CGPoint, margin: CGFloat = 0) -> Bool {
        let turn: CGFloat = Self.signedArea(corners) < 0 ? -1 : 1
        return sides.allSatisfy { start, end in
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let distance = turn * (dx * (point.y - start.y) - dy * (point.x - start.x)) / max(hypot(dx, dy), .ulpOfOne)
            return distance >= -margin
        }
    }

    /// The quadrilateral with sides fitted to an outline. Each side becomes the least-squares line through the outline's points near it.
    ///
    /// - Parameter tolerance: the largest distance of these points from the side, in pixels.
    func fitted(to outline: [CGPoint], tolerance: CGFloat) -> Quadrilateral {
        let lines = sides.map { Line(alongside: $0, through: outline, tolerance: tolerance) }
        let fitted = (0..<4).map { index -> CGPoint in
            let before = lines[(index + 3) % 4]
            guard let point = before?.intersection(with: lines[index]),
                hypot(point.x - corners[index].x, point.y - corners[index].y) <= 3 * tolerance
            else { return corners[index] }
            return point
        }
        return Quadrilateral(corners: fitted) ?? self
    }

    private static func signedArea(_ corners: [CGPoint]) -> CGFloat {
        zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
    }
}

/// A straight line, given by a normal and the distance from the origin along the normal.
private struct Line {
    /// The normal of the line, with length 1.
    let normal: (x: CGFloat, y: CGFloat)
    let distance: CGFloat

    init?(alongside side: (start: CGPoint, end: CGPoint), through outline: [CGPoint], tolerance: CGFloat) {
        let (dx, dy) = (side.end.x - side.start.x, side.end.y - side.start.y)
        let length = hypot(dx, dy)
        guard length > 0 else { return nil }
        let near = outline.filter { point in
            let (x, y) = (point.x - side.start.x, point.y - side.start.y)
            let along = (x * dx + y * dy) / length
            // The board's corners are rounded, so the points near them are left out.
            return abs(x * dy - y * dx) / length <= tolerance && along >= 0.08 * length && along <= 0.92 * length
        }
        guard near.count >= 4 else { return nil }
        let count = CGFloat(near.count)
        let center = CGPoint(x: near.reduce(0) { $0 + $1.x } / count, y: near.reduce(0) { $0 + $1.y } / count)
        var (xx, xy, yy): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        for point in near {
            let (x, y) = (point.x - center.x, point.y - center.y)
            xx += x * x
            xy += x * y
            yy += y * y
        }
        let angle = atan2(2 * xy, xx - yy) / 2
        normal = (-sin(angle), cos(angle))
        distance = center.x * normal.x + center.y * normal.y
    }

    func intersection(with other: Line?) -> CGPoint? {
        guard let other else { return nil }
        let determinant: CGFloat = normal.x * other.normal.y - normal.y * other.normal.x
        guard abs(determinant) > 0.05 else { return nil }
        let x: CGFloat = distance * other.normal.y - other.distance * normal.y
        let y: CGFloat = normal.x * other.distance - other.normal.x * distance
        return CGPoint(x: x / determinant, y: y / determinant)
    }
}
