/// The confidence that a line must have to count as text.
///
/// On a page most lines are certain. Then the other lines are probably text too, and the threshold is low. In a photo almost no line is
/// certain, and leaves or windows may look like letters. Then the threshold is high. Short lines have a higher threshold than long lines,
/// because they may look like letters by chance.
struct TextBar {
    /// The degree to which the image looks like a page, from 0 to 1.
    let pageLikeness: Float

    /// The least confidence of a line that counts as read with certainty.
    private static let certain: Float = 0.85
    /// The fraction of an image's letters that are in lines read with certainty. Up to `least`, the image does not count as a page. From `page` on,
    /// it fully counts as a page.
    private static let share: (least: Float, page: Float) = (0.2, 0.4)
    /// The confidence that text must exceed: on a page (`page`), and as a very long line in another image (`scene`). Shorter lines in such an image
    /// must exceed `scene` by more, a single letter by `letter`.
    private static let least: (page: Float, scene: Float, letter: Float) = (0.4, 0.6, 0.3)

    /// - Parameter fewLetters: a number that is added to the number of letters in the image. With it, a few letters that were read with certainty
    ///   do not make the image a page.
    init(_ lines: [ReadLine], fewLetters: Float = 4) {
        let count = lines.reduce(0) { $0 + $1.words.letterCount }
        let certain = lines.filter { $0.confidence >= Self.certain }.reduce(0) { $0 + $1.words.letterCount }
        let share = Float(certain) / (Float(count) + fewLetters)
        pageLikeness = min(max((share - Self.share.least) / (Self.share.page - Self.share.least), 0), 1)
    }

    func isPassed(by line: ReadLine) -> Bool {
        let scene = Self.least.scene + Self.least.letter / Float(max(line.words.letterCount, 1)).squareRoot()
        return line.confidence > scene + pageLikeness * (Self.least.page - scene)
    }
}
