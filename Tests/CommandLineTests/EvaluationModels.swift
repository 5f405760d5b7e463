import CoreMLSpecification
import Foundation
import TestSupport

/// Models whose answers can be told by hand, and pictures for them.
enum EvaluationModels {
    private static let side = 16

    /// Classifies by mean colour: the probabilities of `red`, `green` and `blue` are the means of the channels, 0…1.
    static var meanColor: Specification.Model {
        let mean = layer(
            "probabilities", inputs: ["image"],
            .pooling(
                .with { pooling in
                    pooling.type = .average
                    pooling.globalPooling = true
                    pooling.poolingPaddingType = .valid(.init())
                }))
        let classifier = Specification.NeuralNetworkClassifier.with { network in
            network.layers = [mean]
            network.preprocessing = [
                .with { preprocessing in
                    preprocessing.featureName = "image"
                    preprocessing.preprocessor = .scaler(.with { $0.channelScale = 1 / 255 })
                }
            ]
            network.classLabels = .stringClassLabels(.with { $0.vector = ["red", "green", "blue"] })
            network.labelProbabilityLayerName = "probabilities"
        }
        return .with { model in
            model.specificationVersion = 1
            model.type = .neuralNetworkClassifier(classifier)
            model.description = .with { description in
                description.input = [image]
                description.output = [
                    feature("probabilities", .dictionaryType(.with { $0.keyType = .stringKeyType(.init()) })),
                    feature("label", .stringType(.init())),
                ]
                description.predictedFeatureName = "label"
                description.predictedProbabilitiesName = "probabilities"
            }
        }
    }

    /// A detector that finds the same boxes in every picture.
    ///
    /// - Parameters:
    ///   - boxes: centre, width and height, 0…1 from the upper left.
    ///   - confidences: for each box one of each label.
    static func detector(labels: [String], boxes: [[Float]], confidences: [[Float]]) -> Specification.Model {
        let raw = [array("raw_confidence", [boxes.count, labels.count]), array("raw_coordinates", [boxes.count, 4])]
        let answers = [array("confidence", []), array("coordinates", [])]
        let finder = Specification.NeuralNetwork.with { network in
            network.arrayInputShapeMapping = .exactArrayMapping
            network.imageInputShapeMapping = .rank4ImageMapping
            network.layers = [constant("raw_confidence", confidences), constant("raw_coordinates", boxes)]
        }
        let suppression = Specification.NonMaximumSuppression.with { suppression in
            suppression.confidenceInputFeatureName = "raw_confidence"
            suppression.coordinatesInputFeatureName = "raw_coordinates"
            suppression.confidenceOutputFeatureName = "confidence"
            suppression.coordinatesOutputFeatureName = "coordinates"
            suppression.iouThreshold = 0.5
            suppression.confidenceThreshold = 0.25
            suppression.classLabels = .stringClassLabels(.with { $0.vector = labels })
        }
        let parts = [
            model(.neuralNetwork(finder), inputs: [image], outputs: raw),
            model(.nonMaximumSuppression(suppression), inputs: raw, outputs: answers),
        ]
        return model(.pipeline(.with { $0.models = parts }), inputs: [image], outputs: answers)
    }

    /// A network whose outputs do not depend on the picture.
    static func constants(_ outputs: [(name: String, shape: [Int], values: [Float])], side: Int) -> Specification.Model {
        let network = Specification.NeuralNetwork.with { network in
            network.arrayInputShapeMapping = .exactArrayMapping
            network.imageInputShapeMapping = .rank4ImageMapping
            network.layers = outputs.map { constant($0.name, shape: $0.shape, $0.values) }
        }
        return model(.neuralNetwork(network), inputs: [image(side: side)], outputs: outputs.map { array($0.name, $0.shape) })
    }

    /// A picture of one colour.
    static func write(_ red: UInt8, _ green: UInt8, _ blue: UInt8, side: Int = 16, to url: URL) throws {
        let pixels = [[UInt8]](repeating: [red, green, blue], count: side * side).flatMap(\.self)
        try (Data("P6\n\(side) \(side)\n255\n".utf8) + Data(pixels)).write(to: url)
    }

    // MARK: Parts

    private static var image: Specification.FeatureDescription { image(side: side) }

    private static func image(side: Int) -> Specification.FeatureDescription {
        feature(
            "image",
            .imageType(
                .with { image in
                    (image.width, image.height) = (Int64(side), Int64(side))
                    image.colorSpace = .rgb
                }))
    }

    private static func array(_ name: String, _ shape: [Int]) -> Specification.FeatureDescription {
        feature(
            name,
            .multiArrayType(
                .with {
                    ($0.shape, $0.dataType) = (shape.map { Int64($0) }, .float32)
                }))
    }

    private static func model(
        _ type: Specification.Model.Kind, inputs: [Specification.FeatureDescription], outputs: [Specification.FeatureDescription]
    ) -> Specification.Model {
        .with { model in
            model.specificationVersion = 4
            model.type = type
            model.description = .with { ($0.input, $0.output) = (inputs, outputs) }
        }
    }

    private static func layer(
        _ output: String, inputs: [String], _ kind: Specification.NeuralNetworkLayer.Layer
    ) -> Specification.NeuralNetworkLayer {
        .with { layer in
            layer.name = output
            (layer.input, layer.output) = (inputs, [output])
            layer.layer = kind
        }
    }

    private static func constant(_ output: String, _ rows: [[Float]]) -> Specification.NeuralNetworkLayer {
        constant(output, shape: [rows.count, rows.first?.count ?? 0], rows.flatMap(\.self))
    }

    private static func constant(_ output: String, shape: [Int], _ values: [Float]) -> Specification.NeuralNetworkLayer {
        layer(
            output, inputs: [],
            .loadConstantND(
                .with { constant in
                    constant.shape = shape.map { UInt64($0) }
                    constant.data = .with { $0.floatValue = PackedFloats(values) }
                }))
    }
}
