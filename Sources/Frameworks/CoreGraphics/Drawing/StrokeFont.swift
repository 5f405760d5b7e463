import Foundation

/// A font of lines for labels in annotated pictures, with printable ASCII and the degree sign. Glyphs are on a grid of 4 by 8 units. The
/// baseline is at 2. Small letters reach up to 6, capitals reach up to 8, and descenders reach down to 0.
enum StrokeFont {
    /// The polylines of each character, separated by spaces. Each point has two digits, x and y. A polyline that repeats a single point is
    /// a dot.
    private static let source: [Character: String] = [
        "!": "2824 2222", "\"": "1816 3836", "#": "1812 3832 0646 0444", "$": "473818070615354443321203 2921",
        "%": "4802 0818170708 3343423233", "&": "4206071828370403122244", "'": "2826", "(": "38272332", ")": "18272312",
        "*": "2824 0745 4705", "+": "2723 0545", ",": "2311", "-": "0545", ".": "2222", "/": "0248",
        "0": "120307183847433212 0347", "1": "072822 1232", "2": "07183847460242", "3": "0718384746354443321203 1535",
        "4": "32380444", "5": "480805354443321203", "6": "473818070312324344351504", "7": "084812",
        "8": "15354443321203041506071838474635", "9": "031232434738180706153546", ":": "2626 2323", ";": "2626 2311",
        "<": "470543", "=": "0646 0444", ">": "074503", "?": "07183847462524 2222", "@": "42120307183847443436262434",
        "A": "022842 1434", "B": "02083847463505 3544433202", "C": "4738180703123243", "D": "02082847432202", "E": "48080242 0535",
        "F": "480802 0535", "G": "47381807031232434525", "H": "0208 4248 0545", "I": "1838 2822 1232", "J": "4843321203",
        "K": "0208 480542", "L": "080242", "M": "0208254842", "N": "02084248", "O": "120307183847433212", "P": "02083847463505",
        "Q": "120307183847433212 2442", "R": "02083847463505 2542", "S": "473818070615354443321203", "T": "0848 2822",
        "U": "080312324348", "V": "082248", "W": "0812263248", "X": "0248 0842", "Y": "082548 2522", "Z": "08480242",
        "[": "38181232", "\\": "0842", "]": "18383212", "^": "062846", "_": "0141", "`": "1827",
        "a": "16364542 441403123243", "b": "0802 0516364543321203", "c": "4536160503123243", "d": "4842 4536160503123243",
        "e": "04444536160503123243", "f": "48382722 1636", "g": "4641301001 4536160503123243", "h": "0802 0516364542",
        "i": "2622 2828", "j": "36312010 3838", "k": "0802 460442", "l": "2822", "m": "0602 05162522 25364542",
        "n": "0602 0516364542", "o": "120305163645433212", "p": "0600 0516364543321203", "q": "4640 4536160503123243",
        "r": "0602 05163645", "s": "45361605143443321203", "t": "1813223243 0636", "u": "0603123243 4642", "v": "062246",
        "w": "0612253246", "x": "0246 0642", "y": "0622 4610", "z": "06460242", "{": "38272615242332", "|": "2820",
        "}": "18272635242312", "~": "05163445", "°": "1827160718",
    ]

    struct Glyph: Sendable {
        /// The polylines of the glyph, in units, relative to its left side and the baseline.
        let lines: [[CGPoint]]
        let advance: CGFloat
    }

    static let glyphs: [Character: Glyph] = source.mapValues { text in
        let lines = text.split(separator: " ").map { line in
            let digits = line.compactMap(\.wholeNumberValue)
            return stride(from: 0, to: digits.count - 1, by: 2).map { CGPoint(x: digits[$0], y: digits[$0 + 1] - 2) }
        }
        let xs = lines.joined().map(\.x)
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        return Glyph(lines: lines.map { $0.map { CGPoint(x: $0.x - left, y: $0.y) } }, advance: right - left + 2)
    }

    /// Whether the font has every character of a text.
    static func hasGlyphs(for text: String) -> Bool { text.allSatisfy { $0.isWhitespace || glyphs[$0] != nil } }

    /// The glyphs of a text, for systems without fonts. Accents are removed. An unknown character becomes a question mark. A space becomes
    /// `nil`.
    static func glyphs(of text: String) -> [Glyph?] {
        text.folding(options: .diacriticInsensitive, locale: nil).map { character in
            character.isWhitespace ? nil : glyphs[character] ?? glyphs["?"]
        }
    }

    static let blank: CGFloat = 3
    /// The height from the lowest descender to the highest capital, plus the pen's width.
    static let lineHeight: CGFloat = 9
}

extension CGContext {
    /// The width that `drawText` needs.
    package static func textWidth(_ text: String, size: CGFloat) -> CGFloat {
        OutlineText(text).map { $0.advance * size } ?? max(0, strokeAdvance(text, size: size) - size / StrokeFont.lineHeight)
    }

    /// The advance of a text: the distance at which the next text in the same line begins.
    package static func textAdvance(_ text: String, size: CGFloat) -> CGFloat {
        OutlineText(text).map { $0.advance * size } ?? strokeAdvance(text, size: size)
    }

    private static func strokeAdvance(_ text: String, size: CGFloat) -> CGFloat {
        StrokeFont.glyphs(of: text).reduce(0) { $0 + ($1?.advance ?? StrokeFont.blank) } * size / StrokeFont.lineHeight
    }

    /// The distance from the baseline to the lowest descender.
    package static func textDescent(size: CGFloat) -> CGFloat { 2.5 * size / StrokeFont.lineHeight }

    /// Draws one line of text on a filled box.
    ///
    /// - Parameter origin: the box's lower left corner.
    /// - Returns: the box.
    @discardableResult
    package func drawLabel(_ text: String, at origin: CGPoint, size: CGFloat, color: CGColor, background: CGColor) -> CGRect {
        let margin = size / 4
        let box = CGRect(
            x: origin.x, y: origin.y, width: Self.textWidth(text, size: size) + 2 * margin, height: size + 2 * margin)
        saveGState()
        setFillColor(background)
        fill(box)
        setFillColor(color)
        drawText(text, at: CGPoint(x: box.minX + margin, y: box.minY + margin + Self.textDescent(size: size)), size: size)
        restoreGState()
        return box
    }
}
