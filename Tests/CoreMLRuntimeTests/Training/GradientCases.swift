@testable import CoreMLRuntime

extension GradientCase {
    static let all: [GradientCase] = [
        elementwise, activations, binary, reductions, products, convolutions, poolings, normalizations, shapes, indexing, resizings,
        recurrents, losses, detections,
    ].flatMap { $0 }

    private static let elementwise: [GradientCase] =
        [
            ("abs", -1...1), ("acos", -0.8...0.8), ("asin", -0.8...0.8), ("atan", -1...1), ("acosh", 1.2...3), ("asinh", -1...1),
            ("atanh", -0.8...0.8), ("cos", -1...1), ("cosh", -1...1), ("erf", -1...1), ("exp", -1...1), ("exp2", -1...1), ("sin", -1...1),
            ("sinh", -1...1), ("sqrt", 0.3...2), ("square", -1...1), ("tan", -0.9...0.9), ("tanh", -1...1), ("inverse", 0.5...2),
            ("rsqrt", 0.5...2), ("log", 0.5...2), ("identity", -1...1),
        ].map { GradientCase($0.0, ["x": [2, 5]], range: $0.1) } + [
            GradientCase("clip", ["x": [2, 5]], ["alpha": .float(-0.511), "beta": .float(0.433)]),
            GradientCase("threshold", ["x": [2, 5]], ["alpha": .float(0.211)]),
            GradientCase("cast", ["x": [2, 5]], ["dtype": .string("fp32")]),
        ]

    private static let activations: [GradientCase] =
        ["relu", "leaky_relu", "elu", "sigmoid", "silu", "softplus", "softsign", "sigmoid_hard", "scaled_tanh"].map {
            GradientCase($0, ["x": [2, 3, 4, 4]], range: -2...2)
        }
        + ["EXACT", "TANH_APPROXIMATION", "SIGMOID_APPROXIMATION"].map {
            GradientCase("gelu", ["x": [2, 6]], ["mode": .string($0)], note: $0)
        } + [
            GradientCase("relu6", ["x": [20]], range: -3...9),
            GradientCase("thresholded_relu", ["x": [20]], ["alpha": .float(0.345)]),
            GradientCase("clamped_relu", ["x": [20]], ["alpha": .float(0.3), "beta": .float(0.611)]),
            GradientCase("linear_activation", ["x": [20]], ["alpha": .float(-1.5), "beta": .float(0.5)]),
            GradientCase("prelu", ["x": [2, 3, 4], "alpha": [3]]),
            GradientCase("softplus_parametric", ["x": [2, 3, 4], "alpha": [3], "beta": [3]]),
            GradientCase("softmax", ["x": [3, 5]], ["axis": .int(-1)]),
            GradientCase("softmax", ["x": [2, 4, 3]], ["axis": .int(1)], note: "an inner axis"),
        ]

    private static let binary: [GradientCase] =
        ["add", "sub", "mul", "real_div", "maximum", "minimum"].flatMap { kind in
            [
                GradientCase(kind, ["x": [3, 4], "y": [3, 4]], range: 0.4...2),
                GradientCase(kind, ["x": [2, 1, 4], "y": [3, 1]], range: 0.4...2, note: "broadcast"),
            ]
        } + [
            GradientCase("pow", ["x": [3, 4], "y": [3, 4]], range: 0.5...1.5),
            GradientCase("mod", ["x": [6]], ["y": .tensor(Tensor([0.7, 0.7, 0.7, 0.7, 0.7, 0.7]))], range: 1.5...2),
            GradientCase(
                "select", ["a": [2, 3], "b": [3]], ["cond": .tensor(Tensor([true, false, true, true, false, false], shape: [2, 3]))]),
            GradientCase("mul by itself", inputs: [Input(name: "x", shape: [5], range: -1...1)]) { builder, values in
                guard let x = values["x"] else { return [] }
                return [try builder.emitOne("mul", ["x": x, "y": x])]
            },
            GradientCase("a sum that branches", inputs: [Input(name: "x", shape: [2, 3], range: -1...1)]) { builder, values in
                guard let x = values["x"] else { return [] }
                let square = try builder.emitOne("square", ["x": x])
                let sum = try builder.emitOne("add", ["x": square, "y": x])
                let line = try builder.emitOne("reshape", ["x": sum, "shape": .ints([6])])
                let other = try builder.emitOne("tanh", ["x": line])
                return [try builder.emitOne("mul", ["x": other, "y": line]), try builder.emitOne("add", ["x": sum, "y": sum])]
            },
        ]

    private static let reductions: [GradientCase] =
        [
            "reduce_sum", "reduce_mean", "reduce_prod", "reduce_max", "reduce_min", "reduce_l1_norm", "reduce_l2_norm",
            "reduce_sum_square", "reduce_log_sum", "reduce_log_sum_exp",
        ].flatMap { kind in
            [
                GradientCase(kind, ["x": [2, 3, 4]], ["axes": .ints([1])], range: 0.3...2),
                GradientCase(
                    kind, ["x": [2, 3, 4]], ["axes": .ints([0, 2]), "keep_dims": .bool(true)], range: 0.3...2, note: "two axes"),
            ]
        } + [
            GradientCase("cumsum", ["x": [2, 4]], ["axis": .int(1)]),
            GradientCase("cumsum", ["x": [2, 4]], ["axis": .int(0), "exclusive": .bool(true), "reverse": .bool(true)], note: "reversed"),
        ]

    private static let products: [GradientCase] = [
        GradientCase("linear", ["x": [3, 4], "weight": [5, 4], "bias": [5]]),
        GradientCase("linear", ["x": [2, 3, 4], "weight": [2, 4]], note: "three dimensions"),
        GradientCase("matmul", ["x": [3, 4], "y": [4, 2]]),
        GradientCase(
            "matmul", ["x": [2, 4, 3], "y": [2, 5, 4]], ["transpose_x": .bool(true), "transpose_y": .bool(true)], note: "both transposed"),
        GradientCase("matmul", ["x": [2, 3, 4], "y": [5, 4]], ["transpose_y": .bool(true)], note: "broadcast"),
        GradientCase("matmul", ["x": [4], "y": [2, 4, 3]], note: "a row"),
        GradientCase("matmul", ["x": [2, 4, 3], "y": [4]], ["transpose_x": .bool(true)], note: "a column"),
    ]

    private static func convolution(
        _ kind: String, _ x: [Int], _ weight: [Int], bias: Int? = nil, groups: Int = 1, _ constants: [String: Argument] = [:],
        note: String
    ) -> GradientCase {
        var shapes = ["x": x, "weight": weight]
        if let bias { shapes["bias"] = [bias] }
        return GradientCase(kind, shapes, constants.merging(["groups": .int(groups)]) { $1 }, note: note)
    }

    private static let convolutions: [GradientCase] = [
        convolution("conv", [2, 3, 5, 6], [4, 3, 3, 3], bias: 4, ["pad_type": .string("same")], note: "padded"),
        convolution("conv", [1, 4, 6, 5], [4, 2, 3, 2], groups: 2, ["strides": .ints([2, 1])], note: "grouped, strided"),
        convolution("conv", [1, 2, 7, 7], [3, 2, 3, 3], ["dilations": .ints([2, 2])], note: "dilated"),
        convolution("conv", [2, 4, 5, 5], [4, 1, 3, 3], bias: 4, groups: 4, ["pad_type": .string("same")], note: "depthwise"),
        convolution(
            "conv", [2, 18, 5, 6], [18, 1, 5, 5], bias: 18, groups: 18, ["pad_type": .string("same")], note: "depthwise, 18 channels"),
        convolution(
            "conv", [2, 16, 6, 5], [16, 1, 5, 5], groups: 16,
            ["pad_type": .string("custom"), "pad": .ints([1, 2, 2, 1]), "strides": .ints([2, 2])], note: "depthwise, strided"),
        convolution(
            "conv", [1, 16, 4, 9], [16, 1, 2, 7], bias: 16, groups: 16,
            ["pad_type": .string("custom"), "pad": .ints([0, 1, 4, 5]), "dilations": .ints([2, 2])], note: "depthwise, wide and dilated"),
        convolution("conv", [2, 3, 9], [4, 3, 3], bias: 4, ["strides": .ints([2])], note: "one dimension"),
        convolution("conv", [1, 2, 3, 4, 3], [2, 2, 2, 2, 2], note: "three dimensions"),
        convolution(
            "conv", [1, 2, 5, 5], [2, 2, 3, 3], ["pad_type": .string("custom"), "pad": .ints([0, 2, 1, 0])], note: "uneven padding"),
        convolution("conv_transpose", [1, 3, 3, 4], [3, 2, 3, 3], bias: 2, ["strides": .ints([2, 2])], note: "strided"),
        convolution("conv_transpose", [2, 4, 4], [4, 1, 2], bias: 2, groups: 2, note: "grouped, one dimension"),
        convolution(
            "conv_transpose", [1, 2, 4, 4], [2, 3, 3, 3], ["strides": .ints([2, 2]), "pad_type": .string("same")], note: "padded"),
        // A chain whose values stay in oneDNN's formats.
        GradientCase(
            "convolutions with a sum around",
            inputs: [
                Input(name: "x", shape: [1, 4, 5, 5], range: -1...1), Input(name: "a", shape: [16, 4, 3, 3], range: -0.3...0.3),
                Input(name: "b", shape: [16, 16, 1, 1], range: -0.3...0.3),
            ]
        ) { builder, values in
            guard let x = values["x"], let a = values["a"], let b = values["b"] else { return [] }
            let first = try builder.emitOne("conv", ["x": x, "weight": a, "pad_type": .string("same")])
            let active = try builder.emitOne("silu", ["x": first])
            let second = try builder.emitOne("conv", ["x": active, "weight": b])
            let sum = try builder.emitOne("add", ["x": second, "y": active])
            return [try builder.emitOne("reduce_mean", ["x": sum, "axes": .ints([2, 3])])]
        },
    ]

    private static let poolings: [GradientCase] =
        ["max_pool", "avg_pool", "l2_pool"].flatMap { kind in
            [
                GradientCase(kind, ["x": [1, 2, 4, 6]], ["kernel_sizes": .ints([2, 2]), "strides": .ints([2, 2])], range: 0.2...3),
                GradientCase(
                    kind, ["x": [2, 1, 5, 5]],
                    [
                        "kernel_sizes": .ints([3, 3]), "strides": .ints([2, 2]), "pad_type": .string("custom"),
                        "pad": .ints([1, 1, 1, 1]), "exclude_padding_from_average": .bool(true),
                    ], range: 0.2...3, note: "padded"),
                GradientCase(
                    kind, ["x": [1, 2, 9]], ["kernel_sizes": .ints([3]), "strides": .ints([2])], range: 0.2...3, note: "one dimension"),
                GradientCase(
                    kind, ["x": [1, 2, 5, 5]], ["kernel_sizes": .ints([2, 2]), "strides": .ints([2, 2]), "ceil_mode": .bool(true)],
                    range: 0.2...3, note: "rounded up"),
            ]
        }

    private static let normalizations: [GradientCase] = [
        GradientCase(
            "batch_norm", ["x": [2, 3, 4], "gamma": [3], "beta": [3]],
            ["mean": .tensor(Tensor([0.1, -0.2, 0.3])), "variance": .tensor(Tensor([0.5, 1, 1.5]))]),
        GradientCase(
            "osprey.batch_norm_training",
            inputs: [("x", [4, 3, 2, 3]), ("gamma", [3]), ("beta", [3])].map { Input(name: $0.0, shape: $0.1, range: -1...1) }
        ) { builder, values in [try builder.emit("osprey.batch_norm_training", values)[0]] },
        GradientCase("instance_norm", ["x": [2, 3, 3, 4], "gamma": [3], "beta": [3]]),
        GradientCase("layer_norm", ["x": [2, 3, 5], "gamma": [5], "beta": [5]], ["axes": .ints([2])]),
        GradientCase("layer_norm", ["x": [2, 3, 4], "gamma": [2, 4], "beta": [2, 4]], ["axes": .ints([0, 2])], note: "two axes"),
        GradientCase("l2_norm", ["x": [2, 3, 2, 2]]),
        GradientCase("local_response_norm", ["x": [1, 6, 2, 2]], ["size": .int(3), "alpha": .float(0.5), "k": .float(1)]),
    ]

    private static let shapes: [GradientCase] = [
        GradientCase("reshape", ["x": [2, 6]], ["shape": .ints([3, 4])]),
        GradientCase("expand_dims", ["x": [2, 3]], ["axes": .ints([1])]),
        GradientCase("squeeze", ["x": [2, 1, 3]], ["axes": .ints([1])]),
        GradientCase("flatten2d", ["x": [2, 3, 2]], ["axis": .int(1)]),
        GradientCase("transpose", ["x": [2, 3, 4]], ["perm": .ints([2, 0, 1])]),
        GradientCase("depth_to_space", ["x": [1, 8, 2, 3]], ["block_size": .int(2)]),
        GradientCase("space_to_depth", ["x": [1, 2, 4, 6]], ["block_size": .int(2)]),
        GradientCase("pixel_shuffle", ["x": [1, 8, 2, 3]], ["upscale_factor": .int(2)]),
        GradientCase("pixel_unshuffle", ["x": [1, 2, 4, 6]], ["downscale_factor": .int(2)]),
        GradientCase("crop", ["x": [1, 2, 5, 6]], ["crop_height": .ints([1, 2]), "crop_width": .ints([0, 1])]),
        GradientCase("space_to_batch", ["x": [1, 2, 3, 4]], ["block_shape": .ints([2, 2]), "paddings": .ints([0, 1, 0, 0])]),
        GradientCase("batch_to_space", ["x": [4, 2, 2, 2]], ["block_shape": .ints([2, 2]), "crops": .ints([0, 1, 0, 0])]),
        GradientCase("tile", ["x": [2, 3]], ["reps": .ints([2, 3])]),
        GradientCase("osprey.broadcast_to", ["x": [3, 1]], ["shape": .ints([2, 3, 4])]),
        GradientCase("reverse", ["x": [3, 4]], ["axes": .ints([1])]),
        GradientCase(
            "reverse_sequence", ["x": [2, 4]],
            ["lengths": .tensor(Tensor([Int32(2), 3])), "seq_axis": .int(1), "batch_axis": .int(0)]),
        GradientCase("sliding_windows", ["x": [6]], ["axis": .int(0), "size": .int(3), "stride": .int(1)]),
        GradientCase("pad", ["x": [2, 3]], ["pad": .ints([1, 0, 0, 2]), "constant_val": .float(3)]),
        GradientCase("pad", ["x": [3, 4]], ["pad": .ints([1, 2, 2, 1]), "mode": .string("reflect")], note: "reflected"),
        GradientCase("pad", ["x": [3, 4]], ["pad": .ints([1, 2, 2, 1]), "mode": .string("replicate")], note: "replicated"),
        GradientCase("reshape_like", inputs: [Input(name: "x", shape: [2, 6], range: -1...1)]) { builder, values in
            guard let x = values["x"] else { return [] }
            return try builder.emit(
                "reshape_like",
                [
                    "x": x, "ref_tensors": .list([.tensor(Tensor([Float](repeating: 0, count: 12), shape: [3, 4]))]),
                    "begins": .list([.int(0)]), "ends": .list([.int(2)]), "end_masks": .list([.bool(false)]),
                ])
        },
    ]

    private static let indexing: [GradientCase] =
        ["concat", "stack"].map { kind in
            GradientCase(
                kind, inputs: ["a", "b"].map { Input(name: $0, shape: [2, 3], range: -1...1) }
            ) { builder, values in
                guard let a = values["a"], let b = values["b"] else { return [] }
                return try builder.emit(kind, ["values": .list([a, b, a]), "axis": .int(1)])
            }
        } + [
            GradientCase("concat, interleaved", inputs: ["a", "b"].map { Input(name: $0, shape: [2, 3], range: -1...1) }) {
                builder, values in
                guard let a = values["a"], let b = values["b"] else { return [] }
                return try builder.emit("concat", ["values": .list([a, b]), "axis": .int(1), "interleave": .bool(true)])
            },
            GradientCase("split, of which one part is used", inputs: [Input(name: "x", shape: [2, 6], range: -1...1)]) { builder, values in
                guard let x = values["x"] else { return [] }
                return [try builder.emit("split", ["x": x, "axis": .int(1), "split_sizes": .ints([1, 3, 2])])[1]]
            },
            GradientCase("split", ["x": [2, 6]], ["axis": .int(1), "num_splits": .int(3)]),
            GradientCase(
                "slice_by_index", ["x": [4, 5]], ["begin": .ints([3, 0]), "end": .ints([0, 5]), "stride": .ints([-1, 2])]),
            GradientCase("slice_by_size", ["x": [4, 5]], ["begin": .ints([1, 2]), "size": .ints([2, -1])]),
            GradientCase("slice_update", ["x": [4, 5], "update": [2, 5]], ["begin": .ints([1, 0]), "end": .ints([3, 5])]),
            GradientCase("gather", ["x": [5, 3]], ["indices": .tensor(Tensor([Int32(4), 0, 4, -2])), "axis": .int(0)]),
            GradientCase(
                "gather_along_axis", ["x": [3, 2]],
                ["indices": .tensor(Tensor([Int32(0), 2, 2, 1], shape: [2, 2])), "axis": .int(0)]),
            GradientCase("gather_nd", ["x": [3, 4]], ["indices": .tensor(Tensor([Int32(0), 1, 2, 3, 0, 1], shape: [3, 2]))]),
        ]

    private static let resizings: [GradientCase] = [
        GradientCase(
            "upsample_nearest_neighbor", ["x": [1, 2, 3, 2]], ["scale_factor_height": .float(2), "scale_factor_width": .float(3)]),
        GradientCase(
            "upsample_bilinear", ["x": [1, 2, 3, 2]],
            ["scale_factor_height": .float(2), "scale_factor_width": .float(2), "align_corners": .bool(false)]),
        GradientCase(
            "resize_bilinear", ["x": [1, 1, 3, 4]],
            ["target_size_height": .int(5), "target_size_width": .int(3), "sampling_mode": .string("ALIGN_CORNERS")]),
        GradientCase("resize_nearest_neighbor", ["x": [1, 1, 3, 4]], ["target_size_height": .int(5), "target_size_width": .int(3)]),
    ]

    private static let recurrents: [GradientCase] = [
        recurrent("lstm", gates: 4, directions: 1, ["output_sequence": .bool(true), "cell_clip": .float(50)], note: "all outputs"),
        recurrent("lstm", gates: 4, directions: 1, ["direction": .string("reverse")], note: "reversed"),
        recurrent(
            "lstm", gates: 4, directions: 2, ["direction": .string("bidirectional"), "output_sequence": .bool(true)], note: "both ways"),
        recurrent("gru", gates: 3, directions: 1, ["output_sequence": .bool(true)], note: "all outputs"),
        recurrent("gru", gates: 3, directions: 1, ["reset_after": .bool(true)], note: "reset after the product"),
        recurrent(
            "gru", gates: 3, directions: 2, ["direction": .string("bidirectional"), "output_sequence": .bool(true)], note: "both ways"),
    ]

    private static func recurrent(
        _ kind: String, gates: Int, directions: Int, _ constants: [String: Argument], note: String
    ) -> GradientCase {
        let (steps, batch, inputs, hidden) = (3, 2, 2, 2)
        var shapes: [String: [Int]] = ["x": [steps, batch, inputs], "initial_h": [batch, hidden * directions]]
        if kind == "lstm" { shapes["initial_c"] = [batch, hidden * directions] }
        for suffix in directions == 2 ? ["", "_back"] : [""] {
            shapes["weight_ih" + suffix] = [gates * hidden, inputs]
            shapes["weight_hh" + suffix] = [gates * hidden, hidden]
            shapes["bias" + suffix] = [gates * hidden]
            if kind == "gru" { shapes["bias_hh" + suffix] = [gates * hidden] }
        }
        return GradientCase(kind, shapes, constants, note: note)
    }

    private static let detections: [GradientCase] = [
        GradientCase(
            "osprey.box_loss", ["x": [2, 4, 3]],
            [
                "cells": .tensor(Tensor([8, 8, 16, 24, 8, 16, 16, 24, 32] as [Float], shape: [3, 3])),
                "targets": .tensor(Tensor((0..<24).map { Float($0 * 7 % 23) + 3.3 }, shape: [2, 4, 3])),
                "weights": .tensor(Tensor([0.5, 0, 1, 0.8, 0.2, 0.7] as [Float], shape: [2, 3])),
            ])
    ]

    private static let losses: [GradientCase] =
        ["mean", "sum", "none"].flatMap { reduction -> [GradientCase] in
            let (targets, numbers) = (Tensor([Int32(2), 0, -1, 1]), Tensor([0.3, -0.5, 1, 0, 0.7, 1.2] as [Float], shape: [2, 3]))
            let classes: [String: Argument] = ["targets": .tensor(targets), "reduction": .string(reduction)]
            let elements: [String: Argument] = ["targets": .tensor(numbers), "reduction": .string(reduction)]
            let weights = Argument.tensor(Tensor([0.5, 2, 1] as [Float]))
            return [
                GradientCase("osprey.softmax_cross_entropy", ["x": [4, 3]], classes, note: reduction),
                GradientCase(
                    "osprey.softmax_cross_entropy", ["x": [4, 3]], classes.merging(["weights": weights, "smoothing": .float(0.2)]) { $1 },
                    note: "\(reduction), weighted and smoothed"),
                GradientCase(
                    "osprey.softmax_cross_entropy", ["x": [2, 3, 2]],
                    ["targets": .tensor(Tensor([Int32(2), 0, 1, 1], shape: [2, 2])), "axis": .int(1), "reduction": .string(reduction)],
                    note: "\(reduction), an inner axis"),
                GradientCase("osprey.likelihood_loss", ["x": [4, 3]], classes, range: 0.1...1, note: reduction),
                GradientCase("osprey.squared_error", ["x": [2, 3]], elements, note: reduction),
                GradientCase(
                    "osprey.sigmoid_cross_entropy", ["x": [2, 3]], elements.merging(["positive_weight": .float(2)]) { $1 }, note: reduction),
                GradientCase("osprey.smooth_l1", ["x": [2, 3]], elements.merging(["beta": .float(0.41)]) { $1 }, note: reduction),
            ]
        }
}
