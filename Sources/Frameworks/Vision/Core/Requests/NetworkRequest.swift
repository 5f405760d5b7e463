import CoreML
import VisionRuntime

/// A request whose network can be replaced.
package protocol NetworkRequest: VNRequest {
    /// Replaces the request's network. Each image is scaled to fit completely into the input of `model`, and its aspect ratio is preserved.
    ///
    /// - Throws: `invalidModel` if the model has no image input.
    func use(_ model: MLModel) throws
}

extension NetworkSource {
    /// Creates the source of a network that the caller supplies. Each image is scaled to fit completely into the input of `model`, and its aspect
    /// ratio is preserved.
    init(_ model: MLModel) throws {
        self = .given(try withVisionErrors { try ImageModel(model) }, .scaleFit)
    }
}

extension VNRequest {
    /// Checks the revision. Functions that report the features of a revision call this function first.
    func checkRevision() throws {
        try validate(settings)
    }

    /// Checks that the class supports a revision.
    ///
    /// - Throws: `unsupportedRevision` if the class does not support the revision.
    static func check(revision: Int) throws {
        guard supportedRevisions.contains(revision) else {
            throw VNErrorCode.unsupportedRevision.error("\(Self.self) has no revision \(revision)")
        }
    }
}
