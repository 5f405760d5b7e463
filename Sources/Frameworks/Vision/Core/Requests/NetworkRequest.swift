import CoreML
import VisionRuntime

/// A request whose network can be replaced.
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

    /// - Throws: `unsupportedRevision` if the class does not support the revision.
    static func check(revision: Int) throws {
        guard supportedRevisions.contains(revision) else {
            throw VNErrorCode.unsupportedRevision.error("\(Self.self) has no revision \(revision)")
        }
    }
}
