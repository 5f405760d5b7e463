import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Weights that stay in the form in which the model's file holds them.
@Suite struct QuantizedWeightsTests {
    /// A compressed weight as a model's file holds it, and what its operation computes from numbers that are no part of a file.
    struct Example: Sendable, CustomTestStringConvertible {
        var kind: String
        var shape: [Int]
        /// The number of blocks along each dimension, those of a table for its indices.
        var blocks: [Int]
        var bits = 8
        var isSigned = true
        var hasOffsets = false
        var hasHalfScales = false

        var testDescription: String { "\(kind) \(shape) \(blocks) \(bits) \(isSigned) \(hasOffsets) \(hasHalfScales)" }

        private static func noise(_ count: Int, _ seed: UInt64, _ range: ClosedRange<Int>) -> [Int] {
            var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
            return (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return range.lowerBound + Int(state >> 33) % range.count
            }
        }

        private func packed(_ integers: [Int]) -> Bytes {
            var bytes = [UInt8](repeating: 0, count: (integers.count * bits + 7) / 8)
            for (index, integer) in integers.enumerated() {
                for bit in 0..<bits where integer >> bit & 1 != 0 { bytes[(index * bits + bit) / 8] |= 1 << ((index * bits + bit) % 8) }
            }
            return Bytes(copying: bytes)
        }

        private func stored(_ integers: [Int]) -> Tensor {
            let type = TensorType(isSigned ? .int8 : .uint8, shape), bytes = packed(integers)
            if bits == 8 { return .viewing(bytes, type) }
            return bytes.withUnsafeBytes { buffer in
                guard let base = buffer.baseAddress else { return Tensor(uninitialized: type) }
                return Tensor(
                    type, stored: StoredNumbers(integers: base, bits: bits, isSigned: isSigned, shape, file: MappedBytes(bytes)))
            }
        }

        /// The arguments as they come of a file, and as plain tensors.
        func arguments() -> (stored: [String: Tensor], plain: [String: Tensor]) {
            let range = isSigned ? -(1 << (bits - 1))...(1 << (bits - 1)) - 1 : 0...(1 << bits) - 1
            let integers = Example.noise(shape.product(), 3, range)
            let plainIntegers = Tensor(integers.map { Int32($0) }, shape: shape).converted(to: isSigned ? .int8 : .uint8)
            func floats(_ shape: [Int], _ seed: UInt64) -> Tensor {
                Tensor(Example.noise(shape.product(), seed, -999...999).map { Float($0) / 512 }, shape: shape)
            }
            let offsets = Example.noise(blocks.product(), 5, range).map { Int32($0) }
            switch kind {
            case "constexpr_blockwise_shift_scale":
                let scale = floats(blocks, 4)
                var fileScale = scale
                if hasHalfScales {
                    let halves = Bytes(copying: scale.doubles.flatMap { withUnsafeBytes(of: Float16($0).bitPattern) { Array($0) } })
                    fileScale = .widening(halves, blocks)
                }
                var plain = ["data": plainIntegers, "scale": scale]
                if hasOffsets { plain["offset"] = Tensor(offsets, shape: blocks).converted(to: plainIntegers.scalar) }
                return (plain.merging(["data": stored(integers), "scale": fileScale]) { $1 }, plain)
            case "constexpr_affine_dequantize":
                let axis = blocks.firstIndex { $0 > 1 } ?? 0, count = blocks[axis]
                let plain = [
                    "quantized_data": plainIntegers, "axis": Tensor.scalar(axis), "scale": floats([count], 4),
                    "zero_point": Tensor(Array(offsets.prefix(hasOffsets ? count : 1))).converted(to: plainIntegers.scalar),
                ]
                return (plain.merging(["quantized_data": stored(integers)]) { $1 }, plain)
            case "constexpr_lut_to_dense" where blocks.isEmpty:
                let bytes = packed(integers)
                let plain = [
                    "indices": Tensor(bytes.withUnsafeBytes { $0.map { Int32($0) } }).converted(to: .uint8), "lut": floats([1 << bits], 4),
                    "shape": Tensor.ints(shape),
                ]
                return (plain.merging(["indices": .viewing(bytes, TensorType(.uint8, [bytes.count]))]) { $1 }, plain)
            default:
                let plain = ["indices": plainIntegers, "lut": floats(blocks + [1 << bits, 1], 4)]
                return (plain.merging(["indices": stored(integers)]) { $1 }, plain)
            }
        }

        /// The weight as a model has it.
        func weight() throws -> Tensor? {
            let call = OperationRun.call(kind, arguments().stored)
            let type = try OperationRegistry.definition(for: kind).outputTypes(call)[0]
            return try StoredNumbers(call, type).map { Tensor(type, stored: $0) }
        }
    }

    private static let examples = [
        Example(kind: "constexpr_blockwise_shift_scale", shape: [96, 64], blocks: [96, 2], bits: 4),
        Example(kind: "constexpr_blockwise_shift_scale", shape: [96, 64], blocks: [48, 1], bits: 4, isSigned: false, hasOffsets: true),
        Example(kind: "constexpr_blockwise_shift_scale", shape: [128, 96], blocks: [128, 1], bits: 8, hasOffsets: true),
        Example(kind: "constexpr_blockwise_shift_scale", shape: [64, 2048], blocks: [64, 64], bits: 4, hasHalfScales: true),
        Example(kind: "constexpr_blockwise_shift_scale", shape: [160, 128], blocks: [160, 4], bits: 8, isSigned: false, hasOffsets: true),
        Example(kind: "constexpr_blockwise_shift_scale", shape: [32, 16, 3, 3], blocks: [32, 4, 1, 1], bits: 4),
        Example(kind: "constexpr_affine_dequantize", shape: [96, 64], blocks: [96, 1], hasOffsets: true),
        Example(kind: "constexpr_affine_dequantize", shape: [96, 64], blocks: [1, 64], isSigned: false),
        Example(kind: "constexpr_affine_dequantize", shape: [96, 64], blocks: [1, 1], isSigned: false, hasOffsets: true),
        Example(kind: "constexpr_lut_to_dense", shape: [96, 64], blocks: [12, 1], bits: 4, isSigned: false),
        Example(kind: "constexpr_lut_to_dense", shape: [70, 64], blocks: [1, 2], bits: 6, isSigned: false),
        Example(kind: "constexpr_lut_to_dense", shape: [96, 64], blocks: [1, 1], bits: 8, isSigned: false),
        Example(kind: "constexpr_lut_to_dense", shape: [80, 77], blocks: [], bits: 4, isSigned: false),
        Example(kind: "constexpr_lut_to_dense", shape: [80, 77], blocks: [], bits: 1, isSigned: false),
        Example(kind: "constexpr_lut_to_dense", shape: [80, 77], blocks: [], bits: 6, isSigned: false),
    ]

    @Test("Integer weights stand for the numbers that the dequantizing operation gives", arguments: examples)
    func integersStandForWhatTheOperationComputes(_ example: Example) throws {
        let weight = try #require(try example.weight())
        let truth = try OperationRun.result(example.kind, example.arguments().plain)
        #expect(weight.type == truth.type)
        let difference = zip(weight.doubles, truth.doubles).map { abs($0 - $1) }.max() ?? 0
        #expect(difference <= 1e-5 * (truth.doubles.map(abs).max() ?? 0), "\(difference)")
    }

    @Test("Integers of few bits are themselves", arguments: examples)
    func integersOfFewBitsAreThemselves(_ example: Example) throws {
        let (stored, plain) = example.arguments()
        for (name, tensor) in stored { #expect(tensor.doubles == plain[name]?.doubles ?? []) }
    }

    /// Blocks that are not of whole rows, indices without an entry, and numbers that no file holds are computed, or found wrong, at once.
    @Test("Other weights are computed")
    func otherWeightsAreComputed() throws {
        var kernel = Example(kind: "constexpr_blockwise_shift_scale", shape: [32, 16, 3, 3], blocks: [32, 4, 3, 1], bits: 4)
        #expect(try kernel.weight() == nil)
        kernel.blocks = [32, 5, 1, 1]
        #expect(try kernel.weight() == nil)
        let example = Example(kind: "constexpr_lut_to_dense", shape: [96, 64], blocks: [12, 1], bits: 4, isSigned: false)
        let (stored, plain) = example.arguments()
        let type = TensorType.float32(example.shape)
        #expect(try StoredNumbers(OperationRun.call(example.kind, plain), type) == nil)
        let short = stored.merging(["lut": Tensor([Float](repeating: 1, count: 12 * 15), shape: [12, 1, 15, 1])]) { $1 }
        #expect(try StoredNumbers(OperationRun.call(example.kind, short), type) == nil)
        #expect(throws: RuntimeError.self) { try OperationRun.result(example.kind, short) }
        let affine = Example(kind: "constexpr_affine_dequantize", shape: [96, 64], blocks: [96, 1]).arguments().stored
        let fraction = affine.merging(["zero_point": Tensor([0.5])]) { $1 }
        #expect(try StoredNumbers(OperationRun.call("constexpr_affine_dequantize", fraction), type) == nil)
    }

    /// The bytes of indices that are packed once more are not where their numbers say.
    @Test("Bytes of indices that are packed themselves are read", arguments: [1, 4, 6])
    func bytesOfIndicesThatArePackedThemselvesAreRead(
        bits: Int
    ) throws {
        let shape = [64, 128]
        let given = Example(kind: "constexpr_blockwise_shift_scale", shape: shape, blocks: [64, 1], bits: bits, isSigned: false).arguments()
        let (stored, plain) = (try #require(given.stored["data"]), try #require(given.plain["data"]))
        #expect(stored.stored != nil)
        let lut = Tensor((0..<256).map { Float($0) })
        let others = ["lut": lut, "shape": Tensor.ints(shape)]
        let call = OperationRun.call("constexpr_lut_to_dense", others.merging(["indices": stored]) { $1 })
        #expect(try StoredNumbers(call, .float32(shape)) == nil)
        let result = try call.results()[0]
        #expect(result.doubles == plain.doubles)
    }

    // MARK: Products

    private static func halves(_ shape: [Int], _ noise: inout Noise) -> Tensor {
        let numbers = noise.tensor(shape, scale: 0.2).doubles.map { Float16($0).bitPattern }
        return .widening(Bytes(copying: numbers.flatMap { withUnsafeBytes(of: $0) { Array($0) } }), shape)
    }

    /// Few rows, of weights that are read where they lie, and more.
    @Test("Products agree with the plain kernel", arguments: [1, 3, 8, 15, 40, 65], [0, Int.max])
    func productsAgreeWithThePlainKernel(rows: Int, storedByteCount: Int) throws {
        let weights = try Self.examples.filter { $0.shape.count == 2 }.map { try #require(try $0.weight()) }
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            for threads in [1, 2] {
                for weight in weights {
                    var check = PlanCheck()
                    let x = try check.input([1, rows, weight.shape[1]])
                    let bias = Argument.tensor(check.noise.tensor([weight.shape[0]]))
                    var y = try check.builder.emitOne("linear", ["x": x, "weight": .tensor(weight), "bias": bias])
                    y = try check.builder.emitOne("mul", ["x": y, "y": .tensor(check.noise.tensor([weight.shape[0]]))])
                    y = try check.call("silu", y)
                    let next = Self.halves([64, weight.shape[0]], &check.noise)
                    let z = try check.builder.emitOne(
                        "matmul", ["x": y, "y": .tensor(next.reshaped([1, 64, weight.shape[0]])), "transpose_y": .bool(true)])
                    try check.check(
                        [y, z], precision, tolerance: precision == .float32 ? 2e-5 : 3e-2, threads: threads,
                        weights: PreparedWeights(storedByteCount: storedByteCount), comment: "\(weight.shape)")
                }
            }
        }
    }

    /// The bytes that a product of some rows has prepared.
    private func preparedByteCount(_ example: Example, rows: Int, storedByteCount: Int) throws -> Int {
        var check = PlanCheck()
        let weights = PreparedWeights(storedByteCount: storedByteCount)
        let weight = try #require(try example.weight())
        let x = try check.input([rows, example.shape[1]])
        let y = try check.builder.emitOne("linear", ["x": x, "weight": .tensor(weight)])
        let plan = try check.check([y], weights: weights)
        return withExtendedLifetime(plan) { weights.byteCount }
    }

    @Test("Weights of few rows are not prepared", .enabled(if: Processor.has256BitVectors, "the kernels are for vectors of 256 bits"))
    func weightsOfFewRowsAreNotPrepared() throws {
        for (rows, byteCount) in [(1, 0), (15, 0), (20, 96 * 64 * 4)] {
            #expect(try preparedByteCount(Self.examples[0], rows: rows, storedByteCount: 0) == byteCount, "\(rows) rows")
        }
    }

    @Test("Nothing is prepared where it would be too much", arguments: examples.filter { $0.shape.count == 2 })
    func nothingIsPreparedWhereItWouldBeTooMuch(_ example: Example) throws {
        for rows in [1, 20, 80] {
            #expect(try preparedByteCount(example, rows: rows, storedByteCount: .max) == 0, "\(rows) rows")
        }
    }

    @Test("Rows of a table are read alone")
    func rowsOfATableAreReadAlone() throws {
        let example = Self.examples[3]
        let weight = try #require(try example.weight())
        let indices = Tensor.ints([5, 63, -1, 0])
        let rows = try OperationRun.result("gather", ["x": weight, "indices": indices, "axis": .scalar(0)])
        let truth = try OperationRun.result(example.kind, example.arguments().plain)
        let expected = [5, 63, 63, 0].flatMap { truth.doubles[$0 * 2048..<($0 + 1) * 2048] }
        #expect(zip(rows.doubles, expected).allSatisfy { abs($0 - $1) <= 1e-5 })
        #expect(throws: RuntimeError.self) {
            try OperationRun.result(
                "gather", ["x": weight, "indices": Tensor.ints([64]), "axis": .scalar(0), "validate_indices": .scalar(true)])
        }
    }
}
