import CoreML
import Foundation
import TestSupport
import Testing

@Suite struct ModelLoadingTests {
    private let file = Fixtures.url("predictors/logistic_three.mlmodel")

    @Test("A description names inputs, outputs and labels")
    func aDescriptionNamesInputsOutputsAndLabels() throws {
        let description = try MLModel(contentsOf: file).modelDescription
        #expect(Set(description.inputDescriptionsByName.keys) == ["a", "b", "c", "d"])
        #expect(description.inputDescriptionsByName["a"]?.type == .double)
        #expect(description.predictedFeatureName == "target")
        #expect(description.outputDescriptionsByName["target"]?.type == .string)
        #expect(description.outputDescriptionsByName["classProbability"]?.dictionaryConstraint?.keyType == .string)
        #expect(description.classLabels as? [String] == ["high", "low", "middle"])
        #expect(!description.isUpdatable)
    }

    @Test("Compiled models load and answer the same")
    func compiledModelsLoadAndAnswerTheSame() throws {
        let compile: (URL) throws -> URL = MLModel.compileModel(at:)
        let compiled = try compile(file)
        defer { try? FileManager.default.removeItem(at: compiled.deletingLastPathComponent()) }
        #expect(compiled.lastPathComponent == "logistic_three.mlmodelc")
        let inputs = try MLDictionaryFeatureProvider(dictionary: ["a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4])
        let first = try MLModel(contentsOf: file).prediction(from: inputs)
        let second = try MLModel(contentsOf: compiled).prediction(from: inputs)
        #expect(first.featureValue(for: "classProbability") == second.featureValue(for: "classProbability"))
    }

    @Test("Models load and compile asynchronously")
    func modelsLoadAndCompileAsynchronously() async throws {
        let compiled = try await MLModel.compileModel(at: file)
        defer { try? FileManager.default.removeItem(at: compiled.deletingLastPathComponent()) }
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        let model = try await MLModel.load(contentsOf: compiled, configuration: configuration)
        #expect(model.configuration.computeUnits == .cpuOnly)
        let loaded = await withCheckedContinuation { continuation in
            MLModel.load(contentsOf: compiled) { result in
                continuation.resume(returning: (try? result.get()) != nil)
            }
        }
        #expect(loaded)
    }

    @Test("Assets in memory load")
    func assetsInMemoryLoad() async throws {
        let asset = try MLModelAsset(specification: Data(contentsOf: file))
        let model = try await MLModel.load(asset: asset, configuration: MLModelConfiguration())
        #expect(model.modelDescription.predictedProbabilitiesName == "classProbability")
        #expect(throws: MLModelError.self) { try MLModelAsset(specification: Data([0xff, 0xff, 0xff])) }
    }

    @Test("Missing and broken files are errors that name them")
    func missingAndBrokenFilesAreErrorsThatNameThem() throws {
        #expect {
            try MLModel(contentsOf: URL(fileURLWithPath: "/nowhere/model.mlmodel"))
        } throws: { error in
            (error as? MLModelError)?.code == .io && error.localizedDescription.contains("/nowhere/model.mlmodel")
        }
        let folder = try TemporaryFolder()
        let empty = folder.file("empty.mlmodel")
        try Data().write(to: empty)
        #expect(throws: MLModelError.self) { try MLModel(contentsOf: empty) }
        #expect(throws: MLModelError.self) { try MLModel(contentsOf: folder.url) }
    }

    @Test(
        "Every truncation and many flips are errors or models",
        arguments: ["logistic_three", "forest_regressor", "svm_two", "pipeline_dictionary", "neighbors"])
    func everyTruncationAndManyFlipsAreErrorsOrModels(name: String) throws {
        let bytes = try Data(contentsOf: Fixtures.url("predictors/\(name).mlmodel"))
        func load(_ data: Data) {
            guard let asset = try? MLModelAsset(specification: data) else { return }
            let done = DispatchSemaphore(value: 0)
            MLModel.load(asset, configuration: MLModelConfiguration()) { model, error in
                #expect((model == nil) == (error is MLModelError))
                if let model { try? predictZeros(model) }
                done.signal()
            }
            done.wait()
        }
        for count in stride(from: 0, to: bytes.count, by: max(bytes.count / 60, 1)) { load(bytes.prefix(count)) }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<150 {
            var flipped = bytes
            flipped[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            load(flipped)
        }
    }

    /// Needs ../shared/data/models.
    @Test(
        "Classifiers on Apple's feature print say how to go on",
        .enabled(if: SharedData.has("models"), "needs ../shared/data/models"),
        arguments: ["BreakfastImageClassifier", "HealthySnacks_createml", "HealthySnacks_turi", "SiamImageClassifier"])
    func classifiersOnApplesFeaturePrintSayHowToGoOn(name: String) {
        #expect {
            try MLModel(contentsOf: SharedData.url("models/\(name).mlmodel"))
        } throws: { error in
            let text = error.localizedDescription
            return text.contains("VisionFeaturePrint") && text.contains("trained again") && text.contains(name)
        }
    }

    @Test("An asset describes its model without loading it")
    func anAssetDescribesItsModelWithoutLoadingIt() async throws {
        let asset = try MLModelAsset(specification: TestPrograms.layer(2).encoded())
        #expect(try await asset.modelDescription.inputDescriptionsByName["x"]?.multiArrayConstraint?.shape == [2, 2])
        #expect(try await asset.functionNames == [])
        await #expect(throws: MLModelError.self) { try await asset.modelDescription(of: "decode") }
    }

    @Test("An encrypted model is an error that says so")
    func anEncryptedModelIsAnErrorThatSaysSo() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.file("Secret.mlmodelc")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("encryptionInfo"), withIntermediateDirectories: true)
        #expect {
            try MLModel(contentsOf: folder)
        } throws: { error in
            (error as? MLModelError)?.code == .modelDecryptionKeyFetch && error.localizedDescription.contains("encrypted")
        }
    }
}

/// Predicts with zeros for every input, whatever the model says it takes.
private func predictZeros(_ model: MLModel) throws {
    var values: [String: Any] = [:]
    for (name, description) in model.modelDescription.inputDescriptionsByName {
        switch description.type {
        case .double: values[name] = 0.0
        case .int64: values[name] = 0
        case .string: values[name] = ""
        case .dictionary: values[name] = [String: Double]()
        case .multiArray:
            guard let shape = description.multiArrayConstraint?.shape, shape.reduce(1, { $0 * min($1.doubleValue, 1e6) }) < 1e7 else {
                return
            }
            values[name] = try MLMultiArray(shape: shape, dataType: description.multiArrayConstraint?.dataType ?? .double)
        default: return
        }
    }
    _ = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: values))
}
