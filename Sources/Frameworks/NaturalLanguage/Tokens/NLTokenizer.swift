import Foundation

/// The units that a text is divided into.
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
/// A word is a run of letters, marks, digits and connectors. It may have apostrophes, full stops and similar marks between letters, and commas
/// between digits. Each ideograph, kana and letter of a script without spaces is a word, because there is no dictionary of longer words.
public final class NLTokenizer: @unchecked Sendable {
    /// The unit of the tokens.
    public let unit: NLTokenUnit
    /// The text to divide; `nil` for no text.
    public var string: String?

    /// The properties of a token.
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The token contains digits.
        public static let numeric = Attributes(rawValue: 1 << 0)
        /// The token is a symbol.
        public static let symbolic = Attributes(rawValue: 1 << 1)
        /// The token contains emoji.
        public static let emoji = Attributes(rawValue: 1 << 2)
    }

    /// A tokenizer without a text.
    public init(unit: NLTokenUnit) { self.unit = unit }

    /// Does nothing. Texts of all languages are divided in the same way.
    public func setLanguage(_ language: NLLanguage) {}

    /// The range of the token that contains an index; an empty range at the index if no token contains it.
    public func tokenRange(at index: String.Index) -> Range<String.Index> {
        guard let string else { return index..<index }
        return tokens(string.startIndex..<string.endIndex).first { $0.contains(index) } ?? index..<index
    }

    /// The ranges of the tokens that overlap a range of the text.
    public func tokens(for range: Range<String.Index>) -> [Range<String.Index>] {
        guard let string else { return [] }
        return tokens(string.startIndex..<string.endIndex).filter { $0.overlaps(range) }
    }

    /// Calls a closure with each token that overlaps a range of the text. The calls end when the closure returns `false`.
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
