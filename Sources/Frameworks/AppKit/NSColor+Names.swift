import CoreGraphics
import UIFoundation

extension NSColor {
    /// Opaque black.
    public class var black: NSColor { NSColor(white: 0, alpha: 1) }
    /// Opaque gray, a third of white.
    public class var darkGray: NSColor { NSColor(white: 1.0 / 3, alpha: 1) }
    /// Opaque gray, two thirds of white.
    public class var lightGray: NSColor { NSColor(white: 2.0 / 3, alpha: 1) }
    /// Opaque white.
    public class var white: NSColor { NSColor(white: 1, alpha: 1) }
    /// Opaque gray, half of white.
    public class var gray: NSColor { NSColor(white: 0.5, alpha: 1) }
    /// Red 1, green 0, blue 0.
    public class var red: NSColor { NSColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) }
    /// Red 0, green 1, blue 0.
    public class var green: NSColor { NSColor(srgbRed: 0, green: 1, blue: 0, alpha: 1) }
    /// Red 0, green 0, blue 1.
    public class var blue: NSColor { NSColor(srgbRed: 0, green: 0, blue: 1, alpha: 1) }
    /// Red 0, green 1, blue 1.
    public class var cyan: NSColor { NSColor(srgbRed: 0, green: 1, blue: 1, alpha: 1) }
    /// Red 1, green 1, blue 0.
    public class var yellow: NSColor { NSColor(srgbRed: 1, green: 1, blue: 0, alpha: 1) }
    /// Red 1, green 0, blue 1.
    public class var magenta: NSColor { NSColor(srgbRed: 1, green: 0, blue: 1, alpha: 1) }
    /// Red 1, green 0.5, blue 0.
    public class var orange: NSColor { NSColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1) }
    /// Red 0.5, green 0, blue 0.5.
    public class var purple: NSColor { NSColor(srgbRed: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// Red 0.6, green 0.4, blue 0.2.
    public class var brown: NSColor { NSColor(srgbRed: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// Transparent black.
    public class var clear: NSColor { NSColor(white: 0, alpha: 0) }

    private convenience init(system color: CGColor) {
        let parts = ColorParts.components(color)
        self.init(srgbRed: parts.red, green: parts.green, blue: parts.blue, alpha: parts.alpha)
    }

    // The system's colours in the light appearance.

    /// The system's red.
    public class var systemRed: NSColor { NSColor(system: SystemColor.red) }
    /// The system's orange.
    public class var systemOrange: NSColor { NSColor(system: SystemColor.orange) }
    /// The system's yellow.
    public class var systemYellow: NSColor { NSColor(system: SystemColor.yellow) }
    /// The system's green.
    public class var systemGreen: NSColor { NSColor(system: SystemColor.green) }
    /// The system's mint.
    public class var systemMint: NSColor { NSColor(system: SystemColor.mint) }
    /// The system's teal.
    public class var systemTeal: NSColor { NSColor(system: SystemColor.teal) }
    /// The system's cyan.
    public class var systemCyan: NSColor { NSColor(system: SystemColor.cyan) }
    /// The system's blue.
    public class var systemBlue: NSColor { NSColor(system: SystemColor.blue) }
    /// The system's indigo.
    public class var systemIndigo: NSColor { NSColor(system: SystemColor.indigo) }
    /// The system's purple.
    public class var systemPurple: NSColor { NSColor(system: SystemColor.purple) }
    /// The system's pink.
    public class var systemPink: NSColor { NSColor(system: SystemColor.pink) }
    /// The system's brown.
    public class var systemBrown: NSColor { NSColor(system: SystemColor.brown) }
    /// The system's gray.
    public class var systemGray: NSColor { NSColor(system: SystemColor.gray) }
    /// The colour of text.
    public class var labelColor: NSColor { NSColor(system: SystemColor.label) }
    /// The colour of secondary text.
    public class var secondaryLabelColor: NSColor { NSColor(system: SystemColor.secondaryLabel) }
    /// The colour of tertiary text.
    public class var tertiaryLabelColor: NSColor { NSColor(system: SystemColor.tertiaryLabel) }
    /// The colour of quaternary text.
    public class var quaternaryLabelColor: NSColor { NSColor(system: SystemColor.quaternaryLabel) }
    /// The colour of separator lines.
    public class var separatorColor: NSColor { NSColor(system: SystemColor.separator) }
    /// The colour of links.
    public class var linkColor: NSColor { NSColor(system: SystemColor.blue) }
    /// The accent colour, which users choose for selections.
    public class var controlAccentColor: NSColor { NSColor(system: SystemColor.blue) }
    /// The colour of editable text.
    public class var textColor: NSColor { NSColor(system: SystemColor.label) }
    /// The background colour of editable text.
    public class var textBackgroundColor: NSColor { NSColor(system: SystemColor.background) }
    /// The background colour of windows.
    public class var windowBackgroundColor: NSColor { NSColor(system: SystemColor.gray6) }
}
