import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

struct OneHotEncoderTests {
    @Test("An error about an unknown category names the value, the input and the categories")
    func unknownCategory() throws {
        let encoder = Specification.OneHotEncoder.with { $0.categoryType = .stringCategories(.with { $0.vector = ["female", "male"] }) }
        let model = Specification.Model.with {
            $0.description = .with {
                $0.input = [
                    .with {
                        $0.name = "sex"
                        $0.type = .with { $0.type = .stringType(.init()) }
                    }
                ]
                $0.output = [
                    .with {
                        $0.name = "v"
                        $0.type = .with { $0.type = .multiArrayType(.with { $0.shape = [2] }) }
                    }
                ]
            }
            $0.type = .oneHotEncoder(encoder)
        }
        let predictor = try PredictorFactory.predictor(for: model, options: PredictorOptions())
        #expect(throws: RuntimeError.invalidInput("input 'sex' cannot be 'zzz'; the categories are 'female', 'male'")) {
            try predictor.predict([.string("zzz")])
        }
    }
}
