import CoreML
import CoreMLSpecification
import CoreVideo
import Foundation
import Testing

struct UpdateTaskTests {
    func classifierData() throws -> MLArrayBatchProvider {
        let run = try UpdateFixtures.read().classifier
        return try UpdateFixtures.batch("numbers", run.x, [4], "label", try #require(run.labels))
    }

    private func temporary(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
    }

    private func isClose(_ found: [Double], _ expected: [Double], _ tolerance: Double) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < tolerance }
    }

    func expect(_ code: MLModelError.Code, _ body: () throws -> Void) {
        do {
            try body()
            Issue.record("no error was thrown")
        } catch {
            #expect((error as? MLModelError)?.code == code, "\(error)")
        }
    }

    /// Runs a task to its end.
    func finish(_ task: MLUpdateTask, _ log: UpdateLog) throws -> MLUpdateContext {
        #expect(task.state == .suspended)
        task.resume()
        #expect(log.wait())
        return try #require(log.completion)
    }

    func expectWeights(_ model: MLModel, _ end: [String: [Float]]) throws {
        for (name, numbers) in end {
            let parts = name.split(separator: ".").map(String.init)
            let key = parts[1] == "weights" ? MLParameterKey.weights : .biases
            let array = try #require(try model.parameterValue(for: key.scoped(to: parts[0])) as? MLMultiArray)
            let found = (0..<array.count).map { array[$0].doubleValue }
            #expect(isClose(found, numbers.map(Double.init), 1e-4), "\(name)")
        }
    }

    @Test("A classifier trains as in PyTorch")
    func aClassifierTrainsAsInPyTorch() throws {
        let truth = try UpdateFixtures.read().classifier
        let log = UpdateLog()
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), progressHandlers: log.handlers())
        let context = try finish(task, log)
        #expect(task.state == .completed && task.error == nil && context.task === task)
        #expect(isClose(log.losses(.miniBatchEnd), truth.losses, 1e-4))
        #expect(log.contexts.first?.event == .trainingBegin && log.losses(.epochEnd).count == 3)
        #expect(
            log.contexts.filter { $0.event == .miniBatchEnd }.compactMap { $0.metrics[.miniBatchIndex] as? Int } == [
                0, 1, 2, 0, 1, 2, 0, 1, 2,
            ])
        #expect(log.contexts.last?.metrics[.epochIndex] as? Int == 2)
        #expect(context.parameters[.learningRate] as? Double == Double(Float(0.05)))
        try expectWeights(context.model, truth.end)
        // The first context still has the model as it was.
        let first = try #require(try log.contexts[0].model.parameterValue(for: .weights.scoped(to: "dense1")) as? MLMultiArray)
        let last = try #require(try context.model.parameterValue(for: .weights.scoped(to: "dense1")) as? MLMultiArray)
        #expect(first[0] != last[0])
    }

    @Test("A regression with a convolution trains as in PyTorch")
    func aRegressionWithAConvolutionTrainsAsInPyTorch() throws {
        let truth = try UpdateFixtures.read().regression
        let y = try #require(truth.y)
        let answers = try stride(from: 0, to: y.count, by: 2).map { try UpdateFixtures.array(y[$0..<$0 + 2], [2]) }
        let data = try UpdateFixtures.batch("picture", truth.x, [1, 6, 6], "place_true", answers)
        let log = UpdateLog()
        let task = try MLUpdateTask(forModelAt: UpdateFixtures.model("regression"), trainingData: data, progressHandlers: log.handlers())
        let context = try finish(task, log)
        #expect(task.error == nil)
        #expect(isClose(log.losses(.miniBatchEnd), truth.losses, 1e-4))
        try expectWeights(context.model, truth.end)
    }

    @Test("A network of exact shapes trains example by example")
    func aNetworkOfExactShapesTrainsExampleByExample() throws {
        let truth = try UpdateFixtures.read().exact
        let targets = try #require(truth.targets).map { target in
            let array = try MLMultiArray(shape: [1], dataType: .int32)
            array[0] = NSNumber(value: target)
            return array
        }
        let data = try UpdateFixtures.batch("numbers", truth.x, [4], "chances_true", targets)
        let log = UpdateLog()
        let task = try MLUpdateTask(forModelAt: UpdateFixtures.model("exact"), trainingData: data, progressHandlers: log.handlers())
        let context = try finish(task, log)
        #expect(task.error == nil)
        #expect(isClose(log.losses(.miniBatchEnd), truth.losses, 1e-4))
        try expectWeights(context.model, truth.end)
    }

    @Test("A network of pictures trains as in PyTorch")
    func aNetworkOfPicturesTrainsAsInPyTorch() throws {
        let truth = try UpdateFixtures.read().drawings
        let rows = try #require(truth.targets).enumerated().map { index, label in
            let buffer = try drawing(truth.x[index * 36..<(index + 1) * 36])
            return try MLDictionaryFeatureProvider(dictionary: ["drawing": MLFeatureValue(pixelBuffer: buffer), "digit": Int64(label)])
        }
        let log = UpdateLog()
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("drawings"), trainingData: MLArrayBatchProvider(array: rows), progressHandlers: log.handlers())
        let context = try finish(task, log)
        #expect(task.error == nil)
        #expect(isClose(log.losses(.miniBatchEnd), truth.losses, 1e-4))
        try expectWeights(context.model, truth.end)
    }

    /// A gray picture of 6 × 6.
    private func drawing(_ pixels: some Collection<Float>) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 6, 6, kCVPixelFormatType_OneComponent8, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        for (index, pixel) in pixels.enumerated() {
            base.storeBytes(of: UInt8(pixel), toByteOffset: index / 6 * CVPixelBufferGetBytesPerRow(buffer) + index % 6, as: UInt8.self)
        }
        return buffer
    }

    @Test("The updated model is written and loads again")
    func theUpdatedModelIsWrittenAndLoadsAgain() throws {
        let log = UpdateLog()
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), progressHandlers: log.handlers([]))
        let model = try finish(task, log).model
        let folder = temporary("updated.mlmodelc")
        defer { try? FileManager.default.removeItem(at: folder) }
        // Twice: the second replaces the first.
        for _ in 0..<2 { try model.write(to: folder) }
        let loaded = try MLModel(contentsOf: folder)
        #expect(loaded.modelDescription.isUpdatable)
        let row = try classifierData().features(at: 0)
        let (before, after) = (try model.prediction(from: row), try loaded.prediction(from: row))
        #expect(before.featureValue(for: "probabilities")?.dictionaryValue == after.featureValue(for: "probabilities")?.dictionaryValue)
        let original = try MLModel(contentsOf: UpdateFixtures.model("classifier")).prediction(from: row)
        #expect(original.featureValue(for: "probabilities")?.dictionaryValue != after.featureValue(for: "probabilities")?.dictionaryValue)
        // A further update goes on from there.
        let again = UpdateLog()
        let next = try MLUpdateTask(forModelAt: folder, trainingData: try classifierData(), progressHandlers: again.handlers())
        _ = try finish(next, again)
        #expect(try #require(again.losses(.miniBatchEnd).first) < (try #require(try UpdateFixtures.read().classifier.losses.first)))
        expect(.io) { try model.write(to: URL(fileURLWithPath: "/dev/null/updated.mlmodelc")) }
    }

    @Test("The last model of a pipeline is updated")
    func theLastModelOfAPipelineIsUpdated() throws {
        let truth = try UpdateFixtures.read().classifier
        let labels = try #require(truth.labels)
        // The pipeline's first model doubles its input.
        let data = try UpdateFixtures.batch("raw", truth.x.map { $0 / 2 }, [4], "label", labels)
        let log = UpdateLog()
        let task = try MLUpdateTask(forModelAt: UpdateFixtures.model("pipeline"), trainingData: data, progressHandlers: log.handlers())
        let context = try finish(task, log)
        #expect(task.error == nil)
        #expect(isClose(log.losses(.miniBatchEnd), truth.losses, 1e-4))
        try expectWeights(context.model, truth.end)
        let found = try context.model.prediction(from: data.features(at: 0)).featureValue(for: "label")?.stringValue
        #expect(found.map { ["ant", "bee", "cat"].contains($0) } == true)
    }

    @Test("Nearest neighbors learn new points and labels")
    func nearestNeighborsLearnNewPointsAndLabels() throws {
        let points: [Float] = [0, 0, 0, 1, 5, 5, 6, 5]
        let data = try UpdateFixtures.batch("point", points, [2], "label", ["near", "near", "far", "far"])
        let log = UpdateLog()
        let configuration = MLModelConfiguration()
        configuration.parameters = [.numberOfNeighbors: 2]
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("neighbors"), trainingData: data, configuration: configuration,
            progressHandlers: log.handlers())
        let model = try finish(task, log).model
        #expect(task.error == nil)
        for (point, label) in [([0.1, 0.4], "near"), ([5.4, 5.1], "far")] as [([Float], String)] {
            let input = try MLDictionaryFeatureProvider(dictionary: ["point": try UpdateFixtures.array(point, [2])])
            #expect(try model.prediction(from: input).featureValue(for: "label")?.stringValue == label)
        }
    }

    // MARK: Models with parts elsewhere

    /// `x · sigmoid(x)` by a class of these tests.
    private func swish(from input: String, to output: String) -> Specification.NeuralNetworkLayer {
        .with {
            $0.name = "swish"
            ($0.input, $0.output) = ([input], [output])
            $0.layer = .custom(
                .with {
                    $0.className = "CoreMLTests.SwishLayer"
                    $0.parameters["beta"] = .with { $0.value = .doubleValue(1) }
                })
        }
    }

    /// A pipeline of `front`, which makes a point of what is called `raw`, and the nearest neighbours classifier.
    private func pipeline(of front: Specification.Model) throws -> Specification.Model {
        let neighbors = try Specification.Model(parsing: Bytes(contentsOf: UpdateFixtures.model("neighbors")))
        let inputs = try #require(front.description?.input)
        var model = neighbors
        model.specificationVersion = max(front.specificationVersion, neighbors.specificationVersion)
        model.description?.input = inputs
        model.description?.trainingInput = inputs + (neighbors.description?.trainingInput.filter { $0.name == "label" } ?? [])
        let parts = Specification.Pipeline.with {
            $0.models = [front, neighbors]
            $0.names = ["front", "neighbors"]
        }
        model.type = .pipelineClassifier(.with { $0.pipeline = parts })
        return model
    }

    private func label(of point: [Float], _ model: MLModel) throws -> String? {
        let input = try MLDictionaryFeatureProvider(dictionary: ["raw": try UpdateFixtures.array(point, [2])])
        return try model.prediction(from: input).featureValue(for: "label")?.stringValue
    }

    /// Lets a pipeline that ends in nearest neighbours learn four points.
    private func learnPoints(_ url: URL) throws -> MLModel & MLWritable {
        let data = try UpdateFixtures.batch("raw", [0, 0, 0, 1, 5, 5, 6, 5], [2], "label", ["near", "near", "far", "far"])
        let log = UpdateLog()
        let task = try MLUpdateTask(forModelAt: url, trainingData: data, progressHandlers: log.handlers())
        let model = try finish(task, log).model
        #expect(task.error == nil)
        #expect(try label(of: [0.1, 0.4], model) == "near")
        #expect(try label(of: [5.4, 5.1], model) == "far")
        return model
    }

    @Test("A pipeline with a custom layer is updated")
    func aPipelineWithACustomLayerIsUpdated() throws {
        let network = Specification.NeuralNetwork.with { $0.layers = [swish(from: "raw", to: "point")] }
        let features = ["raw", "point"].map { TestModels.feature($0, TestModels.array([2])) }
        let (url, folder) = (temporary("pipeline.mlmodel"), temporary("updated.mlmodelc"))
        defer { for made in [url, folder] { try? FileManager.default.removeItem(at: made) } }
        try pipeline(of: TestModels.model(.neuralNetwork(network), [features[0]], [features[1]])).write(to: url)
        try learnPoints(url).write(to: folder)
        #expect(try label(of: [5.4, 5.1], try MLModel(contentsOf: folder)) == "far")
    }

    @Test("A pipeline with weights in a file is updated and written with them")
    func aPipelineWithWeightsInAFileIsUpdatedAndWrittenWithThem() throws {
        var weights = WeightFileWriter()
        let matrix: [Float] = [2, 0, 0, 3]
        let offset = weights.append(matrix.withUnsafeBytes { Bytes(copying: $0) }, type: .float32, elementCount: matrix.count)
        let front = TestPrograms.product(2, weightAt: offset, from: "raw", to: "point")
        let (source, folder, file) = (temporary("pipeline.mlpackage"), temporary("updated.mlmodelc"), temporary("updated.mlmodel"))
        defer { for made in [source, folder, file] { try? FileManager.default.removeItem(at: made) } }
        try ModelPackage.write(try pipeline(of: front), weights: weights, to: source)
        let model = try learnPoints(source)
        // Twice: the second replaces the first.
        for _ in 0..<2 { try model.write(to: folder) }
        expect(.io) { try model.write(to: file) }
        try FileManager.default.removeItem(at: source)
        let written = try MLModel(contentsOf: folder)
        #expect(try label(of: [0.1, 0.4], written) == "near")
        #expect(try label(of: [5.4, 5.1], written) == "far")
        _ = try learnPoints(folder)
    }

    @Test("A network with a custom layer trains as if its input came so")
    func aNetworkWithACustomLayerTrainsAsIfItsInputCameSo() throws {
        let truth = try UpdateFixtures.read().classifier
        var model = try Specification.Model(parsing: Bytes(contentsOf: UpdateFixtures.model("classifier")))
        guard case .neuralNetworkClassifier(var network) = model.type else { throw CocoaError(.coderInvalidValue) }
        network.layers[0].input = ["swished"]
        network.layers.insert(swish(from: "numbers", to: "swished"), at: 0)
        model.type = .neuralNetworkClassifier(network)
        let url = temporary("custom.mlmodel")
        defer { try? FileManager.default.removeItem(at: url) }
        try model.write(to: url)
        func losses(_ url: URL, _ numbers: [Float]) throws -> [Double] {
            let data = try UpdateFixtures.batch("numbers", numbers, [4], "label", try #require(truth.labels))
            let log = UpdateLog()
            let task = try MLUpdateTask(forModelAt: url, trainingData: data, progressHandlers: log.handlers())
            let context = try finish(task, log)
            #expect(task.error == nil)
            _ = try context.model.prediction(from: data.features(at: 0))
            return log.losses(.miniBatchEnd)
        }
        let found = try losses(url, truth.x)
        let expected = try losses(UpdateFixtures.model("classifier"), truth.x.map { $0 / (1 + exp(-$0)) })
        #expect(found.count == 9 && isClose(found, expected, 1e-5))
    }

    // MARK: Parameters

    @Test("A model that is not updatable is refused")
    func aModelThatIsNotUpdatableIsRefused() throws {
        let url = temporary("plain.mlmodel")
        defer { try? FileManager.default.removeItem(at: url) }
        let plain = TestModels.linear(input: TestModels.array([3]), output: TestModels.array([3]))
        try plain.write(to: url)
        expect(.update) {
            _ = try MLUpdateTask(forModelAt: url, trainingData: MLArrayBatchProvider(array: [])) { _ in }
        }
    }

    @Test("Bad training data ends in an error of the task")
    func badTrainingDataEndsInAnErrorOfTheTask() throws {
        let truth = try UpdateFixtures.read().classifier
        func rows(_ numbers: [Float], _ shape: [Int], _ label: Any) throws -> MLArrayBatchProvider {
            try UpdateFixtures.batch("numbers", numbers, shape, "label", [label])
        }
        let good = Array(truth.x.prefix(4))
        let bad: [(MLArrayBatchProvider, String)] = [
            (MLArrayBatchProvider(array: []), "no training data"), (try rows(good, [4], "dog"), "'dog'"),
            (try rows(Array(good.prefix(3)), [3], "ant"), "numbers"), (try rows([.nan, 0, 0, 0], [4], "ant"), "not finite"),
            (try rows(good, [4], 3), "label"),
            (
                MLArrayBatchProvider(array: [
                    try MLDictionaryFeatureProvider(dictionary: ["numbers": try UpdateFixtures.array(good, [4])])
                ]), "label"
            ),
        ]
        for (data, word) in bad {
            let log = UpdateLog()
            let task = try MLUpdateTask(
                forModelAt: UpdateFixtures.model("classifier"), trainingData: data, progressHandlers: log.handlers())
            let context = try finish(task, log)
            #expect(task.state == .failed)
            #expect(context.task.error?.localizedDescription.contains(word) == true, "\(String(describing: task.error))")
            _ = context.model
        }
    }

    @Test("A task can be cancelled")
    func aTaskCanBeCancelled() throws {
        let log = UpdateLog()
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(),
            progressHandlers: log.handlers([.miniBatchEnd]) { $0.task.cancel() })
        let context = try finish(task, log)
        #expect(task.state == .failed && log.losses(.miniBatchEnd).count == 1)
        #expect(context.task.error?.localizedDescription == "The update was cancelled.")
        let idle = UpdateLog()
        let never = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), progressHandlers: idle.handlers())
        never.cancel()
        #expect(idle.wait() && never.state == .failed && idle.contexts.isEmpty)
    }

    @Test("Objects that the handlers hold are released with the update, also contexts that hold its task")
    func handlersAreReleased() throws {
        weak var released: UpdateLog?
        do {
            let log = UpdateLog()
            released = log
            let task = try MLUpdateTask(
                forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), progressHandlers: log.handlers())
            _ = try finish(task, log)
            #expect(!log.contexts.isEmpty)
        }
        // The thread of the update lets go after it has called the last handler.
        for _ in 0..<500 where released != nil { usleep(10_000) }
        #expect(released == nil)
    }

    /// Every byte of a model changed in turn: whatever it means then, the task ends.
    @Test("A damaged model ends in an error or trains", arguments: ["classifier", "regression", "neighbors", "pipeline"])
    func aDamagedModelEndsInAnErrorOrTrains(name: String) throws {
        let bytes = try Data(contentsOf: UpdateFixtures.model(name))
        let url = temporary("damaged.mlmodel")
        defer { try? FileManager.default.removeItem(at: url) }
        let truth = try UpdateFixtures.read()
        let data: MLArrayBatchProvider =
            switch name {
            case "regression":
                try UpdateFixtures.batch("picture", truth.regression.x, [1, 6, 6], "place_true", [try UpdateFixtures.array([1, 2], [2])])
            case "neighbors": try UpdateFixtures.batch("point", [1, 2], [2], "label", ["near"])
            case "pipeline": try UpdateFixtures.batch("raw", truth.classifier.x, [4], "label", ["ant", "bee"])
            default: try classifierData()
            }
        var ended = 0
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= UInt8(1 << (index % 8))
            try damaged.write(to: url)
            let log = UpdateLog()
            let handlers = log.handlers([.miniBatchEnd]) { $0.task.cancel() }
            guard let task = try? MLUpdateTask(forModelAt: url, trainingData: data, progressHandlers: handlers) else { continue }
            task.resume()
            #expect(log.wait(), "byte \(index)")
            ended += 1
        }
        #expect(ended > 0 && ended < bytes.count)
    }

    @Test("The order of examples follows the seed")
    func theOrderOfExamplesFollowsTheSeed() throws {
        func losses(_ seed: Int) throws -> [Double] {
            let configuration = MLModelConfiguration()
            configuration.parameters = [.shuffle: true, .seed: seed]
            let log = UpdateLog()
            let task = try MLUpdateTask(
                forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), configuration: configuration,
                progressHandlers: log.handlers())
            _ = try finish(task, log)
            return log.losses(.miniBatchEnd)
        }
        #expect(try losses(7) == losses(7))
        #expect(try losses(7) != losses(8))
    }
}
