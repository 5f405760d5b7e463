import CoreGraphics
import Foundation

/// A font of UIKit or AppKit, with the properties that text drawing needs.
package protocol SizedFont {
    /// The height of a line in points.
    var pointSize: CGFloat { get }
}

/// A font. There is only one typeface, which is drawn with lines. It contains printable ASCII and the degree sign. Accents are removed, and
/// every other character is drawn as a question mark.
public final class CTFont: Hashable, Sendable {
    /// The name with which the font was requested.
    let name: String
    /// The height of a line, from the lowest descender to the highest capital, in units of user space.
    let size: CGFloat

    init(name: String, size: CGFloat) {
        self.name = name
        self.size = size > 0 && size.isFinite ? size : CTFont.standardSize
    }

    /// The default size. It is used for text without a font, and for a font that is requested with size 0.
    static let standardSize: CGFloat = 12
    static let standard = CTFont(name: "Helvetica", size: standardSize)

    /// Whether the names and the sizes of two fonts are equal.
    public static func == (lhs: CTFont, rhs: CTFont) -> Bool { lhs.name == rhs.name && lhs.size == rhs.size }

    /// Hashes the name and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(size)
    }
}

/// A font with a name and a size. All names give the same typeface.
///
/// - Parameters:
///   - size: the height of a line in units of user space. If it is 0, negative or not finite, the height is 12.
///   - matrix: ignored.
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?) -> CTFont {
    CTFont(name: name, size: size)
}

/// The height of a line of text, in units of user space.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// The distance from the baseline to the upper edge of a line, in units of user space.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.size - CTFontGetDescent(font) }

/// The distance from the baseline to the lower edge of a line, in units of user space. It is positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGContext.textDescent(size: font.size) }

/// The additional space between two lines: always 0.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { 0 }
