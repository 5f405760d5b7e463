import CoreMLRuntime

/// The weights of a network, by name.
typealias NetworkWeights = [String: [Float]]

extension TrainingParameters {
    /// Copies of all parameters, by name.
    var weights: NetworkWeights {
        Dictionary(uniqueKeysWithValues: names.map { ($0, self[$0].map { Array($0.floats) } ?? []) })
    }

    /// Adds the parameters of a batch normalisation layer.
    func addNormalization(_ name: String, _ channels: Int) throws {
        try add("\(name).gamma", .filled([channels], 1), decays: false)
        try add("\(name).beta", .filled([channels], 0), decays: false)
        try add("\(name).mean", .filled([channels], 0), role: .statistic)
        try add("\(name).variance", .filled([channels], 1), role: .statistic)
    }
}

extension LayerList {
    /// Adds a batch normalisation layer with the weights that `addNormalization` named.
    mutating func normalized(_ name: String, _ input: String, _ channels: Int, _ weights: NetworkWeights) -> String {
        func part(_ part: String) -> [Float] { weights["\(name).\(part)"] ?? [] }
        return batchNormalization(
            name, input, channels: channels, gamma: part("gamma"), beta: part("beta"), mean: part("mean"), variance: part("variance"))
    }
}
