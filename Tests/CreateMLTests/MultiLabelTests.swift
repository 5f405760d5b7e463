import CoreML
import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Classifiers of drawn pictures that show any number of things.
@Suite struct MultiLabelTests {
    @Test("Every label is learnt by itself")
    func everyLabelIsLearntByItself() throws {
        let (training, others) = (
            try DrawnPictures.annotatedFolder(count: 60, seed: 1), try DrawnPictures.annotatedFolder(count: 30, seed: 2)
        )
        defer { for url in [training, others] { try? FileManager.default.removeItem(at: url) } }
        let classifier = try MLMultiLabelImageClassifier(
            trainingData: .directoryWithImagesAndJsonAnnotation(at: training),
            parameters: .init(validation: .split(strategy: .fixed(ratio: 0.2, seed: 3)), augmentationOptions: [.flip]))
        #expect(classifier.labels == DrawnPictures.kinds)
        #expect(classifier.trainingMetrics.meanAveragePrecision > 0.99)
        #expect(classifier.trainingMetrics.count == 48 * 2 && classifier.validationMetrics.count == 12)
        let metrics = classifier.evaluation(on: .directoryWithImagesAndJsonAnnotation(at: others))
        #expect(metrics.isValid && metrics.meanAveragePrecision > 0.8)

        // The written model gives each label its own probability.
        let file = training.appendingPathComponent("Things.mlmodel")
        try classifier.write(to: file)
        let model = try MLModel(contentsOf: file)
        let input = try #require(model.modelDescription.inputDescriptionsByName.values.first)
        let constraint = try #require(input.imageConstraint)
        for index in 0..<6 {
            let url = others.appendingPathComponent("\(index).png")
            let value = try MLFeatureValue(imageAt: url, constraint: constraint, options: [.cropAndScale: 0])
            let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [input.name: value]))
            let probabilities = try #require(answer.featureValue(for: "classLabelProbs")?.dictionaryValue)
            let expected = try classifier.prediction(from: url)
            #expect(expected.map(\.confidence) == expected.map(\.confidence).sorted(by: >))
            // Both may round to the eight bits of bfloat16, and with other numbers of threads they round in other places.
            for (label, confidence) in expected { #expect(abs((probabilities[label]?.doubleValue ?? .nan) - confidence) < 2e-2) }
            #expect(answer.featureValue(for: "classLabel")?.stringValue == expected[0].label)
        }
    }

    @Test("A session goes on where it was")
    func aSessionGoesOnWhereItWas() throws {
        let folder = try DrawnPictures.annotatedFolder(count: 24, seed: 4)
        defer { try? FileManager.default.removeItem(at: folder) }
        let parameters = MLTrainingSessionParameters(sessionDirectory: folder.appendingPathComponent("session"), checkpointInterval: 2)
        let source = MLMultiLabelImageClassifier.DataSource.directoryWithImagesAndJsonAnnotation(at: folder)
        let session = try MLMultiLabelImageClassifier.makeTrainingSession(
            trainingData: source, parameters: .init(validation: .none, maxIterations: 9), sessionParameters: parameters)
        let whole = try session.run()
        try session.removeCheckpoints { $0.iteration > 4 }
        let again = try MLMultiLabelImageClassifier.restoreTrainingSession(sessionParameters: parameters).run()
        #expect(again.export.head == whole.export.head)
    }

    @Test("Annotations come in several forms")
    func annotationsComeInSeveralForms() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("labels.json")
        func read(_ text: String) throws -> [String: Set<String>] {
            try Data(text.utf8).write(to: file)
            let images = try MLMultiLabelImageClassifier.DataSource.directoryWithImages(at: folder.url, annotationFile: file)
                .annotatedImages()
            return Dictionary(uniqueKeysWithValues: images.map { ($0.url.lastPathComponent, $0.labels) })
        }
        #expect(try read(#"[{"filename": "a.jpg", "annotations": ["x", "y"]}]"#) == ["a.jpg": ["x", "y"]])
        #expect(try read(#"[{"imagefilename": "a.jpg", "annotation": [{"label": "x"}]}]"#) == ["a.jpg": ["x"]])
        #expect(
            try read(#"[{"image": "a.jpg", "annotations": ["x"]}, {"image": "a.jpg", "labels": ["y"]}, {"image": "b.jpg", "labels": []}]"#)
                == ["a.jpg": ["x", "y"], "b.jpg": []])
        for wrong in ["", "{}", "[]", #"[{"filename": "a.jpg"}]"#, #"[{"annotations": ["x"]}]"#, #"[{"filename": 1, "annotations": []}]"#] {
            #expect(throws: MLCreateError.self, "\(wrong)") { try read(wrong) }
        }
        try Data("[]".utf8).write(to: folder.file("second.json"))
        #expect(throws: MLCreateError.self) {
            try MLMultiLabelImageClassifier.DataSource.directoryWithImagesAndJsonAnnotation(at: folder.url).annotatedImages()
        }
        #expect(throws: MLCreateError.self) {
            try MLMultiLabelImageClassifier(trainingData: .labelsByFile([folder.file("a.jpg"): []]))
        }
    }

    private func answer(_ own: Set<String>, _ confidences: [String: Double]) -> MultiLabelAnswer {
        MultiLabelAnswer(url: URL(fileURLWithPath: "/"), own: own, confidences: confidences)
    }

    /// By hand, and as scikit-learn's `average_precision_score` has it.
    @Test("Figures are those of the textbooks")
    func figuresAreThoseOfTheTextbooks() {
        let metrics = MLMultiLabelClassifierMetrics(
            [
                answer(["a"], ["a": 0.9, "b": 0.2]), answer(["b"], ["a": 0.8, "b": 0.6]), answer(["a", "b"], ["a": 0.7, "b": 0.4]),
                answer([], ["a": 0.1, "b": 0.3]),
            ], labels: ["a", "b", "c"])
        #expect(metrics.exactMatches == 0.5)
        let (a, b, c) = (metrics.labels[0], metrics.labels[1], metrics.labels[2])
        #expect(a.count == 2 && a.precision == 2.0 / 3 && a.recall == 1)
        #expect(abs(a.averagePrecision - (1 + 2.0 / 3) / 2) < 1e-12)
        #expect(b.precision == 1 && b.recall == 0.5 && b.averagePrecision == 1)
        #expect(c.count == 0 && c.precision.isNaN && c.recall.isNaN && c.averagePrecision.isNaN)
        #expect(abs(metrics.meanAveragePrecision - (a.averagePrecision + 1) / 2) < 1e-12)
        // Answers of one confidence have the precision of all of them.
        let tied = MLMultiLabelClassifierMetrics.averagePrecision([(0.5, true), (0.5, false), (0.5, false), (0.5, true)])
        #expect(tied == 0.5)
        #expect(!MLMultiLabelClassifierMetrics([], labels: ["a"]).isValid)
    }
}
