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
        let pipeline = try TestModels.load(try Self.pipeline(classifier, version: FeaturePrint.sceneVersion))
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
}
