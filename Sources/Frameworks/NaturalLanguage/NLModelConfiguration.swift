/// The types of text models.
public enum NLModelType: Int, Sendable {
    /// A model that gives a text a label.
    case classifier = 0
    /// A model that gives each token of a sentence a label.
    case sequence = 1
}

/// A description of a text model: type, language and revision.
public final class NLModelConfiguration: Sendable {
    /// The type of the model.
    public let type: NLModelType
    /// The language of the training data; `nil` if it is unknown.
    public let language: NLLanguage?
    /// The revision of the algorithm.
    public let revision: Int

    init(_ type: NLModelType, _ language: NLLanguage?) { (self.type, self.language, revision) = (type, language, 1) }
}
