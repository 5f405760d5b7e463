import Foundation

/// Divides a text into tokens, and tags the tokens with their type, language or script, or with the labels of models.
///
/// Words are those of ``NLTokenizer``. Each sign of punctuation and each symbol between them is a token, and so is each run of spaces. There
/// is no data for parts of speech, names, lemmas and sentiment.
public final class NLTagger: @unchecked Sendable {
    /// Which tokens are left out. It applies to the unit ``NLTokenUnit/word``.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Leaves out words.
        public static let omitWords = Options(rawValue: 1 << 0)
        /// Leaves out punctuation.
        public static let omitPunctuation = Options(rawValue: 1 << 1)
        /// Leaves out spaces and line breaks.
        public static let omitWhitespace = Options(rawValue: 1 << 2)
        /// Leaves out symbols.
        public static let omitOther = Options(rawValue: 1 << 3)
        /// Has no effect: no names are found.
        public static let joinNames = Options(rawValue: 1 << 4)
        /// Has no effect: contractions such as "don't" are one token.
        public static let joinContractions = Options(rawValue: 1 << 5)
    }

    /// A token of a text.
    private struct Token {
        let range: Range<String.Index>
        let type: NLTag
    }

    /// The schemes that the program wants to use.
    public let tagSchemes: [NLTagScheme]
    /// The text; `nil` for no text. A new text forgets the languages that were set.
    public var string: String? {
        didSet { languages = [] }
    }
    private var languages: [(range: Range<String.Index>, language: NLLanguage)] = []
    private var models: [NLTagScheme: [NLModel]] = [:]
    private var gazetteers: [NLTagScheme: [NLGazetteer]] = [:]

    /// A tagger without a text.
    public init(tagSchemes: [NLTagScheme]) { self.tagSchemes = tagSchemes }

    /// The schemes for which there is data: the type of words, and the language and the script of any unit.
    public class func availableTagSchemes(for unit: NLTokenUnit, language: NLLanguage) -> [NLTagScheme] {
        unit == .word ? [.tokenType, .language, .script] : [.language, .script]
    }

    /// The most probable language of the text; `nil` if there is no text or no evidence for any language.
    public var dominantLanguage: NLLanguage? { string.flatMap { NLLanguageRecognizer.dominantLanguage(for: $0) } }

    /// Sets the language of a part of the text. It is the tag of the scheme ``NLTagScheme/language`` there.
    public func setLanguage(_ language: NLLanguage, range: Range<String.Index>) { languages.append((range, language)) }

    /// Sets the models of a scheme. Their labels are the tags. Taggers label words; classifiers label longer units.
    public func setModels(_ models: [NLModel], forTagScheme tagScheme: NLTagScheme) { self.models[tagScheme] = models }

    /// The models of a scheme.
    public func models(forTagScheme tagScheme: NLTagScheme) -> [NLModel] { models[tagScheme] ?? [] }

    /// Sets the gazetteers of a scheme. The label of a word that one of them has replaces any other tag.
    public func setGazetteers(_ gazetteers: [NLGazetteer], for tagScheme: NLTagScheme) { self.gazetteers[tagScheme] = gazetteers }

    /// The gazetteers of a scheme.
    public func gazetteers(for tagScheme: NLTagScheme) -> [NLGazetteer] { gazetteers[tagScheme] ?? [] }

    // MARK: Tokens

    /// The range of the token that contains an index; an empty range at the index if no token contains it.
    public func tokenRange(at index: String.Index, unit: NLTokenUnit) -> Range<String.Index> {
        tokens(unit).first { $0.range.contains(index) }?.range ?? index..<index
    }

    /// The range from the first to the last token that overlap a range; the range itself if there is none.
    public func tokenRange(for range: Range<String.Index>, unit: NLTokenUnit) -> Range<String.Index> {
        let found = tokens(unit).filter { $0.range.overlaps(range) }
        guard let first = found.first, let last = found.last else { return range }
        return first.range.lowerBound..<last.range.upperBound
    }

    private func tokens(_ unit: NLTokenUnit) -> [Token] {
        guard let string else { return [] }
        let tokenizer = NLTokenizer(unit: unit)
        tokenizer.string = string
        let ranges = tokenizer.tokens(for: string.startIndex..<string.endIndex)
        guard unit == .word else { return ranges.map { Token(range: $0, type: .other) } }
        var tokens: [Token] = []
        var index = string.startIndex
        for range in ranges {
            tokens += between(index..<range.lowerBound, string)
            tokens.append(Token(range: range, type: string[range].contains { $0.isLetter || $0.isNumber || $0 == "_" } ? .word : .other))
            index = range.upperBound
        }
        return tokens + between(index..<string.endIndex, string)
    }

    /// The tokens of a range without words.
    private func between(_ range: Range<String.Index>, _ string: String) -> [Token] {
        var tokens: [Token] = []
        var index = range.lowerBound
        while index < range.upperBound {
            var next = string.index(after: index)
            let type: NLTag = string[index].isWhitespace ? .whitespace : string[index].isPunctuation ? .punctuation : .other
            while type == .whitespace, next < range.upperBound, string[next].isWhitespace { next = string.index(after: next) }
            tokens.append(Token(range: index..<next, type: type))
            index = next
        }
        return tokens
    }

    // MARK: Tags

    /// The tag of the token that contains an index, and the token's range.
    public func tag(at index: String.Index, unit: NLTokenUnit, scheme: NLTagScheme) -> (NLTag?, Range<String.Index>) {
        guard let string, let token = tokens(unit).first(where: { $0.range.contains(index) }) else { return (nil, index..<index) }
        return (tags([token], string, unit, scheme)[0], token.range)
    }

    /// The tags and ranges of the tokens that overlap a range of the text. A tag is `nil` if it is not known.
    public func tags(
        in range: Range<String.Index>, unit: NLTokenUnit, scheme: NLTagScheme, options: Options = []
    ) -> [(NLTag?, Range<String.Index>)] {
        guard let string else { return [] }
        var wanted = tokens(unit).filter { $0.range.overlaps(range) }
        if unit == .word { wanted = wanted.filter { !Self.isOmitted($0.type, options) } }
        return Array(zip(tags(wanted, string, unit, scheme), wanted.map(\.range)))
    }

    /// Calls a closure with the tag and range of each token that overlaps a range of the text. The calls end when the closure returns
    /// `false`.
    public func enumerateTags(
        in range: Range<String.Index>, unit: NLTokenUnit, scheme: NLTagScheme, options: Options = [],
        using block: (NLTag?, Range<String.Index>) -> Bool
    ) {
        for (tag, token) in tags(in: range, unit: unit, scheme: scheme, options: options) where !block(tag, token) { return }
    }

    /// The most probable tags of the token that contains an index, with their probabilities, 0…1, and the token's range.
    ///
    /// - Parameter maximumCount: the largest number of tags.
    public func tagHypotheses(
        at index: String.Index, unit: NLTokenUnit, scheme: NLTagScheme, maximumCount: Int
    ) -> ([String: Double], Range<String.Index>) {
        guard let string, let token = tokens(unit).first(where: { $0.range.contains(index) }) else { return ([:], index..<index) }
        let text = String(string[token.range])
        if scheme == .language, language(of: token.range) == nil {
            let recognizer = NLLanguageRecognizer()
            recognizer.processString(surroundings(of: token.range, unit, string))
            let found = recognizer.languageHypotheses(withMaximum: maximumCount)
            return (Dictionary(uniqueKeysWithValues: found.map { ($0.key.rawValue, $0.value) }), token.range)
        }
        if let model = model(scheme, unit) {
            if unit != .word { return (model.predictedLabelHypotheses(for: text, maximumCount: maximumCount), token.range) }
            let (words, place) = sentence(of: token, string)
            let found = model.predictedLabelHypotheses(forTokens: words, maximumCount: maximumCount)
            if let place, place < found.count { return (found[place], token.range) }
        }
        guard maximumCount > 0, let tag = tags([token], string, unit, scheme)[0] else { return ([:], token.range) }
        return ([tag.rawValue: 1], token.range)
    }

    private static func isOmitted(_ type: NLTag, _ options: Options) -> Bool {
        switch type {
        case .word: options.contains(.omitWords)
        case .punctuation: options.contains(.omitPunctuation)
        case .whitespace: options.contains(.omitWhitespace)
        default: options.contains(.omitOther)
        }
    }

    private func model(_ scheme: NLTagScheme, _ unit: NLTokenUnit) -> NLModel? {
        models(forTagScheme: scheme).first { ($0.configuration.type == .sequence) == (unit == .word) }
    }

    private func tags(_ tokens: [Token], _ string: String, _ unit: NLTokenUnit, _ scheme: NLTagScheme) -> [NLTag?] {
        let gazetteers = gazetteers(for: scheme)
        let model = model(scheme, unit)
        let needsSentences = unit == .word && (model != nil || scheme == .language)
        let sentences = needsSentences ? SentenceBoundaries.sentences(in: string) : []
        let labels = model.map { unit == .word ? self.labels($0, tokens, sentences, string) : [:] } ?? [:]
        var recognized: [String.Index: NLLanguage?] = [:]
        return tokens.map { token in
            let text = String(string[token.range])
            if let label = gazetteers.lazy.compactMap({ $0.label(for: text) }).first { return NLTag(label) }
            if let label = labels[token.range.lowerBound] { return NLTag(label) }
            if let model, unit != .word { return model.predictedLabel(for: text).map { NLTag($0) } }
            switch scheme {
            case .tokenType: return unit == .word ? token.type : nil
            case .language:
                if let language = language(of: token.range) { return NLTag(language.rawValue) }
                let place = Self.place(of: token.range, in: sentences) ?? token.range
                let found = recognized[place.lowerBound] ?? NLLanguageRecognizer.dominantLanguage(for: String(string[place]))
                recognized[place.lowerBound] = .some(found)
                return found.map { NLTag($0.rawValue) }
            case .script: return LanguageScript.main(of: text).map { NLTag($0.code) }
            default: return nil
            }
        }
    }

    /// The labels of the words in the sentences of the given tokens, by the first index of each word.
    private func labels(
        _ model: NLModel, _ tokens: [Token], _ sentences: [Range<String.Index>], _ string: String
    ) -> [String.Index: String] {
        let wanted = Set(tokens.compactMap { Self.place(of: $0.range, in: sentences)?.lowerBound })
        var words: [String.Index: [Range<String.Index>]] = [:]
        for token in self.tokens(.word) where token.type == .word {
            guard let sentence = Self.place(of: token.range, in: sentences)?.lowerBound, wanted.contains(sentence) else { continue }
            words[sentence, default: []].append(token.range)
        }
        var labels: [String.Index: String] = [:]
        for ranges in words.values {
            let found = model.predictedLabels(forTokens: ranges.map { String(string[$0]) })
            for (range, label) in zip(ranges, found) { labels[range.lowerBound] = label }
        }
        return labels
    }

    /// The sentence that a range begins in, of sentences in the order of the text.
    private static func place(of range: Range<String.Index>, in sentences: [Range<String.Index>]) -> Range<String.Index>? {
        var (low, high) = (0, sentences.count)
        while low < high {
            let middle = (low + high) / 2
            if sentences[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < sentences.count && sentences[low].contains(range.lowerBound) ? sentences[low] : nil
    }

    /// The words of the sentence of a token, and the token's place among them.
    private func sentence(of token: Token, _ string: String) -> (words: [String], place: Int?) {
        let sentence = Self.place(of: token.range, in: SentenceBoundaries.sentences(in: string)) ?? token.range
        let ranges = tokens(.word).filter { $0.type == .word && $0.range.overlaps(sentence) }.map(\.range)
        return (ranges.map { String(string[$0]) }, ranges.firstIndex(of: token.range))
    }

    /// The text by which the language of a unit is recognized: of a word, its sentence.
    private func surroundings(of range: Range<String.Index>, _ unit: NLTokenUnit, _ string: String) -> String {
        let sentence = unit == .word ? Self.place(of: range, in: SentenceBoundaries.sentences(in: string)) : nil
        return String(string[sentence ?? range])
    }

    /// The language that the program has set for a range.
    private func language(of range: Range<String.Index>) -> NLLanguage? { languages.last { $0.range.overlaps(range) }?.language }
}
