import CoreGraphics

/// Decodes the output of the network `textReader` for a line into words.
///
/// The line is divided into steps of a few pixels. For each step, the network gives the probability of each class. Class 0 means that no character is
/// there; the other classes are the characters of the alphabet. Successive steps with the same most probable class are one character.
struct TextSymbolDecoder: Sendable {
    /// The characters of the classes. The first character belongs to class 1.
    private let characters: [Character]
    private let space: Int

    /// The least probability of another candidate for a character.
    private static let leastChoice: Float = 0.01
    private static let maximumChoiceCount = 5
    /// The least odds with which a character is read twice instead of once. The network gives too low a probability to the short gap between two
    /// equal letters. On drawn lines that were not used for training, 0.5 is better than 1 for doubled letters, and no worse for other letters.
    private static let leastOdds: Float = 0.5
    /// Limits for the distance from a character's middle to its sides, in line heights. The least distance applies only at the ends of the
    /// line, the greatest distance everywhere.
    private static let reach: ClosedRange<CGFloat> = 0.1...0.5

    init(characters: [Character]) {
        self.characters = characters
        space = (characters.firstIndex(of: " ") ?? -1) + 1
    }

    var classCount: Int { characters.count + 1 }

    /// Tells, for each class, whether it may be read. Class 0 always may.
    func classes(where isAllowed: (Character) -> Bool) -> [Bool] { [true] + characters.map(isAllowed) }

    /// A character of a line.
    private struct Found {
        let number: Int
        /// The steps of the character.
        var steps: Range<Int>
        /// The step at which the character is most probable (`peak`), and its probability there.
        var peak: Int
        var probability: Float
    }

    /// Decodes the words of a line.
    ///
    /// - Parameters:
    ///   - probabilities: each class's probability at each step. The steps of a class are contiguous.
    ///   - steps: the number of steps.
    ///   - isAllowed: whether each class may be read.
    ///   - size: the strip's size. The unit is pixels. The steps divide the strip into equally wide parts.
    ///   - line: the part of the strip that the line occupies.
    func words(_ probabilities: [Float], steps: Int, isAllowed: [Bool], size: CGSize, line: CGRect) -> [ReadWord] {
        let found = runs(probabilities, steps, isAllowed)
        let step = size.width / CGFloat(max(steps, 1))
        let middles = found.map { (CGFloat($0.peak) + 0.5) * step }
        var words: [ReadWord] = []
        var symbols: [ReadWord.Symbol] = []
        func end() {
            guard !symbols.isEmpty else { return }
            words.append(
                ReadWord(
                    symbols: symbols, confidence: confidence(of: symbols), isKnown: false, beginsLine: words.isEmpty,
                    box: CGRect(around: symbols.map(\.box)), language: nil))
            symbols = []
        }
        for (index, symbol) in found.enumerated() {
            guard symbol.number != space else {
                end()
                continue
            }
            let (left, right) = sides(of: index, middles, found, line)
            let box = CGRect(x: left, y: line.minY, width: right - left, height: line.height)
            symbols.append(ReadWord.Symbol(choices: choices(symbol, probabilities, steps, isAllowed), box: box))
        }
        end()
        return words
    }

    /// The confidence of a word: the mean of two probabilities. They are the mean of all letters' probabilities, and the probability of the
    /// worst letter.
    private func confidence(of symbols: [ReadWord.Symbol]) -> Float {
        let chances = symbols.map { $0.choices[0].confidence }
        return (chances.reduce(0, +) / Float(max(chances.count, 1)) + (chances.min() ?? 0)) / 2
    }

    /// The characters: runs of steps with the same most probable class.
    private func runs(_ probabilities: [Float], _ steps: Int, _ isAllowed: [Bool]) -> [Found] {
        var best = [(number: Int, probability: Float)](repeating: (0, -1), count: steps)
        for number in 0..<classCount where isAllowed[number] {
            let row = number * steps
            for step in 0..<steps where probabilities[row + step] > best[step].probability {
                best[step] = (number, probabilities[row + step])
            }
        }
        var found: [Found] = []
        var last = 0
        for (step, answer) in best.enumerated() {
            defer { last = answer.number }
            guard answer.number != 0 else { continue }
            if answer.number == last, let open = found.indices.last {
                found[open].steps = found[open].steps.lowerBound..<step + 1
                if answer.probability > found[open].probability { (found[open].peak, found[open].probability) = (step, answer.probability) }
            } else {
                found.append(Found(number: answer.number, steps: step..<step + 1, peak: step, probability: answer.probability))
            }
        }
        let isBlank = best.map { $0.number == 0 }
        return found.flatMap { parted($0, probabilities, isBlank) }
    }

    /// The character, or two equal characters if a double letter, such as "ll", explains its steps better. Each of the two readings is
    /// scored by the sum of the probabilities of all its alignments with the steps. The network was trained with connectionist temporal
    /// classification, which makes this sum large for the correct text.
    private func parted(_ character: Found, _ probabilities: [Float], _ isBlank: [Bool]) -> [Found] {
        // The blank steps beside the character may already belong to another character.
        var (first, end) = (character.steps.lowerBound, character.steps.upperBound)
        if first > 0, isBlank[first - 1] { first -= 1 }
        if end < isBlank.count, isBlank[end] { end += 1 }
        guard character.number != space, end - first >= 3 else { return [character] }
        let row = character.number * isBlank.count
        // For each state, the sum of the probabilities of the paths that have reached it. The states are: nothing yet, the first character, the blank
        // after it, the second character, and the blank after that.
        var sums: [Float] = [1, 0, 0, 0, 0]
        for step in first..<end {
            let (own, blank) = (probabilities[row + step], probabilities[step])
            sums = [
                sums[0] * blank, (sums[0] + sums[1]) * own, (sums[1] + sums[2]) * blank, (sums[2] + sums[3]) * own,
                (sums[3] + sums[4]) * blank,
            ]
        }
        guard sums[3] + sums[4] > Self.leastOdds * (sums[1] + sums[2]),
            let gap = (first + 1..<end - 1).max(by: { probabilities[$0] < probabilities[$1] })
        else { return [character] }
        return [first..<gap, gap + 1..<end].map { part in
            let peak = part.max { probabilities[row + $0] < probabilities[row + $1] } ?? part.lowerBound
            return Found(number: character.number, steps: part, peak: peak, probability: probabilities[row + peak])
        }
    }

    /// The left and right sides of a character.
    ///
    /// Between two characters of a word, the side is halfway between their middles. Beside a space, it is also halfway, but no farther from the
    /// middle than the side towards the word. At an end of the line, it is the end of the line. No side is farther from the middle than half the
    /// line's height.
    private func sides(of index: Int, _ middles: [CGFloat], _ found: [Found], _ line: CGRect) -> (CGFloat, CGFloat) {
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

    private func choices(_ symbol: Found, _ probabilities: [Float], _ steps: Int, _ isAllowed: [Bool]) -> [ReadWord.Choice] {
        var others: [(number: Int, probability: Float)] = []
        for number in 1..<classCount where number != symbol.number && number != space && isAllowed[number] {
            let probability = probabilities[number * steps + symbol.peak]
            if probability >= Self.leastChoice { others.append((number, probability)) }
        }
        others.sort { $0.probability > $1.probability }
        return ([(symbol.number, symbol.probability)] + others.prefix(Self.maximumChoiceCount)).map {
            ReadWord.Choice(text: String(characters[$0.0 - 1]), confidence: $0.1)
        }
    }
}
