import CoreGraphics
import UIFoundation

extension UIColor {
    /// Opaque black.
    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// Opaque gray, a third of white.
    public class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
    /// Opaque gray, two thirds of white.
    public class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
    /// Opaque white.
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// Opaque gray, half of white.
    public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// Red 1, green 0, blue 0.
    public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// Red 0, green 1, blue 0.
    public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// Red 0, green 0, blue 1.
    public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// Red 0, green 1, blue 1.
    public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    /// Red 1, green 1, blue 0.
    public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// Red 1, green 0, blue 1.
    public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    /// Red 1, green 0.5, blue 0.
    public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    /// Red 0.5, green 0, blue 0.5.
    public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// Red 0.6, green 0.4, blue 0.2.
    public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// Transparent black.
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}

// The system's colours in the light appearance.
extension UIColor {
    /// The system's red.
    public class var systemRed: UIColor { UIColor(cgColor: SystemColor.red) }
    /// The system's orange.
    public class var systemOrange: UIColor { UIColor(cgColor: SystemColor.orange) }
    /// The system's yellow.
    public class var systemYellow: UIColor { UIColor(cgColor: SystemColor.yellow) }
    /// The system's green.
    public class var systemGreen: UIColor { UIColor(cgColor: SystemColor.green) }
    /// The system's mint.
    public class var systemMint: UIColor { UIColor(cgColor: SystemColor.mint) }
    /// The system's teal.
    public class var systemTeal: UIColor { UIColor(cgColor: SystemColor.teal) }
    /// The system's cyan.
    public class var systemCyan: UIColor { UIColor(cgColor: SystemColor.cyan) }
    /// The system's blue.
    public class var systemBlue: UIColor { UIColor(cgColor: SystemColor.blue) }
    /// The system's indigo.
    public class var systemIndigo: UIColor { UIColor(cgColor: SystemColor.indigo) }
    /// The system's purple.
    public class var systemPurple: UIColor { UIColor(cgColor: SystemColor.purple) }
    /// The system's pink.
    public class var systemPink: UIColor { UIColor(cgColor: SystemColor.pink) }
    /// The system's brown.
    public class var systemBrown: UIColor { UIColor(cgColor: SystemColor.brown) }
    /// The system's gray.
    public class var systemGray: UIColor { UIColor(cgColor: SystemColor.gray) }
    /// The second of the system's grays.
    public class var systemGray2: UIColor { UIColor(cgColor: SystemColor.gray2) }
    /// The third of the system's grays.
    public class var systemGray3: UIColor { UIColor(cgColor: SystemColor.gray3) }
    /// The fourth of the system's grays.
    public class var systemGray4: UIColor { UIColor(cgColor: SystemColor.gray4) }
    /// The fifth of the system's grays.
    public class var systemGray5: UIColor { UIColor(cgColor: SystemColor.gray5) }
    /// The sixth of the system's grays.
    public class var systemGray6: UIColor { UIColor(cgColor: SystemColor.gray6) }
    /// The colour of text.
    public class var label: UIColor { UIColor(cgColor: SystemColor.label) }
    /// The colour of secondary text.
    public class var secondaryLabel: UIColor { UIColor(cgColor: SystemColor.secondaryLabel) }
    /// The colour of tertiary text.
    public class var tertiaryLabel: UIColor { UIColor(cgColor: SystemColor.tertiaryLabel) }
    /// The colour of quaternary text.
    public class var quaternaryLabel: UIColor { UIColor(cgColor: SystemColor.quaternaryLabel) }
    /// The colour of separator lines.
    public class var separator: UIColor { UIColor(cgColor: SystemColor.separator) }
    /// The colour of links.
    public class var link: UIColor { UIColor(cgColor: SystemColor.blue) }
    /// The background colour of views.
    public class var systemBackground: UIColor { UIColor(cgColor: SystemColor.background) }
    /// The background colour of groups.
    public class var secondarySystemBackground: UIColor { UIColor(cgColor: SystemColor.gray6) }
    /// The background colour of groups inside groups.
    public class var tertiarySystemBackground: UIColor { UIColor(cgColor: SystemColor.background) }
}
