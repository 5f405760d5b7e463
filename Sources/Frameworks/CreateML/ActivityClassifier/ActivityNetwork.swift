import CoreMLRuntime
import CoreMLSpecification

/// A network over windows of sensor values: convolutions over the rows of a window, then a recurrent layer over the windows of a recording.
///
/// Each feature is first brought to a mean of 0 and a standard deviation of 1. Convolutions over time with batch normalisation follow. Two of them
/// halve the rate, and one has a residual connection. For each output of the last convolution, the mean and the maximum over time are computed. A
/// long short-term memory reads these features, one window after the other. The last layer reads the features and the state of the memory.
struct ActivityNetwork: Sendable {
    let features: [String]
    /// The number of rows of a window.
    let window: Int
    let classes: Int
    let scaling: ActivityScaling

    /// The prefix of all names in the network, except the names of its inputs and outputs.
    static let prefix = "osprey."
    static let windowsName = prefix + "windows"
    static let scoresName = prefix + "scores"
    static let dropoutName = prefix + "dropout"
    private static let memoryName = prefix + "memory"
    /// The width of the recurrent layer.
    static let memoryWidth = 64
    /// The number of values that are passed from window to window: the hidden state and the cell state of the recurrent layer.
    static let stateCount = 2 * memoryWidth

    /// The weights by name.
    typealias Weights = NetworkWeights

    /// The number of features of a window. The recurrent layer and the last layer read them.
    var featureCount: Int { TimeConvolutions.featureCount }

    private var convolutions: TimeConvolutions { TimeConvolutions(prefix: Self.prefix, inputs: features.count, window: window) }

    /// Trainable parameters with random initial values.
    func makeParameters(_ generator: inout SplitMix64) throws -> TrainingParameters {
        let parameters = TrainingParameters()
        try convolutions.addParameters(to: parameters, &generator)
        let (hidden, memory) = (Self.memoryWidth, Self.memoryName)
        let deviation = 1 / Float(hidden + featureCount).squareRoot()
        try parameters.add("\(memory).weight_ih", .normal([4 * hidden, featureCount], deviation: deviation, &generator))
        try parameters.add("\(memory).weight_hh", .normal([4 * hidden, hidden], deviation: deviation, &generator))
        // A bias of 1 for the forget gate makes the memory forget little at first.
        let bias = Tensor.filled([4 * hidden], 0)
        for index in hidden..<2 * hidden { bias.floats[index] = 1 }
        try parameters.add("\(memory).bias", bias)
        let inputs = featureCount + hidden
        try parameters.add("\(Self.scoresName).weight", .normal([classes, inputs], deviation: 1 / Float(inputs).squareRoot(), &generator))
        try parameters.add("\(Self.scoresName).bias", .filled([classes], 0))
        return parameters
    }

    // MARK: Layers

    /// The layers for a training batch: `chunks` parts of recordings with `length` windows each, in an array [chunks · length, features, 1, window]
    /// of standardised values.
    func trainingLayers(_ weights: Weights, chunks: Int, length: Int) -> [Specification.NeuralNetworkLayer] {
        var (list, name) = (LayerList(), Self.prefix)
        let rows = chunks * length
        var x = convolved(Self.windowsName, weights, &list)
        x = list.multiply(name + "kept", x, Self.dropoutName)
        let byChunk = list.reshape(name + "by_chunk", x, [chunks, length, featureCount])
        let byStep = list.transpose(name + "by_step", byChunk, [1, 0, 2])
        let steps = list.reshape(name + "steps", byStep, [length, chunks, featureCount, 1, 1])
        let memory = list.longShortTermMemory(Self.memoryName, [steps], memory(weights))[0]
        let states = list.reshape(name + "states", memory, [length, chunks, Self.memoryWidth])
        let turned = list.transpose(name + "states_by_chunk", states, [1, 0, 2])
        scores(x, list.reshape(name + "state", turned, [rows, Self.memoryWidth]), weights, &list)
        return list.layers
    }

    /// The layers for the prediction of one window. They read an input for each feature and the state, and write the scores and the new state.
    func predictionLayers(_ weights: Weights, stateIn: String, stateOut: String) -> [Specification.NeuralNetworkLayer] {
        var (list, name, hidden) = (LayerList(), Self.prefix, Self.memoryWidth)
        let inputs = features.enumerated().map { list.reshape("\(name)feature\($0)", $1, [1, 1, 1, window]) }
        var x = inputs.count == 1 ? inputs[0] : list.concatenate(name + "features", inputs, axis: 1)
        // The layer adds its epsilon to the variance. A variance of 1 − epsilon therefore divides by 1, and only gamma scales.
        x = list.batchNormalization(
            name + "standardized", x, channels: features.count, gamma: scaling.deviations.map { 1 / $0 },
            beta: .init(repeating: 0, count: features.count), mean: scaling.means,
            variance: .init(repeating: 1 - LayerList.epsilon, count: features.count))
        x = convolved(x, weights, &list)
        let states = [("state_before", 0), ("cell_before", hidden)].map { part, start in
            list.reshape(
                "\(name)\(part)_step", list.slice(name + part, stateIn, axis: 0, of: 1, start, start + hidden), [1, 1, hidden, 1, 1])
        }
        let step = list.reshape(name + "step", x, [1, 1, featureCount, 1, 1])
        let memory = list.longShortTermMemory(Self.memoryName, [step] + states, memory(weights))
        scores(x, list.reshape(name + "state", memory[0], [1, hidden]), weights, &list)
        let after = zip(["state_after", "cell_after"], memory.dropFirst()).map { list.reshape(name + $0, $1, [hidden]) }
        _ = list.concatenate(stateOut, after, axis: 0)
        return list.layers
    }

    private func convolved(_ input: String, _ weights: Weights, _ list: inout LayerList) -> String {
        convolutions.features(Self.prefix + "window_features", of: input, weights, &list)
    }

    private func memory(_ weights: Weights) -> LayerList.MemoryWeights {
        func part(_ part: String) -> [Float] { weights["\(Self.memoryName).\(part)"] ?? [] }
        return LayerList.MemoryWeights(
            inputs: featureCount, hidden: Self.memoryWidth, input: part("weight_ih"), recurrent: part("weight_hh"), bias: part("bias"))
    }

    private func scores(_ features: String, _ state: String, _ weights: Weights, _ list: inout LayerList) {
        let all = list.concatenate(Self.prefix + "all_features", [features, state], axis: 1)
        _ = list.innerProduct(
            Self.scoresName, all, (classes, featureCount + Self.memoryWidth), weights["\(Self.scoresName).weight"] ?? [],
            bias: weights["\(Self.scoresName).bias"] ?? [])
    }

    // MARK: Training

    /// The training objective. Its inputs are a batch of standardised windows, the dropout mask, and the targets (−1 for none).
    func objective(_ parameters: TrainingParameters, chunks: Int, length: Int) throws -> Trainer.Objective {
        let rows = chunks * length
        return try Trainer.Objective(
            trainingLayers(parameters.weights, chunks: chunks, length: length), specificationVersion: ActivityExport.specificationVersion,
            inputs: [(Self.dropoutName, [rows, featureCount]), (Self.windowsName, [rows, features.count, 1, window])],
            scores: (Self.scoresName, [rows, classes]), parameters)
    }
}
