import Combine
import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Testing
import Vision

@testable import CreateML

/// Classifiers of small pictures that are drawn here: red and blue disks and green stripes, at random places, of random sizes.
@Suite struct ImageClassifierTests {
    private func trained(_ parameters: MLImageClassifier.ModelParameters = .init(validation: .none)) throws -> (MLImageClassifier, URL) {
        let folder = try DrawnPictures.folder(count: 12, seed: 1)
        return (try MLImageClassifier(trainingData: .labeledDirectories(at: folder), parameters: parameters), folder)
    }

    @Test("A trained classifier knows pictures it has not seen")
    func aTrainedClassifierKnowsPicturesItHasNotSeen() throws {
        let (classifier, folder) = try trained()
        let others = try DrawnPictures.folder(count: 10, seed: 2)
        defer { for url in [folder, others] { try? FileManager.default.removeItem(at: url) } }
        #expect(classifier.trainingMetrics.classificationError == 0)
        #expect(!classifier.validationMetrics.isValid)
        #expect(classifier.warnings.isEmpty)
        let metrics = classifier.evaluation(on: .labeledDirectories(at: others))
        #expect(metrics.classificationError < 0.1)
        #expect(metrics.labels == ["blue", "red", "stripes"])
        #expect(try classifier.prediction(from: others.appendingPathComponent("red/3.png")) == "red")
    }

    @Test("The written model answers as the classifier does")
    func theWrittenModelAnswersAsTheClassifierDoes() throws {
        let (classifier, folder) = try trained(.init(validation: .split(strategy: .fixed(ratio: 0.25, seed: 7))))
        defer { try? FileManager.default.removeItem(at: folder) }
        let held: Int = classifier.validationMetrics.confusionCounts.joined().reduce(0, +)
        #expect(held == 9)
        let file = folder.appendingPathComponent("Disks.mlmodel")
        try classifier.write(to: file, metadata: MLModelMetadata(author: "Someone", shortDescription: "Disks", version: "2"))
        let model = try MLModel(contentsOf: file)
        #expect(model.modelDescription.predictedFeatureName == "classLabel")
        #expect(model.modelDescription.metadata[.author] as? String == "Someone")
        let input = try #require(model.modelDescription.inputDescriptionsByName.values.first)
        let constraint = try #require(input.imageConstraint)
        for label in DrawnPictures.kinds {
            let url = folder.appendingPathComponent("\(label)/5.png")
            let value = try MLFeatureValue(imageAt: url, constraint: constraint, options: [.cropAndScale: 0])
            let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [input.name: value]))
            #expect(try answer.featureValue(for: "classLabel")?.stringValue == classifier.prediction(from: url))
            let probabilities = try #require(answer.featureValue(for: "classLabelProbs")?.dictionaryValue)
            let expected = classifier.head.probabilities(try classifier.extractor.features(of: url)[...])
            // The pixels of a buffer have eight bits.
            for (name, probability) in zip(classifier.labels, expected) {
                let buffered: Double = probabilities[name]?.doubleValue ?? .nan
                #expect(abs(buffered - probability) < 4e-3)
            }
            // Vision looks at a file as training does.
            let request = VNCoreMLRequest(model: try VNCoreMLModel(for: model))
            try VNImageRequestHandler(url: url).perform([request])
            let observations = try #require(request.results as? [VNClassificationObservation])
            let confidences = Dictionary(uniqueKeysWithValues: observations.map { ($0.identifier, Double($0.confidence)) })
            for (name, probability) in zip(classifier.labels, expected) {
                let confidence: Double = confidences[name] ?? .nan
                #expect(abs(confidence - probability) < 1e-6)
            }
        }
    }

    /// Over each of the feature prints: one is another network, and one looks at smaller images.
    @Test(
        "The small file answers as the large one does",
        arguments: [(PrintNetwork.scene, 256), (.openFeaturePrint, 256), (.sceneAt192, 192)])
    func theSmallFileAnswersAsTheLargeOneDoes(network: PrintNetwork, side: Int) throws {
        let (classifier, folder) = try trained(
            .init(
                validation: .none, augmentation: [],
                algorithm: .transferLearning(featureExtractor: .scenePrint(revision: network.revision), classifier: .logisticRegressor)))
        #expect(classifier.extractor.print?.version == (network == .openFeaturePrint ? 1001 : 4))
        defer { try? FileManager.default.removeItem(at: folder) }
        let (large, small) = (folder.appendingPathComponent("Large.mlmodel"), folder.appendingPathComponent("Small.mlmodel"))
        try classifier.write(to: large)
        try classifier.write(to: small, metadata: nil, featurePrint: .referenced)
        #expect(try Data(contentsOf: small).count < 100_000)
        let models = try [large, small].map { try MLModel(contentsOf: $0) }
        let input = try #require(models[0].modelDescription.inputDescriptionsByName.values.first)
        let constraint = try #require(input.imageConstraint)
        #expect(constraint.pixelsWide == side && constraint.pixelsHigh == side)
        for model in models {
            // The words about the input name no other size than it has.
            let words = try #require(model.modelDescription.inputDescriptionsByName[input.name]).shortDescription
            #expect(words.matches(of: /\d+/).allSatisfy { $0.output == "\(side)" }, "\(words)")
        }
        for label in DrawnPictures.kinds {
            let value = try MLFeatureValue(
                imageAt: folder.appendingPathComponent("\(label)/4.png"), constraint: constraint, options: [.cropAndScale: 0])
            let provider = try MLDictionaryFeatureProvider(dictionary: [input.name: value])
            let answers = try models.map { try $0.prediction(from: provider).featureValue(for: "classLabelProbs")?.dictionaryValue }
            #expect(answers[0] == answers[1] && answers[0] != nil)
        }
    }

    @Test("A reference to another extractor is an error")
    func aReferenceToAnotherExtractorIsAnError() throws {
        let (classifier, folder) = try trained()
        defer { try? FileManager.default.removeItem(at: folder) }
        // The print as a model of its own is a custom extractor like any other.
        let network = folder.appendingPathComponent("Extractor.mlmodel")
        try classifier.extractor.specification.encoded().write(to: network)
        let custom = try MLImageClassifier(
            trainingData: .labeledDirectories(at: folder),
            parameters: .init(
                validation: .none, augmentation: [],
                algorithm: .transferLearning(featureExtractor: .custom(.init(modelPath: network)), classifier: .logisticRegressor)))
        #expect(custom.head == classifier.head)
        let file = folder.appendingPathComponent("None.mlmodel")
        #expect(throws: MLCreateError.self) { try custom.write(to: file, metadata: nil, featurePrint: .referenced) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A perceptron learns and its file answers as it does")
    func aPerceptronLearnsAndItsFileAnswersAsItDoes() throws {
        let (classifier, folder) = try trained(
            .init(
                validation: .none, maxIterations: 60, augmentation: [],
                algorithm: .transferLearning(
                    featureExtractor: .scenePrint(revision: 2), classifier: .multilayerPerceptron(layerSizes: [12, 6]))))
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(classifier.trainingMetrics.classificationError == 0)
        #expect(classifier.head.layers.map(\.outputs) == [12, 6, 3])
        let url = folder.appendingPathComponent("red/2.png")
        let input = try #require(classifier.model.modelDescription.inputDescriptionsByName.values.first)
        let value = try MLFeatureValue(imageAt: url, constraint: #require(input.imageConstraint), options: [.cropAndScale: 0])
        let answer = try classifier.model.prediction(from: MLDictionaryFeatureProvider(dictionary: [input.name: value]))
        let probabilities = try #require(answer.featureValue(for: "classLabelProbs")?.dictionaryValue)
        let expected = classifier.head.probabilities(try classifier.extractor.features(of: url)[...])
        // The model computes the layers in bfloat16 where the processor has it.
        for (label, probability) in zip(classifier.labels, expected) {
            #expect(abs((probabilities[label]?.doubleValue ?? .nan) - probability) < 2e-3)
        }
    }

    /// 3 and 4 were the numbers of Osprey's own networks.
    @Test("A session of an older version has the network that it meant")
    func aSessionOfAnOlderVersionHasTheNetworkThatItMeant() throws {
        for (short, network) in [(1, PrintNetwork.scene), (3, .openFeaturePrint), (4, .sceneAt192)] {
            let stored = StoredClassifierParameters(
                validation: .none, maxIterations: 1, augmentation: [], extractor: .scenePrint(revision: short), layerSizes: nil)
            let newer = String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
            let older = newer.replacingOccurrences(of: #""print""#, with: #""scenePrint""#)
            #expect(older != newer)
            for (text, expected) in [(newer, short), (older, network.revision)] {
                let read = try JSONDecoder().decode(StoredClassifierParameters.self, from: Data(text.utf8))
                guard case .scenePrint(let revision?) = read.extractor else {
                    Issue.record("another extractor")
                    return
                }
                #expect(revision == expected)
            }
        }
    }

    @Test("Extractors that do not exist are errors")
    func extractorsThatDoNotExistAreErrors() throws {
        let folder = try DrawnPictures.folder(count: 2, seed: 5)
        defer { try? FileManager.default.removeItem(at: folder) }
        let wrong: [MLImageClassifier.FeatureExtractorType] = [
            .scenePrint(revision: 3), .scenePrint(revision: 0), .custom(.init(modelPath: folder.appendingPathComponent("none.mlmodel"))),
        ]
        for extractor in wrong {
            #expect(throws: MLCreateError.self, "\(extractor)") {
                try MLImageClassifier(trainingData: .labeledDirectories(at: folder), parameters: .init(featureExtractor: extractor))
            }
        }
    }

    /// A written model holds its extractor, which is one file: an ML Program is refused before anything is trained.
    @Test("Extractors that cannot become part of a model are errors")
    func extractorsThatCannotBecomePartOfAModelAreErrors() throws {
        let folder = try DrawnPictures.folder(count: 2, seed: 5)
        defer { try? FileManager.default.removeItem(at: folder) }
        var model = Specification.Model()
        model.specificationVersion = 6
        model.type = .mlProgram(Specification.MILSpec.Program())
        let file = folder.appendingPathComponent("program.mlmodel")
        try Data(model.encoded()).write(to: file)
        do {
            _ = try ImageFeatureExtractor(.custom(.init(modelPath: file)))
            Issue.record("it was accepted")
        } catch { #expect(error.localizedDescription.contains("ML Program")) }
    }

    /// Converters often leave the shape of an output open.
    @Test("An extractor's output needs no declared shape")
    func anExtractorsOutputNeedsNoDeclaredShape() throws {
        let folder = try DrawnPictures.folder(count: 4, seed: 5)
        defer { try? FileManager.default.removeItem(at: folder) }
        let trunk = try FeaturePrint(of: FeaturePrintModel.read()).trunk
        var open = trunk
        open.description?.output[0].type?.type = .multiArrayType(.init())
        func count(_ model: Specification.Model) throws -> Int {
            let file = folder.appendingPathComponent("trunk.mlmodel")
            try Data(model.encoded()).write(to: file)
            return try ImageFeatureExtractor(.custom(.init(modelPath: file))).count
        }
        #expect(try count(open) == count(trunk))
    }

    @Test("Old initialisers mean the same")
    func oldInitialisersMeanTheSame() {
        let files = ["a": [URL(fileURLWithPath: "/a")]]
        var parameters = MLImageClassifier.ModelParameters(validationData: files, maxIterations: 9)
        #expect(parameters.validationData == files && parameters.maxIterations == 9)
        parameters.validationData = nil
        guard case .split(.automatic) = parameters.validation else {
            Issue.record("no validation data is an automatic split")
            return
        }
        #expect(MLImageClassifier.ModelParameters(validationData: .filesByLabel(files)).validationData == files)
        #expect(MLImageClassifier.ModelParameters(validationData: nil).validationData == nil)
    }

    @Test("Changed copies are trained on too")
    func changedCopiesAreTrainedOnToo() throws {
        let (classifier, folder) = try trained(.init(validation: .none, augmentation: [.flip, .crop, .rotation, .exposure, .blur, .noise]))
        defer { try? FileManager.default.removeItem(at: folder) }
        let count: Int = classifier.trainingMetrics.confusionCounts.joined().reduce(0, +)
        #expect(count == 252, "seven of each of 36")
        #expect(classifier.trainingMetrics.classificationError < 0.05)
    }

    @Test("Unreadable images are skipped and named")
    func unreadableImagesAreSkippedAndNamed() throws {
        let folder = try DrawnPictures.folder(count: 3, seed: 3)
        defer { try? FileManager.default.removeItem(at: folder) }
        let broken = folder.appendingPathComponent("red/broken.jpg")
        try Data("no picture".utf8).write(to: broken)
        let empty = folder.appendingPathComponent("blue/empty.png")
        try Data().write(to: empty)
        let half = folder.appendingPathComponent("stripes/half.jpg")
        try DrawnPictures.writeHalfJPEG(to: half)
        let classifier = try MLImageClassifier(trainingData: .labeledDirectories(at: folder), parameters: .init(validation: .none))
        #expect(classifier.warnings.contains { $0.contains(half.path) && $0.contains("remature end") })
        #expect(classifier.skippedImages == 3)
        #expect(throws: Never.self, "to predict, what there is of a picture will do") { try classifier.prediction(from: half) }
        #expect(classifier.warnings.contains { $0.contains(broken.path) })
        #expect(classifier.warnings.contains { $0.contains(empty.path) })
        #expect(classifier.warnings.contains { $0.contains("'stripes'") && $0.contains("3 images") })
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 9)
    }

    @Test("Data that cannot be learnt from is an error")
    func dataThatCannotBeLearntFromIsAnError() throws {
        let folder = try DrawnPictures.folder(count: 2, seed: 4)
        defer { try? FileManager.default.removeItem(at: folder) }
        func message(_ source: MLImageClassifier.DataSource) -> String {
            do {
                _ = try MLImageClassifier(trainingData: source)
                return ""
            } catch { return error.localizedDescription }
        }
        #expect(message(.labeledDirectories(at: folder.appendingPathComponent("nowhere"))).contains("nowhere"))
        #expect(message(.labeledDirectories(at: folder.appendingPathComponent("red"))).contains("no folders"))
        #expect(message(.filesByLabel([:])).contains("no labels"))
        #expect(message(.filesByLabel(["red": [folder.appendingPathComponent("red/0.png")]])).contains("two labels"))
        #expect(message(.filesByLabel(["red": [folder.appendingPathComponent("red/0.png")], "blue": []])).contains("'blue'"))
        let text = folder.appendingPathComponent("text.png")
        try Data("text".utf8).write(to: text)
        #expect(message(.filesByLabel(["red": [folder.appendingPathComponent("red/0.png")], "blue": [text]])).contains("'blue'"))
        let half = folder.appendingPathComponent("half.jpg")
        try DrawnPictures.writeHalfJPEG(to: half)
        #expect(message(.filesByLabel(["red": [folder.appendingPathComponent("red/0.png")], "blue": [half]])).contains("'blue'"))
    }

    @Test("Confusion is a matrix or the most frequent pairs")
    func confusionIsAMatrixOrTheMostFrequentPairs() {
        let answers = [("a", "a"), ("a", "bee"), ("a", "bee"), ("bee", "bee"), ("c", "a")].map { (label: $0.0, answer: $0.1) }
        let metrics = MLClassifierMetrics(answers)
        #expect(
            metrics.confusionText == """
                is ↓ taken for →  1 2 3
                1 a               1 2 ·
                2 bee             · 1 ·
                3 c               1 · ·
                """)
        #expect(metrics.confusions.map { "\($0.label) \($0.answer) \($0.count) \($0.total)" } == ["a bee 2 3", "c a 1 1"])
        #expect(MLClassifierMetrics([(label: "a", answer: "a")]).confusionText.isEmpty)
        let many = MLClassifierMetrics((0..<60).map { (label: "label \($0)", answer: "label \(($0 + 1) % 60)") })
        #expect(many.confusionText.split(separator: "\n").count == 22 && many.confusionText.hasSuffix("and 40 more pairs"))
        let twenty = MLClassifierMetrics((0..<20).map { (label: "label \($0)", answer: "label \(($0 + 1) % 20)") })
        #expect(twenty.confusionText.split(separator: "\n").count == 21)
        #expect(twenty.confusionText.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("Splits keep every image once and every label in proportion")
    func splitsKeepEveryImageOnceAndEveryLabelInProportion() throws {
        let files = ["a": (0..<10).map { URL(fileURLWithPath: "/a/\($0)") }, "b": (0..<5).map { URL(fileURLWithPath: "/b/\($0)") }]
        let source = MLImageClassifier.DataSource.filesByLabel(files)
        let parts = try source.stratifiedSplit(proportions: [0.6, 0.2, 0.2], seed: 9)
        #expect(parts.map { $0["a"]?.count } == [6, 2, 2])
        #expect(parts.map { $0["b"]?.count } == [3, 1, 1])
        #expect(Set(parts.flatMap { $0["a"] ?? [] }) == Set(files["a"] ?? []))
        #expect(try parts == source.stratifiedSplit(proportions: [3, 1, 1], seed: 9))
        #expect(throws: MLCreateError.self) { try source.stratifiedSplit(proportions: [-1, 2]) }
        #expect(throws: MLCreateError.self) { try source.stratifiedSplit(proportions: [0, 0]) }
    }

    @Test("Names of files may hold the label")
    func namesOfFilesMayHoldTheLabel() throws {
        let folder = try DrawnPictures.folder(count: 2, seed: 6)
        defer { try? FileManager.default.removeItem(at: folder) }
        for label in ["red", "blue"] {
            try FileManager.default.moveItem(
                at: folder.appendingPathComponent("\(label)/0.png"), to: folder.appendingPathComponent("\(label).first.png"))
        }
        let images = try MLImageClassifier.DataSource.labeledFiles(at: folder).labeledImages()
        #expect(images.mapValues(\.count) == ["red": 1, "blue": 1])
    }

    // MARK: Jobs

    @Test("Links are followed to folders and images")
    func linksAreFollowedToFoldersAndImages() throws {
        let folder = try DrawnPictures.folder(count: 4, seed: 16)
        let linked = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-links-\(UUID().uuidString)")
        defer { for url in [folder, linked] { try? FileManager.default.removeItem(at: url) } }
        func images(_ url: URL) throws -> [String: Int] {
            try MLImageClassifier.DataSource.labeledDirectories(at: url).labeledImages().mapValues(\.count)
        }
        try FileManager.default.createDirectory(at: linked, withIntermediateDirectories: true)
        for label in DrawnPictures.kinds {
            try FileManager.default.createSymbolicLink(
                at: linked.appendingPathComponent(label), withDestinationURL: folder.appendingPathComponent(label))
        }
        // One that leads around in a circle.
        try FileManager.default.createSymbolicLink(at: folder.appendingPathComponent("red/again"), withDestinationURL: folder)
        #expect(try images(linked)["blue"] == 4)
        let root = linked.appendingPathExtension("link")
        try FileManager.default.createSymbolicLink(at: root, withDestinationURL: linked)
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(try images(root)["stripes"] == 4)
    }

    @Test("Labels are warned of by the images that can be read")
    func labelsAreWarnedOfByTheImagesThatCanBeRead() throws {
        let folder = try DrawnPictures.folder(count: 10, seed: 17)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("no image".utf8).write(to: folder.appendingPathComponent("red/0.png"))
        let classifier = try MLImageClassifier(trainingData: .labeledDirectories(at: folder), parameters: .init(validation: .none))
        #expect(classifier.warnings.contains { $0.contains("'red'") && $0.contains("9") }, "\(classifier.warnings)")
        #expect(!classifier.warnings.contains { $0.contains("'blue'") })
    }

    @Test("A cancelled job says so")
    func aCancelledJobSaysSo() async throws {
        let folder = try DrawnPictures.folder(count: 8, seed: 12)
        defer { try? FileManager.default.removeItem(at: folder) }
        let job = try MLImageClassifier.train(trainingData: .labeledDirectories(at: folder))
        job.cancel()
        #expect(job.isCanceled)
        do {
            _ = try await result(of: job)
            Issue.record("a cancelled job has no result")
        } catch {
            #expect(error is MLCreateError)
        }
        #expect(throws: MLCreateError.self) {
            try MLImageClassifier.train(trainingData: .labeledDirectories(at: folder.appendingPathComponent("none")))
        }
    }

    @Test("Progress survives encoding")
    func progressSurvivesEncoding() throws {
        var progress = MLProgress(phase: .training)
        progress.metrics = [.loss: 0.5]
        progress.totalItemCount = 7
        let copy = try JSONDecoder().decode(MLProgress.self, from: JSONEncoder().encode(progress))
        #expect(copy.phase == .training && copy.totalItemCount == 7 && copy.metrics[.loss] as? Double == 0.5)
        #expect(MLProgress(progress: Progress(totalUnitCount: 1)) == nil)
    }
}
