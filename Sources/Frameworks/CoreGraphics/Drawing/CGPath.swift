import Foundation

/// The types of elements of a path.
public enum CGPathElementType: Int32, Sendable {
    /// The beginning of a subpath: one point.
    case moveToPoint = 0
    /// A line to one point.
    case addLineToPoint = 1
    /// A quadratic Bézier curve: the control point, then the end.
    case addQuadCurveToPoint = 2
    /// A cubic Bézier curve: two control points, then the end.
    case addCurveToPoint = 3
    /// A line to the beginning of the subpath, without points.
    case closeSubpath = 4
}

/// The rule that determines the inside of a path that intersects itself or has several subpaths.
public enum CGPathFillRule: Int, Equatable, Hashable, Sendable {
    /// A point is inside if the path's winding number around it is not zero.
    case winding = 0
    /// A point is inside if the path goes around it an odd number of times.
    case evenOdd = 1
}

/// The shape of a corner between two lines.
public enum CGLineJoin: Int32, Sendable {
    /// A pointed corner, up to the miter limit.
    case miter = 0
    /// A round corner.
    case round = 1
    /// A corner whose tip is cut off.
    case bevel = 2
}

/// The shape of the end of an open line.
public enum CGLineCap: Int32, Sendable {
    /// A straight end at the last point.
    case butt = 0
    /// A half circle about the last point.
    case round = 1
    /// A straight end, half a line width beyond the last point.
    case square = 2
}

/// The parts of a path to paint: the inside, the line or both.
public enum CGPathDrawingMode: Int32, Sendable {
    /// The inside, by the winding rule.
    case fill = 0
    /// The inside, by the even-odd rule.
    case eoFill = 1
    /// The line.
    case stroke = 2
    /// The inside by the winding rule, then the line.
    case fillStroke = 3
    /// The inside by the even-odd rule, then the line.
    case eoFillStroke = 4
}

/// An element of a path. The beginning of a subpath and a line have one point. A quadratic curve has two points, and a cubic curve has three. The
/// end of a subpath has no point.
public struct CGPathElement {
    /// The type of the element.
    public var type: CGPathElementType
    /// The element's points, the end point last. They are valid only during the call that passes the element.
    public var points: UnsafeMutablePointer<CGPoint>

    /// An element that refers to the caller's points. Their number must match the type.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        self.type = type
        self.points = points
    }
}

/// A block that receives an element of a path.
public typealias CGPathApplyBlock = (UnsafePointer<CGPathElement>) -> Void
/// A function that is called with the caller's `info` and an element of a path.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

/// A path of lines and curves.
public class CGPath: Hashable, @unchecked Sendable {
    enum Element: Hashable {
        case move(CGPoint)
        case line(CGPoint)
        case quad(CGPoint, control: CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)
        case close

        func applying(_ t: CGAffineTransform) -> Element {
            switch self {
            case .move(let p): .move(p.applying(t))
            case .line(let p): .line(p.applying(t))
            case .quad(let p, let c): .quad(p.applying(t), control: c.applying(t))
            case .curve(let c1, let c2, let p): .curve(c1.applying(t), c2.applying(t), p.applying(t))
            case .close: .close
            }
        }

        var points: [CGPoint] {
            switch self {
            case .move(let p), .line(let p): [p]
            case .quad(let p, let c): [c, p]
            case .curve(let c1, let c2, let p): [c1, c2, p]
            case .close: []
            }
        }

        var type: CGPathElementType {
            switch self {
            case .move: .moveToPoint
            case .line: .addLineToPoint
            case .quad: .addQuadCurveToPoint
            case .curve: .addCurveToPoint
            case .close: .closeSubpath
            }
        }
    }

    var elements: [Element]

    init(elements: [Element]) {
        self.elements = elements
    }

    /// A rectangle, transformed if `transform` is not `nil`.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(elements: Self.elements(rect: rect, transform?.pointee ?? .identity))
    }

    /// The ellipse that touches a rectangle's four sides, transformed if `transform` is not `nil`.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(elements: Self.elements(ellipseIn: rect, transform?.pointee ?? .identity))
    }

    /// A rounded rectangle. Each corner is a quarter of an ellipse with these semi-axes, at most half of the rectangle's sides.
    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
    ) {
        self.init(
            elements: Self.elements(
                roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform?.pointee ?? .identity))
    }

    public static func == (lhs: CGPath, rhs: CGPath) -> Bool { lhs === rhs || lhs.elements == rhs.elements }
    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

// MARK: - Reading

extension CGPath {
    /// An immutable path with the same elements.
    public func copy() -> CGPath? { CGPath(elements: elements) }

    /// A transformed copy. A `transform` of `nil` is the identity.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        CGPath(elements: elements.map { $0.applying(transform?.pointee ?? .identity) })
    }

    /// A path with the same elements to which more can be appended.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(elements: elements) }

    /// A transformed copy to which elements can be appended. A `transform` of `nil` is the identity.
    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(elements: elements.map { $0.applying(transform?.pointee ?? .identity) })
    }

    /// Whether the path has no elements.
    public var isEmpty: Bool { elements.isEmpty }

    /// The point at which the next element begins; zero for an empty path.
    public var currentPoint: CGPoint {
        var start = CGPoint.zero
        var current = CGPoint.zero
        for element in elements {
            if case .move(let point) = element { start = point }
            current = element.points.last ?? start
        }
        return current
    }

    /// The bounding box of all points, including control points; null for an empty path.
    public var boundingBox: CGRect { Self.box(elements.flatMap(\.points)) }

    /// The bounding box of the path itself, without control points; null for an empty path.
    public var boundingBoxOfPath: CGRect { Self.box(polygons(flatness: 0.01).flatMap(\.points)) }

    private static func box(_ points: [CGPoint]) -> CGRect {
        guard let first = points.first else { return .null }
        var (left, right, low, high) = (first.x, first.x, first.y, first.y)
        for point in points {
            left = min(left, point.x)
            right = max(right, point.x)
            low = min(low, point.y)
            high = max(high, point.y)
        }
        return CGRect(x: left, y: low, width: right - left, height: high - low)
    }

    /// Whether the path is a single rectangle. If it is, the rectangle is written to `rect`.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        let polygons = polygons(flatness: 1)
        guard polygons.count == 1, !elements.contains(where: { $0.type == .addCurveToPoint || $0.type == .addQuadCurveToPoint }) else {
            return false
        }
        var points = polygons[0].points
        if points.count == 5, points.first == points.last { points.removeLast() }
        guard points.count == 4 else { return false }
        let box = Self.box(points)
        let corners: Set<CGPoint> = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY), CGPoint(x: box.minX, y: box.maxY),
            CGPoint(x: box.maxX, y: box.maxY),
        ]
        guard Set(points) == corners, points[0].x == points[1].x || points[0].y == points[1].y else { return false }
        rect?.pointee = box
        return true
    }

    /// Calls a block with every element in order. An element's points are valid only inside the block.
    public func applyWithBlock(_ block: CGPathApplyBlock) {
        for element in elements {
            var points = element.points
            let type = element.type
            points.withUnsafeMutableBufferPointer { buffer in
                withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { spare in
                    // An element without points also needs a valid address.
                    guard let base = buffer.baseAddress ?? spare.baseAddress else { return }
                    withUnsafePointer(to: CGPathElement(type: type, points: base)) { block($0) }
                }
            }
        }
    }

    /// Calls a function with `info` and each element, in order.
    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        applyWithBlock { function(info, $0) }
    }

    /// Whether a point is inside the path according to a fill rule.
    public func contains(_ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity) -> Bool {
        var winding = 0
        for polygon in CGPath(elements: elements.map { $0.applying(transform) }).polygons(flatness: 0.05) {
            var previous = polygon.points.last ?? .zero
            for next in polygon.points {
                let upward = previous.y <= point.y && next.y > point.y
                let downward = previous.y > point.y && next.y <= point.y
                if upward || downward {
                    let x = previous.x + (point.y - previous.y) / (next.y - previous.y) * (next.x - previous.x)
                    if x > point.x { winding += upward ? 1 : -1 }
                }
                previous = next
            }
        }
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// The path with its curves converted to lines. The distance between the lines and the original curves is at most `threshold`.
    public func flattened(threshold: CGFloat) -> CGPath {
        let path = CGMutablePath()
        for polygon in polygons(flatness: max(threshold, 1e-4)) {
            path.addLines(between: polygon.points)
            if polygon.isClosed { path.closeSubpath() }
        }
        return path
    }
}
