import Testing

@testable import CoreMLRuntime

struct IndexValidationTests {
    private func output(_ kind: String, _ tensors: [String: Tensor], validates: Bool?) throws -> [Double] {
        var tensors = tensors
        if let validates { tensors["validate_indices"] = .scalar(validates) }
        let inputs = tensors.mapValues { [OperationCall.Input(type: $0.type, tensor: $0)] }
        let call = OperationCall(kind: kind, name: "test", inputs: inputs)
        let definition = try OperationRegistry.definition(for: kind)
        let output = Tensor(uninitialized: try definition.outputTypes(call)[0])
        try definition.compute(call, outputs: [output])
        return output.doubles
    }

    private func gathered(_ indices: [Int32], validates: Bool?) throws -> [Double] {
        try output("gather", ["x": Tensor([1.0, 2, 3]), "indices": Tensor(indices)], validates: validates)
    }

    private func scattered(_ indices: [Int32], validates: Bool?) throws -> [Double] {
        let tensors = ["data": Tensor([1.0, 2, 3]), "indices": Tensor(indices), "updates": Tensor([10.0, 20, 30])]
        return try output("scatter", tensors, validates: validates)
    }

    @Test("Negative indices count from the end, and are errors where indices are validated")
    func negativeIndicesCountFromTheEndUnlessTheyAreValidated() throws {
        #expect(try gathered([-1, 0], validates: nil) == [3, 1])
        #expect(try gathered([-1, 0], validates: false) == [3, 1])
        #expect(throws: RuntimeError.self) { try gathered([-1, 0], validates: true) }
    }

    @Test("Without validation, indices outside are clamped or passed over, and nothing is read or written outside")
    func indicesOutsideAreHarmlessWhereNobodyValidatesThem() throws {
        #expect(try gathered([7, -9], validates: false) == [3, 1])
        #expect(try scattered([7, 1, -1], validates: false) == [1, 22, 3])
    }

    @Test("Scattering counts negative indices from the end, and refuses indices outside, where validation is not named")
    func writingAtAnIndexOutsideIsAnErrorOtherwise() throws {
        #expect(try scattered([0, 1, -1], validates: nil) == [11, 22, 33])
        #expect(throws: RuntimeError.self) { try scattered([0, 1, 3], validates: nil) }
        #expect(throws: RuntimeError.self) { try scattered([0, 1, -1], validates: true) }
    }

    @Test("An index outside is an error", arguments: [3, -4, Int32.min])
    func anIndexOutsideIsAnError(_ index: Int32) {
        #expect(throws: RuntimeError.self) { try gathered([index], validates: nil) }
    }
}
