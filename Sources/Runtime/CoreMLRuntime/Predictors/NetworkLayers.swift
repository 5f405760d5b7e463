import CoreMLSpecification

extension [Specification.NeuralNetworkLayer] {
    /// The layers on which the given arrays of a network depend, in their order.
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
