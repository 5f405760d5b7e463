import CoreGraphics
import CoreText

/// The weight of a font: the `Weight` of UIKit's and of AppKit's fonts.
public struct _FontWeight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// A weight with a raw value, like ``init(rawValue:)``.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    /// The thinnest letters.
    public static let ultraLight = Self(-0.8)
    /// A weight between ultra light and light.
    public static let thin = Self(-0.6)
    /// A weight between thin and regular.
    public static let light = Self(-0.4)
    /// Regular letters.
    public static let regular = Self(0)
    /// A weight between regular and semibold.
    public static let medium = Self(0.23)
    /// A weight between medium and bold.
    public static let semibold = Self(0.3)
    /// Bold letters.
    public static let bold = Self(0.4)
    /// A weight between bold and black.
    public static let heavy = Self(0.56)
    /// The thickest letters.
    public static let black = Self(0.62)
}

/// The part of a font that UIKit and AppKit share: the name and the size of a Core Text font.
package struct FontParts: Hashable, Sendable {
    package let name: String
    /// The height of a line in points.
    package let size: CGFloat

    /// - Parameter size: the size in points; 12 if it is not positive.
    package init(_ name: String, _ size: CGFloat) {
        self.name = name
        self.size = CTFontGetSize(CTFontCreateWithName(name, size, nil))
    }

    /// A system font.
    ///
    /// - Parameter kind: the part of the font's name after the hyphen.
    package static func system(_ kind: String, _ size: CGFloat) -> FontParts { FontParts(".SFUI-" + kind, size) }

    /// A system font with a weight. There are only two names for all weights.
    package static func system(_ weight: _FontWeight, _ size: CGFloat) -> FontParts {
        system(weight.rawValue > _FontWeight.medium.rawValue ? "Semibold" : "Regular", size)
    }

    /// The part of the name before the first hyphen.
    package var family: String { String(name.prefix { $0 != "-" }) }
    /// The position of the lower edge of a line relative to the baseline: a negative number.
    package var descender: CGFloat { -CTFontGetDescent(CTFontCreateWithName(name, size, nil)) }
    package var ascender: CGFloat { size + descender }
}
