import CoreMLRuntime
import CoreMLSpecification

/// A convolutional network over the frames of a window. Its input is an array [frames, 3, joints]. Its output is a score for each class.
///
/// The network first normalises the position and the size of the person or hand. It subtracts the mean of all joints that were found in the window
/// from the coordinates, and divides the result by the joints' spread. Joints that were not found are placed at the mean.
///
/// Each frame is then a vector with the numbers of all joints. The first convolution learns which joints to combine. Convolutions over time with
/// batch normalisation follow. Two of them halve the frame rate, and one has a residual connection. The last layer reads the mean and the maximum
/// over time.
struct PoseNetwork: Sendable {
    let skeleton: PoseSkeleton
    /// The number of frames of a window.
    let window: Int
    let classes: Int

    static let inputName = "poses"
    static let scoresName = "scores"
    static let dropoutName = "dropout"

    /// The weights by name.
    typealias Weights = NetworkWeights

    /// The number of features that the last layer reads.
    var featureCount: Int { TimeConvolutions.featureCount }

    private var convolutions: TimeConvolutions { TimeConvolutions(inputs: skeleton.frameSize, window: window) }

    /// Trainable parameters with random initial values.
    func makeParameters(_ generator: inout SplitMix64) throws -> TrainingParameters {
        let parameters = TrainingParameters()
        try parameters.addNormalization("poses_norm", skeleton.frameSize)
        try convolutions.addParameters(to: parameters, &generator)
        try parameters.add(
            "\(Self.scoresName).weight", .normal([classes, featureCount], deviation: 1 / Float(featureCount).squareRoot(), &generator))
        try parameters.add("\(Self.scoresName).bias", .filled([classes], 0))
        return parameters
    }

    /// The layers of the network. If `batch` is given, they train on a batch of this size and have the dropout mask as an input. If `batch` is
    /// `nil`, they predict one window.
    func layers(_ weights: Weights, batch: Int?) -> [Specification.NeuralNetworkLayer] {
        var list = LayerList()
        let source = batch == nil ? list.expandDimensions("batch", Self.inputName, axes: [0]) : Self.inputName
        var x = standardized(source, &list)
        x = list.transpose("joints_first", x, [0, 2, 3, 1])
        x = list.reshape("frames", x, [batch ?? 1, skeleton.frameSize, 1, window])
        x = list.normalized("poses_norm", x, skeleton.frameSize, weights)
        x = convolutions.features("features", of: x, weights, &list)
        if batch != nil { x = list.multiply("features_kept", x, Self.dropoutName) }
        _ = list.innerProduct(
            Self.scoresName, x, (classes, featureCount), weights["\(Self.scoresName).weight"] ?? [],
            bias: weights["\(Self.scoresName).bias"] ?? [])
        return list.layers
    }

    /// Standardises poses [N, frames, 3, joints]. Coordinates become relative to the mean of the joints that were found, in units of their spread.
    private func standardized(_ poses: String, _ list: inout LayerList) -> String {
        let confidence = list.slice("confidence", poses, axis: 2, of: 4, 2, 3)
        let places = list.slice("places", poses, axis: 2, of: 4, 0, 2)
        let found = list.isGreater("found", confidence, than: 0)
        let perWindow: [Int64] = [1, 3]
        // At least 1, even if no joint was found, to avoid a division by 0.
        let count = list.unary("found_count", list.reduceSum("found_sum", found, axes: perWindow), .threshold, alpha: 1)
        let sum = list.reduceSum("places_sum", list.multiply("places_found", places, found), axes: perWindow)
        let center = list.divide("center", sum, count)
        let centered = list.multiply("centered", list.subtract("offsets", places, center), found)
        let squares = list.reduceSum("squares", list.multiply("squared", centered, centered), axes: [1, 2, 3])
        let spread = list.unary("spread", list.divide("variance", squares, count), .sqrt, shift: 1e-8)
        return list.concatenate("standardized", [list.divide("unit_places", centered, spread), confidence], axis: 2)
    }

    // MARK: Training

    /// The training objective. Its inputs are a batch of windows, the dropout mask and the targets.
    func objective(_ parameters: TrainingParameters, batch: Int, classWeights: [Float]) throws -> Trainer.Objective {
        try Trainer.Objective(
            layers(parameters.weights, batch: batch), specificationVersion: PoseExport.specificationVersion,
            inputs: [(Self.inputName, [batch, window, 3, skeleton.count]), (Self.dropoutName, [batch, featureCount])],
            scores: (Self.scoresName, [batch, classes]), parameters, classWeights: classWeights)
    }
}
