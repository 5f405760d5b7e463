import CPango
import Foundation

/// A line of text as outlines of the system's fonts. It is used for characters that ``StrokeFont`` lacks: accents, and scripts other than Latin.
struct OutlineText {
    /// The maximum number of characters that are drawn. Texts beyond this length are cut off.
    private static let longest = 2000

    /// The outlines in units of the fonts. y is measured downwards from the line's upper edge.
    private let elements: [CPangoElement]
    private let height: Double
    private let width: Double

    /// Whether the system can lay out text. This needs the library Pango and a font.
    static var isAvailable: Bool { cpango_is_available() != 0 }

    /// Lays out a line of text. Returns `nil` if ``StrokeFont`` has all of its characters, or if the system cannot lay out text.
    init?(_ text: String) {
        guard !StrokeFont.hasGlyphs(for: text), Self.isAvailable else { return nil }
        let shown = Self.shown(text)
        var line = CPangoText()
        let status = shown.withCString { cpango_set($0, shown.utf8.count, &line) }
        guard status == 0 else { return nil }
        defer { free(line.elements) }
        elements = Array(UnsafeBufferPointer(start: line.elements, count: line.count))
        (width, height) = (line.width, line.height)
    }

    /// The characters that are drawn, at most the maximum number.
    static func shown(_ text: String) -> String { String(text.prefix(longest).map(shown)) }

    /// The character that is drawn: tabs, line breaks and other control characters become spaces.
    private static func shown(_ character: Character) -> Character {
        let isControl = character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        return character.isWhitespace || isControl ? " " : character
    }

    /// The width of the line, as a multiple of its height.
    var advance: CGFloat { CGFloat(width / height) }

    /// The outlines as a path to be filled.
    ///
    /// - Parameters:
    ///   - corner: the lower left corner of the line.
    ///   - size: the height of the line.
    func path(at corner: CGPoint, size: CGFloat) -> CGPath {
        let unit = size / CGFloat(height)
        func place(_ x: Double, _ y: Double) -> CGPoint {
            CGPoint(x: corner.x + CGFloat(x) * unit, y: corner.y + CGFloat(height - y) * unit)
        }
        let path = CGMutablePath()
        for element in elements {
            switch UInt32(bitPattern: element.kind) {
            case CPangoMove.rawValue: path.move(to: place(element.x0, element.y0))
            case CPangoLine.rawValue: path.addLine(to: place(element.x0, element.y0))
            case CPangoCurve.rawValue:
                path.addCurve(
                    to: place(element.x2, element.y2), control1: place(element.x0, element.y0), control2: place(element.x1, element.y1))
            default: path.closeSubpath()
            }
        }
        return path
    }
}
