import CoreGraphics
import CoreText
import Foundation
import UIFoundation

/// A font with a name and a size. All names and weights have the same typeface, as in Osprey's Core Text.
open class UIFont: NSObject, NSCopying, SizedFont, @unchecked Sendable {
    /// The thickness of the letters.
    public typealias Weight = _FontWeight

    /// The purpose of a text. It determines the size of the font.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A large title: 34 points.
        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        /// A title of the first level: 28 points.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A title of the second level: 22 points.
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        /// A title of the third level: 20 points.
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        /// A headline: 17 points.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// Body text: 17 points.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// A callout: 16 points.
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        /// A subheadline: 15 points.
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        /// A footnote: 13 points.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        /// A caption: 12 points.
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        /// A small caption: 11 points.
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

    /// A font with a name and a size. If the size is not positive, it is 12 points. `nil` if the name is empty.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(FontParts(fontName, fontSize))
    }

    /// The system's font.
    public class func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system("Regular", fontSize)) }
    /// The system's font. In Osprey all weights look the same.
    public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont { UIFont(.system(weight, fontSize)) }
    /// The system's bold font. In Osprey it looks like the regular font.
    public class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system("Semibold", fontSize)) }
    /// The system's italic font. In Osprey it looks like the regular font.
    public class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(.system("RegularItalic", fontSize)) }
    /// The system's monospaced font. In Osprey it looks like the regular font.
    public class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(FontParts(".SFUIMono-Regular", fontSize))
    }
    /// The system's font with monospaced digits. In Osprey it looks like the regular font.
    public class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: fontSize, weight: weight)
    }
    /// The font for a purpose of text, in the default size.
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        style == .headline ? boldSystemFont(ofSize: style.size) : systemFont(ofSize: style.size)
    }

    /// The size of the font of labels: 17 points.
    public class var labelFontSize: CGFloat { 17 }
    /// The size of the font of buttons: 18 points.
    public class var buttonFontSize: CGFloat { 18 }
    /// The size of the system's font in small controls: 12 points.
    public class var smallSystemFontSize: CGFloat { 12 }
    /// The default size of the system's font: 14 points.
    public class var systemFontSize: CGFloat { 14 }

    /// A copy of the font with another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(FontParts(parts.name, fontSize)) }

    /// The name with which the font was requested.
    public var fontName: String { parts.name }
    /// The height of a line in points.
    public var pointSize: CGFloat { parts.size }
    /// The part of the name before the first hyphen.
    public var familyName: String { parts.family }
    /// The position of the upper edge of the line relative to the baseline.
    public var ascender: CGFloat { parts.ascender }
    /// The position of the lower edge of the line relative to the baseline: a negative number.
    public var descender: CGFloat { parts.descender }
    /// The height of a line.
    public var lineHeight: CGFloat { parts.size }
    /// The space between lines: always 0.
    public var leading: CGFloat { 0 }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.parts == parts }
    open override var hash: Int { parts.hashValue }
}
