import CoreGraphics

/// Corrects words to similar words of a list, and to numbers.
struct WordCorrection: Sendable {
    private let words: [[Character]]
    /// Whether a single letter among digits is replaced by a similar digit.
    private let readsNumbers: Bool
    /// Whether a vertical bar before a word with a small initial letter is read as the English word "I".
    private let readsPronoun: Bool

    init(_ words: [String], readsNumbers: Bool, readsPronoun: Bool = false) {
        self.words = words.map { Array($0) }.filter { !$0.isEmpty }
        (self.readsNumbers, self.readsPronoun) = (readsNumbers, readsPronoun)
    }

    /// Marks that may stand before, after or in numbers.
    private static let marks = Set(".,:;-+*/%#()$€£¥'\"")
    /// The least probability of a digit that replaces a letter.
    private static let possible: Float = 0.3

    /// The greatest edit distance to a replacement. A word that was read with certainty needs a closer replacement.
    private static func farthest(_ word: ReadWord, count: Int) -> Float {
        Float(count) * (word.confidence > 0.9 ? 0.25 : 0.4)
    }

    /// The words of a line, each corrected.
    func corrected(_ line: [ReadWord]) -> [ReadWord] {
        line.indices.map { place in
            let isPronoun = readsPronoun && line[place].text == "|" && line.dropFirst(place + 1).first?.beginsSmall == true
            return corrected(isPronoun ? line[place].replaced(by: "I") : line[place])
        }
    }

    /// Corrects a word to a number, or to the most similar word of the list. Marks before and after the word stay.
    func corrected(_ word: ReadWord) -> ReadWord {
        let word = readsNumbers ? number(word) : word
        return words.isEmpty ? word : listed(word)
    }

    /// Replaces the only letter among digits by a digit. The word must have at least two digits, and the recogniser must have considered a digit
    /// possible in place of the letter.
    private func number(_ word: ReadWord) -> ReadWord {
        let others = word.symbols.indices.filter { index in
            let text = word.symbols[index].choices[0].text
            return !text.allSatisfy { $0.isNumber || Self.marks.contains($0) }
        }
        guard others.count == 1, let place = others.first, word.symbols.count(where: \.isDigit) >= 2,
            let choice = word.symbols[place].choices.first(where: { $0.isDigit && $0.confidence >= Self.possible })
        else { return word }
        var number = word
        number.symbols[place].choices.insert(choice, at: 0)
        return number
    }

    private func listed(_ word: ReadWord) -> ReadWord {
        guard let first = word.symbols.firstIndex(where: \.isLetter), let last = word.symbols.lastIndex(where: \.isLetter) else {
            return word
        }
        let letters = word.symbols[first...last]
        let text = letters.map { $0.choices[0].text }.joined()
        guard !(word.isKnown && word.confidence > 0.9), !words.contains(where: { String($0) == text }) else { return word }
        var best: [Character]?
        var least = Self.farthest(word, count: letters.count)
        for candidate in words where abs(candidate.count - letters.count) <= 2 {
            let distance = distance(Array(letters), candidate)
            if distance <= least, best == nil || distance < least { (best, least) = (candidate, distance) }
        }
        guard let best else { return word }
        var corrected = word
        corrected.symbols.replaceSubrange(first...last, with: replacement(of: Array(letters), by: best))
        return corrected
    }

    /// The edit distance: the number of letters to change, add or remove. A change to a letter that the recogniser considered possible counts less
    /// than 1.
    private func distance(_ letters: [ReadWord.Symbol], _ word: [Character]) -> Float {
        var row = (0...word.count).map(Float.init)
        for (index, letter) in letters.enumerated() {
            var before = row[0]
            row[0] = Float(index + 1)
            for (place, character) in word.enumerated() {
                let change = before + cost(letter, character)
                before = row[place + 1]
                row[place + 1] = min(change, before + 1, row[place] + 1)
            }
        }
        return row[word.count]
    }

    private func cost(_ letter: ReadWord.Symbol, _ character: Character) -> Float {
        let text = String(character)
        guard let choice = letter.choices.first(where: { $0.text == text }) else {
            return letter.choices[0].text.lowercased() == text.lowercased() ? 0.2 : 1
        }
        return choice.text == letter.choices[0].text ? 0 : 1 - 0.8 * choice.confidence
    }

    private func replacement(of letters: [ReadWord.Symbol], by word: [Character]) -> [ReadWord.Symbol] {
        let confidence = letters.map { $0.choices[0].confidence }.min() ?? 0
        let box = CGRect(around: letters.map(\.box))
        let width = box.width / CGFloat(word.count)
        return word.enumerated().map { place, character in
            let own =
                letters.count == word.count
                ? letters[place].box : CGRect(x: box.minX + CGFloat(place) * width, y: box.minY, width: width, height: box.height)
            return ReadWord.Symbol(choices: [ReadWord.Choice(text: String(character), confidence: confidence)], box: own)
        }
    }
}

extension ReadWord.Choice {
    var isDigit: Bool { text.count == 1 && text.allSatisfy(\.isNumber) }
}

extension ReadWord.Symbol {
    var isDigit: Bool { choices[0].isDigit }

    /// Whether the symbol is a letter or a digit, and not a mark.
    var isLetter: Bool { choices[0].text.contains { $0.isLetter || $0.isNumber } }
}

extension ReadWord {
    var hasLetters: Bool { symbols.contains(where: \.isLetter) }

    fileprivate var beginsSmall: Bool { text.first?.isLowercase == true }

    /// The word with its first symbol replaced by `text`, which gets the confidence of the original symbol.
    fileprivate func replaced(by text: String) -> ReadWord {
        var word = self
        word.symbols[0].choices.insert(Choice(text: text, confidence: symbols[0].choices[0].confidence), at: 0)
        return word
    }
}
