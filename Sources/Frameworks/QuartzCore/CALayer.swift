import CoreGraphics
import Foundation

/// The position and scaling of a layer's picture within its bounds.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Centred, without scaling.
    public static let center = CALayerContentsGravity(rawValue: "center")
    /// At the middle of the upper side, without scaling.
    public static let top = CALayerContentsGravity(rawValue: "top")
    /// At the middle of the lower side, without scaling.
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    /// At the middle of the left side, without scaling.
    public static let left = CALayerContentsGravity(rawValue: "left")
    /// At the middle of the right side, without scaling.
    public static let right = CALayerContentsGravity(rawValue: "right")
    /// In the upper left corner, without scaling.
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    /// In the upper right corner, without scaling.
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    /// In the lower left corner, without scaling.
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    /// In the lower right corner, without scaling.
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretched over the bounds.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    /// Scaled to fit into the bounds. The aspect ratio is preserved.
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    /// Scaled to fill the bounds. The aspect ratio is preserved.
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// An object that draws a layer and arranges its sublayers. It is an alternative to a subclass of ``CALayer``.
public protocol CALayerDelegate: AnyObject {
    /// Sets the layer's picture. It is an alternative to ``draw(_:in:)``.
    func display(_ layer: CALayer)
    /// Draws the layer's content, in the layer's coordinates.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Called when the layer's bounds or sublayers have changed.
    func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
    /// Does nothing.
    public func display(_ layer: CALayer) {}
    /// Does nothing.
    public func draw(_ layer: CALayer, in ctx: CGContext) {}
    /// Does nothing.
    public func layoutSublayers(of layer: CALayer) {}
}

/// A rectangle with a picture, colours and sublayers, which is drawn into a context.
///
/// Osprey has no screen. Layers become visible only when ``render(in:)`` draws them. The z axis determines only the order of layers from back to
/// front.
open class CALayer: NSObject {
    /// Creates an empty layer.
    public override init() { super.init() }

    /// Creates a layer with the properties of another layer. Sublayers and the superlayer are not copied.
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
        (shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath) = (
            other.shadowColor, other.shadowOpacity, other.shadowOffset, other.shadowRadius, other.shadowPath
        )
        (opacity, isHidden, masksToBounds, name) = (other.opacity, other.isHidden, other.masksToBounds, other.name)
    }

    /// Always returns `nil`: layers are not archived.
    public required init?(coder: NSCoder) { nil }

    /// The object that draws the layer and arranges its sublayers.
    open weak var delegate: (any CALayerDelegate)?
    /// A name by which the program can identify the layer.
    open var name: String?

    // MARK: Position

    private var _bounds = CGRect.zero
    /// The layer's rectangle in its own coordinates.
    open var bounds: CGRect {
        get { _bounds }
        set {
            if newValue.size != _bounds.size { setNeedsLayout() }
            _bounds = newValue
        }
    }
    /// The position of the anchor point, in the superlayer's coordinates.
    open var position = CGPoint.zero
    /// The point of the bounds that lies at ``position``. Its coordinates are from 0 to 1 along each side; the default is the centre.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// The depth of the layer among its siblings; larger values are further in front.
    open var zPosition: CGFloat = 0
    /// The transform of the layer about its anchor point. Only its affine part in the x-y plane affects drawing.
    open var transform = CATransform3DIdentity

    /// The affine part of ``transform`` in the x-y plane.
    public func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }
    /// Sets ``transform`` to an affine transform of the x-y plane.
    public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// The transform from the layer's coordinates to the superlayer's coordinates.
    var toSuperlayer: CGAffineTransform {
        let anchor = CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
        return CGAffineTransform(translationX: -anchor.x, y: -anchor.y).concatenating(affineTransform())
            .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
    }

    /// The smallest rectangle around the layer, in the superlayer's coordinates. Setting it changes ``position`` and the size of ``bounds``.
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

    // MARK: Appearance

    /// The picture: a `CGImage`. Other values are stored, but nothing is drawn for them.
    open var contents: Any?
    /// The part of the picture that is drawn, from 0 to 1 along each side.
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// The position and scaling of the picture within the bounds; `resize` by default.
    open var contentsGravity = CALayerContentsGravity.resize
    /// The number of pixels of the picture per point.
    open var contentsScale: CGFloat = 1
    /// The colour behind the picture.
    open var backgroundColor: CGColor?
    /// The radius of the corners of the background, the border and the clipping area.
    open var cornerRadius: CGFloat = 0
    /// The width of the border, inside the bounds.
    open var borderWidth: CGFloat = 0
    /// The border's colour; black by default.
    open var borderColor: CGColor? = CGColor(gray: 0, alpha: 1)
    /// The alpha of the layer and its sublayers, from 0 to 1. It is applied separately to the layer and to each sublayer.
    open var opacity: Float = 1
    /// Whether the layer and its sublayers are hidden.
    open var isHidden = false
    /// Whether drawing is clipped to the bounds.
    open var masksToBounds = false
    /// The colour of the shadow; black by default. No shadow is drawn.
    open var shadowColor: CGColor? = CGColor(gray: 0, alpha: 1)
    /// The alpha of the shadow, from 0 to 1. No shadow is drawn.
    open var shadowOpacity: Float = 0
    /// The offset of the shadow, in points. No shadow is drawn.
    open var shadowOffset = CGSize(width: 0, height: -3)
    /// The radius by which the shadow is blurred, in points. No shadow is drawn.
    open var shadowRadius: CGFloat = 3
    /// The outline of the shadow; `nil` for the outline of the layer. No shadow is drawn.
    open var shadowPath: CGPath?
    /// A layer whose alpha is multiplied with the alpha of this layer. Like a sublayer, the mask is positioned in this layer's coordinates.
    open var mask: CALayer?

    // MARK: Tree

    /// The layer that contains this one.
    open internal(set) weak var superlayer: CALayer?
    var children: [CALayer] = []

    /// The sublayers, from the back to the front; `nil` if there are none.
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

    /// Makes the layer draw with ``draw(in:)`` whenever it is rendered.
    open func setNeedsDisplay() { isDrawn = true }
    /// Makes the layer draw with ``draw(in:)`` whenever it is rendered.
    open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }
    /// Whether the layer draws its content with ``draw(in:)``.
    open func needsDisplay() -> Bool { isDrawn }
    /// Does nothing: content is drawn when the layer is rendered.
    open func displayIfNeeded() {}
    /// Lets the delegate set the layer's picture.
    open func display() { delegate?.display(self) }
    /// Draws the content, in the layer's coordinates. If a subclass does not override this method, the delegate draws.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    /// Makes the layer arrange the sublayers before the next drawing.
    open func setNeedsLayout() { needsArrangement = true }
    /// Whether the sublayers must be arranged.
    open func needsLayout() -> Bool { needsArrangement }
    /// Arranges the sublayers immediately if ``needsLayout()`` is `true`.
    open func layoutIfNeeded() {
        guard needsArrangement else { return }
        needsArrangement = false
        layoutSublayers()
    }
    /// Arranges the sublayers. If a subclass does not override this method, the delegate arranges them.
    open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

    /// Draws the content of a subclass, such as a path or text, in addition to the picture.
    func drawShape(in context: CGContext, opacity: CGFloat, isFlipped: Bool) {}
}
