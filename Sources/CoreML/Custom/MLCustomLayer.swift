import Foundation

/// A layer of a neural network that the app computes.
///
/// A model names the class of each custom layer. Core ML makes one instance for each such layer when the model loads, calls
/// ``setWeightData(_:)`` once and ``outputShapes(forInputShapes:)`` for each combination of input shapes, and
/// ``evaluate(inputs:outputs:)`` in every prediction.
///
/// On Linux the class is found by its Swift name, `Module.Class`, or by the name under which
/// ``MLModel/registerCustomLayer(_:forClassNamed:)`` knows it. One instance is called by one thread at a time.
public protocol MLCustomLayer: AnyObject {
    /// - Parameter parameters: the layer's parameters in the model: `NSNumber` and `String` values, which cast to Swift's types.
    init(parameters: [String: Any]) throws

    /// Gives the layer its weights in the order of the model, each as the model stores it: float32 or float16 numbers, or raw bytes.
    func setWeightData(_ weights: [Data]) throws

    /// The shapes of the outputs: five sizes [sequence, batch, channel, height, width] in networks of the old kind, and as many as an array
    /// has in those that map arrays exactly.
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]]

    /// Computes `outputs`, float32 arrays of the shapes that ``outputShapes(forInputShapes:)`` gave. Neither they nor `inputs` may be kept.
    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws
}

/// A model that the app computes.
///
/// On Linux the class is found as that of a custom layer is, or by ``MLModel/registerCustomModel(_:forClassNamed:)``. One instance is
/// called by one thread at a time.
public protocol MLCustomModel: AnyObject {
    /// - Parameter parameters: the parameters in the model: `NSNumber`, `String` and `Data` values, which cast to Swift's types.
    init(modelDescription: MLModelDescription, parameters: [String: Any]) throws

    /// Predicts from one set of features.
    func prediction(from input: any MLFeatureProvider, options: MLPredictionOptions) throws -> any MLFeatureProvider

    /// Predicts from every set of features of a batch; one by one where the class does not say otherwise.
    func predictions(from inputBatch: any MLBatchProvider, options: MLPredictionOptions) throws -> any MLBatchProvider
}

extension MLCustomModel {
    public func predictions(from inputBatch: any MLBatchProvider, options: MLPredictionOptions) throws -> any MLBatchProvider {
        try MLArrayBatchProvider(
            array: (0..<inputBatch.count).map { try prediction(from: inputBatch.features(at: $0), options: options) })
    }
}

extension MLModel {
    /// Registers `type` as the class of the custom layers that models call `name`.
    ///
    /// Only Osprey has this: without the Objective-C runtime a class cannot be looked up by a name that has no module.
    public class func registerCustomLayer(_ type: any MLCustomLayer.Type, forClassNamed name: String) {
        CustomClasses.shared.register(layer: type, name)
    }

    /// Makes `type` the class of the custom models that model files call `name`. An addition of Osprey, as for custom layers.
    public class func registerCustomModel(_ type: any MLCustomModel.Type, forClassNamed name: String) {
        CustomClasses.shared.register(model: type, name)
    }
}
