import CoreML
import VisionRuntime

/// A request whose network may be another one than the catalogue's.
package protocol NetworkRequest: VNRequest {
    /// Makes the request use another network. The whole image is scaled to the network's input with its aspect ratio kept.
    ///
    /// - Throws: `invalidModel` if the model has no image input.
    func use(_ model: MLModel) throws
}

extension NetworkSource {
    /// A program's own network. The whole image is scaled to the network's input with its aspect ratio kept.
    init(_ model: MLModel) throws {
        self = .given(try withVisionErrors { try ImageModel(model) }, .scaleFit)
    }
}

extension VNRequest {
    /// Checks the revision, for callers that ask what the request supports.
    func checkRevision() throws {
        try validate(settings)
    }

    /// - Throws: `unsupportedRevision` for a revision that the class does not support.
    static func check(revision: Int) throws {
        guard supportedRevisions.contains(revision) else {
            throw VNErrorCode.unsupportedRevision.error("\(Self.self) has no revision \(revision)")
        }
    }
}
