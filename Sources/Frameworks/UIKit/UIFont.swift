import CoreGraphics
import CoreText
import Foundation
import UIFoundation

/// A font of a size. As in Core Text here, there is one typeface for all names and weights.
open class UIFont: NSObject, NSCopying, SizedFont, @unchecked Sendable {
    /// The thickness of the letters.
    public typealias Weight = _FontWeight

    /// The purpose of a text, from which its size follows.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// 34 points.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// 28 points.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// 22 points.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// 20 points.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// 17 points.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// 17 points.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// 16 points.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// 15 points.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// 13 points.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// 12 points.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// 11 points.
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

        fileprivate var size: CGFloat {
            switch self {
            case .largeTitle: 34
            case .title1: 28
            case .title2: 22
            case .title3: 20
            case .callout: 16
            case .subheadline: 15
            case .footnote: 13
            case .caption1: 12
            case .caption2: 11
            default: 17
            }
        }
    }

    private let parts: FontParts

    private init(_ parts: FontParts) { self.parts = parts }

    /// A font of a size, which is 12 points if the given size is not positive. `nil` if the name is empty.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(FontParts(fontName, fontSize))
    }

    /// The system's font.
    public class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system("Regular", fontSize)) }
    /// The system's font. All weights look the same.
    public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont { UIFont(.system(weight, fontSize)) }
    /// The system's bold font, which looks like the regular one.
    public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system("Semibold", fontSize)) }
    /// The system's italic font, which looks like the regular one.
    public class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system("RegularItalic", fontSize)) }
    /// The system's monospaced font, which looks like the regular one.
    public class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(FontParts(".SFUIMono-Regular", fontSize))
    }
    /// The system's font with monospaced digits, which looks like the regular one.
    public class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: fontSize, weight: weight)
    }
    /// The font for a purpose of text, in the default size.
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        style == .headline ? boldSystemFont(ofSize: style.size) : systemFont(ofSize: style.size)
    }

    /// 17 points.
    public class var labelFontSize: CGFloat { 17 }
    /// 18 points.
    public class var buttonFontSize: CGFloat { 18 }
    /// 12 points.
    public class var smallSystemFontSize: CGFloat { 12 }
    /// 14 points.
    public class var systemFontSize: CGFloat { 14 }

    /// The same font in another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(FontParts(parts.name, fontSize)) }

    /// The name with which the font was requested.
    public var fontName: String { parts.name }
    /// The height of a line in points.
    public var pointSize: CGFloat { parts.size }
    /// The name up to a hyphen.
    public var familyName: String { parts.family }
    /// The height of the line above the baseline.
    public var ascender: CGFloat { parts.ascender }
    /// The depth of the line below the baseline, a negative number.
    public var descender: CGFloat { parts.descender }
    /// The height of a line.
    public var lineHeight: CGFloat { parts.size }
    /// The space between lines. It is always 0.
    public var leading: CGFloat { 0 }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.parts == parts }
    open override var hash: Int { parts.hashValue }
}
