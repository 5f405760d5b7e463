import Foundation

/// The unit of a text.
public enum NLTokenUnit: Int, Sendable {
    /// Words, without spaces and punctuation.
    case word = 0
    /// Sentences, with the space after them.
    case sentence = 1
    /// Paragraphs, without the line break after them.
    case paragraph = 2
    /// The whole text.
    case document = 3
}

/// Divides texts into words, sentences or paragraphs.
///
/// Words are runs of letters, marks, digits and connectors, with apostrophes, full stops and the like between letters, and commas between
/// digits. Each ideograph, kana and letter of a script without spaces is a word, because there is no dictionary for joining them.
public final class NLTokenizer: @unchecked Sendable {
    /// The unit of the tokens.
    public let unit: NLTokenUnit
    /// The text.
    public var string: String?

    /// The kinds of a token.
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The token has digits.
        public static let numeric = Attributes(rawValue: 1 << 0)
        /// The token is a symbol.
        public static let symbolic = Attributes(rawValue: 1 << 1)
        /// The token has emoji.
        public static let emoji = Attributes(rawValue: 1 << 2)
    }

    /// A tokenizer without a text.
    public init(unit: NLTokenUnit) { self.unit = unit }

    /// Does nothing: texts of all languages are divided in the same way.
    public func setLanguage(_ language: NLLanguage) {}

    /// The range of the token at an index; an empty range at the index if there is no token.
    public func tokenRange(at index: String.Index) -> Range<String.Index> {
        guard let string else { return index..<index }
        return tokens(string.startIndex..<string.endIndex).first { $0.contains(index) } ?? index..<index
    }

    /// The ranges of the tokens that lie in a range of the text, at least partly.
    public func tokens(for range: Range<String.Index>) -> [Range<String.Index>] {
        guard let string else { return [] }
        return tokens(string.startIndex..<string.endIndex).filter { $0.overlaps(range) }
    }

    /// Calls a closure with each token that lies in a range of the text, until it returns false.
    public func enumerateTokens(in range: Range<String.Index>, using block: (Range<String.Index>, Attributes) -> Bool) {
        guard let string else { return }
        for token in tokens(for: range) where !block(token, Self.attributes(string[token])) { return }
    }

    private static func attributes(_ token: Substring) -> Attributes {
        var attributes: Attributes = []
        if token.contains(where: \.isNumber) { attributes.insert(.numeric) }
        if token.unicodeScalars.contains(where: \.properties.isEmojiPresentation) { attributes.insert(.emoji) }
        return attributes
    }

    private func tokens(_ range: Range<String.Index>) -> [Range<String.Index>] {
        guard let string, !range.isEmpty else { return [] }
        return switch unit {
        case .word: WordBoundaries.words(in: string)
        case .sentence: SentenceBoundaries.sentences(in: string)
        case .paragraph: SentenceBoundaries.paragraphs(in: string)
        case .document: [range]
        }
    }
}
