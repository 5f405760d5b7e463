import CoreGraphics
import Foundation
import UIFoundation

/// A font with a name and a size. All names and weights have the same typeface, as in Osprey's Core Text.
open class NSFont: NSObject, NSCopying, SizedFont, @unchecked Sendable {
    /// The thickness of the letters.
    public typealias Weight = _FontWeight

    private let parts: FontParts

    private init(_ parts: FontParts) { self.parts = parts }

    /// A font with a name and a size. A size of 0 means 13 points. `nil` if the name is empty.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard !fontName.isEmpty else { return nil }
        self.init(FontParts(fontName, Self.size(fontSize)))
    }

    private class func size(_ size: CGFloat) -> CGFloat { size == 0 ? systemFontSize : size }

    /// The system's font.
    public class func systemFont(ofSize fontSize: CGFloat) -> NSFont { NSFont(.system("Regular", size(fontSize))) }
    /// The system's font. In Osprey all weights look the same.
    public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont { NSFont(.system(weight, size(fontSize))) }
    /// The system's bold font. In Osprey it looks like the regular font.
    public class func boldSystemFont(ofSize fontSize: CGFloat) -> NSFont { NSFont(.system("Semibold", size(fontSize))) }
    /// The font of labels.
    public class func labelFont(ofSize fontSize: CGFloat) -> NSFont { systemFont(ofSize: fontSize) }
    /// The font of text that users enter.
    public class func userFont(ofSize fontSize: CGFloat) -> NSFont? { NSFont(FontParts("Helvetica", size(fontSize))) }
    /// The system's monospaced font. In Osprey it looks like the regular font.
    public class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont {
        NSFont(FontParts(".SFUIMono-Regular", size(fontSize)))
    }
    /// The system's font with monospaced digits. In Osprey it looks like the regular font.
    public class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> NSFont {
        systemFont(ofSize: fontSize, weight: weight)
    }

    /// The default size of the system's font: 13 points.
    public class var systemFontSize: CGFloat { 13 }
    /// The size of the system's font in small controls: 11 points.
    public class var smallSystemFontSize: CGFloat { 11 }
    /// The size of the font of labels: 10 points.
    public class var labelFontSize: CGFloat { 10 }

    /// A copy of the font with another size.
    public func withSize(_ fontSize: CGFloat) -> NSFont { NSFont(FontParts(parts.name, fontSize)) }

    /// The name with which the font was requested.
    public var fontName: String { parts.name }
    /// The name with which the font was requested.
    public var displayName: String? { parts.name }
    /// The part of the name before the first hyphen.
    public var familyName: String? { parts.family }
    /// The height of a line in points.
    public var pointSize: CGFloat { parts.size }
    /// The position of the upper edge of the line relative to the baseline.
    public var ascender: CGFloat { parts.ascender }
    /// The position of the lower edge of the line relative to the baseline: a negative number.
    public var descender: CGFloat { parts.descender }
    /// The space between lines: always 0.
    public var leading: CGFloat { 0 }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSFont)?.parts == parts }
    open override var hash: Int { parts.hashValue }
}
