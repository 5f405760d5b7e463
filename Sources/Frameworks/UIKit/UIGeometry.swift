import CoreGraphics
import UIFoundation

/// The distances by which the sides of a rectangle are moved inwards.
public struct UIEdgeInsets: Hashable, Sendable {
    /// The inset of the upper side, downwards.
    public var top: CGFloat
    /// The inset of the left side, to the right.
    public var left: CGFloat
    /// The inset of the lower side, upwards.
    public var bottom: CGFloat
    /// The inset of the right side, to the left.
    public var right: CGFloat

    /// Moves no side.
    public static let zero = UIEdgeInsets()

    /// Moves no side.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Insets of these lengths.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
}

extension CGRect {
    /// The rectangle with its sides moved inwards, if y points downwards.
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        let rect = standardized
        return CGRect(
            x: rect.minX + insets.left, y: rect.minY + insets.top, width: rect.width - insets.left - insets.right,
            height: rect.height - insets.top - insets.bottom)
    }
}

/// Corners of a rectangle, if y points downwards.
public struct UIRectCorner: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper left one.
    public static let topLeft = UIRectCorner(rawValue: 1 << 0)
    /// The upper right one.
    public static let topRight = UIRectCorner(rawValue: 1 << 1)
    /// The lower left one.
    public static let bottomLeft = UIRectCorner(rawValue: 1 << 2)
    /// The lower right one.
    public static let bottomRight = UIRectCorner(rawValue: 1 << 3)
    /// All four.
    public static let allCorners = UIRectCorner(rawValue: .max)
}

/// Fills a rectangle of the current context with the fill colour, which replaces the former pixels.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle of the current context with the fill colour.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
    guard let context = DrawingStack.current?.context else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    context.fill(rect)
    context.restoreGState()
}

/// Draws a frame of one point inside a rectangle, with the fill colour of the current context.
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
