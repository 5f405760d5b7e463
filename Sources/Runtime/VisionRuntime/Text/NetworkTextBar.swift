import Foundation

/// The odds that a line must have to count as text, if networks found and read it.
///
/// The odds are those of a logistic regression. It was fitted to the 953 lines that the networks found in 220 photographs, which PP-OCRv6 had
/// read, too. The 172 lines of a photographed page count less, 0.15 each. As in ``TextBar``, the threshold is lower on pages than in other images.
struct NetworkTextBar {
    private let page: TextBar

    /// The weights of the log odds of the confidence, and of the likeness to text; the weight of 1 / √n for a line of n letters; and the constant.
    private static let weights: (confidence: Float, likeness: Float, shortness: Float, constant: Float) = (0.65, 1.84, -0.79, -5.16)
    /// The least probability of text: in a scene, and on a page.
    private static let least: (scene: Float, page: Float) = (0.15, 0.015)

    init(_ lines: [ReadLine]) { page = TextBar(lines) }

    /// - Parameter likeness: the likeness of the line to text, before it was read.
    func isPassed(by line: ReadLine, likeness: Float) -> Bool {
        let weights = Self.weights
        let shortness = 1 / Float(max(line.words.letterCount, 1)).squareRoot()
        let odds =
            weights.confidence * Self.logOdds(line.confidence) + weights.likeness * Self.logOdds(likeness)
            + weights.shortness * shortness + weights.constant
        let scene = Self.logOdds(Self.least.scene)
        return odds > scene + page.pageLikeness * (Self.logOdds(Self.least.page) - scene)
    }

    private static func logOdds(_ probability: Float) -> Float {
        let probability = min(max(probability, 1e-4), 1 - 1e-4)
        return log(probability / (1 - probability))
    }
}
