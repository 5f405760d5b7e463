import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// Terms, which are words or phrases, each with a label.
///
/// Only gazetteers that Osprey wrote can be read. Gazetteers from Apple's platforms have a form that only these platforms read.
public final class NLGazetteer: Sendable {
    /// The language of the terms; `nil` if it is unknown.
    public let language: NLLanguage?
    private let terms: TermLabels

    /// Loads a gazetteer: an `.mlmodel` that `MLGazetteer` or ``write(_:language:to:)`` wrote, or such a model compiled.
    ///
    /// - Throws: the errors of `MLModel(contentsOf:)`, and `MLModelError.generic` if the model is of another kind.
    public init(contentsOf url: URL) throws {
        guard let predictor = try MLModel(contentsOf: url).gazetteer else {
            throw MLModelError(.generic, "The model at \(url.path) is no gazetteer.")
        }
        (terms, language) = (predictor.terms, NLLanguage(tag: predictor.language))
    }

    /// A gazetteer from the ``data`` of another one.
    ///
    /// - Throws: `MLModelError.generic` or `.io` for other data.
    public init(data: Data) throws {
        (terms, language) = try MLModelError.catching {
            let message = try Specification.CoreMLModels.Gazetteer(parsing: Bytes(copying: data))
            return (try TermLabels(message), NLLanguage(tag: message.language))
        }
    }

    /// A gazetteer of the terms of each label.
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

    /// The label of a term, in exactly this form, capitals included; `nil` if the gazetteer does not have the term.
    public func label(for string: String) -> String? { terms.label(for: string) }

    /// The gazetteer as bytes, for `init(data:)`.
    public var data: Data { WordModelFile.message(terms, language: language).encoded() }
}
