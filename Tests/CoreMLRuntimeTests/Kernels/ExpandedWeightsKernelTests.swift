import Testing

@testable import CoreMLRuntime

/// Compressed weights, against each number expanded by itself.
@Suite struct ExpandedWeightsKernelTests {
    private func bytes(_ shape: [Int], below limit: Int) -> Tensor {
        let count = shape.reduce(1, *)
        return Tensor((0..<count).map { Int32($0 * 7 % limit) }, shape: shape).converted(to: .uint8)
    }

    @Test(
        "Blocks have a scale and an offset",
        arguments: [
            ([4, 6], [2, 3]), ([4, 6], [1, 1]), ([4, 6], [4, 6]), ([2, 9, 5], [2, 3, 1]), ([3, 4], [3, 1]), ([0, 4], [1, 2]),
        ])
    func blocksHaveAScaleAndAnOffset(shape: [Int], blocks: [Int]) throws {
        var noise = Noise(51)
        let data = bytes(shape, below: 16)
        let (scale, offset) = (noise.positive(blocks), noise.tensor(blocks))
        for hasOffset in [false, true] {
            var tensors = ["data": data, "scale": scale]
            if hasOffset { tensors["offset"] = offset }
            let y = try OperationRun.result("constexpr_blockwise_shift_scale", tensors)
            let numbers = data.doubles
            let expected: [Float] = OperationRun.indices(shape).enumerated().map { place, index in
                let block = index.indices.map { index[$0] / (shape[$0] / blocks[$0]) }
                let group = OperationRun.place(block, in: blocks)
                return scale.floats[group] * (Float(numbers[place]) - (hasOffset ? offset.floats[group] : 0))
            }
            #expect(y.shape == shape && y.bits == expected.map(\.bitPattern), "\(shape) in \(blocks)")
        }
    }

    @Test("Blocks that do not divide are an error")
    func blocksThatDoNotDivideAreAnError() {
        let tensors: [String: Tensor] = ["data": bytes([4, 6], below: 4), "scale": Tensor([1.0, 2, 3, 4], shape: [1, 4])]
        #expect(throws: RuntimeError.self) { try OperationRun.result("constexpr_blockwise_shift_scale", tensors) }
    }

    @Test("Channels have a scale and a zero point", arguments: [0, 1, -1])
    func channelsHaveAScaleAndAZeroPoint(axis: Int) throws {
        let shape = [3, 5, 2]
        let own = axis < 0 ? axis + 3 : axis
        let data = bytes(shape, below: 200)
        let scales: [Float] = (0..<shape[own]).map { Float($0) + 0.5 }
        for zeros in [[3], (0..<shape[own]).map { Float(2 * $0) }] as [[Float]] {
            let y = try OperationRun.result(
                "constexpr_affine_dequantize",
                ["quantized_data": data, "scale": Tensor(scales), "zero_point": Tensor(zeros), "axis": .scalar(axis)])
            let numbers = data.doubles
            let expected: [Double] = OperationRun.indices(shape).enumerated().map { place, index in
                let channel = index[own]
                return Double(scales[channel]) * (numbers[place] - Double(zeros[zeros.count == 1 ? 0 : channel]))
            }
            #expect(y.doubles == expected)
        }
    }

    @Test("Packed indices are looked up", arguments: [1, 2, 3, 4, 6, 8])
    func packedIndicesAreLookedUp(bits: Int) throws {
        let shape = [3, 7]
        let table = Tensor((0..<1 << bits).map { Float($0) - 1.5 })
        let indices = (0..<21).map { $0 * 5 % (1 << bits) }
        var packed = [Int32](repeating: 0, count: (21 * bits + 7) / 8)
        for (place, index) in indices.enumerated() {
            for bit in 0..<bits where index >> bit & 1 != 0 { packed[(place * bits + bit) / 8] |= 1 << Int32((place * bits + bit) % 8) }
        }
        let y = try OperationRun.result(
            "constexpr_lut_to_dense", ["indices": Tensor(packed).converted(to: .uint8), "lut": table, "shape": .ints(shape)])
        #expect(y.shape == shape && y.doubles == indices.map { Double($0) - 1.5 })
        let short: [String: Tensor] = ["indices": bytes([1], below: 2), "lut": table, "shape": .ints([9, 9])]
        #expect(throws: RuntimeError.self) { try OperationRun.result("constexpr_lut_to_dense", short) }
    }

    @Test("Blocks have a table of their own", arguments: [ScalarType.uint8, .int32])
    func blocksHaveATableOfTheirOwn(scalar: ScalarType)
        throws
    {
        let indices = bytes([4, 6], below: 4).converted(to: scalar)
        var noise = Noise(52)
        let lut = noise.tensor([2, 3, 4, 1])
        let y = try OperationRun.result("constexpr_lut_to_dense", ["indices": indices, "lut": lut])
        let numbers = indices.doubles
        let expected: [Float] = OperationRun.indices([4, 6]).enumerated().map { place, index in
            lut.floats[(index[0] / 2 * 3 + index[1] / 2) * 4 + Int(numbers[place])]
        }
        #expect(y.bits == expected.map(\.bitPattern))
        let few = noise.tensor([1, 1, 3, 1])
        #expect(throws: RuntimeError.self) { try OperationRun.result("constexpr_lut_to_dense", ["indices": indices, "lut": few]) }
    }

    @Test("Tables of vectors are written along their axis")
    func tablesOfVectorsAreWrittenAlongTheirAxis() throws {
        let indices = Tensor([0, 1, 2, 1, 0, 2] as [Int32], shape: [2, 3]).converted(to: .uint8)
        let lut = Tensor([1.0, 2, 3, 4, 5, 6], shape: [1, 1, 3, 2])
        let rows = try OperationRun.result("constexpr_lut_to_dense", ["indices": indices, "lut": lut, "vector_axis": .scalar(0)])
        #expect(rows.shape == [4, 3] && rows.doubles == [1, 3, 5, 2, 4, 6, 3, 1, 5, 4, 2, 6])
        let columns = try OperationRun.result("constexpr_lut_to_dense", ["indices": indices, "lut": lut, "vector_axis": .scalar(1)])
        #expect(columns.shape == [2, 6] && columns.doubles == [1, 2, 3, 4, 5, 6, 3, 4, 1, 2, 5, 6])
    }

    @Test("Channels are quantized and back")
    func channelsAreQuantizedAndBack() throws {
        let x = Tensor([-1, 0.26, 300, 2.5, .nan, -0.5], shape: [2, 3])
        let (scale, zero) = (Tensor([0.5, 1.0]), Tensor([1, 2] as [Int32]).converted(to: .int8))
        let integers = try OperationRun.result(
            "quantize", ["input": x, "scale": scale, "zero_point": zero, "axis": .scalar(0)], ["output_dtype": "int8"])
        #expect(integers.doubles == [-1, 2, 127, 4, 0, 2])
        let numbers = try OperationRun.result("dequantize", ["input": integers, "scale": scale, "zero_point": zero, "axis": .scalar(0)])
        #expect(numbers.doubles == [-1, 0.5, 63, 2, -2, 0])
    }

    @Test("Sparse weights are unpacked from bits")
    func sparseWeightsAreUnpackedFromBits() throws {
        let values = Tensor([5.0, 6, 7])
        let bits = Tensor([0b0100_0010, 0b1] as [Int32]).converted(to: .uint8)
        let y = try OperationRun.result("constexpr_sparse_to_dense", ["mask": bits, "nonzero_data": values, "shape": .ints([9])])
        #expect(y.doubles == [0, 5, 0, 0, 0, 0, 6, 0, 7])
        let mask = Tensor([true, false, true, true])
        #expect(try OperationRun.result("constexpr_sparse_to_dense", ["mask": mask, "nonzero_data": values]).doubles == [5, 0, 6, 7])
        let few: [String: Tensor] = ["mask": Tensor([true, false]), "nonzero_data": values]
        #expect(throws: RuntimeError.self) { try OperationRun.result("constexpr_sparse_to_dense", few) }
    }
}
