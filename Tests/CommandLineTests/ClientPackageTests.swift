import CoreImage
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// The package in `Tests/Client`, built once for all tests.
private enum Client {
    static let executables: Result<URL, any Error> = Result { try ClientPackage.build("Tests/Client") }
}

/// A classifier of 227 × 227 images by their mean colour: the softmax of `weights * (red, green, blue) + bias`, colours from 0 to 1.
private func makeClassifier(labels: [String], weights: [[Float]], bias: [Float]) -> Specification.Model {
    func layer(_ name: String, _ input: String, _ kind: Specification.NeuralNetworkLayer.Layer) -> Specification.NeuralNetworkLayer {
        var layer = Specification.NeuralNetworkLayer()
        (layer.name, layer.input, layer.output, layer.layer) = (name, [input], [name], kind)
        return layer
    }
    func feature(_ name: String, _ kind: Specification.FeatureType.Kind) -> Specification.FeatureDescription {
        var feature = Specification.FeatureDescription()
        var type = Specification.FeatureType()
        type.type = kind
        (feature.name, feature.type) = (name, type)
        return feature
    }
    var pooling = Specification.PoolingLayerParams()
    (pooling.type, pooling.globalPooling) = (.average, true)
    var product = Specification.InnerProductLayerParams()
    (product.inputChannels, product.outputChannels, product.hasBias) = (3, UInt64(labels.count), true)
    var (matrix, summand) = (Specification.WeightParams(), Specification.WeightParams())
    matrix.floatValue = PackedFloats(weights.flatMap { $0 })
    summand.floatValue = PackedFloats(bias)
    (product.weights, product.bias) = (matrix, summand)
    var scaler = Specification.NeuralNetworkImageScaler()
    scaler.channelScale = 1 / 255
    var preprocessing = Specification.NeuralNetworkPreprocessing()
    (preprocessing.featureName, preprocessing.preprocessor) = ("image", .scaler(scaler))
    var names = Specification.StringVector()
    names.vector = labels

    var network = Specification.NeuralNetworkClassifier()
    network.preprocessing = [preprocessing]
    network.classLabels = .stringClassLabels(names)
    network.labelProbabilityLayerName = "labelProbability"
    network.layers = [
        layer("mean", "image", .pooling(pooling)), layer("logits", "mean", .innerProduct(product)),
        layer("labelProbability", "logits", .softmax(Specification.SoftmaxLayerParams())),
    ]
    var image = Specification.ImageFeatureType()
    (image.width, image.height, image.colorSpace) = (227, 227, .rgb)
    var dictionary = Specification.DictionaryFeatureType()
    dictionary.keyType = .stringKeyType(Specification.StringFeatureType())
    var description = Specification.ModelDescription()
    description.input = [feature("image", .imageType(image))]
    description.output = [
        feature("labelProbability", .dictionaryType(dictionary)), feature("label", .stringType(Specification.StringFeatureType())),
    ]
    (description.predictedFeatureName, description.predictedProbabilitiesName) = ("label", "labelProbability")
    var model = Specification.Model()
    (model.specificationVersion, model.description, model.type) = (1, description, .neuralNetworkClassifier(network))
    return model
}

@Suite("A program written for Apple's frameworks", .serialized)
struct ClientPackageTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func image(_ name: String, _ color: CIColor) throws -> String {
        let url = folder.appendingPathComponent(name + ".png")
        let picture = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 320, height: 240))
        try CIContext().writePNGRepresentation(of: picture, to: url, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
        return url.path
    }

    @Test(
        "Compiles unchanged in either language mode, and classifies with Vision and with Core ML alone",
        arguments: ["ChapterProgram", "ChapterProgramSwift5"])
    func healthySnacks(program: String) throws {
        let executable = try Client.executables.get().appendingPathComponent(program).path
        let model = folder.appendingPathComponent("HealthySnacks.mlmodel")
        try makeClassifier(labels: ["healthy", "unhealthy"], weights: [[-2, 2, 0], [2, -2, 0]], bias: [0, 0]).write(to: model)
        let (green, red, gray) = (try image("green", .green), try image("red", .red), try image("gray", .gray))
        for mode in ["vision", "coreml"] {
            // Logits of 2 and -2: 1 / (1 + exp(-4)).
            #expect(try ClientPackage.run(executable, [mode, model.path, green]).output == "label: healthy 98.2%\n")
            #expect(try ClientPackage.run(executable, [mode, model.path, red]).output == "label: unhealthy 98.2%\n")
            #expect(try ClientPackage.run(executable, [mode, model.path, gray]).output == "label: not sure\n")
        }
    }

    @Test("Shows the three best of many classes", arguments: ["ChapterProgram", "ChapterProgramSwift5"])
    func multiSnacks(program: String) throws {
        let executable = try Client.executables.get().appendingPathComponent(program).path
        let model = folder.appendingPathComponent("MultiSnacks.mlmodel")
        let chances: [Float] = [0.08, 0.72, 0.05, 0.15]
        try makeClassifier(
            labels: ["ice cream", "carrot", "hot dog", "orange"], weights: Array(repeating: [0, 0, 0], count: 4),
            bias: chances.map { log($0) }
        ).write(to: model)
        let result = try ClientPackage.run(executable, ["multi", model.path, try image("blue", .blue)])
        #expect(result.status == 0)
        #expect(result.output.contains("Request is finished! Optional([<VNClassificationObservation"))
        #expect(result.output.hasSuffix("label: carrot 72.0%\norange 15.0%\nice cream 8.0%\n"))
    }

    @Test("The README's programs are these, and say what is in the pictures")
    func readme() throws {
        let readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
        for name in ["ReadmeLabels", "ReadmeClassifier"] {
            let source = Repository.file("Tests/Client/Sources/\(name)/main.swift")
            #expect(readme.contains("```swift\n" + (try String(contentsOf: source, encoding: .utf8)) + "```"), "\(name)")
        }
        let executables = try Client.executables.get()
        let labels = try ClientPackage.run(executables.appendingPathComponent("ReadmeLabels").path, ["Examples/Pictures/fence.jpg"])
        #expect(labels.output.contains("\npicket fence 0."))
        let best = try ClientPackage.run(executables.appendingPathComponent("ReadmeClassifier").path, [])
        #expect(best.output.hasPrefix("object "))
    }

    private static let articles = [
        ("VisionArticle", "Vision/Vision.docc/LookingAtAPicture.md"), ("CoreMLArticle", "CoreML/CoreML.docc/PredictingWithAModel.md"),
        ("CreateMLArticle", "CreateML/CreateML.docc/TrainingAClassifier.md"),
    ]

    @Test("The articles' programs run from the first line to the last", arguments: articles)
    func article(program: String, page: String) throws {
        let text = try String(contentsOf: Repository.file("Sources/Frameworks/\(page)"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        let source = try String(contentsOf: Repository.file("Tests/Client/Sources/\(program)/main.swift"), encoding: .utf8)
        #expect(blocks.joined(separator: "\n") == source)
        let result = try ClientPackage.run(try Client.executables.get().appendingPathComponent(program).path, [])
        #expect(result.status == 0, "\(result.output)")
        let answers = [
            "VisionArticle": ["structure surely", "8 digits in the middle", "missing.jpg"],
            "CoreMLArticle": ["128 × 128", "picket fence", "computer keyboard", "outdoor, water, sandbar", "true", "[4.0, 5.0, 6.0]"],
            "CreateMLArticle": ["training is right to nine in ten", "testing is right to eight in ten", "written: true"],
        ]
        for answer in try #require(answers[program]) { #expect(result.output.contains(answer), "\(result.output)") }
    }
}
