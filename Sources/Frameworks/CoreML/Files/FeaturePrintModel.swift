import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// Reads the models that contain the networks of Osprey's feature prints.
package enum FeaturePrintModel {
    /// - Throws: `MLModelError.io`, with the command that downloads the model, if none of the model folders has it.
    package static func read(_ network: PrintNetwork = .scene, from folders: ModelFolders = .standard) throws -> Specification.Model {
        guard let url = folders.locate(network.file) else {
            throw MLModelError(
                .io,
                "Osprey's feature print needs the model \(network.file), which was not found; get it with: "
                    + "osprey model get \(network.modelName)"
            )
        }
        return try ModelFile.read(url).model
    }

    /// The network that computes the feature print. Its input is an image, its output the print.
    ///
    /// - Parameter file: the file of the network's model.
    /// - Throws: `MLModelError.io` if the file cannot be read, `RuntimeError.invalidModel` if its model is not a feature-print network.
    package static func trunk(_ network: PrintNetwork, in file: URL) throws -> ModelPackage {
        ModelPackage(model: try FeaturePrint(of: ModelFile.read(file).model, side: network.side).trunk)
    }
}
