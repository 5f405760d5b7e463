import CoreGraphics
import CoreText
import Foundation

/// The lines of an attributed text.
package struct TextLayout {
    struct Style {
        var size: CGFloat = 12
        var color = CGColor(gray: 0, alpha: 1)
        var background: CGColor?
        var underline = NSUnderlineStyle()
        var strikethrough = NSUnderlineStyle()
        var lift: CGFloat = 0

        init(_ attributes: [NSAttributedString.Key: Any]) {
            if let font = attributes[.font] as? any SizedFont {
                size = font.pointSize
            } else if let font = attributes[.font] as? CTFont {
                size = CTFontGetSize(font)
            }
            let named = attributes[.foregroundColor] ?? attributes[NSAttributedString.Key(kCTForegroundColorAttributeName)]
            color = named.flatMap(Self.color) ?? color
            background = attributes[.backgroundColor].flatMap(Self.color)
            underline = Self.line(attributes[.underlineStyle])
            strikethrough = Self.line(attributes[.strikethroughStyle])
            let lift = (attributes[.baselineOffset] as? NSNumber)?.doubleValue ?? 0
            self.lift = lift.isFinite ? CGFloat(lift) : 0
        }

        private static func color(_ value: Any) -> CGColor? { (value as? CGColor) ?? (value as? any PaintColor)?.cgColor }

        private static func line(_ value: Any?) -> NSUnderlineStyle {
            (value as? NSUnderlineStyle) ?? NSUnderlineStyle(rawValue: (value as? NSNumber)?.intValue ?? 0)
        }
    }

    /// A part of a line in one style.
    struct Piece {
        var text: String
        let style: Style
        var width: CGFloat { CGContext.textAdvance(text, size: style.size) }
    }

    struct Line {
        var pieces: [Piece]
        /// The distance from the left edge. `y` is the distance from the upper edge of the text.
        var x: CGFloat = 0
        var top: CGFloat = 0
        let height: CGFloat

        var width: CGFloat { pieces.reduce(0) { $0 + $1.width } }
        /// The distance of the baseline from the line's upper edge.
        var baseline: CGFloat { height - CGContext.textDescent(size: height) }

        init(_ pieces: [Piece], standard: CGFloat) {
            self.pieces = pieces
            height = pieces.map(\.style.size).max() ?? standard
        }
    }

    private(set) var lines: [Line] = []
    /// The width of the widest line, and the height of all lines.
    private(set) var size = CGSize.zero

    /// - Parameter width: the maximum width of lines. If it is infinite, lines are broken only between paragraphs.
    package init(_ string: NSAttributedString, width: CGFloat = .infinity) {
        let width = width > 0 ? width : .infinity
        let text = string.string as NSString
        var start = 0
        var gap: CGFloat = 0
        while start < text.length || (start == text.length && start > 0 && text.character(at: start - 1) == 10) {
            let rest = NSRange(location: start, length: text.length - start)
            let end = text.rangeOfCharacter(from: .newlines, options: [], range: rest)
            let stop = end.location == NSNotFound ? text.length : end.location
            add(string, NSRange(location: start, length: stop - start), width, &gap)
            guard end.location != NSNotFound else { break }
            // A carriage return followed by a line feed counts as one end of a line.
            let isPair = text.character(at: stop) == 13 && stop + 1 < text.length && text.character(at: stop + 1) == 10
            start = stop + (isPair ? 2 : 1)
        }
    }

    /// - Parameter gap: the space after the last line.
    private mutating func add(_ string: NSAttributedString, _ range: NSRange, _ width: CGFloat, _ gap: inout CGFloat) {
        let first = min(range.location, max(string.length - 1, 0))
        let attributes = string.length > 0 ? string.attributes(at: first, effectiveRange: nil) : [:]
        let style = (attributes[.paragraphStyle] as? NSParagraphStyle) ?? .default
        var pieces: [Piece] = []
        string.enumerateAttributes(in: range) { values, part, _ in
            pieces.append(Piece(text: string.attributedSubstring(from: part).string, style: Style(values)))
        }
        let standard = Style(attributes).size
        var breaker = LineBreaker(pieces, style.lineBreakMode)
        let begin = lines.count
        repeat {
            let indent = lines.count == begin ? style.firstLineHeadIndent : style.headIndent
            var line = Line(breaker.next(width - indent), standard: standard)
            let room = width.isFinite ? max(width - indent - line.width, 0) : 0
            line.x =
                switch style.alignment {
                case .center: indent + room / 2
                case .right: indent + room
                default: indent
                }
            line.top = size.height + gap
            size.height = line.top + line.height
            size.width = max(size.width, indent + line.width)
            lines.append(line)
            gap = style.lineSpacing
        } while !breaker.isAtEnd
        gap = style.lineSpacing + style.paragraphSpacing
    }

    /// The lines that fit into a height, but at least one. If lines are omitted, the last line ends in an ellipsis.
    func truncated(toHeight height: CGFloat, width: CGFloat) -> TextLayout {
        let count = max(lines.prefix { $0.top + $0.height <= height }.count, 1)
        guard count < lines.count else { return self }
        var short = self
        let last = lines[count - 1]
        let following = lines[count].pieces
        var breaker = LineBreaker(last.pieces + following, .byTruncatingTail)
        short.lines = Array(lines[..<count])
        short.lines[count - 1].pieces = breaker.next(min(width - last.x, (last.pieces + following).reduce(0) { $0 + $1.width } - 1))
        short.size = CGSize(width: short.lines.map { $0.x + $0.width }.max() ?? 0, height: last.top + last.height)
        return short
    }
}
