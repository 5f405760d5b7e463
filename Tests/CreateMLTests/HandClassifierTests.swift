import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Hands that are open, closed, or opening and closing.
@Suite struct HandClassifierTests {
    /// A hand whose fingers are stretched by 0…1, turned and noisy.
    private static func hand(_ stretch: Double, turn: Double, _ generator: inout SplitMix64) -> [Float] {
        var numbers = [Float](repeating: 0, count: 63)
        for finger in 0..<5 {
            let direction = turn + .pi / 2 + Double(2 - finger) * 0.35
            for joint in 0...4 {
                let reach = joint < 2 ? 0.08 * Double(joint) : 0.08 + 0.05 * Double(joint - 1) * (2 * stretch - 1)
                let place = joint == 0 ? 0 : 4 * finger + joint
                numbers[place] = Float(0.5 + reach * cos(direction) + Double.random(in: -0.006...0.006, using: &generator))
                numbers[21 + place] = Float(0.5 + reach * sin(direction) + Double.random(in: -0.006...0.006, using: &generator))
                numbers[42 + place] = Double.random(in: 0..<1, using: &generator) < 0.05 ? 0 : 0.9
            }
        }
        return numbers
    }

    private static func table(_ labels: [String], count: Int, frames: Int, seed: Int) throws -> MLDataTable {
        var generator = SplitMix64(seed: seed)
        let sequences = labels.flatMap { label in
            (0..<count).map { index in
                let (turn, start) = (Double.random(in: -0.5...0.5, using: &generator), Double.random(in: 0...6, using: &generator))
                let poses = (0..<frames).map { frame -> [Float] in
                    let wave = 0.5 + 0.5 * sin(start + Double(frame) / 3)
                    let stretch = label == "open" ? 0.9 + 0.1 * wave : label == "fist" ? 0.1 * wave : wave
                    return hand(stretch, turn: turn, &generator)
                }
                return PoseSequence(name: "\(label)\(index)", label: label, frames: poses)
            }
        }
        return try PoseSource.table(sequences, .hand)
    }

    @Test("Poses of hands are told")
    func posesOfHandsAreTold() throws {
        let classifier = try MLHandPoseClassifier(
            trainingData: .labeledKeypointsData(table: Self.table(["fist", "open"], count: 30, frames: 1, seed: 1)),
            parameters: .init(maximumIterations: 12, augmentationOptions: [.horizontallyFlip, .rotate, .scale, .translate]))
        #expect(classifier.model.modelDescription.inputDescriptionsByName["poses"]?.multiArrayConstraint?.shape == [1, 3, 21])
        let metrics = try classifier.evaluation(
            on: .labeledKeypointsData(table: Self.table(["fist", "open"], count: 20, frames: 1, seed: 2)))
        #expect(metrics.classificationError <= 0.05)
        #expect(classifier.description.contains("hand pose classifier of 2 labels"))
        #expect(throws: MLCreateError.self) { try classifier.prediction(from: URL(fileURLWithPath: "/hand.jpg")) }
    }

    @Test("Actions of hands are told")
    func actionsOfHandsAreTold() throws {
        let labels = ["fist", "open", "opening"]
        let classifier = try MLHandActionClassifier(
            trainingData: .labeledKeypointsData(table: Self.table(labels, count: 12, frames: 20, seed: 1)),
            parameters: .init(
                validation: .none, maximumIterations: 10, predictionWindowSize: 20,
                augmentationOptions: [.rotate, .translate, .scale, .interpolateFrames, .dropFrames, .horizontallyFlip]))
        let metrics = try classifier.evaluation(on: .labeledKeypointsData(table: Self.table(labels, count: 10, frames: 20, seed: 2)))
        #expect(metrics.classificationError <= 0.05, "\(metrics)")
    }

    @Test("Pictures that cannot be read are named")
    func picturesThatCannotBeReadAreNamed() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("fist"), withIntermediateDirectories: true)
        try Data().write(to: folder.file("fist/1.jpg"))
        try Data().write(to: folder.file("open.1.jpg"))
        for source: MLHandPoseClassifier.DataSource in [
            .labeledDirectories(at: folder.url), .labeledFiles(at: folder.url), .keypointDirectories(at: folder.url),
        ] {
            do {
                _ = try MLHandPoseClassifier(trainingData: source)
                Issue.record("there are no poses in empty files")
            } catch { #expect(error.localizedDescription.contains("1.jpg: the file is empty")) }
        }
        #expect(try MLHandPoseClassifier.DataSource.labeledDirectories(at: folder.url).labeledMedia().mapValues(\.count) == ["fist": 1])
        #expect(
            try MLHandPoseClassifier.DataSource.labeledFiles(at: folder.url).imagesWithAnnotations().rows[0]["label"] == .string("open"))
        let table = try Self.table(["fist", "open"], count: 2, frames: 1, seed: 1)
        #expect(throws: MLCreateError.self) { try MLActionClassifier(trainingData: .labeledKeypointsData(table: table)) }
    }
}
