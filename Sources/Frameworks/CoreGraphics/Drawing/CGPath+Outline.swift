import Foundation

/// A subpath without curves.
struct Polygon {
    var points: [CGPoint]
    var isClosed: Bool
}

extension CGPath {
    /// The path's subpaths as polygons. The distance between the lines and the original curves is at most `flatness`.
    func polygons(flatness: CGFloat) -> [Polygon] {
        var result: [Polygon] = []
        var points: [CGPoint] = []
        func finish(closed: Bool) {
            if points.count > 1 || (closed && !points.isEmpty) { result.append(Polygon(points: points, isClosed: closed)) }
            points = []
        }
        for element in elements {
            switch element {
            case .move(let point):
                finish(closed: false)
                points = [point]
            case .line(let point):
                points.append(point)
            case .quad(let end, let control):
                let start = points.last ?? control
                let c1 = CGPoint(x: start.x + (control.x - start.x) * 2 / 3, y: start.y + (control.y - start.y) * 2 / 3)
                let c2 = CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
                Self.flatten(start, c1, c2, end, flatness, &points)
            case .curve(let c1, let c2, let end):
                Self.flatten(points.last ?? c1, c1, c2, end, flatness, &points)
            case .close:
                let start = points.first
                finish(closed: true)
                // After a subpath is closed, lines without a move begin at the start of the closed subpath.
                if let start { points = [start] }
            }
        }
        finish(closed: false)
        return result
    }

    private static func flatten(
        _ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint, _ flatness: CGFloat, _ points: inout [CGPoint]
    ) {
        // The second differences of the control points bound the distance between the curve and its chords.
        let dx = max(abs(p0.x - 2 * p1.x + p2.x), abs(p1.x - 2 * p2.x + p3.x))
        let dy = max(abs(p0.y - 2 * p1.y + p2.y), abs(p1.y - 2 * p2.y + p3.y))
        let bound = (0.75 * (dx * dx + dy * dy).squareRoot() / max(flatness, 1e-6)).squareRoot()
        let pieces = bound.isFinite ? Int(min(max(1, bound.rounded(.up)), 1000)) : 1
        for piece in 1...pieces {
            let t = CGFloat(piece) / CGFloat(pieces)
            let s = 1 - t
            let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            points.append(CGPoint(x: a * p0.x + b * p1.x + c * p2.x + d * p3.x, y: a * p0.y + b * p1.y + c * p2.y + d * p3.y))
        }
    }
}

/// The style of lines.
struct StrokeStyle {
    var width: CGFloat = 1
    var cap: CGLineCap = .butt
    var join: CGLineJoin = .miter
    var miterLimit: CGFloat = 10
    var dashPhase: CGFloat = 0
    var dashes: [CGFloat] = []
}

extension StrokeStyle {
    /// The stroke of polygons as the union of convex pieces. All pieces have the same direction.
    func outline(of polygons: [Polygon]) -> [[CGPoint]] {
        var pieces: [[CGPoint]] = []
        for polygon in polygons {
            for part in dashed(polygon) { stroke(part, &pieces) }
        }
        return pieces
    }

    private func stroke(_ polygon: Polygon, _ pieces: inout [[CGPoint]]) {
        var points: [CGPoint] = []
        for point in polygon.points where point != points.last { points.append(point) }
        var closed = polygon.isClosed
        if closed, points.count > 1, points.first == points.last { points.removeLast() }
        let half = width / 2
        guard points.count > 1 else {
            // A line of length zero is drawn as its caps.
            if let point = points.first, cap != .butt { addCap(point, CGPoint(x: 1, y: 0), half, both: true, &pieces) }
            return
        }
        if points.count < 3 { closed = false }
        let count = points.count
        let segments = closed ? count : count - 1
        for index in 0..<segments {
            let (a, b) = (points[index], points[(index + 1) % count])
            let direction = unit(a, b)
            let (nx, ny) = (-direction.y * half, direction.x * half)
            add(
                [
                    CGPoint(x: a.x + nx, y: a.y + ny), CGPoint(x: b.x + nx, y: b.y + ny), CGPoint(x: b.x - nx, y: b.y - ny),
                    CGPoint(x: a.x - nx, y: a.y - ny),
                ], &pieces)
            if closed || index + 1 < segments { addJoin(a, b, points[(index + 2) % count], half, &pieces) }
        }
        if !closed, cap != .butt {
            let first = unit(points[1], points[0])
            let last = unit(points[count - 2], points[count - 1])
            addCap(points[0], first, half, both: false, &pieces)
            addCap(points[count - 1], last, half, both: false, &pieces)
        }
    }

    private func unit(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        return length > 0 ? CGPoint(x: dx / length, y: dy / length) : CGPoint(x: 1, y: 0)
    }

    /// Adds a polygon. If its area is negative, its direction is reversed.
    private func add(_ points: [CGPoint], _ pieces: inout [[CGPoint]]) {
        var area: CGFloat = 0
        var previous = points.last ?? .zero
        for point in points {
            area += previous.x * point.y - point.x * previous.y
            previous = point
        }
        pieces.append(area < 0 ? points.reversed() : points)
    }

    private func addJoin(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint, _ half: CGFloat, _ pieces: inout [[CGPoint]]) {
        if join == .round {
            addDisc(b, half, &pieces)
            return
        }
        let (u, v) = (unit(a, b), unit(b, c))
        let cross = u.x * v.y - u.y * v.x
        let dot = u.x * v.x + u.y * v.y
        guard abs(cross) > 1e-6 else { return }
        let side: CGFloat = cross > 0 ? -1 : 1
        let p = CGPoint(x: b.x - side * u.y * half, y: b.y + side * u.x * half)
        let q = CGPoint(x: b.x - side * v.y * half, y: b.y + side * v.x * half)
        var corner = [b, p, q]
        // The distance of the tip, in half line widths, is 1 / cos(half the angle between the lines' directions).
        let cosine = ((1 + dot) / 2).squareRoot()
        if join == .miter, cosine > 0, 1 / cosine <= miterLimit {
            let (mx, my) = (p.x + q.x - 2 * b.x, p.y + q.y - 2 * b.y)
            let length = (mx * mx + my * my).squareRoot()
            if length > 0 {
                let reach = half / cosine / length
                corner = [b, p, CGPoint(x: b.x + mx * reach, y: b.y + my * reach), q]
            }
        }
        add(corner, &pieces)
    }

    private func addCap(_ point: CGPoint, _ direction: CGPoint, _ half: CGFloat, both: Bool, _ pieces: inout [[CGPoint]]) {
        if cap == .round {
            addDisc(point, half, &pieces)
            return
        }
        let (dx, dy) = (direction.x * half, direction.y * half)
        let back: CGFloat = both ? 1 : 0
        add(
            [
                CGPoint(x: point.x - back * dx - dy, y: point.y - back * dy + dx), CGPoint(x: point.x + dx - dy, y: point.y + dy + dx),
                CGPoint(x: point.x + dx + dy, y: point.y + dy - dx), CGPoint(x: point.x - back * dx + dy, y: point.y - back * dy - dx),
            ], &pieces)
    }

    private func addDisc(_ center: CGPoint, _ radius: CGFloat, _ pieces: inout [[CGPoint]]) {
        guard radius.isFinite else { return }
        let count = Int(min(max(8, (Double(radius) * 3).rounded(.up)), 256))
        add(
            (0..<count).map { index in
                let angle = 2 * Double.pi * Double(index) / Double(count)
                return CGPoint(x: Double(center.x) + Double(radius) * cos(angle), y: Double(center.y) + Double(radius) * sin(angle))
            }, &pieces)
    }

    /// The parts of a polygon's line that are dashes.
    func dashed(_ polygon: Polygon) -> [Polygon] {
        let total = dashes.reduce(0, +)
        guard !dashes.isEmpty, total > 0, total.isFinite, dashes.allSatisfy({ $0 >= 0 }) else { return [polygon] }
        var index = 0
        var rest = dashPhase.truncatingRemainder(dividingBy: total * 2)
        if rest < 0 { rest += total * 2 }
        while rest >= dashes[index % dashes.count] {
            rest -= dashes[index % dashes.count]
            index += 1
        }
        var left = dashes[index % dashes.count] - rest
        var points = polygon.points
        if polygon.isClosed, let first = points.first { points.append(first) }
        var result: [Polygon] = []
        var current: [CGPoint] = index % 2 == 0 ? points.prefix(1).map { $0 } : []
        for (a, b) in zip(points, points.dropFirst()) {
            let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
            var done: CGFloat = 0
            // Dashes far smaller than a pixel would take too long, so their number is limited.
            while left < length - done, result.count < 100_000 {
                done += left
                let point = CGPoint(x: a.x + (b.x - a.x) * done / length, y: a.y + (b.y - a.y) * done / length)
                if index % 2 == 0 {
                    result.append(Polygon(points: current + [point], isClosed: false))
                    current = []
                } else {
                    current = [point]
                }
                index += 1
                left = dashes[index % dashes.count]
            }
            left -= length - done
            if index % 2 == 0 { current.append(b) }
        }
        if current.count > 1 { result.append(Polygon(points: current, isClosed: false)) }
        return result
    }
}
