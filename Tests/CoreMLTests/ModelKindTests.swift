import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// Kinds of models that no converter makes, against their closed forms.
@Suite struct ModelKindTests {
    private static func dictionary(_ key: Specification.DictionaryFeatureType.KeyType) -> Specification.FeatureType.Kind {
        var dictionary = Specification.DictionaryFeatureType()
        dictionary.keyType = key
        return .dictionaryType(dictionary)
    }

    private static var strings: Specification.FeatureType.Kind {
        var sequence = Specification.SequenceFeatureType()
        sequence.type = .stringType(Specification.StringFeatureType())
        return .sequenceType(sequence)
    }

    private static var stringKeys: Specification.FeatureType.Kind { dictionary(.stringKeyType(Specification.StringFeatureType())) }
    private static var double: Specification.FeatureType.Kind { .doubleType(Specification.DoubleFeatureType()) }

    // MARK: Recommendations

    private static func recommender(_ change: (inout Specification.ItemSimilarityRecommender) -> Void = { _ in }) -> Specification.Model {
        func similar(_ item: UInt64, _ others: [(UInt64, Double)], shift: Double = 0)
            -> Specification.ItemSimilarityRecommender.SimilarItems
        {
            var entry = Specification.ItemSimilarityRecommender.SimilarItems()
            entry.itemId = item
            entry.itemScoreAdjustment = shift
            entry.similarItemList = others.map { id, score in
                var connected = Specification.ItemSimilarityRecommender.ConnectedItem()
                (connected.itemId, connected.similarityScore) = (id, score)
                return connected
            }
            return entry
        }
        var recommender = Specification.ItemSimilarityRecommender()
        recommender.itemItemSimilarities = [
            similar(0, [(1, 0.5), (2, 0.25)]), similar(1, [(0, 0.5), (3, 1)]), similar(2, [(3, 0.125)], shift: 2),
        ]
        recommender.itemStringIds = Specification.StringVector()
        recommender.itemStringIds?.vector = ["ash", "beech", "cedar", "dogwood"]
        recommender.itemInputFeatureName = "items"
        recommender.numRecommendationsInputFeatureName = "count"
        recommender.itemRestrictionInputFeatureName = "only"
        recommender.itemExclusionInputFeatureName = "not"
        recommender.recommendedItemListOutputFeatureName = "list"
        recommender.recommendedItemScoreOutputFeatureName = "scores"
        change(&recommender)
        return TestModels.model(
            .itemSimilarityRecommender(recommender),
            [
                TestModels.feature("items", stringKeys),
                TestModels.feature("count", .int64Type(Specification.Int64FeatureType()), isOptional: true),
                TestModels.feature("only", strings, isOptional: true), TestModels.feature("not", strings, isOptional: true),
            ], [TestModels.feature("list", strings), TestModels.feature("scores", stringKeys)])
    }

    @Test("Recommendations are weighted sums of ratings")
    func recommendationsAreWeightedSumsOfRatings() throws {
        let model = try TestModels.load(Self.recommender())
        func recommend(_ inputs: [String: Any]) throws -> (list: [String], scores: [AnyHashable: NSNumber]) {
            let result = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: inputs))
            return (
                try #require(result.featureValue(for: "list")?.sequenceValue?.stringValues),
                try #require(result.featureValue(for: "scores")?.dictionaryValue)
            )
        }
        let ratings: [AnyHashable: NSNumber] = ["ash": 4, "beech": 3, "unknown": 9]
        // cedar: 0.25 · (4 − 2); dogwood: 1 · 3.
        var (list, scores) = try recommend(["items": ratings])
        #expect(list == ["dogwood", "cedar"])
        #expect(scores == ["dogwood": 3, "cedar": 0.5])
        (list, scores) = try recommend(["items": ratings, "count": 1])
        #expect(list == ["dogwood"])
        #expect(scores == ["dogwood": 3])
        (list, _) = try recommend(["items": ratings, "only": MLSequence(strings: ["cedar", "ash"])])
        #expect(list == ["cedar"])
        // A list of items to leave out replaces the rated ones, which come back. ash: 0.5 · 3; beech: 0.5 · 4.
        (list, scores) = try recommend(["items": ratings, "not": MLSequence(strings: ["dogwood"])])
        #expect(list == ["beech", "ash", "cedar"])
        #expect(scores["ash"] == 1.5)
        #expect(throws: MLModelError.self) { try recommend(["items": ratings, "count": -1]) }
    }

    @Test("A recommender of items that do not exist is refused")
    func aRecommenderOfItemsThatDoNotExistIsRefused() {
        #expect(throws: MLModelError.self) {
            try TestModels.load(Self.recommender { $0.itemItemSimilarities[0].similarItemList[0].itemId = 4 })
        }
        #expect(throws: MLModelError.self) { try TestModels.load(Self.recommender { $0.itemItemSimilarities[0].itemId = .max }) }
        #expect(throws: MLModelError.self) { try TestModels.load(Self.recommender { $0.itemInputFeatureName = "" }) }
        #expect(throws: MLModelError.self) {
            try TestModels.load(
                Self.recommender {
                    $0.itemStringIds = nil
                    $0.itemItemSimilarities[0].itemId = .max
                })
        }
    }

    // MARK: Probit regression

    private static func gaussian(_ mean: Double, variance: Double) -> Specification.BayesianProbitRegressor.Gaussian {
        var gaussian = Specification.BayesianProbitRegressor.Gaussian()
        (gaussian.mean, gaussian.precision) = (mean, 1 / variance)
        return gaussian
    }

    private static func probit(_ change: (inout Specification.BayesianProbitRegressor) -> Void = { _ in }) -> Specification.Model {
        var probit = Specification.BayesianProbitRegressor()
        probit.numberOfFeatures = 2
        probit.bias = gaussian(0.5, variance: 0.25)
        probit.features = [[0.75, -1], [2, -0.25]].enumerated().map { feature, means in
            var weight = Specification.BayesianProbitRegressor.FeatureWeight()
            weight.featureId = UInt32(feature)
            weight.weights = means.enumerated().map { value, mean in
                var entry = Specification.BayesianProbitRegressor.FeatureValueWeight()
                entry.featureValue = UInt32(value)
                entry.featureWeight = gaussian(mean, variance: 0.375)
                return entry
            }
            return weight
        }
        probit.regressionInputFeatureName = "event"
        probit.optimismInputFeatureName = "optimism"
        probit.samplingScaleInputFeatureName = "scale"
        probit.samplingTruncationInputFeatureName = "truncation"
        probit.meanOutputFeatureName = "mean"
        probit.varianceOutputFeatureName = "variance"
        probit.pessimisticProbabilityOutputFeatureName = "pessimistic"
        probit.sampledProbabilityOutputFeatureName = "sampled"
        change(&probit)
        let optional = ["optimism", "scale", "truncation"].map { TestModels.feature($0, double, isOptional: true) }
        return TestModels.model(
            .bayesianProbitRegressor(probit), [TestModels.feature("event", TestModels.array([], .int32))] + optional,
            ["probability", "mean", "variance", "pessimistic", "sampled"].map { TestModels.feature($0, double) })
    }

    private static func normal(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

    @Test("Probit regression adds Gaussians")
    func probitRegressionAddsGaussians() throws {
        let model = try TestModels.load(Self.probit())
        func predict(_ event: MLShapedArray<Int32>, _ others: [String: Double] = [:]) throws -> [String: Double] {
            let inputs = try MLDictionaryFeatureProvider(dictionary: (others as [String: Any]).merging(["event": event]) { $1 })
            let result = try model.prediction(from: inputs)
            return Dictionary(uniqueKeysWithValues: result.featureNames.map { ($0, result.featureValue(for: $0)?.doubleValue ?? .nan) })
        }
        // Feature 0 has the value 1, feature 1 the value 0: 0.5 − 1 + 2, with a variance of 0.25 + 2 · 0.375.
        let event = MLShapedArray<Int32>(scalars: [1, 0], shape: [2])
        var outputs = try predict(event)
        #expect(abs(outputs["mean", default: 0] - 1.5) < 1e-12)
        #expect(abs(outputs["variance", default: 0] - 1) < 1e-12)
        #expect(abs(outputs["probability", default: 0] - Self.normal(1.5 / 2.0.squareRoot())) < 1e-12)
        #expect(outputs["pessimistic"] == outputs["probability"])
        outputs = try predict(event, ["optimism": -2, "truncation": 0.5])
        #expect(abs(outputs["pessimistic", default: 0] - Self.normal(-0.5 / 2.0.squareRoot())) < 1e-12)
        let sampled = try (0..<40).map { _ in try #require(try predict(event, ["scale": 0.5, "truncation": 0.5])["sampled"]) }
        #expect(sampled.allSatisfy { $0 >= Self.normal(1.25) - 1e-9 && $0 <= Self.normal(1.75) + 1e-9 })
        #expect(Set(sampled).count > 1)
        // The same event as pairs of feature and value, with one value that was never seen.
        outputs = try predict(MLShapedArray<Int32>(scalars: [0, 1, 1, 0, 1, 7], shape: [3, 2]))
        #expect(abs(outputs["mean", default: 0] - 1.5) < 1e-12)
        #expect(throws: MLModelError.self) { try predict(MLShapedArray<Int32>(scalars: [1, 0, 1], shape: [3])) }
        #expect(throws: MLModelError.self) { try predict(MLShapedArray<Int32>(scalars: [-1, 0], shape: [2])) }
    }

    @Test("A probit regressor of impossible precision is refused")
    func aProbitRegressorOfImpossiblePrecisionIsRefused() {
        for precision in [0, -1, Double.nan, .infinity] {
            #expect(throws: MLModelError.self) { try TestModels.load(Self.probit { $0.bias?.precision = precision }) }
        }
        #expect(throws: MLModelError.self) { try TestModels.load(Self.probit { $0.optimismInputFeatureName = "elsewhere" }) }
    }

    // MARK: Nearest neighbours

    @Test("The caller sets the number of neighbors")
    func theCallerSetsTheNumberOfNeighbors() throws {
        var index = Specification.NearestNeighborsIndex()
        index.numberOfDimensions = 1
        index.floatSamples = [0, 1, 1.25, 4].map { (value: Float) in
            var sample = Specification.FloatVector()
            sample.vector = PackedFloats([value])
            return sample
        }
        index.indexType = .singleKdTreeIndex(Specification.SingleKdTreeIndex())
        var classifier = Specification.KNearestNeighborsClassifier()
        classifier.nearestNeighborsIndex = index
        var labels = Specification.StringVector()
        labels.vector = ["near", "far", "far", "far"]
        classifier.classLabels = .stringClassLabels(labels)
        var count = Specification.Int64Parameter()
        count.defaultValue = 1
        var range = Specification.Int64Range()
        (range.minValue, range.maxValue) = (1, 3)
        count.allowedValues = .range(range)
        classifier.numberOfNeighbors = count
        var model = TestModels.model(
            .kNearestNeighborsClassifier(classifier), [TestModels.feature("x", TestModels.array([1]))],
            [
                TestModels.feature("label", .stringType(Specification.StringFeatureType())),
                TestModels.feature("probabilities", Self.stringKeys),
            ])
        model.description?.predictedFeatureName = "label"
        model.description?.predictedProbabilitiesName = "probabilities"

        func label(_ neighbors: Int?, in model: Specification.Model, key: MLParameterKey = .numberOfNeighbors) throws -> String {
            let configuration = MLModelConfiguration()
            configuration.parameters = neighbors.map { [key: $0] }
            let loaded = try MLModel(package: ModelPackage(model: model), configuration: configuration, name: "neighbors")
            let x = MLShapedArray<Float>(scalars: [0.25], shape: [1])
            let result = try loaded.prediction(from: MLDictionaryFeatureProvider(dictionary: ["x": x]))
            return try #require(result.featureValue(for: "label")?.stringValue)
        }
        #expect(try label(nil, in: model) == "near")
        #expect(try label(3, in: model) == "far")
        #expect(throws: MLModelError.self) { try label(4, in: model) }
        #expect(throws: MLModelError.self) { try label(0, in: model) }
        let description = try TestModels.load(model).modelDescription.parameterDescriptionsByKey[.numberOfNeighbors]
        #expect(description?.numericConstraint?.maxNumber == 3)
        #expect(try TestModels.load(model).parameterValue(for: .numberOfNeighbors) as? Int == 1)

        // In a pipeline the model's name is the scope.
        var pipeline = Specification.Pipeline()
        pipeline.models = [model]
        pipeline.names = ["knn"]
        var wrapper = model
        wrapper.type = .pipeline(pipeline)
        #expect(try label(3, in: wrapper, key: .numberOfNeighbors.scoped(to: "knn")) == "far")
        #expect(try label(3, in: wrapper, key: .numberOfNeighbors.scoped(to: "other")) == "near")
    }

    // MARK: Links

    private static func link(to file: String, path: String = "") -> Specification.Model {
        var link = Specification.LinkedModelFile()
        link.linkedModelFileName = Specification.StringParameter()
        link.linkedModelFileName?.defaultValue = file
        link.linkedModelSearchPath = Specification.StringParameter()
        link.linkedModelSearchPath?.defaultValue = path
        var model = Specification.LinkedModel()
        model.linkType = .linkedModelFile(link)
        return TestModels.model(
            .linkedModel(model), [TestModels.feature("input", TestModels.array([2]))], [TestModels.feature("output", TestModels.array([2]))]
        )
    }

    @Test("A linked model is the one that its file holds")
    func aLinkedModelIsTheOneThatItsFileHolds() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("parts"), withIntermediateDirectories: true)
        let doubling = TestModels.linear(input: TestModels.array([2]), output: TestModels.array([2]), alpha: 2)
        try doubling.write(to: folder.file("parts/double.mlmodel"))
        let tripling = TestModels.linear(input: TestModels.array([2]), output: TestModels.array([2]), alpha: 3)
        try tripling.write(to: folder.file("triple.mlmodel"))

        func predict(_ model: Specification.Model, _ parameters: [MLParameterKey: Any]? = nil) throws -> [Float] {
            let file = folder.file("link.mlmodel")
            try model.write(to: file)
            let configuration = MLModelConfiguration()
            configuration.parameters = parameters
            let loaded = try MLModel(contentsOf: file, configuration: configuration)
            let x = MLShapedArray<Float>(scalars: [1, 5], shape: [2])
            let result = try loaded.prediction(from: MLDictionaryFeatureProvider(dictionary: ["input": x]))
            return try #require(result.featureValue(for: "output")?.shapedArrayValue(of: Float.self)).scalars
        }
        #expect(try predict(Self.link(to: "triple.mlmodel")) == [3, 15])
        #expect(try predict(Self.link(to: "double.mlmodelc", path: "$BUNDLE_IDENTIFIER(none):.:parts")) == [2, 10])
        #expect(try predict(Self.link(to: "double.mlmodel", path: folder.path + "/parts")) == [2, 10])
        #expect(
            try predict(Self.link(to: "triple.mlmodel"), [.linkedModelFileName: "double.mlmodel", .linkedModelSearchPath: "parts"]) == [
                2, 10,
            ])
        // A model that links to itself, one that is missing, and one that takes something else.
        #expect(throws: MLModelError.self) { try predict(Self.link(to: "link.mlmodel")) }
        #expect {
            try predict(Self.link(to: "missing.mlmodelc", path: "parts"))
        } throws: { error in
            error.localizedDescription.contains("missing.mlmodelc")
        }
        var other = Self.link(to: "triple.mlmodel")
        other.description?.input[0].name = "x"
        #expect(throws: MLModelError.self) { try predict(other) }
        // A model in memory has nothing beside it.
        #expect(throws: MLModelError.self) { try TestModels.load(Self.link(to: "triple.mlmodel")) }
    }

    // MARK: Kinds that do not run

    @Test(
        "A kind that is not supported is named",
        arguments: [
            (.textClassifier(Specification.CoreMLModels.TextClassifier()), "textClassifier"),
            (.wordTagger(Specification.CoreMLModels.WordTagger()), "wordTagger"),
            (.gazetteer(Specification.CoreMLModels.Gazetteer()), "gazetteer"),
            (.wordEmbedding(Specification.CoreMLModels.WordEmbedding()), "wordEmbedding"),
            (.soundAnalysisPreprocessing(Specification.CoreMLModels.SoundAnalysisPreprocessing()), "soundAnalysisPreprocessing"),
            (.audioFeaturePrint(Specification.CoreMLModels.AudioFeaturePrint()), "audioFeaturePrint"),
            (.classConfidenceThresholding(Specification.ClassConfidenceThresholding()), "classConfidenceThresholding"),
            (.serializedModel(Specification.SerializedModel()), "serializedModel"),
            (.visionFeaturePrint(Specification.CoreMLModels.VisionFeaturePrint()), "VisionFeaturePrint"),
        ] as [(Specification.Model.Kind, String)])
    func aKindThatIsNotSupportedIsNamed(kind: Specification.Model.Kind, name: String) {
        #expect {
            try TestModels.load(
                TestModels.model(
                    kind, [TestModels.feature("x", TestModels.array([1]))], [TestModels.feature("y", TestModels.array([1]))]))
        } throws: { error in
            error.localizedDescription.contains(name)
        }
    }
}
