import CoreGraphics
import CoreText

/// The weight of a font: the `Weight` of UIKit's and of AppKit's fonts.
public struct _FontWeight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Creates a value like ``init(rawValue:)``.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    /// The thinnest letters.
    public static let ultraLight = Self(-0.8)
    /// Thinner than light.
    public static let thin = Self(-0.6)
    /// Thinner than regular.
    public static let light = Self(-0.4)
    /// Regular letters.
    public static let regular = Self(0)
    /// Thicker than regular.
    public static let medium = Self(0.23)
    /// Nearly bold.
    public static let semibold = Self(0.3)
    /// Bold letters.
    public static let bold = Self(0.4)
    /// Thicker than bold.
    public static let heavy = Self(0.56)
    /// The thickest letters.
    public static let black = Self(0.62)
}

/// The parts that the fonts of UIKit and AppKit share: a name and a size of Core Text's typeface.
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
    /// - Parameter kind: the part of its name after the hyphen.
    package static func system(_ kind: String, _ size: CGFloat) -> FontParts { FontParts(".SFUI-" + kind, size) }

    /// A system font in a weight. There are two names for all weights.
    package static func system(_ weight: _FontWeight, _ size: CGFloat) -> FontParts {
        system(weight.rawValue > _FontWeight.medium.rawValue ? "Semibold" : "Regular", size)
    }

    /// The name up to a hyphen.
    package var family: String { String(name.prefix { $0 != "-" }) }
    /// A negative number.
    package var descender: CGFloat { -CTFontGetDescent(CTFontCreateWithName(name, size, nil)) }
    package var ascender: CGFloat { size + descender }
}
