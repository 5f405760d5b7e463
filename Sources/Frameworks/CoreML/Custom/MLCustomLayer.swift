import Foundation

/// A layer of a neural network that the app computes.
///
/// A model names the class of each custom layer. When the model loads, Core ML makes one instance for each such layer and calls
/// ``setWeightData(_:)`` once. It calls ``outputShapes(forInputShapes:)`` for each combination of input shapes, and ``evaluate(inputs:outputs:)``
/// in every prediction.
///
/// On Linux the class is found by its Swift name, `Module.Class`, or by the name registered with
/// ``MLModel/registerCustomLayer(_:forClassNamed:)``. An instance is called by one thread at a time.
public protocol MLCustomLayer: AnyObject {
    /// - Parameter parameters: the layer's parameters in the model: `NSNumber` and `String` values, which cast to Swift's types.
    init(parameters: [String: Any]) throws

    /// Gives the layer its weights, in the model's order. Each is stored as in the model: float32 or float16 numbers, or raw bytes.
    func setWeightData(_ weights: [Data]) throws

    /// The shapes of the outputs. In older networks a shape has five sizes: [sequence, batch, channel, height, width]. In networks with
    /// exact array mapping it has one size for each dimension of the array.
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]]

    /// Computes `outputs`, float32 arrays of the shapes that ``outputShapes(forInputShapes:)`` gave. The layer must not keep `inputs` or
    /// `outputs` after the call.
    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws
}

/// A model that the app computes.
///
/// On Linux the class is found by its Swift name, `Module.Class`, or by the name registered with
/// ``MLModel/registerCustomModel(_:forClassNamed:)``. An instance is called by one thread at a time.
public protocol MLCustomModel: AnyObject {
    /// - Parameter parameters: the parameters in the model: `NSNumber`, `String` and `Data` values, which cast to Swift's types.
    init(modelDescription: MLModelDescription, parameters: [String: Any]) throws

    /// Predicts from one set of features.
    func prediction(from input: any MLFeatureProvider, options: MLPredictionOptions) throws -> any MLFeatureProvider

    /// Predicts from all features of a batch. The default implementation predicts from them one after the other.
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
    /// Only Osprey has this method. On Apple's platforms, the Objective-C runtime finds a class by a name that does not contain its module.
    public class func registerCustomLayer(_ type: any MLCustomLayer.Type, forClassNamed name: String) {
        CustomClasses.shared.register(layer: type, name)
    }

    /// Registers `type` as the class of the custom models that model files call `name`. Only Osprey has this method. On Apple's platforms, the
    /// Objective-C runtime finds a class by a name that does not contain its module.
    public class func registerCustomModel(_ type: any MLCustomModel.Type, forClassNamed name: String) {
        CustomClasses.shared.register(model: type, name)
    }
}
