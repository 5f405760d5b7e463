import CoreML
import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation
import Testing

/// Models over Osprey's own feature print.
@Suite(.enabled(if: ModelFolders.standard.locate(FeaturePrint.classifierFile) != nil, "needs Models/scene/Scene.mlmodel"))
struct FeaturePrintTests {
    private static func classifier() throws -> Specification.Model {
        try ModelPackage(contentsOf: #require(ModelFolders.standard.locate(FeaturePrint.classifierFile))).model
    }

    /// The classifier as a pipeline: the print, then the rest of its own network.
    private static func pipeline(_ classifier: Specification.Model, version: Int32) throws -> Specification.Model {
        guard case .neuralNetworkClassifier(var network) = classifier.type, let description = classifier.description,
            let end = network.layers.lastIndex(where: { if case .innerProduct = $0.layer { true } else { false } }),
            case .innerProduct(let product) = network.layers[end].layer
        else { throw CocoaError(.coderInvalidValue) }
        var scene = Specification.CoreMLModels.VisionFeaturePrint.Scene()
        scene.version = .unrecognized(version)
        var print = Specification.CoreMLModels.VisionFeaturePrint()
        print.visionFeaturePrintType = .scene(scene)
        let features = TestModels.feature("features", TestModels.array([Int64(product.inputChannels)], .double))
        network.layers = Array(network.layers[end...])
        network.layers[0].input = ["features"]
        network.preprocessing = []
        var head = classifier
        head.type = .neuralNetworkClassifier(network)
        head.description?.input = [features]
        var pipeline = Specification.PipelineClassifier()
        pipeline.pipeline = Specification.Pipeline()
        pipeline.pipeline?.models = [TestModels.model(.visionFeaturePrint(print), description.input, [features]), head]
        pipeline.pipeline?.names = ["print", "head"]
        var model = classifier
        model.type = .pipelineClassifier(pipeline)
        return model
    }

    @Test func aClassifierOverThePrintAnswersAsTheWholeNetwork() throws {
        let classifier = try Self.classifier()
        let whole = try TestModels.load(classifier)
        let pipeline = try TestModels.load(try Self.pipeline(classifier, version: FeaturePrint(of: classifier).sceneVersion))
        let input = try #require(whole.modelDescription.inputDescriptionsByName.values.first)
        let constraint = try #require(input.imageConstraint)
        let rows = (0..<constraint.pixelsHigh).map { y in
            (0..<4 * constraint.pixelsWide).map { UInt8(truncatingIfNeeded: $0 * 7 + y * 31 + $0 * y) }
        }
        let image = try TestModels.buffer(constraint.pixelsWide, constraint.pixelsHigh, kCVPixelFormatType_32BGRA, rows)
        let inputs = try MLDictionaryFeatureProvider(dictionary: [input.name: image])
        let name = try #require(whole.modelDescription.predictedProbabilitiesName)
        let expected = try #require(try whole.prediction(from: inputs).featureValue(for: name)?.dictionaryValue)
        let result = try #require(try pipeline.prediction(from: inputs).featureValue(for: name)?.dictionaryValue)
        #expect(result.count == expected.count)
        #expect(expected.allSatisfy { abs((result[$0.key]?.doubleValue ?? .nan) - $0.value.doubleValue) < 1e-5 })
    }

    @Test(arguments: [0, 1, 2, 3] as [Int32]) func applesPrintsAreRefusedWithAnExplanation(version: Int32) throws {
        let model = try Self.pipeline(Self.classifier(), version: version)
        #expect {
            try TestModels.load(model)
        } throws: { error in
            error.localizedDescription.contains("VisionFeaturePrint") && error.localizedDescription.contains("print")
        }
    }

    @Test func anotherVersionIsRefusedWithBothNumbers() throws {
        let classifier = try Self.classifier()
        let print = try FeaturePrint(of: classifier)
        let model = try Self.pipeline(classifier, version: print.sceneVersion + 41)
        #expect {
            try TestModels.load(model)
        } throws: { error in
            let text = error.localizedDescription
            return text.contains("version \(print.version + 41)") && text.contains("version \(print.version)") && text.contains("trained")
        }
    }
}

/// What the metadata of a classifier says of its print.
@Suite struct FeaturePrintMetadataTests {
    /// A network of a pooling, a product with 5 numbers and one with 7, for images of 16 × 16 pixels.
    private func classifier(_ metadata: [String: String] = [:]) -> Specification.Model {
        func layer(_ name: String, _ input: String, _ kind: Specification.NeuralNetworkLayer.Layer) -> Specification.NeuralNetworkLayer {
            var layer = Specification.NeuralNetworkLayer()
            (layer.name, layer.input, layer.output, layer.layer) = (name, [input], [name], kind)
            return layer
        }
        func product(_ inputs: UInt64, _ outputs: UInt64) -> Specification.NeuralNetworkLayer.Layer {
            var product = Specification.InnerProductLayerParams()
            (product.inputChannels, product.outputChannels) = (inputs, outputs)
            return .innerProduct(product)
        }
        var network = Specification.NeuralNetworkClassifier()
        network.layers = [
            layer("mean", "image", .pooling(Specification.PoolingLayerParams())), layer("other", "mean", product(3, 2)),
            layer("five", "mean", product(3, 5)), layer("seven", "five", product(5, 7)),
        ]
        var image = Specification.ImageFeatureType()
        (image.width, image.height) = (16, 16)
        var model = Specification.Model()
        var description = Specification.ModelDescription()
        description.input = [TestModels.feature("image", .imageType(image))]
        description.metadata = Specification.Metadata()
        for (key, value) in metadata { description.metadata?.userDefined[key] = value }
        model.description = description
        model.type = .neuralNetworkClassifier(network)
        return model
    }

    /// The names of the print's layers, the length of the print, and the width of its images.
    private func summary(_ print: FeaturePrint) -> (layers: [String], count: Int64?, width: Int64?) {
        var (layers, count, width): ([String], Int64?, Int64?) = ([], nil, nil)
        if case .neuralNetwork(let network) = print.trunk.type { layers = network.layers.map(\.name) }
        if case .multiArrayType(let array)? = print.trunk.description?.output.first?.type?.type { count = array.shape.first }
        if case .imageType(let image)? = print.trunk.description?.input.first?.type?.type { width = image.width }
        return (layers, count, width)
    }

    @Test func withoutMetadataThePrintIsWhatTheLastProductReads() throws {
        let print = try FeaturePrint(of: classifier())
        #expect(print.version == 1)
        let (layers, count, width) = summary(print)
        #expect(layers == ["mean", "five"] && count == 5 && width == 16)
    }

    @Test func metadataChooseVersionSizeAndLayer() throws {
        let keys = FeaturePrint.Key.self
        let print = try FeaturePrint(
            of: classifier([keys.version: "12", keys.size: "64", keys.layer: "mean", keys.dimension: "3"]))
        #expect(print.version == 12 && print.sceneVersion == 1_000_012)
        let (layers, count, width) = summary(print)
        #expect(layers == ["mean"] && count == 3 && width == 64)
    }

    @Test func aMissingPrintIsAnErrorThatSaysHowToGetIt() {
        #expect {
            try FeaturePrintModel.read(from: ModelFolders([URL(fileURLWithPath: "/nowhere")]))
        } throws: { error in
            error.localizedDescription.contains(FeaturePrint.classifierFile)
                && error.localizedDescription.contains("osprey model get scene")
        }
    }

    @Test func metadataThatDoNotFitAreErrors() {
        let keys = FeaturePrint.Key.self
        let wrong: [[String: String]] = [
            [keys.version: "0"], [keys.version: "two"], [keys.version: "1000000"], [keys.size: "-1"], [keys.size: "99999"],
            [keys.layer: "nowhere", keys.dimension: "3"], [keys.layer: "mean"], [keys.dimension: "6"],
        ]
        for metadata in wrong { #expect(throws: (any Error).self, "\(metadata)") { try FeaturePrint(of: classifier(metadata)) } }
    }
}
