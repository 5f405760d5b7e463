import CoreML
import VisionRuntime

/// A request whose network may be another one than the catalogue's.
package protocol NetworkRequest: VNRequest {
    /// Makes the request use a network, to whose input the whole image is brought in its own ratio.
    ///
    /// - Throws: `invalidModel` where the model takes no image.
    func use(_ model: MLModel) throws
}

extension NetworkSource {
    /// A program's own network, to whose input the whole image is brought in its own ratio.
    init(_ model: MLModel) throws {
        self = .given(try withVisionErrors { try ImageModel(model) }, .scaleFit)
    }
}

extension VNRequest {
    /// Checks the revision, for whoever asks what the request supports.
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
