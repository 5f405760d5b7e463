import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// The feature print's network as far as a detector needs it: its layers, and where its feature maps of several strides are.
///
/// Nothing is taken for granted about the network but that its maps get smaller by powers of two before they are pooled: strides are
/// measured on the network itself.
struct FeatureTrunk {
    struct Map: Equatable {
        /// The pixels of the image for each cell of the map, across and down.
        var stride: Int
        /// The name of the layer's output.
        var blob: String
        var channels: Int
    }

    let inputName: String
    let layers: [Specification.NeuralNetworkLayer]
    let preprocessing: [Specification.NeuralNetworkPreprocessing]
    let image: Specification.ImageFeatureType
    /// The last map of each stride, the finest first.
    let maps: [Map]
    /// The stride of each layer's output.
    let strides: [Int]

    /// The side of the image that strides are measured on.
    private static let probeSide = 256

    /// The trunk of the default feature print, up to its last map of at most `deepest` pixels a cell.
    ///
    /// - Throws: `MLCreateError.io` where it cannot be read, `MLCreateError.generic` where it is no such network.
    init(deepest: Int) throws {
        let model: Specification.Model
        do {
            model = try FeaturePrint(of: FeaturePrintModel.read()).trunk
        } catch {
            throw MLCreateError.io(reason: "the feature print cannot be used: \(FileReason.text(of: error))")
        }
        try self.init(model, deepest: deepest)
    }

    /// The trunk of `model`, a network of the old kind with one image for its input.
    init(_ model: Specification.Model, deepest: Int) throws {
        guard case .neuralNetwork(let network) = model.type, let input = model.description?.input.first,
            case .imageType(let image)? = input.type?.type
        else { throw MLCreateError.generic(reason: "the feature print is no network with one image for its input") }
        let shapes = try Self.shapes(of: model, network, input.name)
        var (maps, strides, end): ([Map], [Int], Int) = ([], [], 0)
        for (index, layer) in network.layers.enumerated() {
            guard let blob = layer.output.first, let shape = shapes[blob], shape.count == 3, shape[1] == shape[2], shape[1] > 1 else {
                break
            }
            let stride = Self.probeSide / shape[1]
            guard stride <= deepest else { break }
            strides.append(stride)
            maps.removeAll { $0.stride == stride }
            maps.append(Map(stride: stride, blob: blob, channels: shape[0]))
            end = index + 1
        }
        guard !maps.isEmpty else { throw MLCreateError.generic(reason: "the feature print has no feature maps") }
        inputName = input.name
        // A branch beside the last map may have begun already.
        let last = maps.compactMap { map in network.layers.firstIndex { $0.output.contains(map.blob) } }.max() ?? end - 1
        layers = Array(network.layers[...last])
        self.strides = Array(strides[...last])
        self.maps = maps.sorted { $0.stride < $1.stride }
        preprocessing = network.preprocessing
        self.image = image
    }

    /// The shapes of all layers' outputs for an image of the probe's side.
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

extension Specification.FeatureDescription {
    /// An array of float32 numbers.
    init(array name: String, _ shape: [Int], type: Specification.ArrayFeatureType.ArrayDataType = .float32) {
        self.init()
        var array = Specification.ArrayFeatureType()
        array.dataType = type
        array.shape = shape.map { Int64($0) }
        self.name = name
        self.type = Specification.FeatureType()
        self.type?.type = .multiArrayType(array)
    }
}
