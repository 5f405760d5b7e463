import CoreMLRuntime
import CoreMLSpecification

/// The network of a style together with its loss, for a batch of pictures.
///
/// The loss has three parts, as in "Perceptual losses for real-time style transfer and super-resolution":
///
/// - The style loss compares the channel correlations of the teacher's feature maps: those of the redrawn pictures with those of the style picture.
/// - The content loss compares some of the teacher's feature maps: those of the redrawn pictures with those of the original pictures.
/// - The smoothness loss is the difference between adjacent pixels.
///
/// Each channel of the maps is divided by its strength in the style picture, so that no channel outweighs the others. The colours of the picture
/// are also compared as maps, at three scales.
struct StyleObjective {
    /// The weight of each part of the loss.
    struct Factors: Sendable, Equatable {
        var style: Float
        var content: Float = 2
        var smoothness: Float = 3
    }

    /// The name of the batch's input: pictures [N, 3, side, side], with values in 0…255.
    static let imageInput = StyleNetwork.inputName
    static let styleLoss = "style_loss"
    static let contentLoss = "content_loss"

    private let network: StyleNetwork
    private let teacher: StyleTeacher
    private let style: StyleTeacher.Style
    private let colors: [StyleTeacher.Style]
    private let factors: Factors

    private static let drawnPrefix = "drawn_"
    private static let givenPrefix = "given_"
    /// The sides, in pixels, of the squares that are averaged before their colours are compared.
    static let colorScales = [1, 4, 16]
    /// The weight of each map of colours in the style loss. A map of the teacher's network has the weight 1.
    private static let colorFactor: Float = 2

    /// - Parameters:
    ///   - style: the style of the style picture, computed with the same teacher.
    ///   - colors: the style of the style picture's colours, at each scale of `colorScales`.
    init(_ network: StyleNetwork, _ teacher: StyleTeacher, style: StyleTeacher.Style, colors: [StyleTeacher.Style], factors: Factors) {
        (self.network, self.teacher, self.style, self.colors, self.factors) = (network, teacher, style, colors, factors)
    }

    /// The loss as a function of a batch. `types` are the types of the batch's inputs.
    func objective(_ types: [String: TensorType], _ parameters: TrainingParameters) throws -> Trainer.Objective {
        guard let shape = types[Self.imageInput]?.shape, shape.count == 4 else {
            throw RuntimeError.invalidInput("the batch has no pictures")
        }
        let known = Set(parameters.names)
        var function = try lowered(shape, parameters.weights).lifting { operation, argument, _ in
            let name = "\(operation.name)/\(argument)"
            return known.contains(name) ? name : nil
        }.function
        let loss = try lossFunction(function, count: shape[0])
        function.body.operations += loss.body.operations
        function.body.outputs = ["loss"]
        function.types.merge(loss.types) { first, _ in first }
        return Trainer.Objective(function, loss: "loss", observing: [Self.styleLoss, Self.contentLoss])
    }

    /// The function that computes the redrawn pictures, and the teacher's feature maps of the redrawn pictures and of the originals.
    private func lowered(_ shape: [Int], _ weights: StyleNetwork.Weights) throws -> Function {
        var source = Specification.NeuralNetwork()
        source.layers =
            network.layers(weights)
            + teacher.layers(reading: StyleNetwork.outputName, to: teacher.styleMaps, prefix: Self.drawnPrefix)
            + teacher.layers(reading: Self.imageInput, to: teacher.contentMaps, prefix: Self.givenPrefix)
        var image = Specification.ImageFeatureType()
        (image.width, image.height, image.colorSpace) = (Int64(shape[3]), Int64(shape[2]), .rgb)
        var model = Specification.Model()
        model.specificationVersion = 3
        model.type = .neuralNetwork(source)
        var description = Specification.ModelDescription()
        description.input = [.init(Self.imageInput, .imageType(image))]
        let blobs =
            [StyleNetwork.outputName] + teacher.styleMaps.map { Self.drawnPrefix + $0 } + teacher.contentMaps.map { Self.givenPrefix + $0 }
        description.output = blobs.map { Specification.FeatureDescription(array: $0, []) }
        model.description = description
        return try NeuralNetworkLowering(model: model).lower(inputs: [Self.imageInput: shape])
    }

    // MARK: The loss

    /// The function that computes the loss. Its inputs are the outputs of `function`: the redrawn pictures and the feature maps.
    private func lossFunction(_ function: Function, count: Int) throws -> Function {
        var losses = StyleLossBuilder(function, count: count, reserving: ["loss", Self.styleLoss, Self.contentLoss])
        let drawn = try losses.value(StyleNetwork.outputName)
        var parts: [Argument] = []
        for (index, map) in teacher.styleMaps.enumerated() {
            let values = try losses.value(Self.drawnPrefix + map)
            parts.append(try losses.distance(of: values, from: style.correlations[index], strengths: style.strengths[index]))
        }
        for (scale, color) in zip(Self.colorScales, colors) {
            let values = try losses.colors(of: drawn, scale: scale)
            let distance = try losses.distance(of: values, from: color.correlations[0], strengths: color.strengths[0])
            parts.append(try losses.scaled(distance, by: Self.colorFactor))
        }
        let styleLoss = try losses.sum(parts, factor: 1 / Float(teacher.styleMaps.count))
        let differences = try teacher.contentMaps.map { map in
            try losses.difference(losses.value(Self.drawnPrefix + map), losses.value(Self.givenPrefix + map))
        }
        let contentLoss = try losses.sum(differences, factor: 1 / Float(max(differences.count, 1)))
        let roughness = try losses.roughness(of: drawn)
        let weighted = try [(styleLoss, factors.style), (contentLoss, factors.content), (roughness, factors.smoothness)].map {
            try losses.scaled($0, by: $1)
        }
        let loss = try losses.sum(weighted, factor: 1)
        return try losses.finish([("loss", loss), (Self.styleLoss, styleLoss), (Self.contentLoss, contentLoss)])
    }

    /// The style of a picture's colours, at each scale of `colorScales`.
    ///
    /// - Parameter planes: the picture's red, green and blue planes, 0…255.
    static func colorStyles(_ planes: [Float], width: Int, height: Int) -> [StyleTeacher.Style] {
        colorScales.map { scale in
            let (columns, rows) = (max(width / scale, 1), max(height / scale, 1))
            var values = [Float](repeating: StyleLossBuilder.colorOffset, count: 4 * rows * columns)
            for plane in 0..<3 {
                for row in 0..<rows {
                    for column in 0..<columns {
                        var sum: Float = 0
                        let (bottom, right) = (min(row * scale + scale, height), min(column * scale + scale, width))
                        for y in row * scale..<bottom {
                            for x in column * scale..<right { sum += planes[(plane * height + y) * width + x] }
                        }
                        let count = Float((bottom - row * scale) * (right - column * scale))
                        values[(plane * rows + row) * columns + column] = sum / count / 255 - StyleLossBuilder.colorOffset
                    }
                }
            }
            let (correlations, strengths) = StyleTeacher.correlations(values, channels: 4)
            return StyleTeacher.Style(correlations: [correlations], strengths: [strengths])
        }
    }
}
