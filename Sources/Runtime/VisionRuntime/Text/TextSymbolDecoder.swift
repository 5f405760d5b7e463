import CoreGraphics
import Foundation

/// Decodes the output of the network `textReader` for a line into words.
///
/// The line is divided into steps of a few pixels. For each step, the network gives the probability of each class. Class 0 means that no character
/// begins there; the other classes are the characters of the alphabet.
struct TextSymbolDecoder: Sendable {
    /// The characters of the classes. The first character belongs to class 1.
    let characters: [Character]
    /// The conversion from the log odds that the network gives a word to the log odds that the word is right. `Models/text/calibrate.py` measures the
    /// two numbers.
    let calibration: (slope: Float, offset: Float)
    private let space: Int

    /// The least probability of another candidate for a character.
    private static let leastChoice: Float = 0.01
    private static let maximumChoiceCount = 5
    /// The maximum number of texts of a line, and the least probability of a further text, relative to the first.
    private static let others: (count: Int, odds: Float) = (4, 0.05)
    /// Limits for the distance from a character's middle to its sides, in line heights. The least distance applies only at the ends of the
    /// line, the greatest distance everywhere.
    private static let reach: ClosedRange<CGFloat> = 0.1...0.5

    init(characters: [Character], calibration: (slope: Float, offset: Float) = (1, 0)) {
        self.characters = characters
        self.calibration = calibration
        space = (characters.firstIndex(of: " ") ?? -1) + 1
    }

    var classCount: Int { characters.count + 1 }

    /// Tells, for each class, whether it may be read. Class 0 always may.
    func classes(where isAllowed: (Character) -> Bool) -> [Bool] { [true] + characters.map(isAllowed) }

    /// The network's output for a line.
    struct Output {
        /// Each class's probability at each step. The steps of a class are contiguous.
        let probabilities: [Float]
        let steps: Int
        /// Whether each class may be read.
        let isAllowed: [Bool]
        /// The strip's size. The unit is pixels. The steps divide the strip into equally wide parts.
        let size: CGSize
        /// The part of the strip that the line occupies.
        let line: CGRect
    }

    /// The likeliest texts of a line, as words. The likeliest text comes first.
    func texts(_ output: Output, by search: TextBeamSearch) -> [[ReadWord]] {
        let texts = search.texts(output.probabilities, steps: output.steps, isAllowed: output.isAllowed)
        guard let best = texts.first else { return [] }
        let likely = texts.prefix(Self.others.count).filter { exp($0.score - best.score) >= Self.others.odds }
        return likely.map { words($0.classes, output) }
    }

    /// The words of a text.
    private func words(_ classes: [Int], _ output: Output) -> [ReadWord] {
        let found = CharacterAlignment(classes).symbols(output.probabilities, steps: output.steps)
        let step = output.size.width / CGFloat(max(output.steps, 1))
        let middles = found.map { (CGFloat($0.peak) + 0.5) * step }
        var words: [ReadWord] = []
        var word: [Int] = []
        var start = 0
        func end(at step: Int) {
            guard !word.isEmpty else { return }
            let symbols = word.map { index -> ReadWord.Symbol in
                let (left, right) = sides(of: index, middles, found, output.line)
                let box = CGRect(x: left, y: output.line.minY, width: right - left, height: output.line.height)
                return ReadWord.Symbol(choices: choices(found[index], output), box: box)
            }
            let confidence = confidence(of: word.map { found[$0].number }, in: start..<step, output)
            words.append(
                ReadWord(
                    symbols: symbols, confidence: confidence, isKnown: false, box: CGRect(around: symbols.map(\.box)), language: nil))
            word = []
        }
        for (index, symbol) in found.enumerated() {
            guard symbol.number == space else {
                word.append(index)
                continue
            }
            end(at: symbol.steps.lowerBound)
            start = symbol.steps.upperBound
        }
        end(at: output.steps)
        return words
    }

    /// The probability that a word is right.
    private func confidence(of classes: [Int], in steps: Range<Int>, _ output: Output) -> Float {
        let sum = CharacterAlignment(classes).logProbability(output.probabilities, steps: output.steps, in: steps)
        let probability = min(max(exp(sum), 1e-6), 1 - 1e-4)
        let odds = calibration.slope * log(probability / (1 - probability)) + calibration.offset
        return 1 / (1 + exp(-odds))
    }

    /// The left and right sides of a character.
    ///
    /// Between two characters of a word, the side is halfway between their middles. Beside a space, it is also halfway, but no farther from the
    /// middle than the side towards the word. At an end of the line, it is the end of the line. No side is farther from the middle than half the
    /// line's height.
    private func sides(of index: Int, _ middles: [CGFloat], _ found: [CharacterAlignment.Symbol], _ line: CGRect) -> (CGFloat, CGFloat) {
        let middle = middles[index]
        func half(_ other: Int) -> CGFloat { abs(middles[other] - middle) / 2 }
        func side(_ other: Int, _ opposite: Int, _ end: CGFloat) -> CGFloat {
            guard found.indices.contains(other) else { return max(end, Self.reach.lowerBound * line.height) }
            let isInner = found.indices.contains(opposite) && found[opposite].number != space
            return found[other].number == space && isInner ? min(half(other), half(opposite)) : half(other)
        }
        let limit = Self.reach.upperBound * line.height
        return (
            middle - min(side(index - 1, index + 1, middle - line.minX), limit),
            middle + min(side(index + 1, index - 1, line.maxX - middle), limit)
        )
    }

    private func choices(_ symbol: CharacterAlignment.Symbol, _ output: Output) -> [ReadWord.Choice] {
        var others: [(number: Int, probability: Float)] = []
        for number in 1..<classCount where number != symbol.number && number != space && output.isAllowed[number] {
            let probability = output.probabilities[number * output.steps + symbol.peak]
            if probability >= Self.leastChoice { others.append((number, probability)) }
        }
        others.sort { $0.probability > $1.probability }
        return ([(symbol.number, symbol.probability)] + others.prefix(Self.maximumChoiceCount)).map {
            ReadWord.Choice(text: String(characters[$0.0 - 1]), confidence: $0.1)
        }
    }
}
