import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Quantized values of programs, and weights that are stored in fewer bits.
struct ProgramQuantizationTests {
    // MARK: Values

    private func quantize(_ arguments: [String: ProgramArgument]) -> ProgramCheck {
        ProgramCheck("quantize", ["input": .numbers([-100, -0.25, 0.25, 0.74, 0.76, 100], [2, 3])], with: arguments)
    }

    @Test("Values are rounded, shifted and clamped")
    func valuesAreRoundedShiftedAndClamped() throws {
        let signed = quantize(["scale": .float(0.5), "output_dtype": .string("int8")])
        // Halves go to the even neighbour.
        try signed.expect([([2, 3], [-128, 0, 0, 1, 2, 127])])
        #expect(try signed.run(.predictor)[0].scalar == .int8)
        let zero = ProgramArgument.bytes([10], .uint8, [])
        let unsigned = quantize(["scale": .float(0.5), "zero_point": zero, "output_dtype": .string("uint8")])
        try unsigned.expect([([2, 3], [0, 10, 10, 11, 12, 210])])
        #expect(try unsigned.run(.predictor)[0].scalar == .uint8)
    }

    @Test("Scales and zeros may belong to an axis")
    func scalesAndZerosMayBelongToAnAxis() throws {
        let columns = quantize([
            "scale": .floats([100, 0.25, 0.5]), "zero_point": .bytes([1, 0xFF, 0], .int8, [3]), "axis": .int(1),
            "output_dtype": .string("int8"),
        ])
        try columns.expect([([2, 3], [0, -2, 0, 1, 2, 127])])
        let rows = quantize(["scale": .floats([0.25, 100]), "axis": .int(-2), "output_dtype": .string("int8")])
        try rows.expect([([2, 3], [-128, -1, 1, 0, 0, 1])])
    }

    @Test("Quantized values become numbers again")
    func quantizedValuesBecomeNumbersAgain() throws {
        let whole = Tensor.wholeNumbers([-128, 0, 7, 127, 1, -1], [2, 3]).converted(to: .int8)
        try expectProgram("dequantize", ["input": whole], with: ["scale": .float(0.5)], [2, 3], [-64, 0, 3.5, 63.5, 0.5, -0.5])
        let rows: [String: ProgramArgument] = [
            "scale": .floats([2, 3]), "zero_point": .bytes([1, 0xFE], .int8, [2]), "axis": .int(0),
        ]
        try expectProgram("dequantize", ["input": whole], with: rows, [2, 3], [-258, -2, 12, 387, 9, 3])
        let unsigned = Tensor.wholeNumbers([0, 255]).converted(to: .uint8)
        let shifted: [String: ProgramArgument] = ["scale": .float(2), "zero_point": .bytes([128], .uint8, [])]
        try expectProgram("dequantize", ["input": unsigned], with: shifted, [2], [-256, 254])
    }

    @Test("Scales that do not fit are refused")
    func scalesThatDoNotFitAreRefused() {
        let type: [String: ProgramArgument] = ["output_dtype": .string("int8")]
        quantize(type.merging(["scale": .floats([1, 2]), "axis": .int(1)]) { $1 }).expectRefusal()
        quantize(type.merging(["scale": .floats([1, 2])]) { $1 }).expectRefusal()
        quantize(type.merging(["scale": .float(1), "axis": .int(2)]) { $1 }).expectRefusal()
        quantize(type).expectRefusal()
        quantize(["scale": .float(1), "output_dtype": .string("int32")]).expectRefusal()
        let zeros: [String: ProgramArgument] = ["scale": .float(1), "zero_point": .bytes([1, 2], .int8, [2]), "axis": .int(0)]
        expectProgramRefusal("dequantize", ["input": Tensor.wholeNumbers([1, 2, 3]).converted(to: .int8)], with: zeros)
    }

    // MARK: Weights

    /// Zeros plus what an operation on constants makes.
    private func weights(_ kind: String, _ arguments: [String: ProgramArgument], shape: [Int]) -> ProgramCheck {
        var check = ProgramCheck()
        let x = check.input("x", Tensor.numbers(Array(repeating: 0, count: shape.product()), shape))
        check.call(kind, arguments, outputs: ["weights"])
        check.call("add", ["x": x, "y": .name("weights")])
        return check
    }

    private func expect(
        _ kind: String, _ arguments: [String: ProgramArgument], _ shape: [Int], _ values: [Double],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try weights(kind, arguments, shape: shape).expect([(shape, values)], location: location)
    }

    @Test("Affine weights have a scale for each channel")
    func affineWeightsHaveAScaleForEachChannel() throws {
        let kind = "constexpr_affine_dequantize"
        let data = ProgramArgument.bytes([0, 1, 2, 3, 4, 0xFF], .int8, [2, 3])
        let rows: [String: ProgramArgument] = [
            "quantized_data": data, "scale": .floats([2, 0.5]), "zero_point": .bytes([1, 0], .int8, [2]), "axis": .int(0),
        ]
        try expect(kind, rows, [2, 3], [-2, 0, 2, 1.5, 2, -0.5])
        let one: [String: ProgramArgument] = [
            "quantized_data": .bytes([0, 1, 2, 255], .uint8, [2, 2]), "scale": .float(2), "zero_point": .bytes([3], .uint8, []),
            "axis": .int(1),
        ]
        try expect(kind, one, [2, 2], [-6, -4, -2, 504])
        weights(kind, rows.merging(["axis": .int(1)]) { $1 }, shape: [2, 3]).expectRefusal()
        weights(kind, rows.merging(["axis": .int(2)]) { $1 }, shape: [2, 3]).expectRefusal()
    }

    @Test("Blockwise weights have a scale for each block")
    func blockwiseWeightsHaveAScaleForEachBlock() throws {
        let kind = "constexpr_blockwise_shift_scale"
        let blocks: [String: ProgramArgument] = [
            "data": .bytes([1, 2, 3, 4, 5, 6, 7, 8], .int8, [2, 4]), "scale": .floats([1, 10, 100, 1000], [2, 2]),
            "offset": .bytes([0, 1, 2, 3], .int8, [2, 2]),
        ]
        try expect(kind, blocks, [2, 4], [1, 2, 20, 30, 300, 400, 4000, 5000])
        // Elements of four bits, two in a byte, the first in the low half.
        let nibbles: [String: ProgramArgument] = ["data": .bytes([0x21, 0xF8], .int4, [2, 2]), "scale": .floats([1, 10], [2, 1])]
        try expect(kind, nibbles, [2, 2], [1, 2, -80, -10])
        weights(kind, blocks.merging(["scale": .floats([1, 2, 3], [1, 3])]) { $1 }, shape: [2, 4]).expectRefusal()
        weights(kind, blocks.merging(["offset": .bytes([1], .int8, [1, 1])]) { $1 }, shape: [2, 4]).expectRefusal()
    }

    @Test("Palettes are looked up")
    func palettesAreLookedUp() throws {
        let kind = "constexpr_lut_to_dense"
        let palettes: [String: ProgramArgument] = [
            "indices": .bytes([0, 1, 1, 0], .uint8, [2, 2]), "lut": .floats([10, 20, 30, 40], [2, 1, 2, 1]),
        ]
        try expect(kind, palettes, [2, 2], [10, 20, 40, 30])
        // Three numbers of two bits in a byte, the lowest bits first, and one palette for all.
        let packed: [String: ProgramArgument] = [
            "indices": .bytes([0b00_11_10_01], .uint8, [1]), "lut": .floats([5, 6, 7, 8]), "shape": .ints([3]),
        ]
        try expect(kind, packed, [3], [6, 7, 8])
        weights(kind, palettes.merging(["indices": .bytes([0, 2, 1, 0], .uint8, [2, 2])]) { $1 }, shape: [2, 2]).expectRefusal()
        weights(kind, palettes.merging(["lut": .floats([1, 2, 3], [3, 1, 1, 1])]) { $1 }, shape: [2, 2]).expectRefusal()
        weights(kind, packed.merging(["shape": .ints([5])]) { $1 }, shape: [5]).expectRefusal()
        weights(kind, packed.merging(["lut": .floats([1, 2, 3])]) { $1 }, shape: [3]).expectRefusal()
    }

    @Test("Sparse weights are zero elsewhere")
    func sparseWeightsAreZeroElsewhere() throws {
        let kind = "constexpr_sparse_to_dense"
        let sparse: [String: ProgramArgument] = ["nonzero_data": .floats([7, 8]), "mask": .bytes([0, 1, 1, 0], .uint8, [2, 2])]
        try expect(kind, sparse, [2, 2], [0, 7, 8, 0])
        let bits: [String: ProgramArgument] = [
            "nonzero_data": .floats([7, 8, 9]), "mask": .bytes([0b0000_1101], .uint8, [1]), "shape": .ints([4]),
        ]
        try expect(kind, bits, [4], [7, 0, 8, 9])
        weights(kind, sparse.merging(["nonzero_data": .floats([7])]) { $1 }, shape: [2, 2]).expectRefusal()
        weights(kind, sparse.merging(["nonzero_data": .floats([7, 8, 9])]) { $1 }, shape: [2, 2]).expectRefusal()
        weights(kind, bits.merging(["shape": .ints([9])]) { $1 }, shape: [9]).expectRefusal()
    }

    @Test("Compressed weights are constants")
    func compressedWeightsAreConstants() throws {
        var check = ProgramCheck()
        let scale = check.input("scale", .numbers([1, 2]))
        check.call(
            "constexpr_affine_dequantize",
            ["quantized_data": .bytes([1, 2], .int8, [2]), "scale": scale, "zero_point": .bytes([0], .int8, []), "axis": .int(0)])
        check.expectRefusal()
        // Halves of the file become floats.
        let half: Float16 = 0.5
        let bytes: [UInt8] = withUnsafeBytes(of: half.bitPattern.littleEndian) { Array($0) }
        let cast: [String: ProgramArgument] = ["source_val": .bytes(bytes, .float16, [1]), "output_dtype": .string("fp32")]
        try expect("constexpr_cast", cast, [1], [0.5])
    }

    // MARK: Convolutions

    @Test("A quantized convolution expands its weights")
    func aQuantizedConvolutionExpandsItsWeights() throws {
        let x = Tensor.numbers([1, 2, 3, 4], [1, 1, 2, 2])
        let arguments: [String: ProgramArgument] = [
            "weight": .bytes([0, 1, 2, 255], .uint8, [2, 1, 1, 2]), "quantization_type": .string("linear"), "nbits": .int(8),
            "quant_scale": .floats([0.5, 2]), "quant_bias": .floats([1, -4]), "pad_type": .string("valid"), "strides": .ints([1, 1]),
        ]
        // The weights are 1, 1.5 and 0, 506.
        try expectProgram("conv_quantized", ["x": x], with: arguments, [1, 2, 2, 1], [4, 9, 1012, 2024])
        let table = arguments.merging(["quantization_type": .string("lut")]) { $1 }
        expectProgramRefusal("conv_quantized", ["x": x], with: table)
        expectProgramRefusal("conv_quantized", ["x": x], with: arguments.merging(["quant_scale": .floats([1, 2, 3])]) { $1 })
        expectProgramRefusal("conv_quantized", ["x": counting([1, 2, 2, 2])], with: arguments)
    }
}
