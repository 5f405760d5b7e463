/// The confidence that a line must have to count as text.
///
/// On a page most lines are certain. Then the other lines are probably text too, and the threshold is low. In a photo almost no line is certain, and
/// leaves or windows may look like letters. Then the threshold is high. It is higher for short lines, which may look like letters by chance.
struct TextBar {
    /// The degree to which the image looks like a page, from 0 to 1.
    private let pageLikeness: Float

    /// The least confidence of a certain line.
    private static let certain: Float = 0.85
    /// The fractions of letters in certain lines. Above `least` an image begins to count as a page. From `page` on it counts fully as a page.
    private static let share: (least: Float, page: Float) = (0.2, 0.4)
    /// The thresholds for any line of a page (`page`) and for a very long line of another image (`scene`). For a single letter, `letter` is added to
    /// `scene`.
    private static let least: (page: Float, scene: Float, letter: Float) = (0.4, 0.6, 0.3)
    /// The number of uncertain letters that are added to those of every image, so that one certain letter does not make a page.
    private static let prior: Float = 4

    init(_ lines: [ReadLine]) {
        let count = lines.reduce(0) { $0 + $1.words.letterCount }
        let certain = lines.filter { $0.confidence >= Self.certain }.reduce(0) { $0 + $1.words.letterCount }
        let share = Float(certain) / (Float(count) + Self.prior)
        pageLikeness = min(max((share - Self.share.least) / (Self.share.page - Self.share.least), 0), 1)
    }

    func isPassed(by line: ReadLine) -> Bool {
        let scene = Self.least.scene + Self.least.letter / Float(max(line.words.letterCount, 1)).squareRoot()
        return line.confidence > scene + pageLikeness * (Self.least.page - scene)
    }
}
