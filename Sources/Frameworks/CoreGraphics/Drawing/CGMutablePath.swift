import Foundation

/// A path that can be extended.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    /// An empty path.
    public convenience init() {
        self.init(elements: [])
    }

    /// Begins a subpath at a transformed point.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.append(.move(point.applying(transform)))
    }

    /// Appends a line to a transformed point. If the path is empty, the call only begins a subpath at that point.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        begin(at: point.applying(transform)).map { elements.append(.line($0)) }
    }

    /// Appends a quadratic Bézier curve. Both points are transformed. If the path is empty, the call only begins a subpath at `end`.
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        _ = begin(at: control.applying(transform))
        elements.append(.quad(end.applying(transform), control: control.applying(transform)))
    }

    /// Appends a cubic Bézier curve. All points are transformed. If the path is empty, the call only begins a subpath at `end`.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity) {
        _ = begin(at: control1.applying(transform))
        elements.append(.curve(control1.applying(transform), control2.applying(transform), end.applying(transform)))
    }

    /// Closes the subpath with a line to its beginning.
    public func closeSubpath() {
        if !elements.isEmpty, elements.last != .close { elements.append(.close) }
    }

    /// Appends a transformed rectangle as a closed subpath. A null rectangle adds nothing.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        elements += Self.elements(rect: rect, transform)
    }

    /// Appends transformed rectangles, each as a closed subpath.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Begins a subpath at the first point and appends lines through the other points. All points are transformed.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        move(to: first, transform: transform)
        for point in points.dropFirst() { addLine(to: point, transform: transform) }
    }

    /// Appends the transformed ellipse that touches a rectangle's four sides.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        elements += Self.elements(ellipseIn: rect, transform)
    }

    /// Appends a rounded rectangle. Each corner is a quarter of an ellipse with these semi-axes, at most half of the rectangle's sides.
    public func addRoundedRect(in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity) {
        elements += Self.elements(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform)
    }

    /// Appends a transformed path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        elements += path.elements.map { $0.applying(transform) }
    }

    /// Appends an arc that spans an angle in radians. A line to the arc's beginning is appended first.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard radius.isFinite, startAngle.isFinite, delta.isFinite else { return }
        let sweep = min(max(delta, -2 * .pi), 2 * .pi)
        let pieces = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
        let step = Double(sweep) / Double(pieces)
        // The distance of the control points from the ends of the arc, for a cubic Bézier curve that approximates it.
        let reach = 4.0 / 3 * tan(step / 4) * Double(radius)
        func point(_ angle: Double) -> CGPoint {
            CGPoint(x: Double(center.x) + Double(radius) * cos(angle), y: Double(center.y) + Double(radius) * sin(angle))
        }
        let start = point(Double(startAngle))
        if elements.isEmpty || elements.last == .close {
            move(to: start, transform: transform)
        } else {
            addLine(to: start, transform: transform)
        }
        for piece in 0..<pieces {
            let (from, to) = (Double(startAngle) + Double(piece) * step, Double(startAngle) + Double(piece + 1) * step)
            let (a, b) = (point(from), point(to))
            addCurve(
                to: b, control1: CGPoint(x: Double(a.x) - reach * sin(from), y: Double(a.y) + reach * cos(from)),
                control2: CGPoint(x: Double(b.x) + reach * sin(to), y: Double(b.y) - reach * cos(to)), transform: transform)
        }
    }

    /// Appends an arc of a circle. If a subpath is open, a line to the arc's beginning comes first. Angles are in radians from the x axis
    /// towards the y axis. `clockwise` refers to a y axis that points upwards. Angles that are not finite add nothing.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool, transform: CGAffineTransform = .identity
    ) {
        guard startAngle.isFinite, endAngle.isFinite else { return }
        var delta = (endAngle - startAngle).truncatingRemainder(dividingBy: 2 * .pi)
        if clockwise, delta > 0 { delta -= 2 * .pi }
        if !clockwise, delta < 0 { delta += 2 * .pi }
        if delta == 0, startAngle != endAngle { delta = clockwise ? -2 * .pi : 2 * .pi }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }

    /// Appends an arc that touches the lines from the current point to `tangent1End` and from there to `tangent2End`.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        let inverse = transform.inverted()
        let start = currentPoint.applying(inverse)
        let (ax, ay) = (start.x - tangent1End.x, start.y - tangent1End.y)
        let (bx, by) = (tangent2End.x - tangent1End.x, tangent2End.y - tangent1End.y)
        let (la, lb) = ((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
        let cross = ax * by - ay * bx
        guard la > 0, lb > 0, radius > 0, abs(cross) > 1e-9 * la * lb else {
            addLine(to: tangent1End, transform: transform)
            return
        }
        let cosine = Double((ax * bx + ay * by) / (la * lb))
        let half = acos(min(max(cosine, -1), 1)) / 2
        let distance = CGFloat(Double(radius) / tan(half))
        let first = CGPoint(x: tangent1End.x + ax / la * distance, y: tangent1End.y + ay / la * distance)
        let second = CGPoint(x: tangent1End.x + bx / lb * distance, y: tangent1End.y + by / lb * distance)
        let side: CGFloat = cross > 0 ? 1 : -1
        let center = CGPoint(x: first.x - side * ay / la * radius, y: first.y + side * ax / la * radius)
        addLine(to: first, transform: transform)
        let from = atan2(Double(first.y - center.y), Double(first.x - center.x))
        let to = atan2(Double(second.y - center.y), Double(second.x - center.x))
        addArc(
            center: center, radius: radius, startAngle: CGFloat(from), endAngle: CGFloat(to), clockwise: cross > 0, transform: transform)
    }

    /// Returns `point` if the path has elements. If the path is empty, begins a subpath at `point` and returns `nil`.
    private func begin(at point: CGPoint) -> CGPoint? {
        if elements.isEmpty {
            elements.append(.move(point))
            return nil
        }
        if elements.last == .close { elements.append(.move(currentPoint)) }
        return point
    }
}

extension CGPath {
    static func elements(rect: CGRect, _ t: CGAffineTransform) -> [Element] {
        guard !rect.isNull else { return [] }
        return [
            .move(CGPoint(x: rect.minX, y: rect.minY).applying(t)), .line(CGPoint(x: rect.maxX, y: rect.minY).applying(t)),
            .line(CGPoint(x: rect.maxX, y: rect.maxY).applying(t)), .line(CGPoint(x: rect.minX, y: rect.maxY).applying(t)), .close,
        ]
    }

    static func elements(ellipseIn rect: CGRect, _ t: CGAffineTransform) -> [Element] {
        elements(roundedRect: rect, cornerWidth: rect.width / 2, cornerHeight: rect.height / 2, t)
    }

    static func elements(roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, _ t: CGAffineTransform) -> [Element] {
        guard !rect.isNull else { return [] }
        let w = min(max(cornerWidth, 0), rect.width / 2)
        let h = min(max(cornerHeight, 0), rect.height / 2)
        if w == 0 || h == 0 { return elements(rect: rect, t) }
        // A cubic Bézier curve approximates each quarter ellipse. This is its control points' distance from the corner, in semi-axes.
        let k: CGFloat = 1 - 0.5522847498
        func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y).applying(t) }
        let (l, r, b, u) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
        return [
            .move(p(r, b + h)), .line(p(r, u - h)), .curve(p(r, u - k * h), p(r - k * w, u), p(r - w, u)),
            .line(p(l + w, u)), .curve(p(l + k * w, u), p(l, u - k * h), p(l, u - h)),
            .line(p(l, b + h)), .curve(p(l, b + k * h), p(l + k * w, b), p(l + w, b)),
            .line(p(r - w, b)), .curve(p(r - k * w, b), p(r, b + k * h), p(r, b + h)), .close,
        ]
    }
}
