import CoreML
import CoreMLRuntime
import CoreMLSpecification
import CoreVideo
import Foundation
import Testing

/// Models over Osprey's own feature prints.
@Suite(
    .enabled(
        if: PrintNetwork.allCases.allSatisfy { ModelFolders.standard.locate($0.file) != nil },
        "needs Models/scene/Scene.mlmodel and Models/print/OpenFeaturePrint.mlmodel"))
struct FeaturePrintTests {
    private static func print(_ network: PrintNetwork = .scene) throws -> FeaturePrint {
        try FeaturePrint(of: FeaturePrintModel.read(network), side: network.side)
    }

    /// A model that is nothing but a reference to a version of the scene print, with the interface of `trunk`.
    private static func reference(_ trunk: Specification.Model, version: Int32) -> Specification.Model {
        var scene = Specification.CoreMLModels.VisionFeaturePrint.Scene()
        scene.version = .unrecognized(version)
        var print = Specification.CoreMLModels.VisionFeaturePrint()
        print.visionFeaturePrintType = .scene(scene)
        var model = trunk
        model.type = .visionFeaturePrint(print)
        return model
    }

    @Test("A reference answers as the prints own network", arguments: PrintNetwork.allCases)
    func aReferenceAnswersAsThePrintsOwnNetwork(
        network: PrintNetwork
    ) throws {
        let print = try Self.print(network)
        let models = [try TestModels.load(print.trunk), try TestModels.load(Self.reference(print.trunk, version: print.sceneVersion))]
        let input = try #require(models[0].modelDescription.inputDescriptionsByName.values.first)
        let constraint = try #require(input.imageConstraint)
        let rows = (0..<constraint.pixelsHigh).map { y in
            (0..<4 * constraint.pixelsWide).map { UInt8(truncatingIfNeeded: $0 * 7 + y * 31 + $0 * y) }
        }
        let image = try TestModels.buffer(constraint.pixelsWide, constraint.pixelsHigh, kCVPixelFormatType_32BGRA, rows)
        let inputs = try MLDictionaryFeatureProvider(dictionary: [input.name: image])
        let name = try #require(models[0].modelDescription.outputDescriptionsByName.keys.first)
        let answers = try models.map { model in
            let array = try #require(try model.prediction(from: inputs).featureValue(for: name)?.multiArrayValue)
            return (0..<array.count).map { array[$0].doubleValue }
        }
        #expect(answers[0].count > 100 && Set(answers[0]).count > answers[0].count / 4)
        #expect(answers[0] == answers[1])
    }

    @Test("Apples prints are refused with an explanation", arguments: [0, 1, 2, 3] as [Int32])
    func applesPrintsAreRefusedWithAnExplanation(
        version: Int32
    ) throws {
        let model = Self.reference(try Self.print().trunk, version: version)
        #expect {
            try TestModels.load(model)
        } throws: { error in
            error.localizedDescription.contains("VisionFeaturePrint") && error.localizedDescription.contains("print")
        }
    }

    @Test(
        "A model for another version of the feature print is refused, and the error names both versions", arguments: PrintNetwork.allCases)
    func anotherVersionIsRefusedWithBothNumbers(network: PrintNetwork) throws {
        let print = try Self.print(network)
        let model = Self.reference(print.trunk, version: print.sceneVersion + 41)
        #expect {
            try TestModels.load(model)
        } throws: { error in
            let text = error.localizedDescription
            return text.contains("version \(print.version + 41)") && text.contains("version \(print.version)") && text.contains("trained")
                && text.contains(network.file)
        }
    }
}

/// The metadata of a classifier about its print.
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

    @Test("Without metadata the feature print is the last product's input")
    func withoutMetadataThePrintIsWhatTheLastProductReads() throws {
        let print = try FeaturePrint(of: classifier())
        #expect(print.version == 1)
        let (layers, count, width) = summary(print)
        #expect(layers == ["mean", "five"] && count == 5 && width == 16)
        #expect(try summary(FeaturePrint(of: classifier(), side: 192)).width == 192)
        #expect(try summary(FeaturePrint(of: classifier([FeaturePrint.Key.size: "64"]), side: 192)).width == 192)
    }

    @Test("Metadata choose version size and layer")
    func metadataChooseVersionSizeAndLayer() throws {
        let keys = FeaturePrint.Key.self
        let print = try FeaturePrint(
            of: classifier([keys.version: "12", keys.size: "64", keys.layer: "mean", keys.dimension: "3"]))
        #expect(print.version == 12 && print.sceneVersion == 1_000_012)
        let (layers, count, width) = summary(print)
        #expect(layers == ["mean"] && count == 3 && width == 64)
    }

    @Test("A missing print is an error that says how to get it", arguments: PrintNetwork.allCases)
    func aMissingPrintIsAnErrorThatSaysHowToGetIt(network: PrintNetwork) {
        #expect {
            try FeaturePrintModel.read(network, from: ModelFolders([URL(fileURLWithPath: "/nowhere")]))
        } throws: { error in
            error.localizedDescription.contains(network.file)
                && error.localizedDescription.contains("osprey model get \(network.modelName)")
        }
    }

    @Test("A network without classes is its own trunk")
    func aNetworkWithoutClassesIsItsOwnTrunk() throws {
        let keys = FeaturePrint.Key.self
        var model = classifier([keys.version: "1001", keys.layer: "mean", keys.dimension: "3"])
        guard case .neuralNetworkClassifier(let classes) = model.type else { return }
        var network = Specification.NeuralNetwork()
        network.layers = classes.layers
        model.type = .neuralNetwork(network)
        let print = try FeaturePrint(of: model)
        #expect(print.version == 1001 && print.sceneVersion == 1_001_001)
        #expect(summary(print).layers == ["mean"])
        model.type = .glmClassifier(Specification.GLMClassifier())
        #expect(throws: RuntimeError.self) { try FeaturePrint(of: model) }
    }

    @Test("Metadata that do not fit are errors")
    func metadataThatDoNotFitAreErrors() {
        let keys = FeaturePrint.Key.self
        let wrong: [[String: String]] = [
            [keys.version: "0"], [keys.version: "two"], [keys.version: "1000000"], [keys.size: "-1"], [keys.size: "99999"],
            [keys.layer: "nowhere", keys.dimension: "3"], [keys.layer: "mean"], [keys.dimension: "6"],
        ]
        for metadata in wrong { #expect(throws: (any Error).self, "\(metadata)") { try FeaturePrint(of: classifier(metadata)) } }
    }
}
