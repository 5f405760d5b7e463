import CoreMLSpecification

extension LayerLowering {
    mutating func lowerGather(_ kind: String, axis: Int?) throws {
        var arguments: [String: Argument] = ["x": try input().argument, "indices": try asIntegers(try input(1))]
        if let axis { arguments["axis"] = .int(axis) }
        try emit(kind, arguments)
    }

    mutating func lowerScatter(_ kind: String, axis: Int?, _ mode: Specification.ScatterMode) throws {
        let name: String
        switch mode {
        case .scatterAdd: name = "add"
        case .scatterSub: name = "sub"
        case .scatterMul: name = "mul"
        case .scatterDiv: name = "div"
        case .scatterMax: name = "max"
        case .scatterMin: name = "min"
        default: name = "update"
        }
        var arguments: [String: Argument] = [
            "data": try input().argument, "indices": try asIntegers(try input(1)), "updates": try input(2).argument,
            "mode": .string(name),
        ]
        if let axis { arguments["axis"] = .int(axis) }
        try emit(kind, arguments)
    }

    mutating func lowerTopK(_ p: Specification.TopKLayerParams) throws {
        let k = inputCount > 1 ? try asIntegers(try input(1)) : Argument.int(try size(p.k))
        let found = try builder.emit(
            "topk", name: name,
            ["x": try input().argument, "k": k, "axis": .int(Int(p.axis)), "ascending": .bool(p.useBottomK)])
        try setOutput(Blob(argument: found[0]), 0)
        try setOutput(Blob(argument: try asFloat(found[1])), 1)
    }

    mutating func lowerArgument(_ kind: String, axis: Int, removesAxis: Bool) throws {
        let found = try emitted(kind, ["x": try input().argument, "axis": .int(axis), "keep_dims": .bool(!removesAxis)])
        try setOutput(Blob(argument: try asFloat(found)))
    }

    mutating func lowerArgSort(_ p: Specification.ArgSortLayerParams) throws {
        let found = try emitted("argsort", ["x": try input().argument, "axis": .int(Int(p.axis)), "ascending": .bool(!p.descending)])
        try setOutput(Blob(argument: try asFloat(found)))
    }

    mutating func lowerWhere() throws {
        try emit("select", ["cond": try input().argument, "a": try input(1).argument, "b": try input(2).argument])
    }

    mutating func lowerOneHot(_ p: Specification.OneHotLayerParams) throws {
        let length = inputCount > 1 ? try asIntegers(try input(1)) : Argument.int(try size(p.oneHotVectorSize))
        try emit(
            "one_hot",
            [
                "indices": try asIntegers(try input()), "one_hot_vector_size": length, "axis": .int(Int(p.axis)),
                "on_value": .float(p.onValue), "off_value": .float(p.offValue),
            ])
    }

    mutating func lowerNonMaximumSuppression(_ p: Specification.NonMaximumSuppressionLayerParams) throws {
        let kept = inputCount > 4 ? try asIntegers(try input(4)) : Argument.int(try size(p.maxBoxes))
        let results = try builder.emit(
            "non_maximum_suppression", name: name,
            [
                "boxes": try input().argument, "scores": try input(1).argument,
                "iou_threshold": inputCount > 2 ? try input(2).argument : .float(p.iouThreshold),
                "score_threshold": inputCount > 3 ? try input(3).argument : .float(p.scoreThreshold), "max_boxes": kept,
                "per_class_suppression": .bool(p.perClassSuppression),
            ])
        for (index, result) in results.prefix(layer.output.count).enumerated() {
            try setOutput(Blob(argument: try asFloat(result)), index)
        }
    }
}
