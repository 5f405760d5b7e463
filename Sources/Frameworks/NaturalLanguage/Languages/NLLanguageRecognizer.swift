import Foundation

/// Recognizes the language of a text by letters and by common words.
///
/// If only one language uses a script, the script decides. Languages with the same script differ in common words, such as articles and pronouns,
/// and in some letters. A text of only a few words may therefore have no recognized language.
public final class NLLanguageRecognizer: @unchecked Sendable {
    /// Factors for the probabilities of languages. The factor of any other language is 1.
    public var languageHints: [NLLanguage: Double] = [:]
    /// The languages that may be recognized; empty for all languages.
    public var languageConstraints: [NLLanguage] = []
    private var evidence = LanguageEvidence()

    /// A recognizer that has no text yet.
    public init() {}

    /// Adds a text. The recognizer analyses all added texts together.
    public func processString(_ string: String) { evidence.add(string) }

    /// Removes all added texts.
    public func reset() { evidence = LanguageEvidence() }

    /// The most probable language of the added texts; `nil` if there is no evidence for any language.
    public var dominantLanguage: NLLanguage? {
        languageHypotheses(withMaximum: .max).max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
    }

    /// The most probable languages, at most `maxHypotheses`, with their probabilities, 0…1. The probabilities of all languages add up to 1.
    public func languageHypotheses(withMaximum maxHypotheses: Int) -> [NLLanguage: Double] {
        let allowed = Set(languageConstraints)
        var scores = evidence.scores.filter { allowed.isEmpty || allowed.contains($0.key) }
        let largest = scores.values.max() ?? 0
        for (language, score) in scores { scores[language] = exp(score - largest) * max(languageHints[language] ?? 1, 0) }
        let total = scores.values.reduce(0, +)
        guard total > 0 else { return [:] }
        let sorted = scores.map { ($0.key, $0.value / total) }.sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
        return Dictionary(uniqueKeysWithValues: sorted.prefix(max(maxHypotheses, 0)).filter { $0.1 > 0 })
    }

    /// The most probable language of a text; `nil` if there is no evidence for any language.
    public class func dominantLanguage(for string: String) -> NLLanguage? {
        let recognizer = NLLanguageRecognizer()
        recognizer.processString(string)
        return recognizer.dominantLanguage
    }
}

/// The evidence for languages in a text.
struct LanguageEvidence {
    private var letters: [LanguageScript: Int] = [:]
    private var marks: [NLLanguage: Double] = [:]

    /// The weight of a common word. `letter` is the weight of a letter that only some languages have.
    private static let word = 2.0
    private static let letter = 0.7

    mutating func add(_ text: String) {
        let small = text.precomposedStringWithCanonicalMapping.lowercased()
        for scalar in small.unicodeScalars {
            guard let script = LanguageScript(scalar) else { continue }
            letters[script, default: 0] += 1
            for language in LanguageSigns.letters[scalar] ?? [] { marks[language, default: 0] += Self.letter }
        }
        for word in small.split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "’" }) {
            for language in LanguageSigns.words[String(word)] ?? [] { marks[language, default: 0] += Self.word }
        }
    }

    /// The logarithm of each language's probability, plus a constant; empty if the text has no evidence for any language.
    var scores: [NLLanguage: Double] {
        // Japanese texts have kana and often more ideographs. Chinese texts have no kana. Ideographs in a text with kana therefore count as
        // Japanese.
        let kana = letters[.kana] ?? 0
        var letters = letters
        if kana > 0, let ideographs = letters.removeValue(forKey: .ideographs) { letters[.kana] = kana + ideographs }
        guard let script = letters.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) })?.key else { return [:] }
        let languages = script.languages
        let found = languages.filter { marks[$0] != nil }
        if languages.count > 1, found.isEmpty { return script.usual.map { [$0: 0] } ?? [:] }
        return Dictionary(uniqueKeysWithValues: languages.map { ($0, marks[$0] ?? 0) })
    }
}
