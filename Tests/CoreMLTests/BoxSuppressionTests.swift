import CoreML
import CoreMLSpecification
import Foundation
import Testing

/// Non-maximum suppression, alone and at the end of a pipeline.
@Suite struct BoxSuppressionTests {
    private static func suppression(isPerClass: Bool, rows: Int64? = nil) -> Specification.Model {
        var suppression = Specification.NonMaximumSuppression()
        suppression.iouThreshold = 0.5
        suppression.confidenceThreshold = 0.2
        suppression.confidenceInputFeatureName = "raw_confidence"
        suppression.coordinatesInputFeatureName = "raw_coordinates"
        suppression.iouThresholdInputFeatureName = "iouThreshold"
        suppression.confidenceThresholdInputFeatureName = "confidenceThreshold"
        suppression.confidenceOutputFeatureName = "confidence"
        suppression.coordinatesOutputFeatureName = "coordinates"
        var labels = Specification.StringVector()
        labels.vector = ["cat", "dog"]
        suppression.classLabels = .stringClassLabels(labels)
        var pick = Specification.NonMaximumSuppression.PickTop()
        pick.perClass = isPerClass
        suppression.suppressionMethod = .pickTop(pick)
        return TestModels.model(
            .nonMaximumSuppression(suppression),
            [
                TestModels.feature("raw_confidence", TestModels.array([], .double)),
                TestModels.feature("raw_coordinates", TestModels.array([], .double)),
                TestModels.feature("iouThreshold", .doubleType(Specification.DoubleFeatureType()), isOptional: true),
                TestModels.feature("confidenceThreshold", .doubleType(Specification.DoubleFeatureType()), isOptional: true),
            ],
            [
                TestModels.feature("confidence", TestModels.array(rows.map { [$0, 2] } ?? [], .double)),
                TestModels.feature("coordinates", TestModels.array([], .double)),
            ])
    }

    /// Two cats that overlap by 9/11, a dog on the first of them, a faint cat, and a dog of its own.
    private let confidences = MLShapedArray<Double>(scalars: [0.6, 0.1, 0.9, 0, 0.1, 0.5, 0.15, 0, 0.2, 0.7], shape: [5, 2])
    private let coordinates = MLShapedArray<Double>(
        scalars: [0.25, 0.2, 0.1, 0.2, 0.26, 0.2, 0.1, 0.2, 0.25, 0.2, 0.1, 0.2, 0.8, 0.1, 0.1, 0.1, 0.7, 0.7, 0.2, 0.2], shape: [5, 4])

    private func run(_ model: MLModel, _ extra: [String: Any] = [:]) throws -> (confidence: MLShapedArray<Double>, coordinates: [Double]) {
        let values: [String: Any] = ["raw_confidence": confidences, "raw_coordinates": coordinates]
        let result = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: values.merging(extra) { $1 }))
        return (
            try #require(result.featureValue(for: "confidence")?.shapedArrayValue(of: Double.self)),
            try #require(result.featureValue(for: "coordinates")?.shapedArrayValue(of: Double.self)).scalars
        )
    }

    private func isClose(_ array: MLShapedArray<Double>, _ expected: [Double]) -> Bool {
        array.scalarCount == expected.count && zip(array.scalars, expected).allSatisfy { abs($0 - $1) < 1e-6 }
    }

    @Test("The most confident of overlapping boxes is kept")
    func theMostConfidentOfOverlappingBoxesIsKept() throws {
        let all = try TestModels.load(Self.suppression(isPerClass: false))
        #expect(all.modelDescription.classLabels as? [String] == ["cat", "dog"])
        let (confidence, coordinates) = try run(all)
        #expect(confidence.shape == [2, 2])
        #expect(isClose(confidence, [0.9, 0, 0.2, 0.7]))
        #expect(abs(coordinates[0] - 0.26) < 1e-6 && abs(coordinates[4] - 0.7) < 1e-6)
        let perClass = try run(try TestModels.load(Self.suppression(isPerClass: true)))
        #expect(isClose(perClass.confidence, [0.9, 0, 0.2, 0.7, 0.1, 0.5]))
    }

    @Test("Thresholds can be passed")
    func thresholdsCanBePassed() throws {
        let model = try TestModels.load(Self.suppression(isPerClass: false))
        #expect(isClose(try run(model, ["confidenceThreshold": 0.8]).confidence, [0.9, 0]))
        #expect(try run(model, ["iouThreshold": 1.0, "confidenceThreshold": 0.0]).confidence.shape == [5, 2])
    }

    @Test("A fixed number of boxes is filled with zeros")
    func aFixedNumberOfBoxesIsFilledWithZeros() throws {
        let model = try TestModels.load(Self.suppression(isPerClass: false, rows: 3))
        let (confidence, coordinates) = try run(model)
        #expect(isClose(confidence, [0.9, 0, 0.2, 0.7, 0, 0]))
        #expect(coordinates.count == 12 && coordinates.suffix(4).allSatisfy { $0 == 0 })
    }

    @Test("Not a number and no boxes are no boxes")
    func notANumberAndNoBoxesAreNoBoxes() throws {
        let model = try TestModels.load(Self.suppression(isPerClass: false))
        let nothing = try run(
            model,
            [
                "raw_confidence": MLShapedArray<Double>(repeating: .nan, shape: [2, 2]),
                "raw_coordinates": MLShapedArray<Double>(repeating: .nan, shape: [2, 4]),
            ])
        #expect(nothing.confidence.shape == [0, 2])
        #expect(throws: MLModelError.self) {
            try run(model, ["raw_coordinates": MLShapedArray<Double>(repeating: 0, shape: [4, 4])])
        }
    }

    @Test("A pipeline hands a networks boxes on")
    func aPipelineHandsANetworksBoxesOn() throws {
        var network = TestModels.linear(
            input: TestModels.array([5, 2]), output: TestModels.array([5, 2]), alpha: 0.5, isExact: true)
        network.description?.output[0].name = "raw_confidence"
        if case .neuralNetwork(var layers) = network.type {
            layers.layers[0].output = ["raw_confidence"]
            network.type = .neuralNetwork(layers)
        }
        var pipeline = Specification.Pipeline()
        pipeline.models = [network, Self.suppression(isPerClass: false)]
        let model = try TestModels.load(
            TestModels.model(
                .pipeline(pipeline),
                [
                    TestModels.feature("input", TestModels.array([5, 2])),
                    TestModels.feature("raw_coordinates", TestModels.array([5, 4], .double)),
                    TestModels.feature("iouThreshold", .doubleType(Specification.DoubleFeatureType()), isOptional: true),
                    TestModels.feature("confidenceThreshold", .doubleType(Specification.DoubleFeatureType()), isOptional: true),
                ],
                [
                    TestModels.feature("confidence", TestModels.array([], .double)),
                    TestModels.feature("coordinates", TestModels.array([], .double)),
                ]))
        let inputs = try MLDictionaryFeatureProvider(dictionary: ["input": confidences, "raw_coordinates": coordinates])
        let confidence = try #require(try model.prediction(from: inputs).featureValue(for: "confidence")?.shapedArrayValue(of: Double.self))
        #expect(isClose(confidence, [0.45, 0, 0.1, 0.35]))
        #expect(model.modelDescription.classLabels as? [String] == ["cat", "dog"])
    }

    /// A pipeline as exporters of detectors make it: its thresholds are not called optional, and the suppression does not describe them.
    private func exported() throws -> MLModel {
        var suppression = Self.suppression(isPerClass: false)
        suppression.description?.input.removeLast(2)
        var pipeline = Specification.Pipeline()
        pipeline.models = [suppression]
        return try TestModels.load(
            TestModels.model(
                .pipeline(pipeline),
                [
                    TestModels.feature("raw_confidence", TestModels.array([5, 2], .double)),
                    TestModels.feature("raw_coordinates", TestModels.array([5, 4], .double)),
                    TestModels.feature("iouThreshold", .doubleType(Specification.DoubleFeatureType())),
                    TestModels.feature("confidenceThreshold", .doubleType(Specification.DoubleFeatureType())),
                ],
                [
                    TestModels.feature("confidence", TestModels.array([], .double)),
                    TestModels.feature("coordinates", TestModels.array([], .double)),
                ]))
    }

    @Test("Thresholds reach a suppression that does not describe them")
    func thresholdsReachASuppressionThatDoesNotDescribeThem() throws {
        let model = try exported()
        #expect(isClose(try run(model, ["iouThreshold": 0.5, "confidenceThreshold": 0.8]).confidence, [0.9, 0]))
        #expect(try run(model, ["iouThreshold": 1.0, "confidenceThreshold": 0.0]).confidence.shape == [5, 2])
        #expect { try run(model, ["iouThreshold": Double.nan]) } throws: { "\($0)".contains("not a number") }
    }

    @Test("Thresholds can be left out of a prediction")
    func thresholdsCanBeLeftOutOfAPrediction() throws {
        let model = try exported()
        #expect(model.modelDescription.inputDescriptionsByName["iouThreshold"]?.isOptional == true)
        #expect(model.modelDescription.inputDescriptionsByName["raw_confidence"]?.isOptional == false)
        #expect(isClose(try run(model).confidence, [0.9, 0, 0.2, 0.7]))
        #expect(isClose(try run(model, ["confidenceThreshold": 0.8]).confidence, [0.9, 0]))
    }

    @Test("An input that another model reads too stays required")
    func anInputThatAnotherModelReadsTooStaysRequired() throws {
        var scaler = Specification.Scaler()
        scaler.scaleValue = [2]
        let scaling = TestModels.model(
            .scaler(scaler), [TestModels.feature("iouThreshold", .doubleType(Specification.DoubleFeatureType()))],
            [TestModels.feature("scaled", TestModels.array([1], .double))])
        var pipeline = Specification.Pipeline()
        pipeline.models = [scaling, Self.suppression(isPerClass: false)]
        let model = TestModels.model(.pipeline(pipeline), [], [])
        #expect(model.thresholdInputs == ["confidenceThreshold"])
    }

    @Test("A pipeline whose features do not connect is an error")
    func aPipelineWhoseFeaturesDoNotConnectIsAnError() {
        var pipeline = Specification.Pipeline()
        pipeline.models = [Self.suppression(isPerClass: false)]
        pipeline.names = ["boxes"]
        let model = TestModels.model(.pipeline(pipeline), [], [TestModels.feature("confidence", TestModels.array([], .double))])
        #expect {
            try TestModels.load(model)
        } throws: { error in
            error.localizedDescription.contains("'boxes'") && error.localizedDescription.contains("raw_confidence")
        }
    }
}
