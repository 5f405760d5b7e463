import CoreGraphics

/// Splits chains of lines into paragraphs.
struct ParagraphFinder {
    /// The usual distance between the middles of successive lines, in line heights.
    private let pitch: CGFloat
    /// The bounds of the page's text.
    private let frame: CGRect
    /// The x coordinate at which each line begins.
    private let lefts: [CGFloat]

    /// The extra space before a line that begins a paragraph, in line heights.
    private static let space: CGFloat = 0.45
    /// The indentation of a paragraph's first line, in line heights.
    private static let indentation: ClosedRange<CGFloat> = 0.8...5
    /// The greatest distance between the ends of two aligned lines, in line heights.
    private static let shift: CGFloat = 0.6

    init(_ chains: [[LayoutLine]]) {
        pitch = chains.flatMap { chain in zip(chain, chain.dropFirst()).map { ($1.middle - $0.middle) / $1.height } }.median
        frame = chains.flatMap { $0 }.bounds
        lefts = chains.joined().map(\.box.minX)
    }

    /// Splits lines into paragraphs.
    ///
    /// - Parameter lines: lines below each other: a chain of `LineChains`, or a part of one.
    func paragraphs(_ lines: [LayoutLine]) -> [[LayoutLine]] {
        guard let first = lines.first else { return [] }
        let height = lines.map(\.height).median
        let pitches = zip(lines, lines.dropFirst()).map { $1.middle - $0.middle }
        let usual = min(pitches.median, 1.35 * max(pitch, 1) * height)
        let left = lines.map(\.box.minX).median
        let isLeading = 2 * lines.filter { abs($0.box.minX - left) < Self.shift * height }.count > lines.count
        func isIndented(_ line: LayoutLine) -> Bool { Self.indentation.contains((line.box.minX - left) / height) }
        var paragraphs = [[first]]
        for (place, pitch) in pitches.enumerated() {
            let (line, next) = (lines[place], lines[place + 1])
            let isApart = pitch > usual + Self.space * height
            let begins = isIndented(next) && !isIndented(line) || line.endsSentence(before: next, in: lines.bounds.maxX)
            if isApart || isLeading && begins {
                paragraphs.append([next])
            } else {
                paragraphs[paragraphs.count - 1].append(next)
            }
        }
        return paragraphs
    }

    /// Tells, for each line of a paragraph except the last, whether it ends only because the next word had no room. If at least half of the lines
    /// have room left, as in an address, all values are `false`.
    ///
    /// - Parameter alignment: the alignment of the lines.
    static func wraps(_ lines: [LayoutLine], _ alignment: TextAlignment?) -> [Bool] {
        let width = lines.map(\.box.width).max() ?? 0
        let right = lines.bounds.maxX
        let isFull = zip(lines, lines.dropFirst()).map { line, next in
            line.leavesNoRoom(for: next, in: alignment == .leading ? right : line.box.minX + width)
        }
        return 2 * isFull.filter { $0 }.count > isFull.count ? isFull : isFull.map { _ in false }
    }

    /// The alignment of lines.
    ///
    /// - Parameter frame: the horizontal extent of the lines' column; `nil` for the extent of the page's text.
    func alignment(_ lines: [LayoutLine], in frame: ClosedRange<CGFloat>? = nil) -> TextAlignment? {
        guard let first = lines.first else { return nil }
        let tolerance = Self.shift * lines.map(\.height).median
        guard lines.count > 1 else { return alignment(of: first, in: frame, tolerance) }
        // The first line may be indented, and the last one short.
        let begins = lines.count > 2 ? lines.dropFirst().map(\.box.minX) : lines.map(\.box.minX)
        if begins.spread <= tolerance { return .leading }
        if lines.map(\.box.maxX).spread <= tolerance { return .trailing }
        if lines.map(\.box.midX).spread <= tolerance { return .center }
        let indentation = first.box.minX - lines[1].box.minX
        return lines.count == 2 && Self.indentation.contains(indentation / first.height) ? .leading : nil
    }

    private func alignment(of line: LayoutLine, in column: ClosedRange<CGFloat>?, _ tolerance: CGFloat) -> TextAlignment? {
        let frame = column ?? self.frame.minX...self.frame.maxX
        let (before, after) = (line.box.minX - frame.lowerBound, frame.upperBound - line.box.maxX)
        let isBelowAnother = column == nil && lefts.filter { abs($0 - line.box.minX) < tolerance }.count > 1
        if before < tolerance || isBelowAnother { return .leading }
        if after < tolerance { return .trailing }
        return abs(before - after) < 2 * tolerance ? .center : nil
    }
}

extension LayoutLine {
    /// Whether a sentence ends with this line, although the line had room for the first word of the next line.
    fileprivate func endsSentence(before next: LayoutLine, in right: CGFloat) -> Bool {
        guard let last = text.last(where: { !"\"'”’)".contains($0) }), ".!?:".contains(last), let first = next.text.first else {
            return false
        }
        let begins = first.isUppercase || first.isNumber || !first.isLetter
        return begins && !leavesNoRoom(for: next, in: right - 0.7 * height)
    }
}
