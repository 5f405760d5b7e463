import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// The choice of precisions, with the rounding of bfloat16 on any processor.
@Suite struct PrecisionSearchTests {
    private static func answers(_ predictor: any ModelPredictor, seed: Int) throws -> [[Double]] {
        var noise = Noise(seed)
        return try predictor.predict([.tensor(noise.tensor([1, PrecisionNetwork.width]))]).map { value in
            guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("no tensor") }
            return tensor.doubles
        }
    }

    /// The errors for each output, on inputs that the probe has not seen.
    private static func errors(_ predictor: any ModelPredictor, of network: PrecisionNetwork) throws -> [Double] {
        let (exact, _) = try network.predictor { $0.allowsReducedPrecision = false }
        return zip(try answers(predictor, seed: 11), try answers(exact, seed: 11)).map { PrecisionProbe.error(of: $0, from: $1) }
    }

    @Test("A network whose errors average out is computed with rounded factors alone")
    func steady() throws {
        let (predictor, report) = try PrecisionNetwork.steady.predictor()
        let choice = try #require(report.choices.first?.choice)
        #expect(choice.kind == .fastest && choice.productCount == 2)
        let error = try Self.errors(predictor, of: .steady)[0]
        #expect(error > 5e-4 && error < PrecisionBudget.floor)
        #expect(try #require(choice.outputs.first).error > 5e-4)
    }

    @Test("Only the cheap product that needs it stays in float32")
    func both() throws {
        let (predictor, report) = try PrecisionNetwork.both.predictor()
        let choice = try #require(report.choices.first?.choice)
        #expect(choice.kind == .mixed)
        #expect(choice.exactProducts.contains("delicate") && !choice.exactProducts.contains("steady"))
        #expect(choice.reducedShare > 0.25 && choice.reducedShare < 1)
        let output = try #require(choice.outputs.first { $0.name == "delicate" })
        #expect(output.fastestError > 2 * output.budget)
        #expect(output.error <= output.budget)
        let (fastest, _) = try PrecisionNetwork.both.predictor { $0.measuresPrecision = false }
        #expect(try Self.errors(fastest, of: .both)[1] > 2 * output.budget)
        let errors = try Self.errors(predictor, of: .both)
        #expect(errors[0] > 5e-4, "the other products have rounded factors")
        #expect(errors.allSatisfy { $0 <= PrecisionBudget.floor })
    }

    @Test("A network with most of its work in the product that needs float32 is float32")
    func delicate() throws {
        let (predictor, report) = try PrecisionNetwork.delicate.predictor()
        let choice = try #require(report.choices.first?.choice)
        #expect(choice.kind == .float32 && choice.reducedShare == 0)
        #expect(try Self.errors(predictor, of: .delicate)[0] == 0)
        let output = try #require(choice.outputs.first)
        let float16Error = try #require(output.float16Error)
        // float16 has eight times finer numbers.
        #expect(output.fastestError / float16Error > 4 && output.fastestError / float16Error < 16)
    }

    @Test("The same network has the same choice each time it is measured")
    func isRepeatable() throws {
        let choices = try (0..<3).map { _ in try #require(try PrecisionNetwork.both.predictor().1.choices.first?.choice) }
        #expect(choices[1] == choices[0] && choices[2] == choices[0])
    }

    @Test("A choice that is known is not measured again")
    func known() throws {
        let given = PrecisionChoice(kind: .mixed, exactProducts: ["a"], productCount: 4, reducedShare: 0.5)
        let report = PrecisionReport(known: [[]: given])
        let (predictor, _) = try PrecisionNetwork.both.predictor { $0.precisionReport = report }
        #expect(report.choices.map(\.choice) == [given])
        _ = try Self.answers(predictor, seed: 1)
        #expect(Set(predictor.reducedProducts.map(\.name)) == ["steady", "c", "delicate"])
    }

    @Test("Without reduced precision nothing is measured")
    func float32() throws {
        let (_, cpuOnly) = try PrecisionNetwork.both.predictor { $0.allowsReducedPrecision = false }
        #expect(cpuOnly.choices.isEmpty)
        let (_, withoutProducts) = try PrecisionNetwork.both.predictor { $0.reducedPrecision = PlanOptions() }
        #expect(withoutProducts.choices.isEmpty)
        let (fastest, unmeasured) = try PrecisionNetwork.both.predictor { $0.measuresPrecision = false }
        #expect(unmeasured.choices.isEmpty)
        #expect(fastest.reducedProducts.count == 4)
    }

    @Test("A network that fails on every probe is float32")
    func unmeasured() throws {
        var network = PrecisionNetwork.both
        network.requireLabel()
        let (predictor, report) = try network.predictor()
        #expect(report.choices.map(\.choice) == [.unmeasured])
        #expect(predictor.reducedProducts.isEmpty)
    }

    @Test("Each model of a pipeline has a choice of its own")
    func pipeline() throws {
        let models = [PrecisionNetwork.steady.model, PrecisionNetwork.delicate.model]
        let pipeline = Specification.Model.with {
            $0.description = PrecisionNetwork.both.model.description
            $0.type = .pipeline(.with { $0.models = models })
        }
        let (_, report) = try PrecisionNetwork.predictor(for: pipeline)
        #expect(report.choices.map(\.place) == [[0], [1]])
        #expect(report.choices.map(\.choice.kind) == [.fastest, .float32])
    }

    /// A program of the declared type: two products, of which the second cancels.
    private static func program(_ type: String) throws -> Specification.Model {
        let text = """
            program(1.3) { func main<ios18>(tensor<fp32, [4, 4]> x) {
                tensor<\(type), [4, 4]> typed = cast(x = x, dtype = string("\(type)"));
                tensor<\(type), [4, 4]> first = matmul(x = typed, y = typed, transpose_x = bool(false), transpose_y = bool(true));
                tensor<\(type), [4, 4]> second = matmul(x = first, y = first, transpose_x = bool(false), transpose_y = bool(true));
                tensor<fp32, [4, 4]> y = cast(x = second, dtype = string("fp32"));
            } -> (y); }
            """
        let program = try Specification.MILSpec.Program(text: Bytes(copying: text.utf8))
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [4, 4])
        fixture.output("y", [4, 4])
        let description = fixture.description
        return .with { ($0.specificationVersion, $0.description, $0.type) = (9, description, .mlProgram(program)) }
    }

    @Test("A program of float32 is not measured, and one of float16 is")
    func programs() throws {
        #expect(try PrecisionNetwork.predictor(for: Self.program("fp32")).1.choices.isEmpty)
        let (_, report) = try PrecisionNetwork.predictor(for: Self.program("fp16"))
        let choice = try #require(report.choices.first?.choice)
        #expect(choice.productCount == 2 && choice.outputs.first.map { $0.fastestError > 0 } == true)
    }
}
