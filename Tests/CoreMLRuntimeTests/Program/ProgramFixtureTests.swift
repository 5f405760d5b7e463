import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

/// The programs of Scripts/program_fixtures.py: written by coremltools, with what NumPy makes of them.
struct ProgramFixtureTests {
    struct Prediction: Decodable {
        var function: String?
        var inputs: [String: OperationFixtureTests.Value]
        var outputs: [String: OperationFixtureTests.Value]
    }

    static let names = [
        "attention", "compressed_weights", "compressed_weights_of_ios16", "control_flow", "flexible_shapes", "functions", "integers",
        "lists", "recurrent", "states",
    ]

    @Test("A program answers as NumPy does", arguments: names)
    func aProgramAnswersAsNumPyDoes(_ name: String) throws {
        let file = Fixtures.url("programs/\(name).json")
        let predictions = try JSONDecoder().decode([Prediction].self, from: Data(contentsOf: file))
        let package = try ModelPackage(contentsOf: Fixtures.url("programs/\(name).mlpackage"))
        var predictors: [String?: (ModelInterface, any ModelPredictor, [String: StateBuffer])] = [:]
        for prediction in predictions {
            if predictors[prediction.function] == nil {
                var options = PredictorOptions()
                options.allowsReducedPrecision = false
                options.functionName = prediction.function
                options.weights = package.weights
                let predictor = try PredictorFactory.predictor(for: package.model, options: options)
                let interface = try ModelInterface(package.model, functionName: prediction.function)
                predictors[prediction.function] = (interface, predictor, predictor.makeStates())
            }
            let (interface, predictor, states) = try #require(predictors[prediction.function])
            let inputs = try interface.inputs.map { input in
                PredictorValue.tensor(try #require(prediction.inputs[input.name]?.tensor))
            }
            let outputs = try predictor.predict(inputs, states: states)
            #expect(Set(interface.outputs.map(\.name)) == Set(prediction.outputs.keys))
            for (output, value) in zip(interface.outputs, outputs) {
                let expected = try #require(prediction.outputs[output.name])
                guard case .tensor(let tensor)? = value else {
                    Issue.record("\(output.name) is no tensor")
                    continue
                }
                try compare(tensor, expected, output.name)
            }
        }
    }

    private func compare(_ tensor: Tensor, _ expected: OperationFixtureTests.Value, _ name: String) throws {
        let truth = try #require(expected.tensor).doubles
        #expect(tensor.shape == expected.shape, "\(name)")
        try #require(tensor.count == truth.count)
        let worst = zip(tensor.doubles, truth).map { abs($0 - $1) / max(1, abs($1)) }.max() ?? 0
        #expect(expected.ints == nil ? worst < 2e-5 : worst == 0, "\(name)")
    }
}
