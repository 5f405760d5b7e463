import CoreMLRuntime
import CoreMLSpecification

/// Joins the feature print's network with a small network that takes its intermediate results. The joined network needs only one run.
///
/// The file of the small network has a neural network whose inputs have the names of those intermediate results. Each version of the feature print
/// has a different network, so the file states the version that it needs.
enum NetworkReadOut {
    /// The metadata key for the version of the feature print that the network needs.
    static let printVersion = "osprey.readOut.featurePrint.version"

    /// The version of the feature print whose network a small network reads.
    ///
    /// - Throws: `VisionFailure` of kind `invalidModel` if the file does not state it.
    static func version(of readOut: Specification.Model) throws -> Int {
        guard let version = (readOut.description?.metadata?.userDefined[printVersion]).flatMap({ Int($0) }) else {
            throw VisionFailure(.invalidModel, "it does not say by \(printVersion) which version of the feature print it reads")
        }
        return version
    }

    /// The joined model: the needed layers of the feature print's network, followed by the layers of `readOut`.
    ///
    /// - Throws: `VisionFailure` of kind `invalidModel` if `readOut` does not fit the network of `print`.
    static func model(_ readOut: Specification.Model, of print: FeaturePrint) throws -> Specification.Model {
        guard case .neuralNetwork(let reader) = readOut.type, case .neuralNetwork(var network) = print.trunk.type,
            let description = readOut.description, !description.output.isEmpty
        else { throw VisionFailure(.invalidModel, "what reads the feature print's network is no neural network") }
        let version = try version(of: readOut)
        guard version == print.version else {
            throw VisionFailure(
                .invalidModel, "it reads the network of the feature print's version \(version), and there is \(print.version)")
        }
        let made = Set(network.layers.flatMap(\.output)).union(print.trunk.description?.input.map(\.name) ?? [])
        if let missing = description.input.first(where: { !made.contains($0.name) }) {
            throw VisionFailure(.invalidModel, "the feature print's network makes no '\(missing.name)', which is read")
        }
        if let twice = reader.layers.flatMap(\.output).first(where: made.contains) {
            throw VisionFailure(.invalidModel, "both networks make '\(twice)'")
        }
        guard reader.arrayInputShapeMapping == network.arrayInputShapeMapping else {
            throw VisionFailure(.invalidModel, "the shapes of the two networks' arrays mean different things")
        }
        network.layers = (network.layers + reader.layers).leading(to: Set(description.output.map(\.name)))
        var model = print.trunk
        model.specificationVersion = max(print.trunk.specificationVersion, readOut.specificationVersion)
        model.description?.output = description.output
        model.type = .neuralNetwork(network)
        return model
    }
}
