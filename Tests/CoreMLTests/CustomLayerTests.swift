import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// `x · sigmoid(beta · x)`, found by its Swift name.
final class SwishLayer: MLCustomLayer {
    private let beta: Float

    init(parameters: [String: Any]) throws {
        beta = try #require(parameters["beta"] as? Float)
        if parameters["name"] != nil {
            #expect(parameters["name"] as? String == "swish")
            #expect(parameters["rounds"] as? Int == 1)
            #expect(parameters["exact"] as? Bool == true)
        }
    }

    func setWeightData(_ weights: [Data]) throws { #expect(weights.isEmpty) }

    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        #expect(inputs[0].dataType == .float32)
        #expect(outputs[0].shape == inputs[0].shape)
        for index in 0..<inputs[0].count {
            let x = inputs[0][index].floatValue
            outputs[0][index] = NSNumber(value: x / (1 + exp(-beta * x)))
        }
    }
}

/// A scaled sum and a scaled difference, registered under a name of its own.
final class ButterflyLayer: MLCustomLayer {
    private var scales: [Float] = []

    init(parameters: [String: Any]) throws { #expect(parameters.isEmpty) }

    func setWeightData(_ weights: [Data]) throws {
        try #require(weights.count == 3)
        scales = weights[0].withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(weights[1].withUnsafeBytes { Array($0.bindMemory(to: Float16.self)) } == [0.5, 0.25, 4])
        #expect(Array(weights[2]) == [1, 2, 3, 4, 5])
    }

    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] {
        #expect(inputShapes == [[2, 3], [2, 3]])
        return inputShapes
    }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        for index in 0..<inputs[0].count {
            let (a, b) = (inputs[0][index].floatValue, inputs[1][index].floatValue)
            outputs[0][index] = NSNumber(value: scales[0] * (a + b))
            outputs[1][index] = NSNumber(value: scales[1] * (a - b))
        }
    }
}

/// A layer that misbehaves as its class says.
class FaultyLayer: MLCustomLayer {
    struct Refusal: Error, LocalizedError {
        let errorDescription: String?
    }

    required init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }
    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {}
}

final class RefusingLayer: FaultyLayer {
    required init(parameters: [String: Any]) throws { throw Refusal(errorDescription: "no beta wanted") }
}

final class ShapelessLayer: FaultyLayer {
    override func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { [] }
}

final class NegativeLayer: FaultyLayer {
    override func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { [[1, 1, -3, 2, 4]] }
}

final class FlatLayer: FaultyLayer {
    override func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { [[24]] }
}

final class HugeLayer: FaultyLayer {
    override func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] {
        [[1, 1, 0x100_0000_0000, 0x100_0000_0000, 4]]
    }
}

final class FailingLayer: FaultyLayer {
    override func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws { throw Refusal(errorDescription: "out of luck") }
}

/// The length of a text, and what the parameters add.
final class LengthModel: MLCustomModel {
    private let extra: Int

    init(modelDescription: MLModelDescription, parameters: [String: Any]) throws {
        #expect(modelDescription.inputDescriptionsByName["text"]?.type == .string)
        #expect(parameters["bytes"] as? Data == Data([1, 2]))
        extra = try #require(parameters["extra"] as? Int)
    }

    func prediction(from input: any MLFeatureProvider, options: MLPredictionOptions) throws -> any MLFeatureProvider {
        let text = try #require(input.featureValue(for: "text")?.stringValue)
        if text == "nothing" { return try MLDictionaryFeatureProvider(dictionary: [:]) }
        return try MLDictionaryFeatureProvider(dictionary: ["length": text.count + extra])
    }
}

@Suite struct CustomLayerTests {
    private struct Fixture: Decodable {
        struct Array: Decodable {
            var shape: [Int]
            var values: [Double]
        }
        var input: Array
        var output: Array
    }

    private static func specification(_ name: String) throws -> Specification.Model {
        try Specification.Model(parsing: Bytes(contentsOf: Fixtures.url("custom/\(name).mlmodel")))
    }

    /// The network of `swish` with its layer of another class.
    private static func network(of className: String) throws -> Specification.Model {
        var model = try specification("swish")
        guard case .neuralNetwork(var network) = model.type, case .custom(var custom) = network.layers[1].layer else {
            throw CocoaError(.coderInvalidValue)
        }
        custom.className = className
        network.layers[1].layer = .custom(custom)
        model.type = .neuralNetwork(network)
        return model
    }

    @Test("Layers of the app compute as NumPy does", arguments: ["swish", "butterfly", "branch"])
    func layersOfTheAppComputeAsNumPyDoes(
        name: String
    ) throws {
        MLModel.registerCustomLayer(ButterflyLayer.self, forClassNamed: "ButterflyLayer")
        let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: Fixtures.url("custom/\(name).json")))
        let model = try MLModel(contentsOf: Fixtures.url("custom/\(name).mlmodel"))
        let x = MLShapedArray<Double>(scalars: fixture.input.values, shape: fixture.input.shape)
        for _ in 0..<2 {
            let result = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["x": x]))
            let y = try #require(result.featureValue(for: "y")?.shapedArrayValue(of: Double.self))
            #expect(y.shape == fixture.output.shape)
            #expect(zip(y.scalars, fixture.output.values).allSatisfy { abs($0 - $1) < 1e-5 })
        }
    }

    @Test(
        "A layer that cannot be used is an error of loading that names it",
        arguments: [
            ("NoSuchClass", "'NoSuchClass'"), ("CoreMLTests.NoSuchLayer", "'CoreMLTests.NoSuchLayer'"),
            ("CoreMLTests.LengthModel", "MLCustomLayer"),
            ("$sSi", "'$sSi'"), ("", "''"), ("CoreMLTests.RefusingLayer", "no beta wanted"),
            ("CoreMLTests.ShapelessLayer", "0 outputs of 1"),
            ("CoreMLTests.NegativeLayer", "-3"), ("CoreMLTests.FlatLayer", "[24]"), ("CoreMLTests.HugeLayer", "limit"),
        ])
    func aLayerThatCannotBeUsedIsAnErrorOfLoadingThatNamesIt(className: String, reason: String) throws {
        let model = try Self.network(of: className)
        #expect {
            try TestModels.load(model)
        } throws: { error in
            error.localizedDescription.contains("swish") && error.localizedDescription.contains(reason)
        }
    }

    @Test("A layer that fails is an error of the prediction that names it")
    func aLayerThatFailsIsAnErrorOfThePredictionThatNamesIt() throws {
        let model = try TestModels.load(try Self.network(of: "CoreMLTests.FailingLayer"))
        let x = MLShapedArray<Float>(repeating: 0, shape: [3, 2, 4])
        #expect {
            try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["x": x]))
        } throws: { error in
            guard let error = error as? MLModelError else { return false }
            return error.code == .customLayer && error.localizedDescription.contains("out of luck")
                && error.localizedDescription.contains("CoreMLTests.FailingLayer")
        }
    }

    @Test("A model of the app answers itself")
    func aModelOfTheAppAnswersItself() throws {
        let model = try MLModel(contentsOf: Fixtures.url("custom/length.mlmodel"))
        let result = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["text": "osprey"]))
        #expect(result.featureValue(for: "length")?.int64Value == 46)
        #expect {
            try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["text": "nothing"]))
        } throws: { error in
            (error as? MLModelError)?.code == .customModel && error.localizedDescription.contains("length")
        }
    }

    @Test("A model of the app that is not there is named")
    func aModelOfTheAppThatIsNotThereIsNamed() throws {
        var model = try Self.specification("length")
        guard case .customModel(var custom) = model.type else { throw CocoaError(.coderInvalidValue) }
        custom.className = "Elsewhere.Model"
        model.type = .customModel(custom)
        #expect {
            try TestModels.load(model)
        } throws: { error in
            error.localizedDescription.contains("Elsewhere.Model")
        }
    }
}
