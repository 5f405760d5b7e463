import CoreMLSpecification

extension [Specification.NeuralNetworkLayer] {
    /// The layers that some arrays of a network are made of, in their order; the others are left out.
    package func leading(to outputs: Set<String>) -> [Specification.NeuralNetworkLayer] {
        var wanted = outputs
        var layers: [Specification.NeuralNetworkLayer] = []
        for layer in reversed() where !wanted.isDisjoint(with: layer.output) {
            wanted.formUnion(layer.input)
            layers.append(layer)
        }
        return layers.reversed()
    }
}
