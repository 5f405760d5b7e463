import Testing

@testable import CoreMLRuntime

/// Compressed weights, against the examples of the format's own documentation.
struct DecompressionTests {
    private func outputs(_ kind: String, _ arguments: [String: Tensor]) throws -> [Tensor] {
        let call = OperationCall(kind: kind, name: "weight", inputs: arguments.mapValues { [.init(type: $0.type, tensor: $0)] })
        let definition = try OperationRegistry.definition(for: kind)
        let outputs = try definition.outputTypes(call).map { Tensor(uninitialized: $0) }
        try definition.compute(call, outputs: outputs)
        return outputs
    }

    private let mask = Tensor(
        [
            1, 1, 0, 0, 0, 0,
            1, 1, 0, 0, 0, 1,
            0, 1, 1, 0, 1, 0,
            0, 0, 0, 1, 0, 0,
        ] as [Int32], shape: [4, 6]
    ).converted(to: .uint8)
    private let indices = Tensor([0, 1, 1, 0, 1, 1, 0, 0, 1] as [Int32]).converted(to: .uint8)

    @Test("A sparse table of numbers keeps the mask")
    func aSparseTableOfNumbersKeepsTheMask() throws {
        let sparse = try outputs(
            "constexpr_lut_to_sparse",
            ["indices_mask": mask, "indices_nonzero_data": indices, "lut": Tensor([2.0, 3], shape: [1, 1, 2, 1])])
        #expect(sparse[0].shape == [4, 6] && sparse[0].doubles == mask.doubles)
        #expect(sparse[1].doubles == [2, 3, 3, 2, 3, 3, 2, 2, 3])
    }

    @Test("A sparse table of vectors widens the mask along their axis")
    func aSparseTableOfVectorsWidensTheMaskAlongTheirAxis() throws {
        let sparse = try outputs(
            "constexpr_lut_to_sparse",
            [
                "indices_mask": mask, "indices_nonzero_data": indices, "lut": Tensor([2.0, 20, 3, 30], shape: [1, 1, 2, 2]),
                "vector_axis": .scalar(0),
            ])
        #expect(sparse[0].shape == [8, 6] && sparse[1].shape == [18])
        let dense = try outputs("constexpr_sparse_to_dense", ["mask": sparse[0], "nonzero_data": sparse[1]])[0]
        #expect(
            dense.doubles == [
                2, 3, 0, 0, 0, 0,
                20, 30, 0, 0, 0, 0,
                3, 2, 0, 0, 0, 3,
                30, 20, 0, 0, 0, 30,
                0, 3, 2, 0, 2, 0,
                0, 30, 20, 0, 20, 0,
                0, 0, 0, 3, 0, 0,
                0, 0, 0, 30, 0, 0,
            ])
    }

    @Test("Vectors along the last axis lie side by side")
    func vectorsAlongTheLastAxisLieSideBySide() throws {
        let sparse = try outputs(
            "constexpr_lut_to_sparse",
            [
                "indices_mask": Tensor([1, 0, 0, 1] as [Int32], shape: [2, 2]), "indices_nonzero_data": Tensor([1, 0] as [Int32]),
                "lut": Tensor([1.0, 2, 3, 4, 5, 6], shape: [1, 1, 2, 3]), "vector_axis": .scalar(-1),
            ])
        let dense = try outputs("constexpr_sparse_to_dense", ["mask": sparse[0], "nonzero_data": sparse[1]])[0]
        #expect(dense.shape == [2, 6])
        #expect(dense.doubles == [4, 5, 6, 0, 0, 0, 0, 0, 0, 1, 2, 3])
    }

    @Test("A table of nothing is an error")
    func aTableOfNothingIsAnError() {
        #expect(throws: RuntimeError.self) {
            try outputs(
                "constexpr_lut_to_sparse",
                ["indices_mask": mask, "indices_nonzero_data": indices, "lut": Tensor([Float](), shape: [1, 1, 2, 0])])
        }
    }

    @Test("An index beyond the table is an error")
    func anIndexBeyondTheTableIsAnError() {
        #expect(throws: RuntimeError.self) {
            try outputs(
                "constexpr_lut_to_sparse",
                ["indices_mask": mask, "indices_nonzero_data": indices, "lut": Tensor([2.0], shape: [1, 1, 1, 1])])
        }
    }
}
