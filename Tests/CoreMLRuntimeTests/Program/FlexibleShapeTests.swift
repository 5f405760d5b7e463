import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

struct FlexibleShapeTests {
    /// A network that makes eight numbers a matrix, and declares one.
    private func predictor(flexible: Bool) throws -> any ModelPredictor {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [1])
        fixture.output("y")
        fixture.layer(.reshapeStatic(.with { $0.targetShape = [2, 4] }), ["x"], ["y"])
        if flexible, case .multiArrayType(var array)? = fixture.description.input[0].type?.type {
            array.shapeFlexibility = .shapeRange(.with { $0.sizeRanges = [.with { ($0.lowerBound, $0.upperBound) = (1, -1) }] })
            fixture.description.input[0].type?.type = .multiArrayType(array)
        }
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        return try PredictorFactory.predictor(for: model, options: PredictorOptions())
    }

    @Test("A declared shape that the layers refuse is no error of loading where others may be given")
    func aDeclaredShapeThatTheLayersRefuseIsNoErrorOfLoadingWhereOthersMayBeGiven() throws {
        let outputs = try predictor(flexible: true).predict([.tensor(Tensor([1.0, 2, 3, 4, 5, 6, 7, 8]))])
        guard case .tensor(let y)? = outputs.first ?? nil else { throw RuntimeError.failed("no tensor") }
        #expect(y.shape == [2, 4] && y.doubles == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test("A declared shape that the layers refuse is an error of loading where it is the only one")
    func aDeclaredShapeThatTheLayersRefuseIsAnErrorOfLoadingWhereItIsTheOnlyOne() {
        #expect(throws: RuntimeError.self) { try predictor(flexible: false) }
    }
}
