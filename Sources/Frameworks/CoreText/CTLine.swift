import CoreGraphics
import Foundation

/// The key of the attribute for a ``CTFont``.
public let kCTFontAttributeName: CFString = "NSFont"
/// The key of the attribute for the colour of text, a `CGColor`.
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"

/// A line of text that is ready to be drawn.
public final class CTLine {
    /// A part of the line with one font and one colour.
    struct Run {
        let text: String
        let font: CTFont
        let color: CGColor
        /// The width in units of user space.
        var width: CGFloat { CGContext.textAdvance(text, size: font.size) }
    }

    let runs: [Run]

    init(_ string: NSAttributedString) {
        var runs: [Run] = []
        let whole = NSRange(location: 0, length: string.length)
        string.enumerateAttributes(in: whole) { attributes, range, _ in
            let value = attributes[NSAttributedString.Key(kCTFontAttributeName)]
            let font = (value as? CTFont) ?? (value as? any SizedFont).map { CTFont(name: CTFont.standard.name, size: $0.pointSize) }
            let color = attributes[NSAttributedString.Key(kCTForegroundColorAttributeName)] as? CGColor
            runs.append(
                Run(
                    text: string.attributedSubstring(from: range).string, font: font ?? .standard,
                    color: color ?? CGColor(gray: 0, alpha: 1)))
        }
        self.runs = runs
    }
}

/// Makes a line from a string with attributes for fonts and colours. Text without these attributes is 12 units high and black.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine { CTLine(attrString) }

/// Draws the line at the context's text position, through its text matrix, and moves the text position to the line's end.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    context.drawTexts {
        for run in line.runs {
            context.saveGState()
            context.setFillColor(run.color)
            context.concatenate(context.textMatrix)
            context.drawText(run.text, at: .zero, size: run.font.size)
            context.restoreGState()
            context.textMatrix = context.textMatrix.translatedBy(x: run.width, y: 0)
        }
    }
}

/// Options for the bounds of a line. Osprey's bounds are the same for all options.
public struct CTLineBoundsOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The bounds do not contain the space between lines.
    public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
    /// The bounds do not contain raised or lowered letters.
    public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
    /// The bounds do not contain hanging punctuation.
    public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
    /// The bounds are those of the letters' outlines.
    public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
    /// The bounds are optical.
    public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
    /// The bounds have room for every language.
    public static let includeLanguageExtents = CTLineBoundsOptions(rawValue: 1 << 5)
}

/// The rectangle from the lowest descender to the highest capital of the line, in units of user space. The origin of coordinates is the left end of
/// the baseline.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
    var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, nil)
    return CGRect(x: 0, y: -descent, width: CGFloat(width), height: ascent + descent)
}

/// The width of the line, and the height of its largest font, in units of user space.
///
/// - Parameters:
///   - ascent: set to the distance from the baseline to the upper edge.
///   - descent: set to the distance from the baseline to the lower edge, a positive number.
///   - leading: set to the additional space between lines, which is 0.
@discardableResult
public func CTLineGetTypographicBounds(
    _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    ascent?.pointee = line.runs.map { CTFontGetAscent($0.font) }.max() ?? 0
    descent?.pointee = line.runs.map { CTFontGetDescent($0.font) }.max() ?? 0
    leading?.pointee = 0
    return Double(line.runs.reduce(0) { $0 + $1.width })
}
