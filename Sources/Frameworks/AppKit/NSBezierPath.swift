import CoreGraphics
import Foundation
import UIFoundation

/// A path of lines and curves that can be filled or stroked.
open class NSBezierPath: NSObject, NSCopying, @unchecked Sendable {
    /// The types of elements of a path.
    public enum ElementType: UInt, Sendable {
        /// The beginning of a subpath.
        case moveTo = 0
        /// A line.
        case lineTo = 1
        /// A curve with two control points.
        case cubicCurveTo = 2
        /// A line to the beginning of the subpath.
        case closePath = 3
        /// A curve with one control point.
        case quadraticCurveTo = 4

        /// A curve with two control points.
        public static var curveTo: ElementType { .cubicCurveTo }
    }

    /// The shape of the ends of lines.
    public enum LineCapStyle: UInt, Sendable {
        /// Lines end at the last point.
        case butt = 0
        /// Lines end in a half circle.
        case round = 1
        /// Lines end half a line width beyond the last point.
        case square = 2
    }

    /// The shape of the corners of lines.
    public enum LineJoinStyle: UInt, Sendable {
        /// Corners are pointed.
        case miter = 0
        /// Corners are round.
        case round = 1
        /// Corners are cut off.
        case bevel = 2
    }

    /// The rule that determines which points are inside the path.
    public enum WindingRule: UInt, Sendable {
        /// A point is inside if the winding number of the path around it is not zero.
        case nonZero = 0
        /// A point is inside if the path goes around it an odd number of times.
        case evenOdd = 1
    }

    private var parts = PathParts()

    /// Makes a path without elements.
    public override init() { parts.lineWidth = NSBezierPath.defaultLineWidth }

    private init(_ parts: PathParts) { self.parts = parts }

    /// A path with the elements of a `CGPath`.
    public convenience init(cgPath: CGPath) {
        self.init()
        parts.path = cgPath.mutableCopy() ?? CGMutablePath()
    }

    /// The outline of a rectangle.
    public convenience init(rect: NSRect) {
        self.init()
        appendRect(rect)
    }

    /// The outline of an ellipse that touches a rectangle's sides.
    public convenience init(ovalIn rect: NSRect) {
        self.init()
        appendOval(in: rect)
    }

    /// The outline of a rectangle with round corners.
    public convenience init(roundedRect rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
        self.init()
        appendRoundedRect(rect, xRadius: xRadius, yRadius: yRadius)
    }

    /// The path's elements as a `CGPath`. Reading the property returns a copy.
    open var cgPath: CGPath {
        get { parts.path.copy() ?? CGMutablePath() }
        set { parts.path = newValue.mutableCopy() ?? CGMutablePath() }
    }

    // MARK: Elements

    /// Begins a subpath at a point.
    open func move(to point: NSPoint) { parts.path.move(to: point) }
    /// Appends a line.
    open func line(to point: NSPoint) { parts.path.addLine(to: point) }
    /// Appends a cubic curve to a point.
    open func curve(to endPoint: NSPoint, controlPoint1: NSPoint, controlPoint2: NSPoint) {
        parts.path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }
    /// Appends a quadratic curve to a point.
    open func curve(to endPoint: NSPoint, controlPoint: NSPoint) { parts.path.addQuadCurve(to: endPoint, control: controlPoint) }
    /// Closes the last subpath with a line.
    open func close() { parts.path.closeSubpath() }
    /// Begins a subpath at the current point plus a displacement.
    open func relativeMove(to point: NSPoint) { move(to: fromCurrent(point)) }
    /// Appends a line to the current point plus a displacement.
    open func relativeLine(to point: NSPoint) { line(to: fromCurrent(point)) }
    /// Appends a cubic curve. Its points are given as displacements from the current point.
    open func relativeCurve(to endPoint: NSPoint, controlPoint1: NSPoint, controlPoint2: NSPoint) {
        curve(to: fromCurrent(endPoint), controlPoint1: fromCurrent(controlPoint1), controlPoint2: fromCurrent(controlPoint2))
    }
    private func fromCurrent(_ point: NSPoint) -> NSPoint {
        let current = parts.path.currentPoint
        return NSPoint(x: current.x + point.x, y: current.y + point.y)
    }

    /// Appends the outline of a rectangle.
    open func appendRect(_ rect: NSRect) { parts.path.addRect(rect) }
    /// Appends the outline of an ellipse that touches a rectangle's sides.
    open func appendOval(in rect: NSRect) { parts.path.addEllipse(in: rect) }
    /// Appends the outline of a rectangle with round corners. A radius is at most half of a side.
    open func appendRoundedRect(_ rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
        let rect = rect.standardized
        let (width, height) = (min(max(xRadius, 0), rect.width / 2), min(max(yRadius, 0), rect.height / 2))
        parts.path.addRoundedRect(in: rect, cornerWidth: width, cornerHeight: height)
    }
    /// Appends lines between points. If the path is empty, it begins at the first point.
    open func appendPoints(_ points: UnsafeMutablePointer<NSPoint>, count: Int) {
        for point in UnsafeBufferPointer(start: points, count: max(count, 0)) {
            if isEmpty { move(to: point) } else { line(to: point) }
        }
    }
    /// Appends an arc of a circle. A line to its beginning is appended first. Angles are in degrees counterclockwise from the positive x
    /// axis, if y points upwards.
    open func appendArc(withCenter center: NSPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool = false) {
        parts.path.addArc(
            center: center, radius: radius, startAngle: startAngle * .pi / 180, endAngle: endAngle * .pi / 180, clockwise: clockwise)
    }
    /// Appends an arc that touches two lines. A line to its beginning is appended first.
    open func appendArc(from point1: NSPoint, to point2: NSPoint, radius: CGFloat) {
        parts.path.addArc(tangent1End: point1, tangent2End: point2, radius: radius)
    }
    /// Appends another path.
    open func append(_ path: NSBezierPath) { parts.path.addPath(path.cgPath) }
    /// Removes all elements.
    open func removeAllPoints() { parts.path = CGMutablePath() }
    /// Applies a transform to all points.
    open func transform(using transform: AffineTransform) {
        parts.apply(
            CGAffineTransform(
                a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: transform.tX, ty: transform.tY))
    }

    /// Whether there are no elements.
    open var isEmpty: Bool { parts.path.isEmpty }
    /// The smallest rectangle around the path; zero for an empty path.
    open var bounds: NSRect { isEmpty ? .zero : parts.path.boundingBoxOfPath }
    /// The smallest rectangle around the path and its control points; zero for an empty path.
    open var controlPointBounds: NSRect { isEmpty ? .zero : parts.path.boundingBox }
    /// The point at which the next element begins.
    open var currentPoint: NSPoint { parts.path.currentPoint }
    /// Whether a point is inside the path.
    open func contains(_ point: NSPoint) -> Bool { parts.path.contains(point, using: parts.rule) }

    private var elements: [(type: ElementType, points: [NSPoint])] {
        var list: [(type: ElementType, points: [NSPoint])] = []
        parts.path.applyWithBlock { element in
            let points = element.pointee.points
            switch element.pointee.type {
            case .moveToPoint: list.append((.moveTo, [points[0]]))
            case .addLineToPoint: list.append((.lineTo, [points[0]]))
            case .addQuadCurveToPoint: list.append((.quadraticCurveTo, [points[0], points[1]]))
            case .addCurveToPoint: list.append((.cubicCurveTo, [points[0], points[1], points[2]]))
            case .closeSubpath: list.append((.closePath, []))
            }
        }
        return list
    }

    /// The number of elements.
    open var elementCount: Int { elements.count }
    /// The type of an element. The index must be in range.
    open func element(at index: Int) -> ElementType { elements[index].type }
    /// The type of an element. Its points are written to `points`, control points first.
    ///
    /// - Parameter points: an array of at least three points.
    open func element(at index: Int, associatedPoints points: UnsafeMutablePointer<NSPoint>?) -> ElementType {
        let element = elements[index]
        if let points { for (place, point) in element.points.enumerated() { points[place] = point } }
        return element.type
    }

    open func copy(with zone: NSZone? = nil) -> Any { NSBezierPath(parts.copy()) }

    // MARK: Drawing

    /// The width of lines. The initial value is 1.
    open var lineWidth: CGFloat {
        get { parts.lineWidth }
        set { parts.lineWidth = newValue }
    }
    /// The shape of the ends of lines.
    open var lineCapStyle: LineCapStyle {
        get { LineCapStyle(rawValue: UInt(parts.cap.rawValue)) ?? .butt }
        set { parts.cap = CGLineCap(rawValue: Int32(newValue.rawValue)) ?? .butt }
    }
    /// The shape of the corners of lines.
    open var lineJoinStyle: LineJoinStyle {
        get { LineJoinStyle(rawValue: UInt(parts.join.rawValue)) ?? .miter }
        set { parts.join = CGLineJoin(rawValue: Int32(newValue.rawValue)) ?? .miter }
    }
    /// The maximum length of a mitred corner, in line widths.
    open var miterLimit: CGFloat {
        get { parts.miterLimit }
        set { parts.miterLimit = newValue }
    }
    /// The rule that determines which points are inside the path.
    open var windingRule: WindingRule {
        get { parts.usesEvenOddRule ? .evenOdd : .nonZero }
        set { parts.usesEvenOddRule = newValue == .evenOdd }
    }
    /// Sets the lengths of dashes and gaps, alternately. `phase` is the position in the pattern at which a line begins.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        parts.dashes = pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? []
        parts.dashPhase = phase
    }

    /// Fills the path in the current context with the fill colour.
    open func fill() { parts.fill() }
    /// Strokes the path in the current context with the stroke colour.
    open func stroke() { parts.stroke() }
    /// Clips the current context to the path.
    open func addClip() { parts.clip() }

    /// The width of the lines of new paths: 1.
    public class var defaultLineWidth: CGFloat { 1 }
    /// Fills a rectangle in the current context.
    public class func fill(_ rect: NSRect) { NSBezierPath(rect: rect).fill() }
    /// Strokes a rectangle in the current context.
    public class func stroke(_ rect: NSRect) { NSBezierPath(rect: rect).stroke() }
    /// Clips the current context to a rectangle.
    public class func clip(_ rect: NSRect) { NSBezierPath(rect: rect).addClip() }
    /// Draws a line in the current context.
    public class func strokeLine(from point1: NSPoint, to point2: NSPoint) {
        let path = NSBezierPath()
        path.move(to: point1)
        path.line(to: point2)
        path.stroke()
    }
}
