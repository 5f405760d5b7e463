import CoreML
import CoreMLRuntime
import CoreMLSpecification
import CoreVideo

/// The feature print's network, used to measure the style and the content of pictures. Some of its feature maps measure style, and some measure
/// content.
///
/// No rectifier follows these maps. They are the maps with few channels between the network's blocks. In trials, rectified maps gave noise where
/// these maps gave strokes and colours.
struct StyleTeacher {
    /// The layers from the network's input to the maps.
    let layers: [Specification.NeuralNetworkLayer]
    /// The maps whose channel correlations are the style, from the finest to the coarsest map.
    let styleMaps: [String]
    /// The maps in which a redrawn picture should be like the original: the last maps of strides 4 and 8. With coarser maps, faces dissolve.
    let contentMaps: [String]
    let inputName: String
    /// The scale of the network's input. The network reads `scale` times a colour, 0…255, plus the colour's value in `shifts`.
    private let scale: Float
    private let shifts: [Float]

    /// The maximum number of style maps. Deeper maps measure the content of a picture more than its style.
    private static let mapLimit = 8

    /// - Parameter network: the feature print's network; by default the open network, which products may use.
    /// - Throws: `MLCreateError` if the feature print cannot be read, or if its network is not suitable.
    init(_ network: PrintNetwork = .openFeaturePrint) throws {
        let trunk = try FeatureTrunk(network, deepest: 16)
        let maps = Array(Self.unrectified(trunk).prefix(Self.mapLimit))
        contentMaps = [4, 8].compactMap { stride in maps.last { $0.stride == stride }?.blob }
        styleMaps = maps.map(\.blob)
        guard !contentMaps.isEmpty else { throw MLCreateError.generic(reason: "the feature print has no maps that tell a style") }
        layers = trunk.layers.leading(to: Set(styleMaps))
        inputName = trunk.inputName
        let scaler = trunk.preprocessing.compactMap { item in
            if case .scaler(let scaler)? = item.preprocessor { scaler } else { nil }
        }.first
        guard trunk.image.colorSpace == .rgb else { throw MLCreateError.generic(reason: "the feature print takes no red, green and blue") }
        scale = scaler.map(\.channelScale) ?? 1
        shifts = scaler.map { [$0.redBias, $0.greenBias, $0.blueBias] } ?? [0, 0, 0]
    }

    /// The feature maps that no rectifier follows: the outputs of convolutions and sums whose readers are not rectifiers. A map that is the first
    /// input of a sum is left out.
    private static func unrectified(_ trunk: FeatureTrunk) -> [(blob: String, stride: Int)] {
        trunk.layers.indices.compactMap { index in
            let layer = trunk.layers[index]
            guard let blob = layer.output.first else { return nil }
            switch layer.layer {
            case .convolution, .add: break
            default: return nil
            }
            let readers = trunk.layers.filter { $0.input.contains(blob) }
            let isCut = readers.contains { reader in
                switch reader.layer {
                case .clip, .activation, .unary: true
                case .add: reader.input.first == blob
                default: false
                }
            }
            return isCut ? nil : (blob, trunk.strides[index])
        }
    }

    /// The layers from `input`, a picture with values in 0…255, to the given maps. The names of layers and maps begin with `prefix`.
    func layers(reading input: String, to maps: [String], prefix: String) -> [Specification.NeuralNetworkLayer] {
        var pixels = Specification.ScaleLayerParams()
        pixels.shapeScale = [1]
        pixels.scale = .init(Tensor([scale]))
        pixels.hasBias = true
        pixels.shapeBias = [3, 1, 1]
        pixels.bias = .init(Tensor(shifts))
        let start = Specification.NeuralNetworkLayer(name: "\(prefix)pixels", [input], .scale(pixels))
        return [start]
            + layers.leading(to: Set(maps)).map { layer in
                var layer = layer
                layer.name = prefix + layer.name
                layer.input = layer.input.map { $0 == inputName ? "\(prefix)pixels" : prefix + $0 }
                layer.output = layer.output.map { prefix + $0 }
                return layer
            }
    }

    // MARK: The style of a picture

    /// A picture's style.
    struct Style: Sendable {
        /// The correlations between the channels of each map, [C, C].
        var correlations: [[Float]]
        /// The root mean square of each channel of each map.
        var strengths: [[Float]]
    }

    /// Computes the style of a picture of any size.
    ///
    /// - Throws: `MLCreateError.generic` if the network cannot run on the picture.
    func style(of picture: CVPixelBuffer) throws -> Style {
        var image = Specification.ImageFeatureType()
        (image.width, image.height) = (Int64(CVPixelBufferGetWidth(picture)), Int64(CVPixelBufferGetHeight(picture)))
        image.colorSpace = .rgb
        var network = Specification.NeuralNetwork()
        network.layers = layers(reading: StyleNetwork.inputName, to: styleMaps, prefix: "")
        var model = Specification.Model()
        model.specificationVersion = 3
        model.type = .neuralNetwork(network)
        var description = Specification.ModelDescription()
        description.input = [.init(StyleNetwork.inputName, .imageType(image))]
        description.output = styleMaps.map { Specification.FeatureDescription(array: $0, []) }
        model.description = description
        let runner = try MLModel(package: ModelPackage(model: model), configuration: MLModelConfiguration(), name: "the feature print")
        let features = try MLDictionaryFeatureProvider(dictionary: [StyleNetwork.inputName: MLFeatureValue(pixelBuffer: picture)])
        let answer = try runner.prediction(from: features)
        var style = Style(correlations: [], strengths: [])
        for map in styleMaps {
            guard let array = answer.featureValue(for: map)?.multiArrayValue, array.shape.count >= 3 else {
                throw MLCreateError.generic(reason: "the feature print gave no map '\(map)'")
            }
            let values = MLShapedArray<Float>(converting: array)
            let channels = values.shape[values.shape.count - 3]
            let (correlations, strengths) = Self.correlations(values.scalars, channels: channels)
            style.correlations.append(correlations)
            style.strengths.append(strengths)
        }
        return style
    }

    /// The correlations between the channels of a map [C, n], and the root mean square of each channel. A channel of zeros has no correlations.
    static func correlations(_ values: [Float], channels: Int) -> (correlations: [Float], strengths: [Float]) {
        let count = values.count / max(channels, 1)
        var strengths = [Float](repeating: 0, count: channels)
        var result = [Float](repeating: 0, count: channels * channels)
        values.withUnsafeBufferPointer { values in
            for row in 0..<channels {
                for column in 0...row {
                    var sum: Float = 0
                    for index in 0..<count { sum += values[row * count + index] * values[column * count + index] }
                    result[row * channels + column] = sum / Float(max(count, 1))
                }
                strengths[row] = max(result[row * channels + row].squareRoot(), Self.leastStrength)
            }
        }
        for row in 0..<channels {
            for column in 0...row {
                result[row * channels + column] /= strengths[row] * strengths[column]
                result[column * channels + row] = result[row * channels + column]
            }
        }
        return (result, strengths)
    }

    /// The minimum strength of a channel. A weaker channel gets this strength.
    private static let leastStrength: Float = 1e-3
}
