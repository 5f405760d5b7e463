import Testing

@testable import CoreMLRuntime

/// Operations with arguments that make no sense: each is refused with an error, or computed; none traps.
@Suite struct HostileOperationTests {
    private static let settings = """
        align_corners ascending axes axis batch_axis batch_dims begin begin_mask block_shape block_size box_coordinate_mode ceil_mode
        center_point_box clip crop_height crop_width crops cell_clip coupled_gates dilations end end_mask epsilon
        exclude_padding_from_average exclusive groups half_pixel_centers iou_threshold k keep_dims kernel_sizes lower
        max_boxes normalized_coordinates num_splits one_hot_vector_size output_height output_padding output_shape output_width pad paddings
        per_class_suppression perm reps resized_dims reverse score_threshold seed seq_axis shape size size_of_histogram spatial_scale
        split_sizes squeeze_mask stride strides target_height target_size_height target_size_width target_width transpose_x transpose_y
        upper validate_indices vector_axis scale_factor_height scale_factor_width upsample_factor downsample_factor
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private static let tensors = """
        x y a b alpha beta bias boxes cells cond constant_val coordinates data data_mask gamma high indices indices_mask
        indices_nonzero_data input key lengths logits low lut mask mean nonzero_data off_value offset on_value pad_value peephole prob
        quantized_data query roi scale scores source_val start stddev targets updates update value variance weight weight_hh
        weight_ih weights zero_point attn_mask initial_h initial_c box_indices temperature padding_value bias_hh
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private static let strings: [String: [String]] = [
        "mode": ["constant", "reflect", "replicate", "add", "update", "max", "EXACT", "TANH_APPROXIMATION", "none"],
        "pad_type": ["valid", "same", "same_lower", "custom"], "dtype": ["fp32", "int32", "bool", "int8", "fp16"],
        "sampling_mode": ["STRICT_ALIGN_CORNERS", "DEFAULT", "OFFSET_CORNERS", "ALIGN_CORNERS"], "direction": ["forward", "reverse"],
        "interpolation_mode": ["LINEAR", "NEAREST_NEIGHBOR"], "equation": ["ab,bc->ac", "a->", "nchw,nwhu->nchu", "ii->i"],
        "padding_mode": ["constant", "border", "reflection", "symmetric"],
        "coordinates_mode": ["unnormalized", "normalized_minus_one_to_one"],
        "activation": ["tanh", "relu", "none"], "recurrent_activation": ["sigmoid", "?"], "reduction": ["mean", "sum", "none"],
    ]

    private static let shapes: [[Int]] = [
        [], [], [0], [1], [2], [3], [2, 2], [1, 3], [0, 2], [2, 3, 4], [1, 2, 2], [1, 2, 4, 4], [2, 2, 3, 3], [1, 1, 2, 3, 3],
        [1, 1, 1, 1, 1, 2],
    ]

    /// Mostly numbers that an operation may take, some that none can.
    private static func number(_ generator: inout SplitMix64) -> Int32 {
        switch UInt8.random(in: 0..<32, using: &generator) {
        case 0: [Int32.min, .max, 1 << 30, -65536, 65537].randomElement(using: &generator) ?? 0
        default: Int32.random(in: -2...4, using: &generator)
        }
    }

    private static func setting(_ generator: inout SplitMix64) -> Tensor {
        let count = [1, 1, 1, 2, 2, 3, 4, 5, 0].randomElement(using: &generator) ?? 1
        let isScalar = count == 1 && Bool.random(using: &generator)
        return Tensor((0..<count).map { _ in number(&generator) }, shape: isScalar ? [] : nil)
    }

    private static func tensor(_ shape: [Int], _ generator: inout SplitMix64) -> Tensor {
        let count = shape.reduce(1, *)
        switch UInt8.random(in: 0..<8, using: &generator) {
        case 0: return Tensor((0..<count).map { _ in Bool.random(using: &generator) }, shape: shape)
        case 1, 2: return Tensor((0..<count).map { _ in number(&generator) }, shape: shape)
        case 3:
            let scalar = ScalarType.allCases.randomElement(using: &generator) ?? .int8
            return Tensor((0..<count).map { _ in Int32.random(in: 0...3, using: &generator) }, shape: shape).converted(to: scalar)
        default:
            return Tensor(
                (0..<count).map { _ in [Float.nan, .infinity, -1, 0, 0.5, 1, 2, 3].randomElement(using: &generator) ?? 0 }, shape: shape)
        }
    }

    /// Each of the arguments that some operation has, of tensors often in one shape.
    private static func arguments(_ generator: inout SplitMix64) -> (constants: [String: Argument], tensors: [String: [Tensor]]) {
        var constants: [String: Argument] = [:]
        for name in settings where UInt8.random(in: 0..<4, using: &generator) > 0 { constants[name] = .tensor(setting(&generator)) }
        for (name, choices) in strings where Bool.random(using: &generator) {
            constants[name] = .constant(.string(choices.randomElement(using: &generator) ?? ""))
        }
        let common = shapes.randomElement(using: &generator) ?? []
        func shape(_ generator: inout SplitMix64) -> [Int] {
            UInt8.random(in: 0..<3, using: &generator) > 0 ? common : shapes.randomElement(using: &generator) ?? []
        }
        var tensors: [String: [Tensor]] = [:]
        for name in Self.tensors where UInt8.random(in: 0..<8, using: &generator) > 0 {
            tensors[name] = [tensor(shape(&generator), &generator)]
        }
        for name in ["values", "ref_tensors", "candidates"] {
            tensors[name] = (0..<Int.random(in: 1...3, using: &generator)).map { _ in tensor(shape(&generator), &generator) }
        }
        return (constants, tensors)
    }

    /// Builds, plans and runs one operation. Whether that went through to the end.
    private static func attempt(_ kind: String, _ generator: inout SplitMix64) throws -> Bool {
        let (constants, tensors) = arguments(&generator)
        let areInputs = Bool.random(using: &generator)
        var builder = ProgramBuilder()
        var given = constants
        var inputs: [Tensor] = []
        for (name, list) in tensors.sorted(by: { $0.key < $1.key }) {
            let arguments = try list.enumerated().map { index, tensor -> Argument in
                guard areInputs else { return .tensor(tensor) }
                inputs.append(tensor)
                return try builder.input("\(name)_\(index)", tensor.type)
            }
            given[name] = list.count == 1 && name != "values" ? arguments[0] : .list(arguments)
        }
        let results = try builder.emit(kind, given)
        let plan = try Plan(try builder.finish(outputs: results.enumerated().map { ("result_\($0.offset)", $0.element) }))
        guard plan.arenaByteCount < 1 << 22, plan.outputs.allSatisfy({ $0.type.byteCount < 1 << 20 }) else { return false }
        _ = try plan.run(inputs: inputs, outputs: plan.outputs.map { Tensor(uninitialized: $0.type) })
        return true
    }

    @Test("Arguments that make no sense never trap")
    func argumentsThatMakeNoSenseNeverTrap() {
        var generator = SplitMix64(seed: 11)
        var (runs, refusals) = (0, 0)
        for kind in OperationRegistry.table.keys.sorted() {
            for _ in 0..<10 {
                do {
                    if try Self.attempt(kind, &generator) { runs += 1 }
                } catch { refusals += 1 }
            }
        }
        #expect(runs > 300 && refusals > 300)
    }

    @Test("Axes of scalars are refused")
    func axesOfScalarsAreRefused() throws {
        for (kind, arguments) in [
            ("split", ["axis": Argument.int(0), "num_splits": .int(1)]), ("reverse", ["axes": .ints([0])]),
            ("squeeze", ["axes": .ints([0])]), ("reduce_sum", ["axes": .ints([0])]), ("transpose", ["perm": .ints([0])]),
            ("layer_norm", ["axes": .ints([0])]),
        ] {
            var builder = ProgramBuilder()
            var arguments = arguments
            arguments["x"] = try builder.input("x", .float32([]))
            #expect(throws: RuntimeError.self, "\(kind)") { _ = try builder.emit(kind, arguments) }
        }
    }

    @Test("Scalars are joined to a vector")
    func scalarsAreJoinedToAVector() throws {
        var builder = ProgramBuilder()
        let values = try ["a", "b", "c"].map { try builder.input($0, TensorType(.int32, [])) }
        for interleave in [false, true] {
            var builder = builder
            let arguments: [String: Argument] = ["values": .list(values), "axis": .int(0), "interleave": .bool(interleave)]
            let joined = try builder.emitOne("concat", arguments, output: "y")
            let plan = try Plan(try builder.finish(outputs: [("y", joined)]))
            let y = Tensor(uninitialized: plan.outputs[0].type)
            _ = try plan.run(inputs: [4, 5, 6].map { Tensor([Int32($0)], shape: []) }, outputs: [y])
            #expect(y.shape == [3] && y.integers == [4, 5, 6])
        }
    }
}
