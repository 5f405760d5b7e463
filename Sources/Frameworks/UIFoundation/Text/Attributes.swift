import CoreGraphics
import CoreText
import Foundation

extension NSAttributedString.Key {
    /// The font: a `UIFont`, an `NSFont` or a `CTFont`. The default font has a size of 12 points.
    public static let font = NSAttributedString.Key(kCTFontAttributeName)
    /// The colour of the letters: a `UIColor`, an `NSColor` or a `CGColor`. The default is black.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The background colour of the letters. By default there is none.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// The style of a paragraph: an ``NSParagraphStyle``. The first character of a paragraph determines its style.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// The line below the letters: the raw value of an ``NSUnderlineStyle``.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The line through the letters: the raw value of an ``NSUnderlineStyle``.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// The distance in points by which the letters are raised: a number.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

/// A line below or through letters.
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A thin line.
    public static let single = NSUnderlineStyle(rawValue: 1)
    /// A line of twice the thickness.
    public static let thick = NSUnderlineStyle(rawValue: 2)
}

/// The alignment of a paragraph's lines.
public enum NSTextAlignment: Int, Sendable {
    /// Left-aligned.
    case left = 0
    /// Centred.
    case center = 1
    /// Right-aligned.
    case right = 2
    /// Left-aligned, because Osprey does not stretch lines.
    case justified = 3
    /// Left-aligned. In Osprey this does not depend on the language.
    case natural = 4
}

/// The mode in which a line that is too long is broken or truncated.
public enum NSLineBreakMode: UInt, Sendable {
    /// The line is broken between words. A word that is too long is broken.
    case byWordWrapping = 0
    /// The line is broken between any two characters.
    case byCharWrapping = 1
    /// The part that does not fit is not shown.
    case byClipping = 2
    /// The end is shown, after an ellipsis.
    case byTruncatingHead = 3
    /// The beginning is shown, before an ellipsis.
    case byTruncatingTail = 4
    /// The beginning and the end are shown, with an ellipsis between them.
    case byTruncatingMiddle = 5
}

/// The style of a paragraph: its alignment, line breaking, spacing and indents.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate struct Values: Hashable {
        var alignment = NSTextAlignment.natural
        var lineBreakMode = NSLineBreakMode.byWordWrapping
        var lineSpacing: CGFloat = 0
        var paragraphSpacing: CGFloat = 0
        var firstLineHeadIndent: CGFloat = 0
        var headIndent: CGFloat = 0
    }

    fileprivate var values = Values()

    /// The default style: words are wrapped, lines begin at the left, and there is no extra space between lines.
    public static let `default` = NSParagraphStyle()

    /// Makes the default style.
    public override init() {}

    /// The alignment of the lines.
    open var alignment: NSTextAlignment { values.alignment }
    /// The mode in which a line that is too long is broken or truncated.
    open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
    /// The space between two lines, in points.
    open var lineSpacing: CGFloat { values.lineSpacing }
    /// The space after a paragraph, in points.
    open var paragraphSpacing: CGFloat { values.paragraphSpacing }
    /// The indent of the first line from the left, in points.
    open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
    /// The indent of the other lines from the left, in points.
    open var headIndent: CGFloat { values.headIndent }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSParagraphStyle()
        copy.values = values
        return copy
    }

    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = NSMutableParagraphStyle()
        copy.values = values
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }
    open override var hash: Int { values.hashValue }
}

/// A modifiable paragraph style. Numbers that are negative or not finite count as 0.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
    private func length(_ value: CGFloat) -> CGFloat { value.isFinite ? max(value, 0) : 0 }

    /// The alignment of the lines.
    open override var alignment: NSTextAlignment {
        get { values.alignment }
        set { values.alignment = newValue }
    }

    /// The mode in which a line that is too long is broken or truncated.
    open override var lineBreakMode: NSLineBreakMode {
        get { values.lineBreakMode }
        set { values.lineBreakMode = newValue }
    }

    /// The space between two lines, in points.
    open override var lineSpacing: CGFloat {
        get { values.lineSpacing }
        set { values.lineSpacing = length(newValue) }
    }

    /// The space after a paragraph, in points.
    open override var paragraphSpacing: CGFloat {
        get { values.paragraphSpacing }
        set { values.paragraphSpacing = length(newValue) }
    }

    /// The indent of the first line from the left, in points.
    open override var firstLineHeadIndent: CGFloat {
        get { values.firstLineHeadIndent }
        set { values.firstLineHeadIndent = length(newValue) }
    }

    /// The indent of the other lines from the left, in points.
    open override var headIndent: CGFloat {
        get { values.headIndent }
        set { values.headIndent = length(newValue) }
    }

    /// Copies the values of another style.
    open func setParagraphStyle(_ obj: NSParagraphStyle) { values = obj.values }
}
