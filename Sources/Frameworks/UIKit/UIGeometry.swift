import CoreGraphics
import UIFoundation

/// The distances by which the sides of a rectangle are moved inwards.
public struct UIEdgeInsets: Hashable, Sendable {
    /// The distance by which the upper side is moved down.
    public var top: CGFloat
    /// The distance by which the left side is moved to the right.
    public var left: CGFloat
    /// The distance by which the bottom side is moved up.
    public var bottom: CGFloat
    /// The distance by which the right side is moved to the left.
    public var right: CGFloat

    /// Insets of 0.
    public static let zero = UIEdgeInsets()

    /// Insets of 0.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Insets of these lengths.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension CGRect {
    /// The rectangle with its sides moved inwards by insets. The upper side has the smallest y.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        let rect = standardized
        return CGRect(
            x: rect.minX + insets.left, y: rect.minY + insets.top, width: rect.width - insets.left - insets.right,
            height: rect.height - insets.top - insets.bottom)
    }
}

/// The corners of a rectangle, for a y axis that points downwards.
public struct UIRectCorner: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper left corner.
    public static let topLeft = UIRectCorner(rawValue: 1 << 0)
    /// The upper right corner.
    public static let topRight = UIRectCorner(rawValue: 1 << 1)
    /// The lower left corner.
    public static let bottomLeft = UIRectCorner(rawValue: 1 << 2)
    /// The lower right corner.
    public static let bottomRight = UIRectCorner(rawValue: 1 << 3)
    /// All four corners.
    public static let allCorners = UIRectCorner(rawValue: .max)
}

/// Fills a rectangle of the current context with the fill colour. The previous pixels are replaced.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle of the current context with the fill colour and a blend mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    guard let context = DrawingStack.current?.context else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    context.fill(rect)
    context.restoreGState()
}

/// Draws a frame inside a rectangle with the fill colour of the current context. The frame is one point wide.
public func UIRectFrame(_ rect: CGRect) {
    guard let context = DrawingStack.current?.context else { return }
    let (outer, inner) = (rect.standardized, rect.standardized.insetBy(dx: 1, dy: 1))
    context.saveGState()
    context.beginPath()
    context.addRect(outer)
    if !inner.isNull { context.addRect(inner) }
    context.fillPath(using: .evenOdd)
    context.restoreGState()
}

/// Clips the current context to a rectangle.
public func UIRectClip(_ rect: CGRect) { DrawingStack.current?.context.clip(to: rect) }
