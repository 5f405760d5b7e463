import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// A trained classifier as a Core ML model. The model is a pipeline of the feature extractor and the head. The head turns features into labels.
struct ClassifierExport: Sendable {
    let extractor: ImageFeatureExtractor
    let head: ClassifierHead
    let labels: [String]

    static let labelName = "classLabel"
    static let probabilitiesName = "classLabelProbs"

    func makeModel() throws -> MLModel {
        let package = ModelPackage(model: specification(MLModelMetadata()))
        return try MLModel(package: package, configuration: MLModelConfiguration(), name: "the image classifier")
    }

    /// Writes the model to a file, or to `name.mlmodel` in a folder.
    ///
    /// - Throws: `MLCreateError.io` if the file cannot be written, or `.generic` if the model should refer to its feature print but has a custom
    ///   extractor.
    func write(to url: URL, name: String, _ metadata: MLModelMetadata?, _ storage: MLImageClassifier.FeaturePrintStorage) throws {
        var print: FeaturePrint?
        if storage == .referenced {
            print = extractor.print
            if print == nil {
                throw MLCreateError.generic(
                    reason: "only models on Osprey's own feature print can refer to it; this one has another extractor")
            }
        }
        let target = url.modelFile(named: "\(name).mlmodel")
        try AtomicFile.write(specification(metadata ?? MLModelMetadata(), referringTo: print).encoded(), to: target)
    }

    /// - Parameter print: the feature print that the model refers to; `nil` if the model contains its extractor.
    func specification(_ metadata: MLModelMetadata, referringTo print: FeaturePrint? = nil) -> Specification.Model {
        var pipeline = Specification.Pipeline()
        pipeline.models = [print.map { reference(to: $0) } ?? extractorModel, headModel]
        pipeline.names = ["features", "classifier"]
        var classifier = Specification.PipelineClassifier()
        classifier.pipeline = pipeline
        var model = Specification.Model()
        model.specificationVersion = pipeline.models.map(\.specificationVersion).max() ?? 1
        var description = Specification.ModelDescription()
        description.input = extractor.specification.description?.input ?? []
        Self.setOutputs(&description)
        description.metadata = metadata.specification
        model.description = description
        model.type = .pipelineClassifier(classifier)
        return model
    }

    /// The extractor's model. Its output has the type that the classifier reads.
    private var extractorModel: Specification.Model {
        var model = extractor.specification
        model.description?.output = [features]
        return model
    }

    /// A model that refers to a feature print instead of containing it. It has the same form as a reference to Apple's feature print, but the
    /// version number of Osprey's feature print.
    private func reference(to print: FeaturePrint) -> Specification.Model {
        var scene = Specification.CoreMLModels.VisionFeaturePrint.Scene()
        scene.version = .init(rawValue: print.sceneVersion)
        var message = Specification.CoreMLModels.VisionFeaturePrint()
        message.visionFeaturePrintType = .scene(scene)
        var model = extractorModel
        model.specificationVersion = Self.featurePrintVersion
        model.type = .visionFeaturePrint(message)
        return model
    }

    /// The version of the format that introduced feature prints.
    private static let featurePrintVersion: Int32 = 3

    private var features: Specification.FeatureDescription {
        .init(array: extractor.outputName, [extractor.count], type: isLinear ? .double : .float32)
    }

    /// Whether the head is written as a generalised linear classifier. Other heads are written as neural networks.
    private var isLinear: Bool { head.layers.count == 1 && head.output == .softmax }

    private var headModel: Specification.Model {
        var model = Specification.Model()
        model.specificationVersion = 1
        var description = Specification.ModelDescription()
        description.input = [features]
        Self.setOutputs(&description)
        model.description = description
        model.type = isLinear ? .glmClassifier(linearClassifier) : .neuralNetworkClassifier(network)
        return model
    }

    private var labelVector: Specification.StringVector {
        var strings = Specification.StringVector()
        strings.vector = labels
        return strings
    }

    /// The head as a generalised linear classifier. The first label is the reference class, with a score of zero. Its weights are therefore
    /// subtracted from the weights of every other label.
    private var linearClassifier: Specification.GLMClassifier {
        var linear = Specification.GLMClassifier()
        guard let layer = head.layers.first else { return linear }
        for label in 1..<labels.count {
            var row = Specification.GLMClassifier.DoubleArray()
            row.value = PackedDoubles((0..<layer.inputs).map { layer.weights[label * layer.inputs + $0] - layer.weights[$0] })
            linear.weights.append(row)
        }
        linear.offset = PackedDoubles((1..<labels.count).map { layer.offsets[$0] - layer.offsets[0] })
        linear.classEncoding = .referenceClass
        linear.postEvaluationTransform = .logit
        linear.classLabels = .stringClassLabels(labelVector)
        return linear
    }

    /// The head as a neural network: inner products with rectifiers between them, followed by the output that gives probabilities.
    private var network: Specification.NeuralNetworkClassifier {
        var network = Specification.NeuralNetworkClassifier()
        var name = extractor.outputName
        func append(_ kind: String, _ layer: Specification.NeuralNetworkLayer.Layer) {
            var next = Specification.NeuralNetworkLayer()
            next.name = "\(kind)\(network.layers.count)"
            next.input = [name]
            next.output = [next.name]
            next.layer = layer
            network.layers.append(next)
            name = next.name
        }
        for (index, layer) in head.layers.enumerated() {
            if index > 0 { append("rectifier", .activation(Self.activation(.relu(Specification.ActivationReLU())))) }
            append("product", .innerProduct(Self.product(layer)))
        }
        switch head.output {
        case .softmax: append("probabilities", .softmax(Specification.SoftmaxLayerParams()))
        case .sigmoid: append("probabilities", .activation(Self.activation(.sigmoid(Specification.ActivationSigmoid()))))
        }
        network.labelProbabilityLayerName = name
        network.classLabels = .stringClassLabels(labelVector)
        return network
    }

    private static func activation(_ kind: Specification.ActivationParams.NonlinearityType) -> Specification.ActivationParams {
        var activation = Specification.ActivationParams()
        activation.nonlinearityType = kind
        return activation
    }

    private static func product(_ layer: ClassifierHead.Layer) -> Specification.InnerProductLayerParams {
        func parameters(_ values: [Double]) -> Specification.WeightParams {
            var parameters = Specification.WeightParams()
            parameters.floatValue = PackedFloats(values.map { Float($0) })
            return parameters
        }
        var product = Specification.InnerProductLayerParams()
        product.inputChannels = UInt64(layer.inputs)
        product.outputChannels = UInt64(layer.outputs)
        product.hasBias = true
        product.weights = parameters(layer.weights)
        product.bias = parameters(layer.offsets)
        return product
    }

    private static func setOutputs(_ description: inout Specification.ModelDescription) {
        description.output = [.init(labelName, .stringType(.init())), .init(probabilitiesName, .dictionary())]
        description.predictedFeatureName = labelName
        description.predictedProbabilitiesName = probabilitiesName
    }
}
