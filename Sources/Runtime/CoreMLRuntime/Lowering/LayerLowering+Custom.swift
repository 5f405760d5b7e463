extension LayerLowering {
    /// Lowers a custom layer. The inputs and outputs have the shapes that Core ML documents. In older networks the shape is [Seq, Batch, C,
    /// H, W]. In networks with exact shapes, the shapes are unchanged.
    mutating func lowerCustom() throws {
        guard let custom = customLayer(name) else { throw unsupported("the custom layer was not made") }
        var arguments: [Argument] = []
        var hasSequence = false
        for index in 0..<inputCount {
            let blob = try input(index)
            var argument = try asFloat(blob.argument)
            if let axes = blob.sequence {
                hasSequence = true
                argument = try reshaped(argument, [axes.steps, axes.batch] + shape(blob).dropFirst())
            }
            arguments.append(argument)
        }
        let results = try builder.emit("osprey.custom", name: name, ["inputs": .list(arguments), "layer": .constant(.layer(custom))])
        try require(results.count == layer.output.count, "the custom layer gives \(results.count) outputs of \(layer.output.count)")
        for (index, result) in results.enumerated() {
            let shape = try builder.type(of: result).shape
            guard hasSequence || (usesRank5 && inputCount == 0) else {
                try setOutput(Blob(argument: result), index)
                continue
            }
            try require(shape.count == 5, "the custom layer gives the shape \(shape) instead of [Seq, Batch, C, H, W]")
            let stored = try reshaped(result, [shape[0] * shape[1]] + shape[2...])
            try setOutput(Blob(argument: stored, sequence: Blob.Sequence(steps: shape[0], batch: shape[1])), index)
        }
    }
}
