import CoreMLSpecification

/// A feature print of Osprey: an intermediate result of the default image classifier, or the output of a network without classes.
///
/// The metadata of the network's file name the array that is the print, its length, and the size of the images. They also give the print a
/// version for references from other models. If the network changes, the print changes and needs another version.
package struct FeaturePrint: Sendable {
    /// The keys of the metadata.
    package enum Key {
        /// The version of the print, 1 to 999,999; 1 if it is not given.
        package static let version = "osprey.featurePrint.version"
        /// The side in pixels of the square images that the print describes. The default is the size of the classifier's input.
        package static let size = "osprey.featurePrint.size"
        /// The name of the array in the network. The default is the input of the last inner product.
        package static let layer = "osprey.featurePrint.layer"
        /// The length of the array. The default is the input length of the last inner product.
        package static let dimension = "osprey.featurePrint.dimension"
    }

    package let version: Int
    /// The network up to the print, as a model. The input is an image, and the output is the print.
    package let trunk: Specification.Model

    private static let versionBase: Int32 = 1_000_000
    private static let largestVersion = 999_999
    private static let largestSide = 4096

    /// The version of Osprey's print in a `visionFeaturePrint` message. With this message, a model refers either to this print or to
    /// Apple's.
    package var sceneVersion: Int32 { Self.versionBase + Int32(version) }

    /// - Parameters:
    ///   - model: a neural network or neural network classifier.
    ///   - side: the side of the images in pixels, instead of the metadata's.
    /// - Throws: `RuntimeError.invalidModel` for a model without a neural network, or with inconsistent metadata.
    package init(of model: Specification.Model, side: Int? = nil) throws {
        guard let source = Self.network(of: model), var description = model.description else {
            throw RuntimeError.invalidModel("the feature print's model is no neural network")
        }
        let metadata = description.metadata?.userDefined ?? OrderedMap()
        func number(_ key: String, upTo limit: Int) throws -> Int? {
            guard let text = metadata[key] else { return nil }
            guard let value = Int(text), (1...limit).contains(value) else {
                throw RuntimeError.invalidModel("the feature print's \(key) is '\(text)', not a whole number from 1 to \(limit)")
            }
            return value
        }
        version = try number(Key.version, upTo: Self.largestVersion) ?? 1
        let product = Self.lastProduct(source)
        guard let layer = metadata[Key.layer] ?? product?.name else {
            throw RuntimeError.invalidModel(
                "the feature print's model has no inner product and does not say by \(Key.layer) what the print is")
        }
        let read = product?.name == layer ? product?.length : nil
        let stated = try number(Key.dimension, upTo: Int(Int32.max))
        guard let count = stated ?? read, read == nil || count == read else {
            throw RuntimeError.invalidModel("the feature print's model does not say by \(Key.dimension) how long '\(layer)' is")
        }
        let statedSide = try number(Key.size, upTo: Self.largestSide)
        if let side = side ?? statedSide {
            guard description.input.count == 1, case .imageType(var image)? = description.input[0].type?.type else {
                throw RuntimeError.invalidModel("the feature print's model has inputs other than one image")
            }
            // The model's own description of the input may name another size.
            if image.width != Int64(side) || image.height != Int64(side) {
                description.input[0].shortDescription = "The photograph, scaled to \(side) by \(side) pixels"
            }
            (image.width, image.height) = (Int64(side), Int64(side))
            description.input[0].type?.type = .imageType(image)
        }
        trunk = try Self.trunk(source, layer, count, description.input, specificationVersion: model.specificationVersion)
    }

    /// The predictor of the print for images of the size in `interface`. That size may differ from the print's own, because the print is a
    /// mean over all positions.
    ///
    /// - Throws: `RuntimeError.unsupported` for Apple's prints, and for other versions of Osprey's.
    static func predictor(
        for message: Specification.CoreMLModels.VisionFeaturePrint, interface: ModelInterface, options: PredictorOptions
    ) throws -> any ModelPredictor {
        guard case .scene(let scene) = message.visionFeaturePrintType, scene.version.rawValue > versionBase,
            scene.version.rawValue <= versionBase + Int32(largestVersion), let read = options.readFeaturePrint
        else {
            throw RuntimeError.unsupported(
                "the model is built on Apple's VisionFeaturePrint, whose network exists on Apple's platforms only: "
                    + "Osprey's feature print is another network, so the classifier must be trained again on its features")
        }
        guard interface.inputs.count == 1, interface.inputs[0].isImage, interface.outputs.count == 1, interface.outputs[0].isArray else {
            throw RuntimeError.invalidModel("a feature print has one image for its input and one array for its output")
        }
        let version = Int(scene.version.rawValue - versionBase)
        let network = PrintNetwork(version: version)
        let print = try FeaturePrint(of: read(network))
        guard print.version == version else {
            throw RuntimeError.unsupported(
                "the model is built on version \(version) of Osprey's feature print, and \(network.file) has "
                    + "version \(print.version): the classifier must be trained again on its features, or that version be put in its place")
        }
        var options = options
        options.depth += 1
        // Values are passed by position, so the names in `interface` may differ from those of the trunk.
        return try PredictorFactory.predictor(for: print.trunk(like: interface), options: options)
    }

    private func trunk(like interface: ModelInterface) -> Specification.Model {
        guard case .imageType(let wanted) = interface.inputs[0].type,
            case .imageType(var image)? = trunk.description?.input.first?.type?.type
        else { return trunk }
        var trunk = trunk
        (image.width, image.height) = (wanted.width, wanted.height)
        trunk.description?.input[0].type?.type = .imageType(image)
        return trunk
    }

    /// The input of the network's last inner product, and its length.
    private static func lastProduct(_ network: Specification.NeuralNetwork) -> (name: String, length: Int)? {
        for layer in network.layers.reversed() {
            guard case .innerProduct(let product) = layer.layer else { continue }
            guard let name = layer.input.first, let length = Int(exactly: product.inputChannels) else { return nil }
            return (name, length)
        }
        return nil
    }

    /// The network of a model that can have a print; `nil` for other models, such as regressors.
    private static func network(of model: Specification.Model) -> Specification.NeuralNetwork? {
        switch model.type {
        case .neuralNetwork, .neuralNetworkClassifier: model.plainNetwork
        default: nil
        }
    }

    private static func trunk(
        _ source: Specification.NeuralNetwork, _ output: String, _ count: Int, _ inputs: [Specification.FeatureDescription],
        specificationVersion: Int32
    ) throws -> Specification.Model {
        var network = source
        // The trunk has only the layers that the print needs, without the classifier's last layers and other heads.
        network.layers = source.layers.leading(to: [output])
        guard network.layers.contains(where: { $0.output.contains(output) }) else {
            throw RuntimeError.invalidModel("the feature print's model has no layer that makes '\(output)'")
        }
        var model = Specification.Model()
        model.specificationVersion = specificationVersion
        model.description = Specification.ModelDescription()
        model.description?.input = inputs
        model.description?.output = [.init(array: output, [count])]
        model.type = .neuralNetwork(network)
        return model
    }
}
