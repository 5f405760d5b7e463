/// The confidence threshold at which a line counts as text.
///
/// If most lines are certain, as on a page, the other lines are text too, and the threshold is low. In photos almost no line is certain, and leaves
/// and windows look like letters, so the threshold is high. It is higher for short lines, which may look like letters by chance.
struct TextBar {
    /// How much like a page the image is, from 0 to 1.
    private let pageLikeness: Float

    /// Lines with at least this confidence are text.
    private static let certain: Float = 0.85
    /// The fraction of letters in certain lines at which an image begins to count as a page, and at which it fully does.
    private static let share: (least: Float, page: Float) = (0.2, 0.4)
    /// The thresholds for any line of a page, and for a very long line elsewhere. For a single letter, `letter` is added to the second.
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
