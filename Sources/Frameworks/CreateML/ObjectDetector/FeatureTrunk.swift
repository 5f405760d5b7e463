import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// The part of the feature print's network that a detector needs: layers, and feature maps of several strides.
///
/// The feature maps of the network must shrink by powers of two before they are pooled. No other property of the network is assumed. The strides
/// are measured with a test image.
struct FeatureTrunk {
    struct Map: Equatable {
        /// The width and height of a cell of the map, in pixels of the image.
        var stride: Int
        /// The name of the layer's output.
        var blob: String
        var channels: Int
    }

    let inputName: String
    let layers: [Specification.NeuralNetworkLayer]
    let preprocessing: [Specification.NeuralNetworkPreprocessing]
    let image: Specification.ImageFeatureType
    /// The last feature map of each stride, from the finest to the coarsest.
    let maps: [Map]
    /// The stride of each layer's output.
    let strides: [Int]
    /// The specification version that the layers need.
    let specificationVersion: Int32

    /// The width and height of the test image that strides are measured with, in pixels.
    private static let probeSide = 256

    /// The trunk of a feature print, up to its last feature map with a stride of at most `deepest`.
    ///
    /// - Throws: `MLCreateError.io` if the feature print cannot be read, or `MLCreateError.generic` if its network has no such feature maps.
    init(_ network: PrintNetwork = .scene, deepest: Int) throws {
        let model: Specification.Model
        do {
            model = try FeaturePrint(of: FeaturePrintModel.read(network)).trunk
        } catch {
            throw MLCreateError.io(reason: "the feature print cannot be used: \(FileReason.text(of: error))")
        }
        try self.init(model, deepest: deepest)
    }

    /// The trunk of `model`, which must be of the type `neuralNetwork` and have an image as its input.
    init(_ model: Specification.Model, deepest: Int) throws {
        guard case .neuralNetwork(let network) = model.type, let input = model.description?.input.first,
            case .imageType(let image)? = input.type?.type
        else { throw MLCreateError.generic(reason: "the feature print is no network with one image for its input") }
        let shapes = try Self.shapes(of: model, network, input.name)
        var maps: [Map] = []
        var strides: [String: Int] = [:]
        for layer in network.layers {
            // Some layers have no feature map, such as the means of a block. They are skipped.
            guard let blob = layer.output.first, let shape = shapes[blob], shape.count == 3, shape[1] == shape[2], shape[1] > 1 else {
                continue
            }
            let stride = Self.probeSide / shape[1]
            guard stride <= deepest else { break }
            strides[layer.name] = stride
            maps.removeAll { $0.stride == stride }
            maps.append(Map(stride: stride, blob: blob, channels: shape[0]))
        }
        guard !maps.isEmpty else { throw MLCreateError.generic(reason: "the feature print has no feature maps") }
        inputName = input.name
        layers = network.layers.leading(to: Set(maps.map(\.blob)))
        self.strides = layers.map { strides[$0.name] ?? deepest }
        self.maps = maps.sorted { $0.stride < $1.stride }
        preprocessing = network.preprocessing
        self.image = image
        specificationVersion = model.specificationVersion
    }

    /// The output shapes of all layers, for a test image of `probeSide` × `probeSide` pixels.
    private static func shapes(of model: Specification.Model, _ network: Specification.NeuralNetwork, _ input: String) throws
        -> [String: [Int]]
    {
        var probe = model
        probe.description?.output = network.layers.compactMap(\.output.first).map { Specification.FeatureDescription(array: $0, []) }
        do {
            let lowering = try NeuralNetworkLowering(model: probe)
            let function = try lowering.lower(inputs: [input: [1, 3, probeSide, probeSide]])
            return function.types.mapValues(\.shape)
        } catch {
            throw MLCreateError.generic(reason: "the feature print's network cannot be measured: \(error)")
        }
    }
}
