import CoreMLSpecification
import TestSupport
import Testing

@testable import CoreMLRuntime

struct PipelineStateTests {
    /// A pipeline of the program that sums its inputs, as often as said.
    private func pipeline(of count: Int) throws -> any ModelPredictor {
        let package = try ModelPackage(contentsOf: Fixtures.url("programs/states.mlpackage"))
        let model = Specification.Model.with {
            $0.description = package.model.description
            $0.type = .pipeline(.with { $0.models = Array(repeating: package.model, count: count) })
        }
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        options.weights = package.weights
        return try PredictorFactory.predictor(for: model, options: options)
    }

    private func sum(_ outputs: [PredictorValue?]) throws -> [Double] {
        for case .tensor(let tensor)? in outputs where tensor.count == 2 { return tensor.doubles }
        throw RuntimeError.failed("there is no sum")
    }

    @Test("A model of a pipeline goes on from its states")
    func aModelOfAPipelineGoesOnFromItsStates() throws {
        let pipeline = try pipeline(of: 1)
        let (states, others) = (pipeline.makeStates(), pipeline.makeStates())
        #expect(states.count == 2)
        func predict(_ x: [Float], _ states: [String: StateBuffer]) throws -> [Double] {
            try sum(pipeline.predict([.tensor(Tensor(x))], states: states))
        }
        #expect(try predict([1, 2], states) == [1, 2])
        #expect(try predict([-3, 0.5], states) == [-2, 2.5])
        #expect(try predict([4, 4], others) == [4, 4])
        #expect(try predict([4, 4], states) == [2, 6.5])
        // Without states each prediction begins with zeros.
        #expect(try sum(pipeline.predict([.tensor(Tensor([5, 6] as [Float]))])) == [5, 6])
    }

    @Test("Two models of a pipeline with one state are an error of loading")
    func twoModelsOfAPipelineWithOneStateAreAnErrorOfLoading() {
        #expect {
            try pipeline(of: 2)
        } throws: { error in
            guard case RuntimeError.invalidModel(let reason) = error else { return false }
            return reason.contains("has a state")
        }
    }
}
