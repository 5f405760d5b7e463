import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// A dictionary of terms (words or phrases) and their labels.
///
/// `NLGazetteer` reads only gazetteers that Osprey wrote. The format of gazetteers from Apple's platforms is readable only on these platforms.
public final class NLGazetteer: Sendable {
    /// The language of the terms; `nil` if it is unknown.
    public let language: NLLanguage?
    private let terms: TermLabels

    /// Loads a gazetteer that `MLGazetteer` or ``write(_:language:to:)`` wrote. The file is an `.mlmodel` or a compiled model.
    ///
    /// - Throws: the errors of `MLModel(contentsOf:)`, and `MLModelError.generic` if the model is not a gazetteer.
    public init(contentsOf url: URL) throws {
        guard let predictor = try MLModel(contentsOf: url).gazetteer else {
            throw MLModelError(.generic, "The model at \(url.path) is no gazetteer.")
        }
        (terms, language) = (predictor.terms, NLLanguage(tag: predictor.language))
    }

    /// A gazetteer from the ``data`` of another gazetteer.
    ///
    /// - Throws: `MLModelError.generic` or `.io` if the data is not that of a gazetteer.
    public init(data: Data) throws {
        (terms, language) = try MLModelError.catching {
            let message = try Specification.CoreMLModels.Gazetteer(parsing: Bytes(copying: data))
            return (try TermLabels(message), NLLanguage(tag: message.language))
        }
    }

    /// A gazetteer from the terms of each label.
    ///
    /// - Throws: `MLModelError.generic` if there are no terms, a term or label is empty, or a term has two labels.
    public init(dictionary: [String: [String]], language: NLLanguage?) throws {
        terms = try MLModelError.catching { try TermLabels(dictionary) }
        self.language = language
    }

    /// Writes a gazetteer as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter dictionary: the terms of each label.
    /// - Throws: the errors of `init(dictionary:language:)`, and `MLModelError.io` if the file cannot be written.
    public class func write(_ dictionary: [String: [String]], language: NLLanguage?, to url: URL) throws {
        try MLModelError.catching { try WordModelFile.gazetteer(TermLabels(dictionary), language: language).write(to: url) }
    }

    /// The label of a term; `nil` if the term is unknown. The spelling must match exactly, including upper and lower case.
    public func label(for string: String) -> String? { terms.label(for: string) }

    /// The gazetteer as bytes, for `init(data:)`.
    public var data: Data { WordModelFile.message(terms, language: language).encoded() }
}
