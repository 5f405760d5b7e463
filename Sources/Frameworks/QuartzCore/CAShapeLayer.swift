import CoreGraphics
import Foundation

/// The rule that defines which points are inside a path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A point is inside if the winding number of the path around it is not zero.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    /// A point is inside if a ray from the point crosses the path an odd number of times.
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The shape of the corners of lines.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pointed corners.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    /// Round corners.
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// Bevelled corners.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// The shape of the ends of lines.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Lines end at the last point.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// Lines end in a half circle.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// Lines end half a line width beyond the last point.
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// A layer that draws a path. The path is in the layer's coordinates.
open class CAShapeLayer: CALayer {
    /// The path; `nil` for none.
    open var path: CGPath?
    /// The colour of the filled area; black by default, `nil` for none.
    open var fillColor: CGColor? = CGColor(gray: 0, alpha: 1)
    /// The rule that defines which points are inside the path, and are filled.
    open var fillRule = CAShapeLayerFillRule.nonZero
    /// The colour of the line; `nil`, the default, for no line.
    open var strokeColor: CGColor?
    /// The width of the line; 1 by default.
    open var lineWidth: CGFloat = 1
    /// The shape of the ends of lines.
    open var lineCap = CAShapeLayerLineCap.butt
    /// The shape of the corners of lines.
    open var lineJoin = CAShapeLayerLineJoin.miter
    /// The maximum length of a mitred corner, in line widths.
    open var miterLimit: CGFloat = 10
    /// The alternating lengths of dashes and gaps; `nil` for a solid line.
    open var lineDashPattern: [NSNumber]?
    /// The position in the pattern at which the line begins.
    open var lineDashPhase: CGFloat = 0

    /// Creates a layer without a path.
    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAShapeLayer else { return }
        (path, fillColor, fillRule, strokeColor, lineWidth) = (
            other.path, other.fillColor, other.fillRule, other.strokeColor, other.lineWidth
        )
        (lineCap, lineJoin, miterLimit) = (other.lineCap, other.lineJoin, other.miterLimit)
        (lineDashPattern, lineDashPhase) = (other.lineDashPattern, other.lineDashPhase)
    }

    public required init?(coder: NSCoder) { nil }

    override func drawShape(in context: CGContext, opacity: CGFloat, isFlipped: Bool) {
        guard let path else { return }
        context.saveGState()
        if let fillColor {
            context.setFillColor(fillColor)
            context.beginPath()
            context.addPath(path)
            context.fillPath(using: fillRule == .evenOdd ? .evenOdd : .winding)
        }
        if let strokeColor, lineWidth > 0 {
            context.setStrokeColor(strokeColor)
            context.setLineWidth(lineWidth)
            context.setLineCap(lineCap == .round ? .round : lineCap == .square ? .square : .butt)
            context.setLineJoin(lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter)
            context.setMiterLimit(miterLimit)
            context.setLineDash(phase: lineDashPhase, lengths: (lineDashPattern ?? []).map { CGFloat($0.doubleValue) })
            context.beginPath()
            context.addPath(path)
            context.strokePath()
        }
        context.restoreGState()
    }
}
