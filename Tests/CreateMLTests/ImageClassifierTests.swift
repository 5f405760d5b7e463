import Combine
import CoreGraphics
import Foundation
import ImageIO
import Testing

@testable import CreateML

/// Classifiers of small pictures that are drawn here: red and blue disks and green stripes, at random places, of random sizes.
@Suite struct ImageClassifierTests {
    private static let colors: [String: [CGFloat]] = ["blue": [0.1, 0.2, 0.9], "red": [0.9, 0.15, 0.1], "stripes": [0.1, 0.7, 0.2]]

    /// A folder with a folder a label, `count` pictures in each.
    private func makeFolder(count: Int, seed: Int) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-classifier-\(UUID().uuidString)")
        var generator = SeededGenerator(seed: seed)
        for (label, color) in Self.colors.sorted(by: { $0.key < $1.key }) {
            let place = folder.appendingPathComponent(label)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 0..<count {
                let image = try draw(color, stripes: label == "stripes", &generator)
                let url = place.appendingPathComponent("\(index).png")
                let target = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
                CGImageDestinationAddImage(target, image, nil)
                try #require(CGImageDestinationFinalize(target))
            }
        }
        return folder
    }

    private func draw(_ color: [CGFloat], stripes: Bool, _ generator: inout SeededGenerator) throws -> CGImage {
        let side = 96
        let context = try #require(
            CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let background = CGFloat.random(in: 0.5...0.9, using: &generator)
        context.setFillColor(red: background, green: background, blue: background, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: side, height: side))
        context.setFillColor(red: color[0], green: color[1], blue: color[2], alpha: 1)
        if stripes {
            let step = Int.random(in: 10...16, using: &generator)
            for x in stride(from: 0, to: side, by: step) { context.fill(CGRect(x: x, y: 0, width: step / 2, height: side)) }
        } else {
            let size = CGFloat.random(in: 30...60, using: &generator)
            let x = CGFloat.random(in: 0...(96 - size), using: &generator), y = CGFloat.random(in: 0...(96 - size), using: &generator)
            context.fillEllipse(in: CGRect(x: x, y: y, width: size, height: size))
        }
        return try #require(context.makeImage())
    }

    private func trained(_ parameters: MLImageClassifier.ModelParameters = .init(validation: .none)) throws -> (MLImageClassifier, URL) {
        let folder = try makeFolder(count: 12, seed: 1)
        return (try MLImageClassifier(trainingData: .labeledDirectories(at: folder), parameters: parameters), folder)
    }

    @Test func aTrainedClassifierKnowsPicturesItHasNotSeen() throws {
        let (classifier, folder) = try trained()
        let others = try makeFolder(count: 10, seed: 2)
        defer { for url in [folder, others] { try? FileManager.default.removeItem(at: url) } }
        #expect(classifier.trainingMetrics.classificationError == 0)
        #expect(!classifier.validationMetrics.isValid)
        #expect(classifier.warnings.isEmpty)
        let metrics = classifier.evaluation(on: .labeledDirectories(at: others))
        #expect(metrics.classificationError < 0.1)
        #expect(metrics.labels == ["blue", "red", "stripes"])
        #expect(try classifier.prediction(from: others.appendingPathComponent("red/3.png")) == "red")
    }

    @Test func theWrittenModelAnswersAsTheClassifierDoes() throws {
        let (classifier, folder) = try trained(.init(validation: .split(strategy: .fixed(ratio: 0.25, seed: 7))))
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(classifier.validationMetrics.confusionCounts.joined().reduce(0, +) == 9)
        let file = folder.appendingPathComponent("Disks.mlmodel")
        try classifier.write(to: file, metadata: MLModelMetadata(author: "Someone", shortDescription: "Disks", version: "2"))
        let model = try MLModel(contentsOf: file)
        #expect(model.modelDescription.predictedFeatureName == "classLabel")
        #expect(model.modelDescription.metadata[.author] as? String == "Someone")
        let input = try #require(model.modelDescription.inputDescriptionsByName.values.first)
        let constraint = try #require(input.imageConstraint)
        for label in Self.colors.keys.sorted() {
            let url = folder.appendingPathComponent("\(label)/5.png")
            let value = try MLFeatureValue(imageAt: url, constraint: constraint, options: [.cropAndScale: 0])
            let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [input.name: value]))
            #expect(try answer.featureValue(for: "classLabel")?.stringValue == classifier.prediction(from: url))
            let probabilities = try #require(answer.featureValue(for: "classLabelProbs")?.dictionaryValue)
            let expected = classifier.head.probabilities(try classifier.extractor.features(of: url)[...])
            for (name, probability) in zip(classifier.labels, expected) {
                #expect(abs((probabilities[name]?.doubleValue ?? .nan) - probability) < 1e-6)
            }
        }
    }

    @Test func changedCopiesAreTrainedOnToo() throws {
        let (classifier, folder) = try trained(.init(validation: .none, augmentation: [.flip, .crop, .rotation, .exposure, .blur, .noise]))
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 3 * 12 * 7)
        #expect(classifier.trainingMetrics.classificationError < 0.05)
    }

    @Test func unreadableImagesAreSkippedAndNamed() throws {
        let folder = try makeFolder(count: 3, seed: 3)
        defer { try? FileManager.default.removeItem(at: folder) }
        let broken = folder.appendingPathComponent("red/broken.jpg")
        try Data("no picture".utf8).write(to: broken)
        let empty = folder.appendingPathComponent("blue/empty.png")
        try Data().write(to: empty)
        let classifier = try MLImageClassifier(trainingData: .labeledDirectories(at: folder), parameters: .init(validation: .none))
        #expect(classifier.warnings.contains { $0.contains(broken.path) })
        #expect(classifier.warnings.contains { $0.contains(empty.path) })
        #expect(classifier.warnings.contains { $0.contains("'stripes'") && $0.contains("3 images") })
        #expect(classifier.trainingMetrics.confusionCounts.joined().reduce(0, +) == 9)
    }

    @Test func dataThatCannotBeLearntFromIsAnError() throws {
        let folder = try makeFolder(count: 2, seed: 4)
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
    }

    @Test func splitsKeepEveryImageOnceAndEveryLabelInProportion() throws {
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

    @Test func namesOfFilesMayHoldTheLabel() throws {
        let folder = try makeFolder(count: 2, seed: 6)
        defer { try? FileManager.default.removeItem(at: folder) }
        for label in ["red", "blue"] {
            try FileManager.default.moveItem(
                at: folder.appendingPathComponent("\(label)/0.png"), to: folder.appendingPathComponent("\(label).first.png"))
        }
        let images = try MLImageClassifier.DataSource.labeledFiles(at: folder).labeledImages()
        #expect(images.mapValues(\.count) == ["red": 1, "blue": 1])
    }

    // MARK: Jobs

    /// Waits for a job's result.
    private func result(of job: MLJob<MLImageClassifier>) async throws -> MLImageClassifier {
        nonisolated(unsafe) var kept: AnyCancellable?
        defer { kept?.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            kept = job.result.sink { completion in
                if case .failure(let error) = completion { continuation.resume(throwing: error) }
            } receiveValue: {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test func aJobEndsWithTheSameWeightsFromKeptFeatures() async throws {
        let folder = try makeFolder(count: 8, seed: 11)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = MLImageClassifier.DataSource.filesByLabel(
            try MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages())
        let session = MLTrainingSessionParameters(sessionDirectory: folder.appendingPathComponent("session"))
        let parameters = MLImageClassifier.ModelParameters(validation: .none, augmentation: [.flip])
        let first = try await result(of: MLImageClassifier.train(trainingData: source, parameters: parameters, sessionParameters: session))

        // As after a killed training: some features are missing, one is cut off.
        let features = folder.appendingPathComponent("session/features")
        let files = try FileManager.default.contentsOfDirectory(at: features, includingPropertiesForKeys: nil).sorted { $0.path < $1.path }
        #expect(files.count == 24)
        for file in files.prefix(7) { try FileManager.default.removeItem(at: file) }
        try Data([1, 2, 3]).write(to: files[8])

        let job = try MLImageClassifier.train(trainingData: source, parameters: parameters, sessionParameters: session)
        let second = try await result(of: job)
        #expect(first.head == second.head)
        let progress = try #require(MLProgress(progress: job.progress))
        #expect(progress.phase == .evaluating)
        #expect(job.progress.fractionCompleted == 1)
    }

    @Test func aCancelledJobSaysSo() async throws {
        let folder = try makeFolder(count: 8, seed: 12)
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

    @Test func progressSurvivesEncoding() throws {
        var progress = MLProgress(phase: .training)
        progress.metrics = [.loss: 0.5]
        progress.totalItemCount = 7
        let copy = try JSONDecoder().decode(MLProgress.self, from: JSONEncoder().encode(progress))
        #expect(copy.phase == .training && copy.totalItemCount == 7 && copy.metrics[.loss] as? Double == 0.5)
        #expect(MLProgress(progress: Progress(totalUnitCount: 1)) == nil)
    }
}
