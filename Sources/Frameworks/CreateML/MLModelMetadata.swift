import CoreMLSpecification
import Foundation

/// The metadata of a written model.
public struct MLModelMetadata: Sendable {
    /// The author of the model.
    public var author: String
    /// The purpose of the model, in a sentence.
    public var shortDescription: String
    /// The terms under which the model may be used.
    public var license: String?
    /// The version of the model, in any form.
    public var version: String
    /// Additional entries with custom keys.
    public var additional: [String: String]?

    /// Metadata of a model, by default without a licence.
    public init(
        author: String = NSFullUserName(), shortDescription: String = "A model trained using CreateML for use with CoreML.",
        license: String? = nil, version: String = "1", additional: [String: String]? = nil
    ) {
        self.author = author
        self.shortDescription = shortDescription
        self.license = license
        self.version = version
        self.additional = additional
    }

    var specification: Specification.Metadata {
        var metadata = Specification.Metadata()
        metadata.author = author
        metadata.shortDescription = shortDescription
        metadata.license = license ?? ""
        metadata.versionString = version
        for (key, value) in (additional ?? [:]).sorted(by: { $0.key < $1.key }) { metadata.userDefined[key] = value }
        return metadata
    }
}
