import CoreML

/// The kinds of models of words that Create ML writes here. A model's metadata has the kind, so that ``NLModel`` knows how to make the
/// input.
package enum TextModelKind: String, Sendable {
    /// A label for a text, from a dictionary of words and pairs of words.
    case classifier
    /// A label for each word of a sentence, from a dictionary of features of the word and its neighbours.
    case tagger

    /// The key of the kind among the metadata of the model's maker.
    package static let kindKey = "com.osprey.text"
    /// The key of the language.
    package static let languageKey = "com.osprey.text.language"
    /// The key of a sentence that describes the form of the input.
    package static let inputKey = "com.osprey.text.input"

    /// The metadata of a model of this kind.
    package func metadata(language: NLLanguage?) -> [String: String] {
        var entries = [Self.kindKey: rawValue, Self.inputKey: inputText]
        if let language { entries[Self.languageKey] = language.rawValue }
        return entries
    }

    private var inputText: String {
        switch self {
        case .classifier:
            "The input is a dictionary of the text's words and pairs of words: the text in composed form and small letters; words are runs of "
                + "letters, marks, digits and connectors, with ' between letters; ideographs, kana, letters of scripts without spaces, !, ? and "
                + "symbols are words of their own; pairs are two words that follow each other, with a space between. The value of a key that comes "
                + "n times is 1 + ln n, divided by the root of the sum of all squared values."
        case .tagger: TokenDictionary.text
        }
    }

    /// The kind of a model, and its language; `nil` for other models.
    package static func read(_ model: MLModel) -> (kind: TextModelKind, language: NLLanguage?)? {
        let entries = model.modelDescription.metadata[.creatorDefinedKey] as? [String: String] ?? [:]
        guard let kind = entries[kindKey].flatMap({ TextModelKind(rawValue: $0) }) else { return nil }
        return (kind, entries[languageKey].map { NLLanguage($0) })
    }
}
