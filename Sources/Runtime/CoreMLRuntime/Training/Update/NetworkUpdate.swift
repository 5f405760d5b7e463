import CoreMLSpecification

/// An updatable neural network. The weights and biases of its updatable inner products and convolutions are trained with the network's own loss and
/// optimizer.
///
/// Older networks have a batch axis and process a mini-batch as a whole. Networks with exact shapes process its examples one after the other.
final class NetworkUpdate: ModelUpdate {
    var settings: UpdateSettings
    var targetName: String { loss.targetFeature }
    private let model: Specification.Model
    private let lowering: NeuralNetworkLowering
    private let interface: ModelInterface
    private let loss: NetworkLoss
    private let trainer: Trainer
    private let parameters: TrainingParameters

    /// The maximum number of examples of a mini-batch that are computed together.
    private static let partSize = 32
    private static let maximumMiniBatchSize = 1 << 16

    /// - Throws: `RuntimeError.invalidModel` for a network without a loss, an optimizer or an updatable layer.
    init(_ model: Specification.Model, options: PredictorOptions) throws {
        guard let update = model.networkUpdate else { throw RuntimeError.invalidModel("the network does not say how it is updated") }
        self.model = model
        settings = ModelUpdateFactory.settings(of: model)
        interface = try ModelInterface(model)
        let loss = try NetworkLoss(model, update)
        self.loss = loss
        let lowering = try NeuralNetworkLowering(model: loss.exposed(model), makeCustomLayer: options.customParts?.makeLayer)
        self.lowering = lowering
        let updatable = try NetworkUpdate.updatableArguments(model.networkLayers)
        guard !updatable.isEmpty else { throw RuntimeError.invalidModel("no layer of the network is updatable") }
        parameters = TrainingParameters()
        let method: OptimizerSettings.Method
        switch update.optimizer?.optimizerType {
        case .sgdOptimizer: method = .descent(momentum: settings.momentum)
        case .adamOptimizer: method = .adam(beta1: settings.beta1, beta2: settings.beta2, epsilon: settings.epsilon)
        case nil: throw RuntimeError.invalidModel("the network has no optimizer")
        }
        var training = TrainingOptions(threads: options.threads)
        training.memoryLimit = options.memoryLimit
        let lower = { (types: [String: TensorType]) throws -> (Function, [String: Tensor]) in
            var shapes = types.mapValues(\.shape)
            shapes[NetworkLoss.targetName] = nil
            let lifted = try lowering.lower(inputs: shapes).lifting { operation, argument, _ in
                updatable.contains("\(operation.name).\(argument)") && NetworkUpdate.products.contains(operation.kind)
                    ? "\(operation.name).\(argument)" : nil
            }
            guard let target = types[NetworkLoss.targetName] else { throw RuntimeError.invalidInput("the batch has no target") }
            return (try loss.attached(to: lifted.function, target: target), lifted.values)
        }
        let (_, values) = try lower(try NetworkUpdate.declaredTypes(lowering, loss))
        for name in updatable.sorted() {
            guard let tensor = values[name] else { throw RuntimeError.invalidModel("the updatable parameter '\(name)' does nothing") }
            try parameters.add(name, tensor)
        }
        trainer = Trainer(
            parameters, Trainer.Settings(OptimizerSettings(method), LearningRateSchedule(settings.learningRate)), options: training
        ) { types in
            Trainer.Objective(try lower(types).0, loss: NetworkLoss.lossName)
        }
    }

    private static let products: Set<String> = ["conv", "conv_transpose", "linear"]

    /// The names of the updatable parameters: LAYER.weight and LAYER.bias.
    private static func updatableArguments(_ layers: [Specification.NeuralNetworkLayer]) throws -> Set<String> {
        var names: Set<String> = []
        for layer in layers where layer.isUpdatable {
            let (weights, bias): (Specification.WeightParams?, Specification.WeightParams?)
            switch layer.layer {
            case .convolution(let p): (weights, bias) = (p.weights, p.hasBias ? p.bias : nil)
            case .innerProduct(let p) where p.int8DynamicQuantize:
                throw RuntimeError.unsupported("layer '\(layer.name)': products of integers cannot be updated")
            case .innerProduct(let p): (weights, bias) = (p.weights, p.hasBias ? p.bias : nil)
            default: throw RuntimeError.unsupported("layer '\(layer.name)': layers of this type cannot be updated")
            }
            for (name, parameters) in [("weight", weights), ("bias", bias)] where parameters?.isUpdatable ?? false {
                guard names.insert("\(layer.name).\(name)").inserted else {
                    throw RuntimeError.invalidModel("two updatable layers are called '\(layer.name)'")
                }
            }
        }
        return names
    }

    /// The types of a batch of one example, with the shapes that the model declares.
    private static func declaredTypes(_ lowering: NeuralNetworkLowering, _ loss: NetworkLoss) throws -> [String: TensorType] {
        var types: [String: TensorType] = [:]
        for input in lowering.inputs {
            guard !input.shape.isEmpty, input.shape.allSatisfy({ $0 > 0 }) else {
                throw RuntimeError.unsupported("the input '\(input.name)' has no fixed shape, which an update needs")
            }
            types[input.name] = .float32(batched(input, count: 1, lowering))
        }
        types[NetworkLoss.targetName] = try loss.targetType(count: 1)
        return types
    }

    /// The shape of an input for `count` examples together.
    private static func batched(_ input: NeuralNetworkLowering.Input, count: Int, _ lowering: NeuralNetworkLowering) -> [Int] {
        if input.isImage { return [count] + input.shape.dropFirst() }
        guard lowering.usesRank5 else { return input.shape }
        switch input.shape.count {
        case 1: return [1, count, input.shape[0], 1, 1]
        case 2: return [1, count, 1] + input.shape
        case 3: return [1, count] + input.shape
        default: return input.shape
        }
    }

    /// Whether several examples can be computed as one batch.
    private var batches: Bool {
        guard lowering.usesRank5 else { return lowering.inputs.allSatisfy(\.isImage) && !lowering.imagesHaveRank5 }
        return lowering.inputs.allSatisfy { $0.isImage || (1...3).contains($0.shape.count) }
    }

    // MARK: Training

    func train(_ examples: UpdateExamples, observe: (UpdateProgress) throws -> Void) throws {
        guard examples.count > 0 else { throw RuntimeError.invalidInput("there is no training data") }
        var generator = SplitMix64(modelSeed: settings.seed.map { $0 & Int.max } ?? -1)
        try observe(UpdateProgress(event: .trainingBegin, epoch: 0, miniBatch: 0, loss: nil))
        var epoch = 0
        while epoch < settings.epochs {
            var order = Array(0..<examples.count)
            if settings.shuffles { order.shuffle(using: &generator) }
            var (start, number, sum) = (0, 0, 0.0)
            while start < order.count {
                let size = min(max(settings.miniBatchSize, 1), NetworkUpdate.maximumMiniBatchSize)
                let batch = order[start..<min(start + size, order.count)]
                let loss = try step(batch.map { (number: $0, example: try examples.example($0)) })
                sum += Double(loss) * Double(batch.count)
                try observe(UpdateProgress(event: .miniBatchEnd, epoch: epoch, miniBatch: number, loss: loss))
                start += batch.count
                number += 1
            }
            let mean = Float(sum / Double(order.count))
            try observe(UpdateProgress(event: .epochEnd, epoch: epoch, miniBatch: max(number - 1, 0), loss: mean))
            epoch += 1
        }
    }

    private func step(_ examples: [(number: Int, example: UpdateExample)]) throws -> Float {
        switch trainer.optimizer.settings.method {
        case .descent: trainer.optimizer.settings.method = .descent(momentum: settings.momentum)
        case .adam:
            trainer.optimizer.settings.method = .adam(beta1: settings.beta1, beta2: settings.beta2, epsilon: settings.epsilon)
        }
        let size = batches ? NetworkUpdate.partSize : 1
        var (parts, weights): ([[String: Tensor]], [Float]) = ([], [])
        for start in stride(from: 0, to: examples.count, by: size) {
            let part = Array(examples[start..<min(start + size, examples.count)])
            parts.append(try batch(part))
            weights.append(Float(part.count))
        }
        if parts.count == 1 { return try trainer.train(parts[0], rate: settings.learningRate).loss }
        return try trainer.train(parts, weights: weights, rate: settings.learningRate).loss
    }

    /// The tensors of a batch.
    private func batch(_ examples: [(number: Int, example: UpdateExample)]) throws -> [String: Tensor] {
        var batch: [String: Tensor] = [:]
        for input in lowering.inputs {
            let tensor = Tensor(uninitialized: .float32(NetworkUpdate.batched(input, count: examples.count, lowering)))
            let count = tensor.count / examples.count
            for (row, (number, example)) in examples.enumerated() {
                try naming(number) { try write(example, input, to: tensor.floatPointer + row * count, count: count) }
            }
            batch[input.name] = tensor
        }
        let target = Tensor(uninitialized: try loss.targetType(count: examples.count))
        for (row, (number, example)) in examples.enumerated() {
            try naming(number) { try loss.write(example.target, to: target, row: row) }
        }
        batch[NetworkLoss.targetName] = target
        return batch
    }

    private func write(
        _ example: UpdateExample, _ input: NeuralNetworkLowering.Input, to target: UnsafeMutablePointer<Float>, count: Int
    ) throws {
        guard let index = interface.inputIndex(input.name), index < example.inputs.count else {
            throw RuntimeError.invalidInput("the input '\(input.name)' is missing")
        }
        switch example.inputs[index] {
        case nil: target.update(repeating: input.defaultValue, count: count)
        case .image(let image):
            guard let description = lowering.imageInputs.first(where: { $0.name == input.name }),
                image.width == input.shape[3], image.height == input.shape[2]
            else { throw RuntimeError.invalidInput("the image '\(input.name)' is \(image.width) × \(image.height)") }
            try image.write(to: target, ImagePreprocessing(description))
        case .some(let value):
            guard let numbers = value.numbers, numbers.count == count else {
                throw RuntimeError.invalidInput("'\(input.name)' has \(value.numbers?.count ?? 0) numbers instead of \(count)")
            }
            for (place, number) in numbers.enumerated() {
                guard number.isFinite else { throw RuntimeError.invalidInput("'\(input.name)' holds a number that is not finite") }
                target[place] = Float(number)
            }
        }
    }

    private func naming(_ number: Int, _ body: () throws -> Void) throws {
        do { try body() } catch RuntimeError.invalidInput(let reason) {
            throw RuntimeError.invalidInput("example \(number) of the training data: \(reason)")
        }
    }

    // MARK: The result

    func updatedModel() throws -> Specification.Model {
        func replace(_ weights: inout Specification.WeightParams?, _ name: String) {
            guard let tensor = parameters[name] else { return }
            var updated = Specification.WeightParams()
            updated.isUpdatable = true
            updated.floatValue = PackedFloats(Array(tensor.floats))
            weights = updated
        }
        var layers = model.networkLayers
        for index in layers.indices where layers[index].isUpdatable {
            let name = layers[index].name
            switch layers[index].layer {
            case .convolution(var p):
                replace(&p.weights, "\(name).weight")
                replace(&p.bias, "\(name).bias")
                layers[index].layer = .convolution(p)
            case .innerProduct(var p):
                replace(&p.weights, "\(name).weight")
                replace(&p.bias, "\(name).bias")
                layers[index].layer = .innerProduct(p)
            default: break
            }
        }
        var result = model
        result.networkLayers = layers
        return result
    }
}
