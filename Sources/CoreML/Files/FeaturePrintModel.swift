import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The classifier whose trunk makes Osprey's feature print.
package enum FeaturePrintModel {
    /// - Throws: `MLModelError.io` with the command that gets the model, where it is in none of the folders of models.
    package static func read(from folders: ModelFolders = .standard) throws -> Specification.Model {
        guard let url = folders.locate(FeaturePrint.classifierFile) else {
            throw MLModelError(
                .io,
                "Osprey's feature print needs the model \(FeaturePrint.classifierFile), which was not found; get it with: osprey model get scene"
            )
        }
        return try ModelFile.read(url).model
    }

    /// The network of the print, with an image for its input and the print for its output.
    ///
    /// - Parameter classifier: the file of the classifier.
    /// - Throws: `MLModelError.io` where the file cannot be read, `RuntimeError.invalidModel` where it is no such classifier.
    package static func trunk(of classifier: URL) throws -> ModelPackage {
        ModelPackage(model: try FeaturePrint(of: ModelFile.read(classifier).model).trunk)
    }
}
