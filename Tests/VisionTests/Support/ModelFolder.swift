import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing
import Vision
import VisionRuntime

/// A folder of models that a test made, with a catalogue.
struct ModelFolder {
    private let folder: TemporaryFolder
    let store: ModelStore

    /// - Parameter models: by the names that requests look for.
    init(_ models: [String: Specification.Model], cropAndScale: String = "scaleFill", allowsLowPrecision: Bool? = nil) throws {
        let folder = try TemporaryFolder()
        let entries = try models.map { name, model -> [String: Any] in
            try Data(model.encoded()).write(to: folder.url.appendingPathComponent("\(name).mlmodel"))
            var entry: [String: Any] = [
                "name": name, "file": "\(name).mlmodel", "summary": "", "requests": [String](), "licence": "", "source": "", "sha256": "",
                "cropAndScale": cropAndScale,
            ]
            entry["allowsLowPrecision"] = allowsLowPrecision
            return entry
        }
        let catalog = try JSONSerialization.data(withJSONObject: ["models": entries])
        try catalog.write(to: folder.url.appendingPathComponent("catalog.json"))
        self.folder = folder
        store = ModelStore(ModelFolders([folder.url]))
        // Loaded models stay in the store, also when the folder is gone before the store is.
        for name in models.keys { _ = try? store.model(name, for: "a test", usesCPUOnly: false) }
    }

    /// A store that has nothing but one of the models that come with Osprey.
    static func store(ofDefault name: String) throws -> ModelStore {
        let folder = try TemporaryFolder()
        let (entry, file) = try ModelStore.shared.locate(name, for: "a test")
        // The choice of layers' precision lies beside the model.
        let choice = file.deletingPathExtension().appendingPathExtension("precision.json")
        for file in [file, choice] where FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.copyItem(at: file, to: folder.file(file.lastPathComponent))
        }
        try JSONEncoder().encode(ModelCatalog(models: [entry])).write(to: folder.file("catalog.json"))
        let store = ModelStore(ModelFolders([folder.url]))
        // The store remembers both when the folder is gone.
        #expect(store.has(name))
        _ = try store.model(name, for: "a test", usesCPUOnly: false)
        return store
    }

    /// Performs requests with the folder's models.
    func perform(_ requests: [VNRequest], _ handler: VNImageRequestHandler) throws {
        try ModelStore.$current.withValue(store) { try handler.perform(requests) }
    }
}

extension TestModels {
    /// Answers the pixels that it is given, 0…1, as maps: one of gray images, otherwise three.
    static func maps(width: Int, height: Int, colors: Specification.ImageFeatureType.ColorSpace) -> Specification.Model {
        var model = pixels(width: width, height: height, colors: colors)
        guard case .neuralNetwork(var network) = model.type else { return model }
        network.preprocessing = unitScale
        model.type = .neuralNetwork(network)
        return model
    }

    /// Numbers that are linear in a gray image's mean brightness, 0…1.
    ///
    /// - Parameter scores: for each output a factor and a summand.
    static func scores(side: Int, _ scores: [(name: String, factor: Float, summand: Float)]) -> Specification.Model {
        var network = Specification.NeuralNetwork()
        network.preprocessing = unitScale
        network.layers = [
            layer(
                "mean", "image", "mean",
                .pooling(
                    .with { pooling in
                        pooling.type = .average
                        pooling.globalPooling = true
                        pooling.poolingPaddingType = .valid(.init())
                    }))
        ]
        for score in scores {
            network.layers.append(
                layer(
                    score.name, "mean", score.name,
                    .activation(
                        .with { activation in
                            activation.nonlinearityType = .linear(
                                .with { linear in
                                    linear.alpha = score.factor
                                    linear.beta = score.summand
                                })
                        })))
        }
        return model(
            input: [image("image", width: side, height: side, colors: .grayscale)], output: scores.map { array($0.name, [1, 1, 1]) },
            network: network)
    }
}
