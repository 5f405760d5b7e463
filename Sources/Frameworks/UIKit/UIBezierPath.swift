import CoreGraphics
import Foundation
import UIFoundation

/// A path of lines and curves that can be filled or stroked.
open class UIBezierPath: NSObject, NSCopying, @unchecked Sendable {
    private var parts = PathParts()

    /// Makes a path without elements.
    public override init() {}

    private init(_ parts: PathParts) { self.parts = parts }

    /// The outline of a rectangle.
    public convenience init(rect: CGRect) { self.init(cgPath: CGPath(rect: rect, transform: nil)) }

    /// The outline of an ellipse that touches a rectangle's sides.
    public convenience init(ovalIn rect: CGRect) { self.init(cgPath: CGPath(ellipseIn: rect, transform: nil)) }

    /// The outline of a rectangle with round corners. The radius is limited to half of the shorter side.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// The outline of a rectangle in which some corners are round.
    ///
    /// - Parameter cornerRadii: the radii of the ellipses in the corners. They are at most half of a side.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        let path = CGMutablePath()
        let rect = rect.standardized
        let (rx, ry) = (min(max(cornerRadii.width, 0), rect.width / 2), min(max(cornerRadii.height, 0), rect.height / 2))
        // The corners in order around the rectangle. Each has the directions of its two sides, away from the corner.
        let turns: [(UIRectCorner, CGPoint, CGVector, CGVector)] = [
            (.topLeft, CGPoint(x: rect.minX, y: rect.minY), CGVector(dx: 0, dy: ry), CGVector(dx: rx, dy: 0)),
            (.topRight, CGPoint(x: rect.maxX, y: rect.minY), CGVector(dx: -rx, dy: 0), CGVector(dx: 0, dy: ry)),
            (.bottomRight, CGPoint(x: rect.maxX, y: rect.maxY), CGVector(dx: 0, dy: -ry), CGVector(dx: -rx, dy: 0)),
            (.bottomLeft, CGPoint(x: rect.minX, y: rect.maxY), CGVector(dx: rx, dy: 0), CGVector(dx: 0, dy: -ry)),
        ]
        // The distance of a control point from the corner, as a fraction of the radius, for a quarter of an ellipse.
        let bend: CGFloat = 1 - 0.552_284_75
        for (corner, point, before, after) in turns {
            let isRound = corners.contains(corner) && rx > 0 && ry > 0
            func along(_ way: CGVector, _ part: CGFloat) -> CGPoint { CGPoint(x: point.x + way.dx * part, y: point.y + way.dy * part) }
            let start = isRound ? along(before, 1) : point
            if path.isEmpty { path.move(to: start) } else { path.addLine(to: start) }
            if isRound { path.addCurve(to: along(after, 1), control1: along(before, bend), control2: along(after, bend)) }
        }
        path.closeSubpath()
        self.init(cgPath: path)
    }

    /// An arc of a circle. Angles are in radians from the positive x axis. Positive angles go clockwise, because y points downwards.
    ///
    /// - Parameter clockwise: the direction as it appears if y points downwards.
    public convenience init(arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    /// A path with the elements of a `CGPath`.
    public convenience init(cgPath CGPath: CGPath) { self.init(PathParts(CGPath)) }

    /// The path's elements as a `CGPath`. Reading the property returns a copy.
    open var cgPath: CGPath {
        get { parts.path.copy() ?? CGMutablePath() }
        set { parts.path = newValue.mutableCopy() ?? CGMutablePath() }
    }

    // MARK: Elements

    /// Begins a subpath at a point.
    open func move(to point: CGPoint) { parts.path.move(to: point) }
    /// Appends a line.
    open func addLine(to point: CGPoint) { parts.path.addLine(to: point) }
    /// Appends a cubic curve to a point.
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        parts.path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }
    /// Appends a quadratic curve to a point.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) { parts.path.addQuadCurve(to: endPoint, control: controlPoint) }
    /// Appends an arc of a circle. A line to its beginning is appended first. Angles are in radians clockwise from the positive x axis,
    /// because y points downwards.
    open func addArc(withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        // In Core Graphics, `clockwise` refers to a y axis that points upwards.
        parts.path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }
    /// Closes the last subpath with a line.
    open func close() { parts.path.closeSubpath() }
    /// Appends another path.
    open func append(_ bezierPath: UIBezierPath) { parts.path.addPath(bezierPath.cgPath) }
    /// Removes all elements.
    open func removeAllPoints() { parts.path = CGMutablePath() }
    /// Applies a transform to all points.
    open func apply(_ transform: CGAffineTransform) { parts.apply(transform) }

    /// Whether there are no elements.
    open var isEmpty: Bool { parts.path.isEmpty }
    /// The smallest rectangle around the path; null for an empty path.
    open var bounds: CGRect { parts.path.boundingBoxOfPath }
    /// The point at which the next element begins.
    open var currentPoint: CGPoint { parts.path.currentPoint }
    /// Whether a point is inside the path.
    open func contains(_ point: CGPoint) -> Bool { parts.path.contains(point, using: parts.rule) }

    // MARK: Drawing

    /// The width of lines. The initial value is 1.
    open var lineWidth: CGFloat {
        get { parts.lineWidth }
        set { parts.lineWidth = newValue }
    }
    /// The shape of the ends of lines.
    open var lineCapStyle: CGLineCap {
        get { parts.cap }
        set { parts.cap = newValue }
    }
    /// The shape of the corners of lines.
    open var lineJoinStyle: CGLineJoin {
        get { parts.join }
        set { parts.join = newValue }
    }
    /// The maximum length of a mitred corner, in line widths.
    open var miterLimit: CGFloat {
        get { parts.miterLimit }
        set { parts.miterLimit = newValue }
    }
    /// Whether the even-odd rule determines which points are inside the path.
    open var usesEvenOddFillRule: Bool {
        get { parts.usesEvenOddRule }
        set { parts.usesEvenOddRule = newValue }
    }
    /// Sets the lengths of dashes and gaps, alternately. `phase` is the position in the pattern at which a line begins.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        parts.dashes = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? []
        parts.dashPhase = phase
    }

    /// Fills the path in the current context with the fill colour.
    open func fill() { parts.fill() }
    /// Fills the path in the current context with the fill colour, a blend mode and an opacity.
    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) { parts.fill(blendMode: blendMode, alpha: alpha) }
    /// Strokes the path in the current context with the stroke colour.
    open func stroke() { parts.stroke() }
    /// Strokes the path in the current context with the stroke colour, a blend mode and an opacity.
    open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) { parts.stroke(blendMode: blendMode, alpha: alpha) }
    /// Clips the current context to the path.
    open func addClip() { parts.clip() }

    open func copy(with zone: NSZone? = nil) -> Any { UIBezierPath(parts.copy()) }
}
