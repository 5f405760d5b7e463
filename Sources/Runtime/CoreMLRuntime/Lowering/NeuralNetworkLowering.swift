import CoreMLSpecification
import Locks

/// Lowers the network of a `neuralNetwork`, `neuralNetworkClassifier` or `neuralNetworkRegressor` model to a program, for concrete input shapes.
package struct NeuralNetworkLowering: Sendable {
    let layers: [Specification.NeuralNetworkLayer]
    let inputs: [Input]
    let outputs: [Output]
    let usesRank5: Bool
    let imagesHaveRank5: Bool
    private let customLayers: CustomLayers
    private let evaluations = EvaluationMemory()

    /// The image inputs of the network.
    package let imageInputs: [ImageInput]

    /// The output with a classifier's probabilities, in the order of its labels; `nil` for other networks.
    package let probabilitiesOutput: String?

    /// The outputs of the lowered function, in order.
    package var outputNames: [String] { outputs.map(\.name) }

    /// The preprocessing of an image to a tensor [1, C, H, W]: `scale · pixel + bias` for each channel, for pixels from 0 to 255.
    package struct ImageInput: Sendable {
        package var name: String
        /// The width that the model declares. A model with flexible sizes accepts other widths, too.
        package var width: Int
        package var height: Int
        package var channels: ImageChannels
        /// The scale of each channel, in the order of `channels`.
        package var scale: [Float]
        package var bias: [Float]
    }

    struct Input: Sendable {
        var name: String
        var isOptional: Bool
        var isImage: Bool
        var shape: [Int]
        var defaultValue: Float
        var meanImage: PackedFloats?
    }

    struct Output: Sendable {
        var name: String
        /// The shape that the model declares; empty if it declares none.
        var shape: [Int]
        var kind: Kind

        enum Kind: Sendable { case array, image, probabilities }
    }

    /// - Parameter makeCustomLayer: called once for every custom layer; `nil` if custom layers are not supported.
    /// - Throws: ``RuntimeError`` if `model` is of another kind, or if its description is inconsistent; the errors of `makeCustomLayer`.
    package init(
        model: Specification.Model, makeCustomLayer: ((CustomLayerDescription) throws -> any CustomLayer)? = nil
    ) throws {
        let description = model.description ?? Specification.ModelDescription()
        guard let network = model.plainNetwork else { throw RuntimeError.unsupported("the model is not a neural network") }
        var probabilities: String?
        if case .neuralNetworkClassifier(let classifier) = model.type {
            let named = classifier.labelProbabilityLayerName
            probabilities = named.isEmpty ? classifier.layers.last?.output.last ?? "" : named
        }
        try self.init(network, description, probabilities: probabilities, makeCustomLayer)
    }

    private init(
        _ network: Specification.NeuralNetwork, _ description: Specification.ModelDescription, probabilities: String?,
        _ makeCustomLayer: ((CustomLayerDescription) throws -> any CustomLayer)?
    ) throws {
        layers = network.layers
        customLayers = try CustomLayers(layers, make: makeCustomLayer)
        usesRank5 = network.arrayInputShapeMapping != .exactArrayMapping
        imagesHaveRank5 = network.imageInputShapeMapping != .rank4ImageMapping
        probabilitiesOutput = probabilities
        var (inputs, images): ([Input], [ImageInput]) = ([], [])
        for feature in description.input {
            let preprocessing = network.preprocessing.filter { $0.featureName == feature.name || $0.featureName.isEmpty }
            if case .imageType(let type) = feature.type?.type {
                let image = try ImageInput(name: feature.name, type, preprocessing)
                images.append(image)
                let shape = [1, image.channels.count, image.height, image.width]
                let mean = preprocessing.compactMap { item -> PackedFloats? in
                    guard case .meanImage(let mean) = item.preprocessor else { return nil }
                    return mean.meanImage
                }
                inputs.append(
                    Input(
                        name: feature.name, isOptional: feature.type?.isOptional ?? false, isImage: true, shape: shape, defaultValue: 0,
                        meanImage: mean.first))
            } else {
                inputs.append(try Input(array: feature))
            }
        }
        self.inputs = inputs
        imageInputs = images
        outputs = try Self.outputs(description, probabilities)
    }

    private static func outputs(_ description: Specification.ModelDescription, _ probabilities: String?) throws -> [Output] {
        var outputs: [Output] = []
        for feature in description.output {
            switch feature.type?.type {
            case .multiArrayType(let type):
                let shape = try type.shape.map { try checkedSize($0, "output '\(feature.name)'") }
                outputs.append(Output(name: feature.name, shape: shape, kind: .array))
            case .imageType: outputs.append(Output(name: feature.name, shape: [], kind: .image))
            default:
                // The label and the dictionary of probabilities are computed later from the array of probabilities.
                guard probabilities == nil else { continue }
                outputs.append(Output(name: feature.name, shape: [], kind: .array))
            }
        }
        if let probabilities {
            outputs.removeAll { $0.name == probabilities }
            outputs.append(Output(name: probabilities, shape: [], kind: .probabilities))
        }
        guard Set(outputs.map(\.name)).count == outputs.count else { throw RuntimeError.invalidModel("two outputs have one name") }
        return outputs
    }

    /// Lowers the network for inputs of these shapes. An array has its own shape, and an image the shape [1, C, H, W]. Optional inputs may
    /// be left out.
    ///
    /// - Throws: `dependsOnValue` if a shape or a branch depends on the inputs' values. `evaluate` runs such networks.
    package func lower(inputs shapes: [String: [Int]]) throws -> Function {
        var lowering = LayerLowering(builder: ProgramBuilder(reserving: outputNames), usesRank5: usesRank5, customLayers: customLayers)
        lowering.expandedWeights = evaluations.keptWeights
        for input in inputs {
            guard let shape = try shape(of: input, in: shapes) else {
                try lowering.bindDefault(input)
                continue
            }
            let argument = try lowering.builder.input(input.name, .float32(shape))
            try lowering.bind(input, argument, shape, asRank5: input.isImage && imagesHaveRank5)
        }
        try lowering.lowerAll(layers)
        let results = try outputs.map { (name: $0.name, value: try lowering.result($0)) }
        return try lowering.builder.finish(outputs: results)
    }

    /// Runs the network layer by layer with the plain kernels. It is the reference implementation for networks with shapes or control flow
    /// that depend on values.
    ///
    /// - Parameter given: the size in bytes of the arrays that the caller passes.
    /// - Throws: `RuntimeError.unsupported` if the values take more memory than `limit`.
    package func evaluate(
        inputs tensors: [String: Tensor], limit: MemoryLimit = MemoryLimit(), given: Int = 0
    ) throws -> [String: Tensor] {
        var builder = ProgramBuilder(eager: true)
        builder.memory = LiveMemory(limit, inputs: tensors.values, given: given)
        var lowering = LayerLowering(builder: builder, usesRank5: usesRank5, customLayers: customLayers)
        try bind(tensors, to: &lowering)
        try lowering.lowerAll(layers)
        return try lowering.results(outputs)
    }

    /// Runs a network with shapes or control flow that depend on values. The layers between those that determine shapes or control flow run as plans
    /// from `plans`.
    ///
    /// - Parameter given: the size in bytes of the arrays that the caller passes.
    /// - Throws: `RuntimeError.unsupported` if the live values take more memory than `limit`; `CancellationError` if the prediction is cancelled.
    func evaluate(
        inputs tensors: [String: Tensor], plans: SubgraphPlans, threads: Int, limit: MemoryLimit = MemoryLimit(), given: Int = 0
    ) throws -> [String: Tensor] {
        let weights = evaluations.weights
        let deferred = DeferredEvaluation(
            plans: plans, threads: threads, memory: LiveMemory(limit, inputs: tensors.values, given: given),
            identity: { weights.identity(of: $0) })
        var lowering = LayerLowering(builder: ProgramBuilder(deferred: deferred), usesRank5: usesRank5, customLayers: customLayers)
        lowering.expandedWeights = weights
        try bind(tensors, to: &lowering)
        try lowering.lowerAll(layers, evaluations.uses { LayerUse.uses(of: layers, outputs: outputNames) })
        return try lowering.results(outputs)
    }

    private func bind(_ tensors: [String: Tensor], to lowering: inout LayerLowering) throws {
        let shapes = tensors.mapValues(\.shape)
        for input in inputs {
            guard let shape = try shape(of: input, in: shapes), let tensor = tensors[input.name] else {
                try lowering.bindDefault(input)
                continue
            }
            let argument = lowering.builder.given(tensor.converted(to: .float32))
            try lowering.bind(input, argument, shape, asRank5: input.isImage && imagesHaveRank5)
        }
    }

    /// The shape that was given for an input; `nil` for an optional input that was left out.
    private func shape(of input: Input, in shapes: [String: [Int]]) throws -> [Int]? {
        if let shape = shapes[input.name] { return shape }
        guard input.isOptional else { throw RuntimeError.invalidInput("the input '\(input.name)' is missing") }
        return nil
    }
}

/// The state that all evaluations of a network share. The first evaluation makes it.
private final class EvaluationMemory: @unchecked Sendable {
    let weights = ExpandedWeights()
    private let lock = Lock()
    private var knownUses: [LayerUse]?

    /// The weights that the evaluations of a network share; `nil` before the first evaluation. Plans can then keep the weights themselves.
    var keptWeights: ExpandedWeights? { lock.withLock { knownUses == nil ? nil : weights } }

    /// The use of blobs by the layers. `find` computes it once.
    func uses(_ find: () -> [LayerUse]) -> [LayerUse] {
        lock.withLock {
            if let knownUses { return knownUses }
            let found = find()
            knownUses = found
            return found
        }
    }
}

/// Converts `value` to a size. Throws an error if it is negative or at least 2⁴⁰.
func checkedSize(_ value: some BinaryInteger, _ subject: @autoclosure () -> String) throws -> Int {
    guard let size = Int(exactly: value), size >= 0, size < 1 << 40 else {
        throw RuntimeError.invalidModel("\(subject()): \(value) is not a size")
    }
    return size
}

extension NeuralNetworkLowering.Input {
    /// An array, or a number as an array of one element.
    fileprivate init(array feature: Specification.FeatureDescription) throws {
        name = feature.name
        isOptional = feature.type?.isOptional ?? false
        isImage = false
        shape = [1]
        defaultValue = 0
        guard case .multiArrayType(let type) = feature.type?.type else { return }
        shape = try type.shape.map { try checkedSize($0, "input '\(feature.name)'") }
        switch type.defaultOptionalValue {
        case .intDefaultValue(let value): defaultValue = Float(value)
        case .floatDefaultValue(let value): defaultValue = value
        case .doubleDefaultValue(let value): defaultValue = Float(value)
        case nil: break
        }
    }
}

extension NeuralNetworkLowering.ImageInput {
    fileprivate init(
        name: String, _ type: Specification.ImageFeatureType, _ preprocessing: [Specification.NeuralNetworkPreprocessing]
    ) throws {
        self.name = name
        width = try checkedSize(type.width, "input '\(name)'")
        height = try checkedSize(type.height, "input '\(name)'")
        guard let channels = ImageChannels(type.colorSpace) else {
            throw RuntimeError.invalidModel("the input '\(name)' has no colour space")
        }
        self.channels = channels
        scale = Array(repeating: 1, count: channels.count)
        bias = Array(repeating: 0, count: channels.count)
        for case .scaler(let scaler) in preprocessing.compactMap(\.preprocessor) {
            scale = Array(repeating: scaler.channelScale, count: channels.count)
            switch channels {
            case .gray: bias = [scaler.grayBias]
            case .rgb: bias = [scaler.redBias, scaler.greenBias, scaler.blueBias]
            case .bgr: bias = [scaler.blueBias, scaler.greenBias, scaler.redBias]
            }
        }
    }
}
