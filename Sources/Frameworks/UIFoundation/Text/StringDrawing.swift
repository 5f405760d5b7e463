import CoreGraphics
import Foundation

extension DrawingTarget {
    /// Draws lines of text.
    ///
    /// - Parameter corner: the upper left corner of the visible text.
    func draw(_ layout: TextLayout, at corner: CGPoint) {
        let down: CGFloat = isFlipped ? 1 : -1
        for line in layout.lines {
            var x = corner.x + line.x
            let top = corner.y + down * line.top
            let baseline = top + down * line.baseline
            for piece in line.pieces {
                draw(piece, CGPoint(x: x, y: baseline), line)
                x += piece.width
            }
        }
    }

    private func draw(_ piece: TextLayout.Piece, _ origin: CGPoint, _ line: TextLayout.Line) {
        context.saveGState()
        // From here on, y points upwards from the baseline.
        context.translateBy(x: origin.x, y: origin.y)
        if isFlipped { context.scaleBy(x: 1, y: -1) }
        let (style, width) = (piece.style, piece.width)
        if let background = style.background {
            context.setFillColor(background)
            context.fill(CGRect(x: 0, y: line.baseline - line.height, width: width, height: line.height))
        }
        context.setFillColor(style.color)
        context.drawText(piece.text, at: CGPoint(x: 0, y: style.lift), size: style.size)
        let thin = style.size / 16
        func rule(_ kind: NSUnderlineStyle, _ height: CGFloat) {
            guard kind.rawValue != 0 else { return }
            let thickness = kind.contains(.thick) ? 2 * thin : thin
            context.fill(CGRect(x: 0, y: height + style.lift - thickness / 2, width: width, height: thickness))
        }
        rule(style.underline, -style.size / 9)
        rule(style.strikethrough, style.size / 4)
        context.restoreGState()
    }
}

/// Options for measuring and drawing text in a rectangle.
public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The rectangle contains all lines. Without this option, its origin is the left end of the baseline of a single line.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Lines have the heights of their fonts. In Osprey they always have.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// The last line that fits ends in an ellipsis if more lines would follow.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// An object that receives the results of drawing or measuring a text.
open class NSStringDrawingContext: NSObject {
    /// The rectangle of the text that was drawn or measured last.
    open internal(set) var totalBounds = CGRect.zero
}

extension NSAttributedString {
    /// The size of the text if lines are broken only between paragraphs: the width of the longest line and the height of all lines.
    public func size() -> CGSize { TextLayout(self).size }

    /// Draws the text in the current context, with unlimited width.
    ///
    /// - Parameter point: the upper left corner of the text if y points downwards, as in UIKit. If y points upwards, the lower left corner.
    public func draw(at point: CGPoint) {
        guard let target = DrawingStack.current else { return }
        let layout = TextLayout(self)
        target.draw(layout, at: CGPoint(x: point.x, y: target.isFlipped ? point.y : point.y + layout.size.height))
    }

    /// Draws the text in the current context, in lines of the rectangle's width. The parts outside the rectangle are clipped.
    public func draw(in rect: CGRect) {
        guard let target = DrawingStack.current, rect.width > 0, rect.height > 0 else { return }
        target.context.saveGState()
        target.context.clip(to: rect)
        target.draw(TextLayout(self, width: rect.width), at: CGPoint(x: rect.minX, y: target.isFlipped ? rect.minY : rect.maxY))
        target.context.restoreGState()
    }

    /// Draws the text in the current context.
    ///
    /// - Parameters:
    ///   - rect: with `usesLineFragmentOrigin`, the rectangle of the lines. Without it, the origin is the left end of the baseline of a
    ///     single line.
    ///   - context: receives the rectangle of the text.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext? = nil) {
        let layout = layout(in: rect.size, options)
        context?.totalBounds = CGRect(origin: rect.origin, size: layout.size)
        guard let target = DrawingStack.current, let first = layout.lines.first else { return }
        let isBlock = options.contains(.usesLineFragmentOrigin)
        let top: CGFloat =
            if isBlock {
                target.isFlipped ? rect.minY : rect.maxY
            } else {
                target.isFlipped ? rect.minY - first.baseline : rect.minY + first.baseline
            }
        target.draw(layout, at: CGPoint(x: rect.minX, y: top))
    }

    /// The size that the text needs, as a rectangle with its origin at 0.
    ///
    /// - Parameter size: the maximum width of lines and, with `truncatesLastVisibleLine`, the maximum height of all lines. 0 means no
    ///   limit.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext? = nil
    ) -> CGRect {
        let rect = CGRect(origin: .zero, size: layout(in: size, options).size)
        context?.totalBounds = rect
        return rect
    }

    private func layout(in size: CGSize, _ options: NSStringDrawingOptions) -> TextLayout {
        guard options.contains(.usesLineFragmentOrigin) else { return TextLayout(self) }
        let layout = TextLayout(self, width: size.width)
        guard options.contains(.truncatesLastVisibleLine), size.height > 0 else { return layout }
        return layout.truncated(toHeight: size.height, width: size.width)
    }
}

extension NSString {
    /// The size of the text if lines are broken only between paragraphs: the width of the longest line and the height of all lines.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { with(attrs).size() }

    /// Draws the text with attributes, like `draw(at:)` of an attributed string.
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) { with(attrs).draw(at: point) }

    /// Draws the text with attributes, like `draw(in:)` of an attributed string.
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) { with(attrs).draw(in: rect) }

    /// Draws the text with attributes, like `draw(with:options:context:)` of an attributed string.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext? = nil
    ) {
        with(attributes).draw(with: rect, options: options, context: context)
    }

    /// The size that the text with attributes needs, like `boundingRect(with:options:context:)` of an attributed string.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext? = nil
    ) -> CGRect {
        with(attributes).boundingRect(with: size, options: options, context: context)
    }

    private func with(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
        NSAttributedString(string: String(describing: self), attributes: attributes)
    }
}

extension String {
    /// The size of the text if lines are broken only between paragraphs: the width of the longest line and the height of all lines.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        NSString(string: self).size(withAttributes: attrs)
    }

    /// Draws the text with attributes, like `draw(at:)` of an attributed string.
    public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        NSString(string: self).draw(at: point, withAttributes: attrs)
    }

    /// Draws the text with attributes, like `draw(in:)` of an attributed string.
    public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
        NSString(string: self).draw(in: rect, withAttributes: attrs)
    }

    /// Draws the text with attributes, like `draw(with:options:context:)` of an attributed string.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext? = nil
    ) {
        NSString(string: self).draw(with: rect, options: options, attributes: attributes, context: context)
    }

    /// The size that the text with attributes needs, like `boundingRect(with:options:context:)` of an attributed string.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext? = nil
    ) -> CGRect {
        NSString(string: self).boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}
