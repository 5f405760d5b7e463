import CoreGraphics
import Foundation

/// A font. There is one typeface, a simple one of lines with printable ASCII and the degree sign; accents are left out, and every other
/// character is a question mark.
public final class CTFont: Hashable, Sendable {
    /// The name that the font was asked for with.
    let name: String
    /// The height of a line, from the lowest descender to the highest capital, in units of user space.
    let size: CGFloat

    init(name: String, size: CGFloat) {
        self.name = name
        self.size = size > 0 && size.isFinite ? size : CTFont.standardSize
    }

    /// What text has that names no font, and the size of a font of size 0.
    static let standardSize: CGFloat = 12
    static let standard = CTFont(name: "Helvetica", size: standardSize)

    /// Fonts are equal where name and size are.
    public static func == (lhs: CTFont, rhs: CTFont) -> Bool { lhs.name == rhs.name && lhs.size == rhs.size }

    /// Hashes the name and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(size)
    }
}

/// A font of a size. Every name gives the one typeface that there is.
///
/// - Parameters:
///   - size: the height of a line in units of user space; 12 where it is 0, negative or not finite.
///   - matrix: is not used.
public func CTFontCreateWithName(_ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?) -> CTFont {
    CTFont(name: name, size: size)
}

/// The height of a line of text, in units of user space.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// How far the font reaches above the baseline, in units of user space.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.size - CTFontGetDescent(font) }

/// How far the font reaches below the baseline, in units of user space: a positive number.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGContext.textDescent(size: font.size) }

/// The space between two lines beyond ascent and descent: none.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { 0 }
