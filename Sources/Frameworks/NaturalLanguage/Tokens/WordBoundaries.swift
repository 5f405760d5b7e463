/// Finds the words of a text with the rules of Unicode Standard Annex 29. Only the rules that words of letters, digits and emoji need are applied.
enum WordBoundaries {
    private enum Part {
        case letter, digit, connector, alone, betweenLetters, betweenDigits, between, other
    }

    static func words(in text: String) -> [Range<String.Index>] {
        let characters = text.indices
        var words: [Range<String.Index>] = []
        var start: String.Index?
        var (last, index) = (Part.other, text.startIndex)
        func end(_ index: String.Index) {
            if let first = start { words.append(first..<index) }
            start = nil
        }
        while index < characters.endIndex {
            let next = text.index(after: index)
            let part = part(text[index])
            switch part {
            case .letter, .digit, .connector:
                if start == nil { start = index }
                last = part
            case .alone:
                end(index)
                words.append(index..<next)
                last = .other
            case .betweenLetters, .betweenDigits, .between:
                let following = next < text.endIndex ? self.part(text[next]) : .other
                let joins =
                    start != nil && last == following
                    && (last == .letter && part != .betweenDigits || last == .digit && part != .betweenLetters)
                if !joins { end(index) }
            case .other: end(index)
            }
            index = next
        }
        end(text.endIndex)
        return words
    }

    private static func part(_ character: Character) -> Part {
        guard let scalar = character.unicodeScalars.first else { return .other }
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A: return .letter
        case 0x30...0x39: return .digit
        case 0x5F: return .connector
        case 0x27, 0x2E, 0x2018, 0x2019, 0x2024: return .between
        case 0x3A, 0xB7, 0x387, 0x2027: return .betweenLetters
        case 0x2C, 0x3B: return .betweenDigits
        case ..<0x80: return .other
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:
            let category = scalar.properties.generalCategory
            return category == .decimalNumber ? .digit : scalar.properties.isAlphabetic ? .alone : .other
        default: break
        }
        if scalar.properties.isIdeographic || scalar.properties.isEmojiPresentation { return .alone }
        switch scalar.properties.generalCategory {
        case .decimalNumber: return .digit
        case .connectorPunctuation: return .connector
        default: return scalar.properties.isAlphabetic ? .letter : .other
        }
    }
}

/// Finds the sentences and paragraphs of a text.
enum SentenceBoundaries {
    private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？", "।", "۔", "؟"]
    private static let closings: Set<Character> = ["\"", "'", ")", "]", "}", "»", "”", "’", "」", "』"]
    private static let wide: Set<Character> = ["。", "！", "？"]

    /// The paragraphs that are not empty, without the line breaks after them.
    static func paragraphs(in text: String) -> [Range<String.Index>] {
        text.split(whereSeparator: \.isNewline).map { $0.startIndex..<$0.endIndex }
    }

    /// The sentences, each with the space after it. The end of a paragraph ends a sentence. A final punctuation mark and a space also end a
    /// sentence, if no lower-case letter follows.
    static func sentences(in text: String) -> [Range<String.Index>] {
        paragraphs(in: text).flatMap { sentences(text, $0) }
    }

    private static func sentences(_ text: String, _ range: Range<String.Index>) -> [Range<String.Index>] {
        var sentences: [Range<String.Index>] = []
        var (start, index) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            let sign = text[index]
            index = text.index(after: index)
            guard ends.contains(sign) else { continue }
            var isWide = wide.contains(sign)
            while index < range.upperBound, ends.contains(text[index]) || closings.contains(text[index]) {
                isWide = isWide || wide.contains(text[index])
                index = text.index(after: index)
            }
            let mark = index
            while index < range.upperBound, text[index].isWhitespace { index = text.index(after: index) }
            let isEnd = isWide || index == range.upperBound || index > mark && !text[index].isLowercase
            if isEnd {
                sentences.append(start..<index)
                start = index
            }
        }
        if start < range.upperBound, !text[start..<range.upperBound].allSatisfy(\.isWhitespace) {
            sentences.append(start..<range.upperBound)
        }
        return sentences
    }
}
