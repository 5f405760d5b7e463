import CoreMLRuntime
import CoreMLSpecification

/// A small network that reads arrays which the feature print's network makes on its way, so that both are one network that runs once.
///
/// Its file is a neural network whose inputs are arrays with the names of the other's. Since another print is another network, the file says of
/// which version it is.
enum NetworkReadOut {
    /// The key of the metadata that says the version of the feature print whose arrays are read.
    static let printVersion = "osprey.readOut.featurePrint.version"

    /// The print's network as far as it is read, followed by what reads it: a model with the input of the one and the outputs of the other.
    ///
    /// - Throws: `VisionFailure` of kind `invalidModel` where the two do not fit together.
    static func model(_ readOut: Specification.Model, of print: FeaturePrint) throws -> Specification.Model {
        guard case .neuralNetwork(let reader) = readOut.type, case .neuralNetwork(var network) = print.trunk.type,
            let description = readOut.description, !description.output.isEmpty
        else { throw VisionFailure(.invalidModel, "what reads the feature print's network is no neural network") }
        let version = description.metadata?.userDefined[printVersion] ?? "unknown"
        guard version == String(print.version) else {
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
