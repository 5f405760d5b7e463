import CoreML
import Foundation
import TestSupport
import Testing

/// Models made by scikit-learn and coremltools, with scikit-learn's own answers (`Fixtures/make_predictors.py`).
@Suite struct PredictorTests {
    private static func cases(_ file: URL) throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]])
    }

    private static func inputs(_ values: [String: Any]) throws -> MLDictionaryFeatureProvider {
        try MLDictionaryFeatureProvider(
            dictionary: values.mapValues { value in
                switch value {
                case let list as [NSNumber]: try MLMultiArray(list.map(\.doubleValue)) as Any
                case let dictionary as [String: NSNumber]: dictionary.mapValues(\.doubleValue)
                case let number as NSNumber: number.doubleValue
                default: value
                }
            })
    }

    @Test(
        "Regressors agree with scikit-learn",
        arguments: [
            "linear_regression", "tree_regressor", "forest_regressor", "boosted_regressor", "svm_regressor", "svm_polynomial",
            "pipeline_scaled", "pipeline_dictionary",
        ])
    func regressorsAgreeWithScikitLearn(name: String) throws {
        let model = try MLModel(contentsOf: Fixtures.url("predictors/\(name).mlmodel"))
        #expect(model.modelDescription.predictedFeatureName == "target")
        for testCase in try Self.cases(Fixtures.url("predictors/\(name).json")) {
            let inputs = try Self.inputs(try #require(testCase["inputs"] as? [String: Any]))
            let expected = try #require((testCase["outputs"] as? [String: Double])?["target"])
            let value = try #require(try model.prediction(from: inputs).featureValue(for: "target"))
            #expect(abs(value.doubleValue - expected) < 1e-6 * max(1, abs(expected)))
        }
    }

    @Test(
        "Classifiers agree with scikit-learn",
        arguments: [
            "logistic_two", "logistic_three", "logistic_one_versus_rest", "tree_classifier", "forest_classifier", "boosted_two", "svm_two",
            "svm_three", "svm_nu", "pipeline_normalized",
        ])
    func classifiersAgreeWithScikitLearn(name: String) throws {
        let model = try MLModel(contentsOf: Fixtures.url("predictors/\(name).mlmodel"))
        let probabilitiesName = try #require(model.modelDescription.predictedProbabilitiesName)
        // scikit-learn couples the two classes of a support vector machine as it does more, which moves them a little.
        let tolerance = name.hasPrefix("svm") ? 5e-3 : 1e-6
        for testCase in try Self.cases(Fixtures.url("predictors/\(name).json")) {
            let outputs = try #require(testCase["outputs"] as? [String: Any])
            let result = try model.prediction(from: try Self.inputs(try #require(testCase["inputs"] as? [String: Any])))
            let probabilities = try #require(result.featureValue(for: probabilitiesName)?.dictionaryValue)
            let expected = try #require(outputs["classProbability"] as? [[Any]])
            #expect(probabilities.count == expected.count)
            for pair in expected {
                // The converter leaves the sum over a forest's trees undivided.
                let value = try #require(pair[1] as? Double) * (name == "forest_classifier" ? 5 : 1)
                let key: AnyHashable = (pair[0] as? String).map { AnyHashable($0) } ?? AnyHashable((pair[0] as? NSNumber)?.intValue ?? -1)
                #expect(abs((probabilities[key]?.doubleValue ?? .nan) - value) < tolerance)
            }
            let label = try #require(result.featureValue(for: "target"))
            if let text = outputs["target"] as? String {
                #expect(label.stringValue == text)
            } else {
                #expect(label.int64Value == (outputs["target"] as? NSNumber)?.int64Value)
            }
        }
    }

    @Test("Nearest neighbors agree with scikit-learn")
    func nearestNeighborsAgreeWithScikitLearn() throws {
        let model = try MLModel(contentsOf: Fixtures.url("predictors/neighbors.mlmodel"))
        for testCase in try Self.cases(Fixtures.url("predictors/neighbors.json")) {
            let result = try model.prediction(from: try Self.inputs(try #require(testCase["inputs"] as? [String: Any])))
            let expected = (testCase["outputs"] as? [String: Any])?["target"] as? NSNumber
            #expect(result.featureValue(for: "target")?.int64Value == expected?.int64Value)
        }
    }

    /// Needs ../shared/data/models; the truth is a plain reading of the format (`Fixtures/make_shared_truth.py`).
    @Test(
        "Published regressors agree with a plain reading of the format",
        .enabled(if: SharedData.has("models"), "needs ../shared/data/models"),
        arguments: [
            "MarsHabitatPricer_tiny", "trees_0_and_nan", "trees_happy_sunday", "trees_2_numeric_items_no_context_binary_reward",
            "trees_list_items_20_same_nested_context_binary_reward",
        ])
    func publishedRegressorsAgreeWithAPlainReadingOfTheFormat(name: String) throws {
        let model = try MLModel(contentsOf: SharedData.url("models/\(name).mlmodel"))
        for testCase in try Self.cases(Fixtures.url("shared/\(name).json")) {
            var values: [String: Any] = try #require(testCase["inputs"] as? [String: String]).compactMapValues { Double($0) }
            for missing in testCase["missing"] as? [String] ?? [] { values[missing] = Double.nan }
            let result = try model.prediction(from: try Self.inputs(values))
            for (output, expected) in try #require(testCase["outputs"] as? [String: Double]) {
                let value = try #require(result.featureValue(for: output)).doubleValue
                #expect(abs(value - expected) < 1e-9 * max(1, abs(expected)))
            }
        }
    }

    @Test("Batches answer in order")
    func batchesAnswerInOrder() throws {
        let model = try MLModel(contentsOf: Fixtures.url("predictors/linear_regression.mlmodel"))
        let cases = try Self.cases(Fixtures.url("predictors/linear_regression.json"))
        let inputs = try cases.map { try Self.inputs($0["inputs"] as? [String: Any] ?? [:]) }
        let results = try model.predictions(fromBatch: MLArrayBatchProvider(array: inputs))
        #expect(results.count == cases.count)
        for index in 0..<results.count {
            let expected = (cases[index]["outputs"] as? [String: Double])?["target"] ?? .nan
            #expect(abs((results.features(at: index).featureValue(for: "target")?.doubleValue ?? 0) - expected) < 1e-6)
        }
        let broken = MLArrayBatchProvider(array: [inputs[0], try MLDictionaryFeatureProvider(dictionary: [:])])
        #expect {
            try model.predictions(fromBatch: broken)
        } throws: { error in
            error.localizedDescription.contains("1")
        }
    }

    @Test("Predictions may run at once")
    func predictionsMayRunAtOnce() async throws {
        let model = try MLModel(contentsOf: Fixtures.url("predictors/forest_classifier.mlmodel"))
        let first = try #require(try Self.cases(Fixtures.url("predictors/forest_classifier.json")).first)
        let values = try #require(first["inputs"] as? [String: Double])
        let labels = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let inputs = try MLDictionaryFeatureProvider(dictionary: values)
                    return try await model.prediction(from: inputs).featureValue(for: "target")?.int64Value ?? -1
                }
            }
            return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
        }
        #expect(labels.count == 1)
    }
}
