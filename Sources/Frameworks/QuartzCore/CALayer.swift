import CoreGraphics
import Foundation

/// How a layer's picture lies in its bounds.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// In the middle, in its own size.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// In the middle of the upper side, in its own size.
    public static let top = CALayerContentsGravity(rawValue: "top")
    /// In the middle of the lower side, in its own size.
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    /// In the middle of the left side, in its own size.
    public static let left = CALayerContentsGravity(rawValue: "left")
    /// In the middle of the right side, in its own size.
    public static let right = CALayerContentsGravity(rawValue: "right")
    /// In the upper left corner, in its own size.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    /// In the upper right corner, in its own size.
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    /// In the lower left corner, in its own size.
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    /// In the lower right corner, in its own size.
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretched over the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// As large as fits, in the proportion of its sides.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// As small as fills the bounds, in the proportion of its sides.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// Draws and arranges a layer in its place.
public protocol CALayerDelegate: AnyObject {
    /// Gives the layer its picture, in place of ``draw(_:in:)``.
    func display(_ layer: CALayer)
    /// Draws the layer's content, in its coordinates.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Tells that the layer's bounds or sublayers have changed.
    func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
    /// Draws the layer's content.
    public func display(_ layer: CALayer) {}
    /// Draws nothing.
    public func draw(_ layer: CALayer, in ctx: CGContext) {}
    /// Moves nothing.
    public func layoutSublayers(of layer: CALayer) {}
}

/// A rectangle with a picture, colours and other layers in it, that is drawn into a context.
///
/// There is no screen: layers are seen where ``render(in:)`` draws them, as they are then. The z axis decides only which layer is in front.
open class CALayer: NSObject {
    /// Makes an empty layer.
    public override init() { super.init() }

    /// A copy of another layer's look, without its sublayers and its superlayer.
    public init(layer: Any) {
        super.init()
        guard let other = layer as? CALayer else { return }
        (_bounds, position, anchorPoint, zPosition, transform) = (
            other._bounds, other.position, other.anchorPoint, other.zPosition, other.transform
        )
        (contents, contentsRect, contentsGravity, contentsScale) = (
            other.contents, other.contentsRect, other.contentsGravity, other.contentsScale
        )
        (backgroundColor, cornerRadius, borderWidth, borderColor) = (
            other.backgroundColor, other.cornerRadius, other.borderWidth, other.borderColor
        )
        (opacity, isHidden, masksToBounds, name) = (other.opacity, other.isHidden, other.masksToBounds, other.name)
    }

    /// `nil`: layers are not archived.
    public required init?(coder: NSCoder) { nil }

    /// Asked to draw and to arrange.
    open weak var delegate: (any CALayerDelegate)?
    /// A name of the program's.
    open var name: String?

    // MARK: Place

    private var _bounds = CGRect.zero
    /// The rectangle of the layer's own coordinates that is seen.
    open var bounds: CGRect {
        get { _bounds }
        set {
            if newValue.size != _bounds.size { setNeedsLayout() }
            _bounds = newValue
        }
    }
    /// The place of the anchor point in the superlayer.
    open var position = CGPoint.zero
    /// The point of the bounds that is at the position, from 0 to 1 along each side; the middle at first.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// How far in front the layer is, among its siblings.
    open var zPosition: CGFloat = 0
    /// Moves the layer about its anchor point. Only its part in the plane is drawn.
    open var transform = CATransform3DIdentity

    /// The transform's part in the plane.
    public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }
    /// Sets a transform of the plane.
    public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// From the layer's coordinates to the superlayer's.
    var toSuperlayer: CGAffineTransform {
        let anchor = CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
        return CGAffineTransform(translationX: -anchor.x, y: -anchor.y).concatenating(affineTransform())
            .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
    }

    /// The smallest rectangle around the layer in the superlayer. To set it sets the size of the bounds and the position.
    open var frame: CGRect {
        get { bounds.applying(toSuperlayer) }
        set {
            let size = newValue.size.applying(affineTransform().inverted())
            bounds.size = CGSize(width: abs(size.width), height: abs(size.height))
            let box = bounds.applying(toSuperlayer)
            position.x += newValue.minX - box.minX
            position.y += newValue.minY - box.minY
        }
    }

    // MARK: Look

    /// The picture: a `CGImage`. Other values are kept, and nothing is drawn for them.
    open var contents: Any?
    /// The part of the picture that is drawn, from 0 to 1 along each side.
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// How the picture lies in the bounds; stretched at first.
    open var contentsGravity = CALayerContentsGravity.resize
    /// Pixels of a point of the picture.
    open var contentsScale: CGFloat = 1
    /// The colour behind the picture.
    open var backgroundColor: CGColor?
    /// The radius of the corners of background, border and what is cut off.
    open var cornerRadius: CGFloat = 0
    /// The width of a frame inside the bounds.
    open var borderWidth: CGFloat = 0
    /// The frame's colour, black at first.
    open var borderColor: CGColor? = CGColor(gray: 0, alpha: 1)
    /// The alpha of the layer and of those in it, from 0 to 1. Each of them has it for itself.
    open var opacity: Float = 1
    /// Whether the layer and those in it are not drawn.
    open var isHidden = false
    /// Whether nothing is drawn outside the bounds.
    open var masksToBounds = false
    /// A layer in this layer's coordinates whose alpha this layer gets.
    open var mask: CALayer?

    // MARK: Tree

    /// The layer that this one is in.
    open internal(set) weak var superlayer: CALayer?
    var children: [CALayer] = []

    /// The layers in this one, from the back to the front; `nil` for none.
    open var sublayers: [CALayer]? {
        get { children.isEmpty ? nil : children }
        set {
            children.forEach { $0.superlayer = nil }
            children = []
            newValue?.forEach(addSublayer)
        }
    }

    // MARK: Content and arrangement

    private var isDrawn = false
    private var needsArrangement = false

    /// Has the content drawn, by ``draw(in:)``, wherever the layer is rendered from now on.
    open func setNeedsDisplay() { isDrawn = true }
    /// Has the content drawn, by ``draw(in:)``, wherever the layer is rendered from now on.
    open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }
    /// Whether the content is drawn.
    open func needsDisplay() -> Bool { isDrawn }
    /// Does nothing: content is drawn where the layer is rendered.
    open func displayIfNeeded() {}
    /// Has the delegate give the layer its picture.
    open func display() { delegate?.display(self) }
    /// Draws the content, in the layer's coordinates. The delegate draws it if a subclass does not.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Has the sublayers arranged before the next drawing.
    open func setNeedsLayout() { needsArrangement = true }
    /// Whether the sublayers are to be arranged.
    open func needsLayout() -> Bool { needsArrangement }
    /// Arranges the sublayers now, if that was asked for.
    open func layoutIfNeeded() {
        guard needsArrangement else { return }
        needsArrangement = false
        layoutSublayers()
    }
    /// Arranges the sublayers: the delegate does, if a subclass does not.
    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    /// Draws what a kind of layer shows beside its picture.
    func drawShape(in context: CGContext, opacity: CGFloat, isFlipped: Bool) {}
}
