import CoreGraphics
import Foundation

/// Breaks the pieces of a paragraph into lines.
struct LineBreaker {
    private var rest: [TextLayout.Piece]
    private let mode: NSLineBreakMode

    init(_ pieces: [TextLayout.Piece], _ mode: NSLineBreakMode) { (rest, self.mode) = (pieces, mode) }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next line. It is not wider than `width`, except if a single character is wider.
    mutating func next(_ width: CGFloat) -> [TextLayout.Piece] {
        let whole = rest.reduce(0) { $0 + $1.width }
        guard whole > width else {
            defer { rest = [] }
            return rest
        }
        switch mode {
        case .byWordWrapping, .byCharWrapping:
            let count = fitting(width, byWords: mode == .byWordWrapping)
            let line = taking(count)
            rest = dropping(count)
            if mode == .byWordWrapping { dropSpaces() }
            return line
        case .byClipping:
            defer { rest = [] }
            return taking(fitting(width, byWords: false))
        case .byTruncatingHead, .byTruncatingTail, .byTruncatingMiddle:
            defer { rest = [] }
            return truncated(width)
        }
    }

    private var count: Int { rest.reduce(0) { $0 + $1.text.count } }

    /// The number of characters that fit into a line, but at least one.
    private func fitting(_ width: CGFloat, byWords: Bool) -> Int {
        var (used, taken, atWord): (CGFloat, Int, Int) = (0, 0, 0)
        for piece in rest {
            var text = ""
            for character in piece.text {
                let longer = text + String(character)
                // Spaces at the end of a line may extend beyond the line's width.
                let isSpace = character == " " || character == "\t"
                if !isSpace, used + CGContext.textAdvance(longer, size: piece.style.size) > width, taken > 0 {
                    return byWords && atWord > 0 ? atWord : taken
                }
                text = longer
                taken += 1
                if isSpace || character == "-" { atWord = taken }
            }
            used += CGContext.textAdvance(text, size: piece.style.size)
        }
        return taken
    }

    private func taking(_ count: Int) -> [TextLayout.Piece] {
        var left = count
        return rest.compactMap { piece in
            let text = String(piece.text.prefix(left))
            left -= text.count
            return text.isEmpty ? nil : TextLayout.Piece(text: text, style: piece.style)
        }
    }

    private func dropping(_ count: Int) -> [TextLayout.Piece] {
        var left = count
        return rest.compactMap { piece in
            let text = String(piece.text.dropFirst(left))
            left -= piece.text.count - text.count
            return text.isEmpty ? nil : TextLayout.Piece(text: text, style: piece.style)
        }
    }

    private mutating func dropSpaces() {
        var spaces = 0
        for piece in rest {
            let leading = piece.text.prefix { $0 == " " || $0 == "\t" }.count
            spaces += leading
            if leading < piece.text.count { break }
        }
        rest = dropping(spaces)
    }

    /// The line with three full stops in place of the characters that do not fit.
    private func truncated(_ width: CGFloat) -> [TextLayout.Piece] {
        guard let style = rest.first?.style else { return [] }
        let stops = TextLayout.Piece(text: "...", style: style)
        var (low, high) = (0, count)
        // Searches for the largest number of characters that fit together with the full stops.
        while low < high {
            let middle = (low + high + 1) / 2
            if shortened(middle, stops).reduce(0, { $0 + $1.width }) <= width { low = middle } else { high = middle - 1 }
        }
        return shortened(low, stops)
    }

    private func shortened(_ kept: Int, _ stops: TextLayout.Piece) -> [TextLayout.Piece] {
        switch mode {
        case .byTruncatingHead: [stops] + dropping(count - kept)
        case .byTruncatingMiddle: taking((kept + 1) / 2) + [stops] + dropping(count - kept / 2)
        default: taking(kept) + [stops]
        }
    }
}
