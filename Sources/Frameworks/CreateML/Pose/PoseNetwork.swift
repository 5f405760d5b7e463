import CoreMLRuntime
import CoreMLSpecification

/// A convolutional network over the frames of a window: [frames, 3, joints] in, a score for each class out.
///
/// The network first normalises the person's position and size. It subtracts the mean of all joints that were found in the window from the
/// coordinates and divides them by their spread. Joints that were not found are put at the mean.
///
/// Each frame is then a vector of all joints' numbers. The first convolution learns which joints belong together. Convolutions over time with batch
/// normalisation follow; two of them halve the frame rate, and one has a shortcut. The last layer reads the mean and the maximum over time.
struct PoseNetwork: Sendable {
    let skeleton: PoseSkeleton
    /// Frames of a window.
    let window: Int
    let classes: Int

    static let inputName = "poses"
    static let scoresName = "scores"
    static let dropoutName = "dropout"
    private static let widths = [64, 96, 128, 128]

    /// The weights by name, with the shape of each.
    typealias Weights = [String: [Float]]

    /// The features that the last layer reads.
    var featureCount: Int { 2 * (Self.widths.last ?? 0) }

    /// The width of the kernels in frames: 5, or less in a window that is too short to fill both sides.
    private var kernel: Int { min(5, 2 * window - 1) }

    private struct Block {
        var name: String
        var inputs: Int
        var outputs: Int
        var stride: Int
    }

    private var blocks: [Block] {
        let inputs = [skeleton.frameSize] + Self.widths
        return Self.widths.indices.map {
            Block(name: "time\($0 + 1)", inputs: inputs[$0], outputs: Self.widths[$0], stride: [1, 2, 2, 1][$0])
        }
    }

    /// New parameters to train.
    func makeParameters(_ generator: inout SplitMix64) throws -> TrainingParameters {
        let parameters = TrainingParameters()
        func addNormalization(_ name: String, _ channels: Int) throws {
            try parameters.add("\(name).gamma", .filled([channels], 1), decays: false)
            try parameters.add("\(name).beta", .filled([channels], 0), decays: false)
            try parameters.add("\(name).mean", .filled([channels], 0), role: .statistic)
            try parameters.add("\(name).variance", .filled([channels], 1), role: .statistic)
        }
        try addNormalization("poses_norm", skeleton.frameSize)
        for block in blocks {
            try parameters.add("\(block.name)_conv.weight", .rectifierWeights([block.outputs, block.inputs, 1, kernel], &generator))
            try addNormalization("\(block.name)_norm", block.outputs)
        }
        try parameters.add(
            "\(Self.scoresName).weight", .normal([classes, featureCount], deviation: 1 / Float(featureCount).squareRoot(), &generator))
        try parameters.add("\(Self.scoresName).bias", .filled([classes], 0))
        return parameters
    }

    /// The layers for a training batch of `batch` windows, with the dropout mask as an input. If `batch` is `nil`, the layers for the prediction of
    /// one window.
    func layers(_ weights: Weights, batch: Int?) -> [Specification.NeuralNetworkLayer] {
        var list = LayerList()
        let source = batch == nil ? list.expandDimensions("batch", Self.inputName, axes: [0]) : Self.inputName
        var x = standardized(source, &list)
        x = list.transpose("joints_first", x, [0, 2, 3, 1])
        x = list.reshape("frames", x, [batch ?? 1, skeleton.frameSize, 1, window])
        x = normalized("poses_norm", x, skeleton.frameSize, weights, &list)
        for block in blocks {
            let shape = (block.outputs, block.inputs, kernel)
            var y = list.convolution("\(block.name)_conv", x, shape, stride: block.stride, weights["\(block.name)_conv.weight"] ?? [])
            y = normalized("\(block.name)_norm", y, block.outputs, weights, &list)
            if block.stride == 1, block.inputs == block.outputs { y = list.sum("\(block.name)_sum", x, y) }
            x = list.relu("\(block.name)_relu", y)
        }
        let parts = [list.reduceMean("mean_over_time", x, axes: [2, 3]), list.reduceMax("most_over_time", x, axes: [2, 3])]
        x = list.concatenate("features", parts, axis: 1)
        if batch != nil { x = list.multiply("features_kept", x, Self.dropoutName) }
        _ = list.innerProduct(
            Self.scoresName, x, (classes, featureCount), weights["\(Self.scoresName).weight"] ?? [],
            bias: weights["\(Self.scoresName).bias"] ?? [])
        return list.layers
    }

    private func normalized(_ name: String, _ input: String, _ channels: Int, _ weights: Weights, _ list: inout LayerList) -> String {
        func part(_ part: String) -> [Float] { weights["\(name).\(part)"] ?? [] }
        return list.batchNormalization(
            name, input, channels: channels, gamma: part("gamma"), beta: part("beta"), mean: part("mean"), variance: part("variance"))
    }

    /// Standardises [N, frames, 3, joints]. Coordinates become relative to the mean of the joints that were found, in units of their spread.
    private func standardized(_ poses: String, _ list: inout LayerList) -> String {
        let confidence = list.slice("confidence", poses, axis: 2, of: 4, 2, 3)
        let places = list.slice("places", poses, axis: 2, of: 4, 0, 2)
        let found = list.isGreater("found", confidence, than: 0)
        let perWindow: [Int64] = [1, 3]
        // Never 0, also where no joint was found.
        let count = list.unary("found_count", list.reduceSum("found_sum", found, axes: perWindow), .threshold, alpha: 1)
        let sum = list.reduceSum("places_sum", list.multiply("places_found", places, found), axes: perWindow)
        let center = list.divide("center", sum, count)
        let centered = list.multiply("centered", list.subtract("offsets", places, center), found)
        let squares = list.reduceSum("squares", list.multiply("squared", centered, centered), axes: [1, 2, 3])
        let spread = list.unary("spread", list.divide("variance", squares, count), .sqrt, shift: 1e-8)
        return list.concatenate("standardized", [list.divide("unit_places", centered, spread), confidence], axis: 2)
    }

    // MARK: Training

    /// The function of a batch, the mask and the parameters.
    func objective(_ parameters: TrainingParameters, batch: Int, classWeights: [Float]) throws -> Trainer.Objective {
        var model = Specification.Model()
        model.specificationVersion = PoseExport.specificationVersion
        var network = Specification.NeuralNetwork()
        network.layers = layers(values(of: parameters), batch: batch)
        network.arrayInputShapeMapping = .exactArrayMapping
        model.type = .neuralNetwork(network)
        var description = Specification.ModelDescription()
        description.input = [
            .init(array: Self.inputName, [batch, window, 3, skeleton.count]), .init(array: Self.dropoutName, [batch, featureCount]),
        ]
        description.output = [.init(array: Self.scoresName, [batch, classes])]
        model.description = description
        let known = Set(parameters.names)
        let shapes = [Self.inputName: [batch, window, 3, skeleton.count], Self.dropoutName: [batch, featureCount]]
        var function = try NeuralNetworkLowering(model: model).lower(inputs: shapes).lifting { operation, argument, _ in
            let name = "\(operation.name).\(argument)"
            return known.contains(name) ? name : nil
        }.function
        let targets = TensorType(.int32, [batch])
        function.inputs.append(Parameter("targets", targets))
        function.types["targets"] = targets
        function.body.operations.append(
            Operation(
                kind: "osprey.softmax_cross_entropy", name: "loss",
                arguments: [
                    "x": .value(Self.scoresName), "targets": .value("targets"), "weights": .tensor(Tensor(classWeights)),
                    "smoothing": .float(Self.smoothing),
                ], outputs: ["loss"]))
        function.types["loss"] = .float32([])
        return Trainer.Objective(function, loss: "loss", observing: [Self.scoresName])
    }

    private static let smoothing: Float = 0.05

    func values(of parameters: TrainingParameters) -> Weights {
        Dictionary(uniqueKeysWithValues: parameters.names.map { ($0, parameters[$0].map { Array($0.floats) } ?? []) })
    }
}
