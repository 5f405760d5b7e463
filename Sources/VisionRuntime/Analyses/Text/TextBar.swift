/// How well a line must have been read to be text.
///
/// Where most of what was read is certain, as on a page, the rest is text too. In photos, where next to nothing is, letters are seen in leaves
/// and windows: there a line has to be read well, and a short one better, since it may look like letters by chance.
struct TextBar {
    /// How much like a page the image is, from 0 to 1.
    private let pageLikeness: Float

    /// Lines that are read that well are text.
    private static let certain: Float = 0.85
    /// Of which part of the letters at least are certain in what is somewhat like a page, and in what is one.
    private static let share: (least: Float, page: Float) = (0.2, 0.4)
    /// The bar for any line of a page, for a very long one elsewhere, and what is added to that for a single letter.
    private static let least: (page: Float, scene: Float, letter: Float) = (0.4, 0.6, 0.25)

    init(_ lines: [ReadLine]) {
        let count = lines.reduce(0) { $0 + $1.words.letterCount }
        let certain = lines.filter { $0.confidence >= Self.certain }.reduce(0) { $0 + $1.words.letterCount }
        let share = Float(certain) / Float(max(count, 1))
        pageLikeness = min(max((share - Self.share.least) / (Self.share.page - Self.share.least), 0), 1)
    }

    func isPassed(by line: ReadLine) -> Bool {
        let scene = Self.least.scene + Self.least.letter / Float(max(line.words.letterCount, 1)).squareRoot()
        return line.confidence > scene + pageLikeness * (Self.least.page - scene)
    }
}
