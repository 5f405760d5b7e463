import CoreML

/// The types of word models that Osprey's Create ML writes. The metadata of a model has the type. From the type, ``NLModel`` knows how to make the
/// model's input.
package enum TextModelKind: String, Sendable {
    /// A text classifier. It gives a text a label, from a dictionary of words and pairs of words.
    case classifier
    /// A text classifier whose dictionary has words and parts of words.
    case partsClassifier = "classifier.parts"
    /// A text classifier whose dictionary has words, pairs of words and parts of words.
    case pairsAndPartsClassifier = "classifier.pairs.parts"
    /// A word tagger. It gives each word of a sentence a label. The input is a dictionary of features of the word and its neighbours.
    case tagger

    /// The key of the type in the model's creator-defined metadata.
    package static let kindKey = "com.osprey.text"
    /// The key of the language in the model's creator-defined metadata.
    package static let languageKey = "com.osprey.text.language"
    /// The key of a sentence that describes the model's input.
    package static let inputKey = "com.osprey.text.input"

    /// The metadata of a model of this type.
    package func metadata(language: NLLanguage?) -> [String: String] {
        var entries = [Self.kindKey: rawValue, Self.inputKey: inputText]
        if let language { entries[Self.languageKey] = language.rawValue }
        return entries
    }

    /// The keys of a text classifier's dictionary beside words; `nil` for a tagger.
    package var keys: TextDictionary.Keys? {
        switch self {
        case .classifier: .pairs
        case .partsClassifier: .parts
        case .pairsAndPartsClassifier: [.pairs, .parts]
        case .tagger: nil
        }
    }

    /// The classifier whose dictionary has these keys beside words.
    package init(keys: TextDictionary.Keys) {
        switch keys {
        case [.pairs, .parts]: self = .pairsAndPartsClassifier
        case .parts: self = .partsClassifier
        default: self = .classifier
        }
    }

    private var inputText: String {
        guard let keys else { return TokenDictionary.text }
        let pairs = keys.contains(.pairs), parts = keys.contains(.parts)
        return "The input is a dictionary of the text's words" + (pairs ? parts ? ", pairs of words" : " and pairs of words" : "")
            + (parts ? " and parts of words" : "")
            + ": the text in composed form and small letters; words are runs of "
            + "letters, marks, digits and connectors, with ' between letters; ideographs, kana, letters of scripts without spaces, !, ? and "
            + "symbols are words of their own; "
            + (pairs ? "pairs are two words that follow each other, with a space between" : "") + (pairs && parts ? "; " : "")
            + (parts
                ? "parts are all runs of 3 to 5 characters within a word, except the whole word, with - before a run that does not begin the word "
                    + "and - after a run that does not end it" : "")
            + ". The value of a key that comes n times is 1 + ln n, divided by the root of the sum of all squared values."
    }

    /// The type and the language of a model; `nil` if the model is not one of these types.
    package static func read(_ model: MLModel) -> (kind: TextModelKind, language: NLLanguage?)? {
        let entries = model.modelDescription.metadata[.creatorDefinedKey] as? [String: String] ?? [:]
        guard let kind = entries[kindKey].flatMap({ TextModelKind(rawValue: $0) }) else { return nil }
        return (kind, entries[languageKey].map { NLLanguage($0) })
    }
}
