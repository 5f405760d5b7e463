import CoreMLSpecification
import Foundation

/// Made-up models whose answers can be told from the pixels by hand.
enum TestModels {
    /// Answers the pixels that it is given, 0…255: `pixels`, channels × height × width.
    static func pixels(width: Int, height: Int, colors: Specification.ImageFeatureType.ColorSpace = .rgb) -> Specification.Model {
        let channels: Int64 = colors == .grayscale ? 1 : 3
        return model(
            input: [image("image", width: width, height: height, colors: colors)],
            output: [array("pixels", [channels, Int64(height), Int64(width)])], network: .with { $0.layers = [copy("image", "pixels")] })
    }

    /// Brings the bytes of `image` to 0…1.
    static let unitScale: [Specification.NeuralNetworkPreprocessing] = [
        .with { preprocessing in
            preprocessing.featureName = "image"
            preprocessing.preprocessor = .scaler(.with { $0.channelScale = 1 / 255 })
        }
    ]

    /// Answers the picture that it is given: `picture`.
    static func picture(width: Int, height: Int) -> Specification.Model {
        model(
            input: [image("image", width: width, height: height)], output: [image("picture", width: width, height: height)],
            network: .with { $0.layers = [copy("image", "picture")] })
    }

    /// Classifies by mean colour: the probabilities of `red`, `green` and `blue` are the means of the channels, 0…1.
    static func meanColor(side: Int, metadata: [String: String] = [:]) -> Specification.Model {
        let classifier = Specification.NeuralNetworkClassifier.with { network in
            network.layers = [
                layer(
                    "mean", "image", "probabilities",
                    .pooling(
                        .with { pooling in
                            pooling.type = .average
                            pooling.globalPooling = true
                            pooling.poolingPaddingType = .valid(.init())
                        }))
            ]
            network.preprocessing = unitScale
            network.classLabels = .stringClassLabels(.with { $0.vector = ["red", "green", "blue"] })
            network.labelProbabilityLayerName = "probabilities"
        }
        return .with { model in
            model.specificationVersion = 1
            model.type = .neuralNetworkClassifier(classifier)
            model.description = .with { description in
                description.input = [image("image", width: side, height: side)]
                description.output = [
                    .with { probabilities in
                        probabilities.name = "probabilities"
                        probabilities.type = .with { $0.type = .dictionaryType(.with { $0.keyType = .stringKeyType(.init()) }) }
                    },
                    .with { label in
                        label.name = "label"
                        label.type = .with { $0.type = .stringType(.init()) }
                    },
                ]
                description.predictedFeatureName = "label"
                description.predictedProbabilitiesName = "probabilities"
                description.metadata = .with { information in
                    for (key, value) in metadata { information.userDefined[key] = value }
                }
            }
        }
    }

    /// A detector that finds the same boxes in every image, ending in non-maximum suppression.
    ///
    /// - Parameters:
    ///   - boxes: centre, width and height, normalised, origin at the top left.
    ///   - confidences: for each box one of each label.
    static func detector(side: Int, labels: [String], boxes: [[Float]], confidences: [[Float]]) -> Specification.Model {
        let network = Specification.NeuralNetwork.with { network in
            network.arrayInputShapeMapping = .exactArrayMapping
            network.imageInputShapeMapping = .rank4ImageMapping
            network.layers = [
                constant("raw_confidence", confidences), constant("raw_coordinates", boxes),
            ]
        }
        let count = Int64(boxes.count)
        let raw = [array("raw_confidence", [count, Int64(labels.count)]), array("raw_coordinates", [count, 4])]
        let suppression = Specification.NonMaximumSuppression.with { suppression in
            suppression.confidenceInputFeatureName = "raw_confidence"
            suppression.coordinatesInputFeatureName = "raw_coordinates"
            suppression.confidenceOutputFeatureName = "confidence"
            suppression.coordinatesOutputFeatureName = "coordinates"
            suppression.iouThreshold = 0.5
            suppression.confidenceThreshold = 0.25
            suppression.classLabels = .stringClassLabels(.with { $0.vector = labels })
        }
        let answers = [array("confidence", [0, Int64(labels.count)]), array("coordinates", [0, 4])]
        let finder = model(input: [image("image", width: side, height: side)], output: raw, network: network, version: 4)
        let chooser = Specification.Model.with { model in
            model.specificationVersion = 4
            model.type = .nonMaximumSuppression(suppression)
            model.description = .with { description in
                description.input = raw
                description.output = answers
            }
        }
        return .with { model in
            model.specificationVersion = 4
            model.type = .pipeline(.with { $0.models = [finder, chooser] })
            model.description = .with { description in
                description.input = [image("image", width: side, height: side)]
                description.output = answers
            }
        }
    }

    /// A model without an image.
    static func withoutImage() -> Specification.Model {
        model(input: [array("x", [3])], output: [array("y", [3])], network: .with { $0.layers = [copy("x", "y")] })
    }

    // MARK: Parts

    static func model(
        input: [Specification.FeatureDescription], output: [Specification.FeatureDescription], network: Specification.NeuralNetwork,
        version: Int32 = 1
    ) -> Specification.Model {
        .with { model in
            model.specificationVersion = version
            model.type = .neuralNetwork(network)
            model.description = .with { description in
                description.input = input
                description.output = output
            }
        }
    }

    static func image(
        _ name: String, width: Int, height: Int, colors: Specification.ImageFeatureType.ColorSpace = .rgb
    ) -> Specification.FeatureDescription {
        .with { feature in
            feature.name = name
            feature.type = .with { type in
                type.type = .imageType(
                    .with { image in
                        image.width = Int64(width)
                        image.height = Int64(height)
                        image.colorSpace = colors
                    })
            }
        }
    }

    static func array(_ name: String, _ shape: [Int64]) -> Specification.FeatureDescription {
        .with { feature in
            feature.name = name
            feature.type = .with { type in
                type.type = .multiArrayType(
                    .with { array in
                        array.shape = shape.contains(0) ? [] : shape
                        array.dataType = .float32
                    })
            }
        }
    }

    static func layer(
        _ name: String, _ input: String, _ output: String, _ kind: Specification.NeuralNetworkLayer.Layer
    ) -> Specification.NeuralNetworkLayer {
        .with { layer in
            layer.name = name
            layer.input = [input]
            layer.output = [output]
            layer.layer = kind
        }
    }

    /// A linear activation with slope 1: the identity.
    private static func copy(_ input: String, _ output: String) -> Specification.NeuralNetworkLayer {
        layer("copy", input, output, .activation(.with { $0.nonlinearityType = .linear(.with { $0.alpha = 1 }) }))
    }

    private static func constant(_ output: String, _ rows: [[Float]]) -> Specification.NeuralNetworkLayer {
        .with { layer in
            layer.name = output
            layer.output = [output]
            layer.layer = .loadConstantND(
                .with { constant in
                    constant.shape = [UInt64(rows.count), UInt64(rows.first?.count ?? 0)]
                    constant.data = .with { $0.floatValue = PackedFloats(rows.flatMap(\.self)) }
                })
        }
    }
}
