import CoreMLSpecification

/// Osprey's own feature print: what its default image classifier sees in an image just before it decides.
///
/// A model refers to it as to Apple's, by a `visionFeaturePrint` message, whose version says that it is Osprey's.
package enum FeaturePrint {
    /// The version of a scene print that is Osprey's own.
    package static let sceneVersion: Int32 = 1_000_001

    /// The classifier's file, relative to a folder of models.
    package static let classifierFile = "scene/Scene.mlmodel"

    /// - Throws: `RuntimeError.unsupported` for Apple's prints.
    static func predictor(
        for print: Specification.CoreMLModels.VisionFeaturePrint, interface: ModelInterface, options: PredictorOptions
    ) throws -> any ModelPredictor {
        guard case .scene(let scene) = print.visionFeaturePrintType, scene.version.rawValue == sceneVersion,
            let read = options.readFeaturePrintClassifier
        else {
            throw RuntimeError.unsupported(
                "the model is built on Apple's VisionFeaturePrint, whose network exists on Apple's platforms only: "
                    + "Osprey's feature print is another network, so the classifier must be trained again on its features")
        }
        guard interface.inputs.count == 1, interface.inputs[0].isImage, interface.outputs.count == 1, interface.outputs[0].isArray else {
            throw RuntimeError.invalidModel("a feature print has one image for its input and one array for its output")
        }
        let trunk = try trunk(of: read())
        var options = options
        options.depth += 1
        // Values are passed by position: the names here need not be those of the trunk.
        return try PredictorFactory.predictor(for: trunk, options: options)
    }

    /// The network of `classifier` up to what its last inner product reads, as a model that answers that.
    ///
    /// - Throws: `RuntimeError.invalidModel` for a model that is no such network.
    package static func trunk(of classifier: Specification.Model) throws -> Specification.Model {
        guard case .neuralNetworkClassifier(let source) = classifier.type, let description = classifier.description,
            let end = source.layers.lastIndex(where: { if case .innerProduct = $0.layer { true } else { false } }),
            case .innerProduct(let product) = source.layers[end].layer, let features = source.layers[end].input.first,
            let count = Int64(exactly: product.inputChannels)
        else { throw RuntimeError.invalidModel("the feature print's model is no classifier that ends in an inner product") }
        var network = Specification.NeuralNetwork()
        network.layers = Array(source.layers[..<end])
        network.preprocessing = source.preprocessing
        network.arrayInputShapeMapping = source.arrayInputShapeMapping
        network.imageInputShapeMapping = source.imageInputShapeMapping
        var array = Specification.ArrayFeatureType()
        array.dataType = .float32
        array.shape = [count]
        var output = Specification.FeatureDescription()
        output.name = features
        output.type = Specification.FeatureType()
        output.type?.type = .multiArrayType(array)
        var model = Specification.Model()
        model.specificationVersion = classifier.specificationVersion
        model.description = Specification.ModelDescription()
        model.description?.input = description.input
        model.description?.output = [output]
        model.type = .neuralNetwork(network)
        return model
    }
}
