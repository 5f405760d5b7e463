import CoreMLRuntime
import CoreMLSpecification

extension Trainer.Objective {
    private static let smoothing: Float = 0.05

    /// The cross-entropy of a network's scores, as a training objective. Its inputs are the network's inputs, the parameters, and `targets`, which
    /// has the index of each row's class, or −1 for none.
    ///
    /// - Parameters:
    ///   - inputs: the network's inputs with their shapes. Each input has as many rows as there are targets.
    ///   - scores: the network's output of scores, of shape [rows, classes].
    ///   - classWeights: the weight of each class's rows; `nil` if all rows have the same weight.
    init(
        _ layers: [Specification.NeuralNetworkLayer], specificationVersion: Int32, inputs: [(name: String, shape: [Int])],
        scores: (name: String, shape: [Int]), _ parameters: TrainingParameters, classWeights: [Float]? = nil
    ) throws {
        var network = Specification.NeuralNetwork()
        network.layers = layers
        network.arrayInputShapeMapping = .exactArrayMapping
        var model = Specification.Model()
        model.specificationVersion = specificationVersion
        model.type = .neuralNetwork(network)
        var description = Specification.ModelDescription()
        description.input = inputs.map { .init(array: $0.name, $0.shape) }
        description.output = [.init(array: scores.name, scores.shape)]
        model.description = description
        let known = Set(parameters.names)
        let shapes = Dictionary(uniqueKeysWithValues: inputs.map { ($0.name, $0.shape) })
        var function = try NeuralNetworkLowering(model: model).lower(inputs: shapes).lifting { operation, argument, _ in
            let name = "\(operation.name).\(argument)"
            return known.contains(name) ? name : nil
        }.function
        // Core ML limits the input of a recurrent gate's activation to 50. The limit has no gradient, and the result hardly changes without it.
        for index in function.body.operations.indices { function.body.operations[index].arguments["clip"] = nil }
        let targets = TensorType(.int32, Array(scores.shape.prefix(1)))
        function.inputs.append(Parameter("targets", targets))
        function.types["targets"] = targets
        var arguments: [String: Argument] = [
            "x": .value(scores.name), "targets": .value("targets"), "smoothing": .float(Self.smoothing),
        ]
        if let classWeights { arguments["weights"] = .tensor(Tensor(classWeights)) }
        function.body.operations.append(
            Operation(kind: "osprey.softmax_cross_entropy", name: "loss", arguments: arguments, outputs: ["loss"]))
        function.types["loss"] = .float32([])
        self.init(function, loss: "loss", observing: [scores.name])
    }
}
