import NaturalLanguage

/// A trained model of texts, with the keys of the dictionaries that it reads.
struct LearntTexts: Sendable {
    let model: MaximumEntropyModel
    let keys: TextDictionary.Keys

    func label(_ text: String) -> String { model.label(TextDictionary.entries(text, keys)) }

    func probabilities(_ text: String) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: zip(model.labels, model.probabilities(TextDictionary.entries(text, keys))))
    }

    func labels(_ texts: [String]) -> [String] { ParallelLoop.map(texts.count, isParallel: texts.count > 64) { label(texts[$0]) } }

    func metrics(_ examples: LabeledTexts) -> MLClassifierMetrics {
        MLClassifierMetrics(zip(examples.labels, labels(examples.texts)).map { (label: $0, answer: $1) })
    }

    func export(language: NLLanguage?) -> WordModelExport {
        WordModelExport(model: model, kind: TextModelKind(keys: keys), language: language)
    }

    /// The kinds of features, for a description.
    var featureText: String {
        switch keys {
        case .parts: "words and parts of words"
        case [.pairs, .parts]: "words, pairs and parts of words"
        default: "words and pairs of words"
        }
    }
}
