import CoreMLRuntime
import CoreMLSpecification

extension Trainer.Objective {
    private static let smoothing: Float = 0.05

    /// The cross-entropy of a network's scores. The function takes the network's inputs, `targets` (the index of each row's class, −1 for none) and
    /// the parameters.
    ///
    /// - Parameters:
    ///   - inputs: the inputs with their shapes. Each has a row for each target.
    ///   - scores: the output [rows, classes].
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
        // Core ML's limit of 50 before a recurrent gate's activation changes nothing that matters, and has no gradient.
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
