import CoreGraphics
import Foundation

/// The surroundings of concentric squares in a plane, with their centre as the origin.
struct SquareFitter {
    let plane: GrayPlane
    let mean: GrayPlane
    let eye: BullseyeFinder.Bullseye
    /// The luminance at the centre, which is dark.
    let dark: Float
    let light: Float

    init(_ plane: GrayPlane, mean: GrayPlane, eye: BullseyeFinder.Bullseye) {
        self.plane = plane
        self.mean = mean
        self.eye = eye
        // The innermost light square lies one or two modules from the centre.
        let around = (0..<32).map { step in
            let angle = 2 * .pi * Double(step % 16) / 16
            let distance = (step < 16 ? 1.1 : 2) * eye.module
            return plane.sample(eye.x + distance * cos(angle), eye.y + distance * sin(angle))
        }
        dark = plane.sample(eye.x, eye.y)
        light = around.max() ?? dark
    }

    /// The lightness of a point relative to its neighbourhood.
    func level(_ x: Double, _ y: Double) -> Float { plane.sample(x, y) - mean.sample(x, y) }

    /// The map from modules to pixels, fitted to one of the concentric squares. Modules are counted from the common centre.
    ///
    /// - Parameters:
    ///   - edge: the number of the square's edge. Rays from the centre cross edge 1 first.
    ///   - half: half the square's side in modules.
    func modules(edge: Int, half: Double) -> Homography? {
        guard let corners = squareCorners(edge: edge, half: half), let square = Homography(unitSquareTo: corners) else { return nil }
        return square * Homography([0.5 / half, 0, 0.5, 0, 0.5 / half, 0.5, 0, 0, 1])
    }

    /// Renders a grid of modules as black and white squares. Modules outside of the plane are white.
    func rendered(_ columns: Range<Int>, _ rows: Range<Int>, margin: Int, pixels: Int, _ modules: Homography) throws -> GrayPlane {
        let width = pixels * (columns.count + 2 * margin)
        let height = pixels * (rows.count + 2 * margin)
        return try GrayPlane(width: width, height: height) { base, bytesPerRow in
            base.update(repeating: 255, count: bytesPerRow * height)
            for row in rows {
                for column in columns {
                    let point = modules.apply(Double(column), Double(row))
                    guard level(point.x, point.y) < 0 else { continue }
                    let x = pixels * (column - columns.lowerBound + margin)
                    let y = pixels * (row - rows.lowerBound + margin)
                    for line in y..<y + pixels { (base + line * bytesPerRow + x).update(repeating: 0, count: pixels) }
                }
            }
        }
    }

    /// The corners of a square, clockwise, with subpixel precision. Its edge is the `edge`th edge that rays from the centre cross.
    private func squareCorners(edge: Int, half: Double) -> [CGPoint]? {
        let points = (0..<128).compactMap { crossing(angle: 2 * .pi * Double($0) / 128, edge: edge, half: half) }
        guard points.count > 110 else { return nil }
        let center = CGPoint(x: eye.x, y: eye.y)
        guard let first = points.max(by: { distance($0, center) < distance($1, center) }),
            let third = points.max(by: { distance($0, first) < distance($1, first) })
        else { return nil }
        func side(_ point: CGPoint) -> CGFloat {
            (third.x - first.x) * (point.y - first.y) - (third.y - first.y) * (point.x - first.x)
        }
        guard let second = points.min(by: { side($0) < side($1) }), let fourth = points.max(by: { side($0) < side($1) }) else { return nil }
        let rough = [first, second, third, fourth]
        let lines = (0..<4).compactMap { line(near: rough[$0], rough[($0 + 1) % 4], points) }
        guard lines.count == 4 else { return nil }
        let corners = (0..<4).compactMap { lines[($0 + 3) % 4].crossing(lines[$0]) }
        guard corners.count == 4, (0..<4).allSatisfy({ distance(corners[$0], rough[$0]) < 2 * eye.module }) else { return nil }
        return corners
    }

    private func crossing(angle: Double, edge: Int, half: Double) -> CGPoint? {
        let step = 0.25
        let (dx, dy) = (cos(angle) * step, sin(angle) * step)
        var (x, y) = (eye.x, eye.y)
        let middle = (dark + light) / 2
        var last = plane.sample(x, y) - middle
        var edges = 0
        for _ in 0..<Int(2.2 * (half + 1.5) * eye.module / step) {
            let next = plane.sample(x + dx, y + dy) - middle
            if (next < 0) != (last < 0) {
                edges += 1
                if edges == edge {
                    let part = Double(last / (last - next))
                    return CGPoint(x: x + part * dx, y: y + part * dy)
                }
            }
            last = next
            x += dx
            y += dy
        }
        return nil
    }

    /// The line fitted to those of `points` that lie close to the line between two corners. Points near the corners are left out.
    private func line(near start: CGPoint, _ end: CGPoint, _ points: [CGPoint]) -> Line? {
        let length = distance(start, end)
        guard length > 2 else { return nil }
        let direction = CGPoint(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
        let near = points.filter { point in
            let offset = CGPoint(x: point.x - start.x, y: point.y - start.y)
            let along = (offset.x * direction.x + offset.y * direction.y) / length
            let across = abs(offset.x * direction.y - offset.y * direction.x)
            return along > 0.12 && along < 0.88 && across < 0.8 * eye.module
        }
        return near.count >= 6 ? Line(fitting: near) : nil
    }
}

private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot() }

/// A line by a point and its direction.
private struct Line {
    let point: CGPoint
    let direction: CGPoint

    /// The line with the least squared distances to points.
    init(fitting points: [CGPoint]) {
        let count = CGFloat(points.count)
        let mean = CGPoint(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
        let xx = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
        let yy = points.reduce(0) { $0 + ($1.y - mean.y) * ($1.y - mean.y) }
        let xy = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) }
        let angle = 0.5 * atan2(2 * xy, xx - yy)
        point = mean
        direction = CGPoint(x: cos(angle), y: sin(angle))
    }

    func crossing(_ other: Line) -> CGPoint? {
        let determinant = direction.x * other.direction.y - direction.y * other.direction.x
        guard abs(determinant) > 0.05 else { return nil }
        let (dx, dy) = (other.point.x - point.x, other.point.y - point.y)
        let t = (dx * other.direction.y - dy * other.direction.x) / determinant
        return CGPoint(x: point.x + t * direction.x, y: point.y + t * direction.y)
    }
}
