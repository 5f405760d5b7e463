import Combine
import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Testing
import Vision

@testable import CreateML

/// Trainings as jobs and sessions.
extension ImageClassifierTests {
    /// Waits for a job's result.
    func result(of job: MLJob<MLImageClassifier>) async throws -> MLImageClassifier {
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

    @Test("A job ends with the same weights from kept features")
    func aJobEndsWithTheSameWeightsFromKeptFeatures() async throws {
        let folder = try DrawnPictures.folder(count: 8, seed: 11)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pictures = try MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages()
        let source = MLImageClassifier.DataSource.filesByLabel(pictures)
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
        let made = Set(try FileManager.default.contentsOfDirectory(atPath: features.path))

        // Copies depend on the picture alone, wherever it stands among others.
        let third = folder.appendingPathComponent("third")
        _ = try MLImageClassifier.makeTrainingSession(
            trainingData: .filesByLabel(pictures.mapValues { $0.reversed() }), parameters: parameters,
            sessionParameters: .init(sessionDirectory: third)
        ).run()
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: third.appendingPathComponent("features").path)) == made)
        let progress = try #require(MLProgress(progress: job.progress))
        #expect(progress.phase == .evaluating)
        #expect(job.progress.fractionCompleted == 1)
    }

    @Test("A session is restored with its data and parameters")
    func aSessionIsRestoredWithItsDataAndParameters() async throws {
        let folder = try DrawnPictures.folder(count: 8, seed: 13)
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages()
        let parameters = MLTrainingSessionParameters(
            sessionDirectory: folder.appendingPathComponent("session"), reportInterval: 1, checkpointInterval: 3)
        let session = try MLImageClassifier.makeTrainingSession(
            trainingData: .filesByLabel(data),
            parameters: .init(validation: .split(strategy: .fixed(ratio: 0.25, seed: nil)), maxIterations: 12),
            sessionParameters: parameters)
        #expect(session.phase == .initialized && session.iteration == 0)
        let whole = try await result(of: MLImageClassifier.resume(session))
        #expect(session.phase == .training && session.iteration > 3)

        // From an early checkpoint on it comes to the same end, with the split that was drawn at the beginning.
        try session.removeCheckpoints { $0.iteration > 3 }
        let restored = try MLImageClassifier.restoreTrainingSession(sessionParameters: parameters)
        let again = try await result(of: MLImageClassifier.resume(restored))
        #expect(again.head == whole.head)
        #expect(again.modelParameters.maxIterations == 12)
        #expect(again.validationAnswers.map(\.url) == whole.validationAnswers.map(\.url) && again.validationAnswers.count == 6)
        let checkpoint = try #require(restored.checkpoints.first)
        #expect(checkpoint.metrics[.accuracy] is Double && checkpoint.metrics[.validationAccuracy] is Double)
        let early = try MLImageClassifier(checkpoint: checkpoint)
        #expect(early.labels == whole.labels && early.head != whole.head)

        // Another session on the same images takes over the features.
        let other = try MLImageClassifier.makeTrainingSession(
            trainingData: .filesByLabel(data), parameters: .init(validation: .none),
            sessionParameters: .init(sessionDirectory: folder.appendingPathComponent("other")))
        try other.reuseExtractedFeatures(from: restored)
        #expect(other.phase == .extractingFeatures)

        // Features of other images are not what the checkpoint was learnt from.
        let image = try #require(data["red"]?.first { url in !whole.validationAnswers.contains { $0.url == url } })
        try FileManager.default.removeItem(at: image)
        try FileManager.default.copyItem(at: #require(data["blue"]?.first), to: image)
        await #expect(throws: MLCreateError.self) { try await result(of: MLImageClassifier.resume(restored)) }
    }

    /// A session that was ended by its own limit goes on under a higher one, to what it would have come to at once.
    @Test("A session goes on under a higher limit")
    func aSessionGoesOnUnderAHigherLimit() throws {
        let folder = try DrawnPictures.folder(count: 8, seed: 15)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = MLImageClassifier.DataSource.filesByLabel(
            try MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages())
        let parameters = MLImageClassifier.ModelParameters(validation: .none, maxIterations: 9)
        func run(_ name: String, iterations: Int) throws -> MLImageClassifier {
            try MLImageClassifier.makeTrainingSession(
                trainingData: source, parameters: parameters,
                sessionParameters: .init(sessionDirectory: folder.appendingPathComponent(name), iterations: iterations)
            ).run()
        }
        let (short, whole) = (try run("first", iterations: 3), try run("whole", iterations: 9))
        #expect(short.head != whole.head)
        #expect(try run("first", iterations: 9).head == whole.head)
    }
}
