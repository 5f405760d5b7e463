import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The classifier whose trunk makes Osprey's feature print.
package enum FeaturePrintModel {
    /// - Throws: `MLModelError.io`, with the command that downloads the model, if none of the model folders has it.
    package static func read(from folders: ModelFolders = .standard) throws -> Specification.Model {
        guard let url = folders.locate(FeaturePrint.classifierFile) else {
            throw MLModelError(
                .io,
                "Osprey's feature print needs the model \(FeaturePrint.classifierFile), which was not found; get it with: osprey model get scene"
            )
        }
        return try ModelFile.read(url).model
    }

    /// The network that computes the feature print. Its input is an image, its output the print.
    ///
    /// - Parameter classifier: the file of the classifier.
    /// - Throws: `MLModelError.io` where the file cannot be read, `RuntimeError.invalidModel` where it is not such a classifier.
    package static func trunk(of classifier: URL) throws -> ModelPackage {
        ModelPackage(model: try FeaturePrint(of: ModelFile.read(classifier).model).trunk)
    }
}
