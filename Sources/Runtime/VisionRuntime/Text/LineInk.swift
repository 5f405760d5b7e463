import CKernels
import CoreGraphics

/// The ink of a line of text. It gives the exact boxes of words. The recogniser gives only approximate boxes.
struct LineInk {
    /// The connected pieces of ink, usually letters, from left to right. In their coordinates, (0, 0) is the line's origin, and (1, 1) is the
    /// opposite corner.
    private let pieces: [CGRect]
    /// The line's length divided by its height.
    private let length: CGFloat

    /// The height to which a line is scaled, in pixels.
    private static let height: CGFloat = 40
    /// The margin above and below the line, and at its ends, in line heights.
    private static let margin: CGFloat = 0.25
    /// The maximum number of connected pieces of ink in a line. Additional pieces are noise.
    private static let maximumCount = 4096
    /// The greatest distance between a word's ink and the recogniser's box of the word. `shift` is along the line, in line heights. `rise`
    /// is across the line, in word heights.
    private static let shift: CGFloat = 0.2
    private static let rise: CGFloat = 0.2
    /// The least length and the greatest height of an underline, in line heights.
    private static let underline: (length: CGFloat, height: CGFloat) = (1.5, 0.15)

    /// - Returns: `nil` if the line has no extent, or if it is noise.
    /// - Throws: `ImageError`.
    init?(_ line: LinePlace, in plane: GrayPlane) throws {
        guard line.isExtended else { return nil }
        let length = line.length / line.height
        let box = line.box(across: Self.margin, down: Self.margin)
        let rows = Int((Self.height * box.height).rounded())
        let strip = try LineStrip(line.part(box), in: plane, height: rows, isNormalized: true).plane
        var found = [LineStripInk](repeating: LineStripInk(), count: Self.maximumCount)
        let count = withExtendedLifetime(strip) {
            line_strip_ink(strip.base, Int64(strip.bytesPerRow), Int32(strip.width), Int32(strip.height), &found, Int32(Self.maximumCount))
        }
        guard count >= 0, count <= Self.maximumCount else { return nil }
        let (across, down) = (box.width / CGFloat(strip.width), box.height / CGFloat(strip.height))
        self.length = length
        pieces = found.prefix(Int(count)).filter { $0.top > 0 && $0.bottom < strip.height }.map { piece in
            let (width, height) = (CGFloat(piece.right - piece.left) * across, CGFloat(piece.bottom - piece.top) * down)
            return CGRect(
                x: box.minX + CGFloat(piece.left) * across, y: box.minY + CGFloat(piece.top) * down, width: width, height: height)
        }.filter { Self.isLetter($0, length: length) }
    }

    /// Whether a piece of ink may be a letter. Other pieces belong to the lines above and below, a frame or an underline.
    private static func isLetter(_ piece: CGRect, length: CGFloat) -> Bool {
        let isUnderline = piece.width * length > underline.length && piece.height < underline.height
        return piece.midY > 0 && piece.midY < 1 && piece.height < 1.25 && !isUnderline
    }

    /// The words with the exact boxes of their ink. A word without ink nearby keeps its box.
    func fitted(_ words: [WordPlace]) -> [WordPlace] {
        var parts = words.map { _ in [CGRect]() }
        let around = words.map { $0.box.insetBy(dx: -Self.shift / length, dy: -Self.rise * $0.box.height) }
        for piece in pieces {
            let distances = words.map { max($0.box.minX - piece.midX, piece.midX - $0.box.maxX, 0) }
            guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }),
                piece.maxX > around[nearest].minX, piece.minX < around[nearest].maxX,
                piece.midY > around[nearest].minY, piece.midY < around[nearest].maxY
            else { continue }
            parts[nearest].append(piece)
        }
        return zip(words, parts).map { $0.fitted(to: $1) }
    }
}

/// The boxes of a word and its letters. In their coordinates, (0, 0) is the line's origin, and (1, 1) is the opposite corner.
struct WordPlace {
    private(set) var box: CGRect
    /// The boxes of the word's symbols, from left to right, each as high as the word.
    private(set) var symbols: [CGRect]

    init(box: CGRect, symbols: [CGRect]) {
        self.box = box
        // The boxes of the first and the last symbol reach to the word's ends.
        self.symbols = symbols.enumerated().map { number, symbol in
            let left = number == 0 ? box.minX : symbol.minX
            let right = number == symbols.count - 1 ? box.maxX : symbol.maxX
            return Self.part(of: box, from: left, to: right)
        }
    }

    private static func part(of box: CGRect, from left: CGFloat, to right: CGFloat) -> CGRect {
        let left = min(max(left, box.minX), box.maxX)
        return CGRect(x: left, y: box.minY, width: max(min(right, box.maxX) - left, 0), height: box.height)
    }

    /// The word with the box of the given pieces of ink, from left to right. The word keeps its box if the pieces are far narrower or wider.
    fileprivate func fitted(to pieces: [CGRect]) -> WordPlace {
        guard !pieces.isEmpty else { return self }
        let ink = CGRect(around: pieces)
        guard ink.width > 0.6 * box.width, ink.width < 1.6 * box.width else { return self }
        let letters = Self.letters(pieces)
        return WordPlace(box: ink, symbols: letters.count == symbols.count ? letters : symbols)
    }

    /// Joins pieces above each other, such as a letter and its dot.
    private static func letters(_ pieces: [CGRect]) -> [CGRect] {
        var letters: [CGRect] = []
        for piece in pieces {
            guard let last = letters.last, min(last.maxX, piece.maxX) - max(last.minX, piece.minX) > 0.5 * min(last.width, piece.width)
            else {
                letters.append(piece)
                continue
            }
            letters[letters.count - 1] = last.union(piece)
        }
        return letters
    }
}
