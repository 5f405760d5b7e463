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
            let font = attributes[NSAttributedString.Key(kCTFontAttributeName)] as? CTFont
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

/// Draws the line at the context's text position, and moves the text position to the line's end.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    for run in line.runs {
        context.saveGState()
        context.setFillColor(run.color)
        context.drawText(run.text, at: context.textPosition, size: run.font.size)
        context.restoreGState()
        context.textPosition.x += run.width
    }
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
