import CoreMLRuntime
import CoreMLSpecification

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
}
