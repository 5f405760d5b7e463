import Foundation

/// The odds that a line must have to count as text, if networks found and read it, and the confidence of its words in a photograph.
///
/// Both are logistic regressions. The first was fitted to the 953 lines that the networks found in 220 photographs, which PP-OCRv6 had read, too. The
/// 172 lines of a photographed page count less, 0.15 each. The second was fitted to the words of 493 photographs that no training used. As in
/// ``TextBar``, the threshold is lower on pages than in other images.
struct NetworkTextBar {
    /// The degrees to which the image looks like a page and like a document, from 0 to 1. A poster may be a page, but only an image with much text is
    /// a document.
    private let likeness: (page: Float, document: Float)

    /// The weights of the log odds of the confidence, and of the likeness to text; the weight of 1 / √n for a line of n letters; and the constant.
    private static let weights: (confidence: Float, likeness: Float, shortness: Float, constant: Float) = (0.65, 1.84, -0.79, -5.16)
    /// The least probability of text: in a scene, and on a page.
    private static let least: (scene: Float, page: Float) = (0.15, 0.015)
    /// The numbers of letters, for a page and for a document, that are few in the sense of ``TextBar``.
    private static let fewLetters: (page: Float, document: Float) = (20, 200)
    /// The conversion from the log odds that a word is right, as it was read, to the log odds in a scene.
    private static let scene: (slope: Float, offset: Float) = (0.5, -0.7)

    init(_ lines: [ReadLine]) {
        func likeness(_ fewLetters: Float) -> Float { TextBar(lines, fewLetters: fewLetters).pageLikeness }
        self.likeness = (likeness(Self.fewLetters.page), likeness(Self.fewLetters.document))
    }

    /// - Parameter likeness: the likeness of the line to text, before it was read.
    func isPassed(by line: ReadLine, likeness: Float) -> Bool {
        let weights = Self.weights
        let shortness = 1 / Float(max(line.words.letterCount, 1)).squareRoot()
        let odds =
            weights.confidence * Self.logOdds(line.confidence) + weights.likeness * Self.logOdds(likeness)
            + weights.shortness * shortness + weights.constant
        let scene = Self.logOdds(Self.least.scene)
        return odds > scene + self.likeness.page * (Self.logOdds(Self.least.page) - scene)
    }

    /// The line with the confidences that its words have in the image. They are lower in scenes, in which more than text looks like letters.
    func weighed(_ line: ReadLine) -> ReadLine {
        line.withConfidences { confidence in
            let odds = Self.logOdds(confidence)
            let scene = Self.scene.slope * odds + Self.scene.offset
            return 1 / (1 + exp(-(scene + likeness.document * (odds - scene))))
        }
    }

    private static func logOdds(_ probability: Float) -> Float {
        let probability = min(max(probability, 1e-4), 1 - 1e-4)
        return log(probability / (1 - probability))
    }
}
