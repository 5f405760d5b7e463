import CoreML

/// A text classifier or word tagger that was trained with Osprey. The format of models from Apple's Create ML is readable only on Apple's
/// platforms.
public final class NLModel: Sendable {
    /// The type and the language of the model.
    public let configuration: NLModelConfiguration
    private let model: MLModel
    private let input: String
    private let output: String
    private let probabilities: String
    /// The keys of a classifier's dictionary.
    private let keys: TextDictionary.Keys

    /// A text model from a Core ML model.
    ///
    /// - Throws: `MLModelError.generic` if the model is neither a text classifier nor a word tagger.
    public init(mlModel: MLModel) throws {
        let description = mlModel.modelDescription
        guard let (kind, language) = TextModelKind.read(mlModel) else {
            throw MLModelError(.generic, "The model is no text classifier or word tagger that was trained here.")
        }
        guard let input = description.inputDescriptionsByName.first, description.inputDescriptionsByName.count == 1,
            input.value.type == .dictionary, let output = description.predictedFeatureName,
            let probabilities = description.predictedProbabilitiesName
        else {
            let name = kind.keys == nil ? "tagger" : "classifier"
            throw MLModelError(.generic, "The model says that it is a \(name) of texts, and has other inputs and outputs.")
        }
        model = mlModel
        configuration = NLModelConfiguration(kind.keys == nil ? .sequence : .classifier, language)
        keys = kind.keys ?? .pairs
        (self.input, self.output, self.probabilities) = (input.key, output, probabilities)
    }

    /// Loads a text model from an `.mlmodel` or a compiled model.
    ///
    /// - Throws: the errors of `MLModel(contentsOf:)`, and `MLModelError.generic` if the model is neither a text classifier nor a word tagger.
    public convenience init(contentsOf url: URL) throws { try self.init(mlModel: MLModel(contentsOf: url)) }

    // MARK: Texts

    /// Predicts the label of a text; `nil` if the model cannot predict. A tagger treats the text as a sentence of one word.
    public func predictedLabel(for string: String) -> String? {
        guard configuration.type == .classifier else { return predictedLabels(forTokens: [string]).first }
        return try? predict(TextDictionary.make(string, keys)).featureValue(for: output)?.stringValue
    }

    /// Predicts the most probable labels of a text, with their probabilities, 0…1. Empty if the model cannot predict.
    public func predictedLabelHypotheses(for string: String, maximumCount: Int) -> [String: Double] {
        guard configuration.type == .classifier else {
            return predictedLabelHypotheses(forTokens: [string], maximumCount: maximumCount).first ?? [:]
        }
        guard let outputs = try? predict(TextDictionary.make(string, keys)) else { return [:] }
        return best(outputs, maximumCount)
    }

    // MARK: Tokens

    /// Predicts the label of each token of a sentence. Empty if the model cannot predict. A classifier treats each token as a text.
    public func predictedLabels(forTokens tokens: [String]) -> [String] {
        guard configuration.type == .sequence else { return tokens.compactMap { predictedLabel(for: $0) } }
        return (try? tag(tokens) { _ in () })?.labels ?? []
    }

    /// Predicts the most probable labels of each token, with their probabilities, 0…1. Empty if the model cannot predict.
    public func predictedLabelHypotheses(forTokens tokens: [String], maximumCount: Int) -> [[String: Double]] {
        guard configuration.type == .sequence else {
            return tokens.map { predictedLabelHypotheses(for: $0, maximumCount: maximumCount) }
        }
        return (try? tag(tokens) { best($0, maximumCount) })?.results ?? []
    }

    /// Labels tokens from the first to the last. The features of a token include the labels of the previous tokens.
    private func tag<Result>(
        _ tokens: [String], _ result: (any MLFeatureProvider) -> Result
    ) throws -> (labels: [String], results: [Result]) {
        let words = tokens.map { TokenDictionary.Word($0) }
        var (labels, results): ([String], [Result]) = ([], [])
        for index in tokens.indices {
            let features = TokenDictionary.features(of: words, at: index, after: labels)
            let outputs = try predict(Dictionary(features.map { ($0, 1) }) { first, _ in first })
            labels.append(outputs.featureValue(for: output)?.stringValue ?? "")
            results.append(result(outputs))
        }
        return (labels, results)
    }

    private func predict(_ dictionary: [String: Double]) throws -> any MLFeatureProvider {
        let value = try MLFeatureValue(dictionary: dictionary.mapValues { NSNumber(value: $0) })
        return try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [input: value]))
    }

    private func best(_ outputs: any MLFeatureProvider, _ count: Int) -> [String: Double] {
        let all = outputs.featureValue(for: probabilities)?.dictionaryValue ?? [:]
        let sorted = all.map { ("\($0.key)", $0.value.doubleValue) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        return Dictionary(sorted.prefix(max(count, 0)).map { ($0.0, $0.1) }) { first, _ in first }
    }
}
