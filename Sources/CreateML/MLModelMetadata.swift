import CoreMLSpecification
import Foundation

/// What a written model says of itself.
public struct MLModelMetadata: Sendable {
    public var author: String
    public var shortDescription: String
    public var license: String?
    public var version: String
    public var additional: [String: String]?

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
