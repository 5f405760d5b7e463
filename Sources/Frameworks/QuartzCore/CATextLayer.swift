import CoreGraphics
import CoreText
import Foundation
import UIFoundation

/// The alignment of a layer's lines of text.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Left-aligned for every language.
    public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
    /// Left-aligned.
    public static let left = CATextLayerAlignmentMode(rawValue: "left")
    /// Right-aligned.
    public static let right = CATextLayerAlignmentMode(rawValue: "right")
    /// Centred.
    public static let center = CATextLayerAlignmentMode(rawValue: "center")
    /// Left-aligned: Osprey does not justify lines.
    public static let justified = CATextLayerAlignmentMode(rawValue: "justified")

    fileprivate var alignment: NSTextAlignment {
        switch self {
        case .right: .right
        case .center: .center
        default: .left
        }
    }
}

/// The position of the ellipsis in a line that is too long.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No ellipsis: the characters that do not fit are not visible.
    public static let none = CATextLayerTruncationMode(rawValue: "none")
    /// The beginning of the text is replaced by an ellipsis.
    public static let start = CATextLayerTruncationMode(rawValue: "start")
    /// The end of the text is replaced by an ellipsis.
    public static let end = CATextLayerTruncationMode(rawValue: "end")
    /// The middle of the text is replaced by an ellipsis.
    public static let middle = CATextLayerTruncationMode(rawValue: "middle")

    fileprivate var breaking: NSLineBreakMode {
        switch self {
        case .start: .byTruncatingHead
        case .end: .byTruncatingTail
        case .middle: .byTruncatingMiddle
        default: .byClipping
        }
    }
}

/// A layer that draws text, beginning at its upper edge.
open class CATextLayer: CALayer {
    /// The text: a `String` or an `NSAttributedString`. The attributes of an attributed string override the attributes of the layer.
    open var string: Any?
    /// The font: a `CTFont`, a font of UIKit or AppKit, or a name. The value has no effect, because Osprey has only one typeface.
    open var font: Any?
    /// The height of a line; 36 points by default.
    open var fontSize: CGFloat = 36
    /// The colour of the letters; white by default.
    open var foregroundColor: CGColor? = CGColor(gray: 1, alpha: 1)
    /// Whether lines are wrapped at the width of the bounds.
    open var isWrapped = false
    /// The alignment of the lines.
    open var alignmentMode = CATextLayerAlignmentMode.natural
    /// The truncation of lines that are too long and are not wrapped.
    open var truncationMode = CATextLayerTruncationMode.none

    /// Creates a layer without text.
    public override init() { super.init() }

    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CATextLayer else { return }
        (string, font, fontSize, foregroundColor) = (other.string, other.font, other.fontSize, other.foregroundColor)
        (isWrapped, alignmentMode, truncationMode) = (other.isWrapped, other.alignmentMode, other.truncationMode)
    }

    public required init?(coder: NSCoder) { nil }

    override func drawShape(in context: CGContext, opacity: CGFloat, isFlipped: Bool) {
        guard let text else { return }
        // Letters outside of the bounds are clipped.
        context.saveGState()
        context.clip(to: bounds)
        DrawingStack.drawing(in: DrawingTarget(context, isFlipped: isFlipped)) { text.draw(in: bounds) }
        context.restoreGState()
    }

    private var text: NSAttributedString? {
        let style = NSMutableParagraphStyle()
        style.alignment = alignmentMode.alignment
        style.lineBreakMode = isWrapped ? .byWordWrapping : truncationMode.breaking
        if let attributed = string as? NSAttributedString {
            let text = NSMutableAttributedString(attributedString: attributed)
            text.addAttribute(.paragraphStyle, value: style, range: NSRange(location: 0, length: text.length))
            return text
        }
        guard let plain = (string as? String) ?? (string as? NSString).map({ String(describing: $0) }) else { return nil }
        let color = foregroundColor ?? CGColor(gray: 1, alpha: 1)
        return NSAttributedString(
            string: plain,
            attributes: [.font: CTFontCreateWithName("Helvetica", fontSize, nil), .foregroundColor: color, .paragraphStyle: style])
    }
}
