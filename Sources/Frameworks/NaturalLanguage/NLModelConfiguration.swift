/// The kinds of text models.
public enum NLModelType: Int, Sendable {
    /// A label for a text.
    case classifier = 0
    /// A label for each of the tokens of a sentence.
    case sequence = 1
}

/// Facts about a text model.
public final class NLModelConfiguration: Sendable {
    /// The kind of the model.
    public let type: NLModelType
    /// The language of the training data; `nil` if it is unknown.
    public let language: NLLanguage?
    /// The revision of the algorithm.
    public let revision: Int

    init(_ type: NLModelType, _ language: NLLanguage?) { (self.type, self.language, revision) = (type, language, 1) }
}
