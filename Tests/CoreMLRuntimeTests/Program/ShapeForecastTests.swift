import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

@Suite struct ShapeForecastTests {
    @Test("Growth that was seen twice is foreseen")
    func growthThatWasSeenTwiceIsForeseen() {
        let forecast = ShapeForecast()
        #expect(forecast.next(after: [[1, 5], [1, 1, 5, 5]]) == nil)
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 6]]) == nil)
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 7]]) == nil)
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 8]]) == [[1, 1], [1, 1, 1, 9]])
        #expect(forecast.next(after: [[1, 1], [1, 1, 1, 9]]) == [[1, 1], [1, 1, 1, 10]])
    }

    @Test("Other shapes are not foreseen")
    func otherShapesAreNotForeseen() {
        let forecast = ShapeForecast()
        for shapes in [
            [[3]], [[3]], [[3]], [[2]], [[1]], [[0]], [[1]], [[3]], [[6]], [[6, 1]], [[7, 1], [1]], [[8, 1]], [[Int.max, 1]],
        ] {
            #expect(forecast.next(after: shapes) == nil)
        }
    }

    /// A program whose input may have any length.
    private func predictor() throws -> any ModelPredictor {
        var check = ProgramCheck()
        let x = check.input("x", Tensor([1.0, 2]))
        check.call("mul", ["x": x, "y": .float(3)], outputs: ["tripled"])
        check.call("add", ["x": .name("tripled"), "y": .name("x")], outputs: ["y"])
        var model = try check.model(outputs: ["y"])
        guard case .mlProgram(var program)? = model.type, var function = program.functions["main"] else {
            throw RuntimeError.failed("no program")
        }
        let open = Specification.MILSpec.Dimension.with { $0.dimension = .unknown(.init()) }
        let type = Specification.MILSpec.TensorType.with { ($0.dataType, $0.rank, $0.dimensions) = (.float32, 1, [open]) }
        function.inputs[0].type = .with { $0.type = .tensorType(type) }
        program.functions["main"] = function
        model.type = .mlProgram(program)
        return try ProgramCheck.predictor(model)
    }

    @Test("Predictions of growing inputs are those of others")
    func predictionsOfGrowingInputsAreThoseOfOthers() throws {
        let predictor = try predictor()
        for length in Array(1...24) + Array(3...6) + Array(1...12) {
            let x = (0..<length).map { Float($0) - 2 }
            let outputs = try predictor.predict([.tensor(Tensor(x))])
            guard case .tensor(let y)? = outputs.first ?? nil else { throw RuntimeError.failed("no tensor") }
            #expect(y.doubles == x.map { Double(4 * $0) })
        }
    }
}
