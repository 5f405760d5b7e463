import CoreMLSpecification

extension LayerLowering {
    /// The values of a blob that determines a shape. Throws `dependsOnValue` if the values are not known yet.
    func knownIntegers(_ blob: Blob) throws -> [Int] {
        guard let tensor = try builder.value(of: blob.argument) else { throw RuntimeError.dependsOnValue("an input of layer '\(name)'") }
        return tensor.integers
    }

    func allInputs() throws -> [Argument] { try (0..<inputCount).map { try input($0).argument } }

    // MARK: Layers with sequence axes

    mutating func lowerReshape(_ p: Specification.ReshapeLayerParams) throws {
        let blob = try input()
        let (x, axes) = try sequence(blob)
        var target = integers(p.targetShape)
        try require(target.count == 3 || target.count == 4, "a target shape of \(target.count) dimensions")
        var stored = x
        let shape = try builder.type(of: x).shape
        var chw = Array(shape.dropFirst())
        if p.mode == .channelLast {
            stored = try transposed(stored, [0, 2, 3, 1])
            chw = [chw[1], chw[2], chw[0]]
        }
        try require(target.allSatisfy { $0 >= -1 && $0 < 1 << 31 }, "a target shape \(target)")
        let steps = target.count == 4 ? target.removeFirst() : axes.steps
        let order = p.mode == .channelLast ? [target[1], target[2], target[0]] : target
        if steps != axes.steps && axes.batch != 1 {
            // Elements move between steps within each instance of the batch.
            stored = try transposed(try reshaped(stored, [axes.steps, axes.batch] + chw), [1, 0, 2, 3, 4])
            stored = try emitted("reshape", ["x": stored, "shape": .ints([axes.batch, steps] + order)])
            let full = try builder.type(of: stored).shape
            stored = try reshaped(try transposed(stored, [1, 0, 2, 3, 4]), [full[0] * full[1]] + full.dropFirst(2))
        } else {
            stored = try emitted("reshape", ["x": stored, "shape": .ints([steps == -1 ? -1 : steps * axes.batch] + order)])
        }
        if p.mode == .channelLast { stored = try transposed(stored, [0, 3, 1, 2]) }
        let total = try builder.type(of: stored).shape[0]
        try setSequence(stored, Blob.Sequence(steps: total / max(axes.batch, 1), batch: axes.batch), like: blob)
    }

    mutating func lowerFlatten(_ p: Specification.FlattenLayerParams) throws {
        let blob = try input()
        let (x, leading) = try images(blob)
        let shape = try builder.type(of: x).shape
        let ordered = p.mode == .channelLast ? try transposed(x, [0, 2, 3, 1]) : x
        try setImages(try reshaped(ordered, [shape[0], shape.dropFirst().product(), 1, 1]), like: blob, leading: leading)
    }

    mutating func lowerPermute(_ p: Specification.PermuteLayerParams) throws {
        let blob = try input()
        let order = p.axis.isEmpty ? [0, 1, 2, 3] : try sizes(p.axis)
        try require(order.sorted() == [0, 1, 2, 3], "\(order) is not a permutation of four axes")
        let (x, axes) = try sequence(blob)
        if order[0] == 0 || axes.batch == 1 {
            let y = try transposed(x, order)
            let steps = order[0] == 0 ? axes.steps : try builder.type(of: y).shape[0]
            try setSequence(y, Blob.Sequence(steps: steps, batch: axes.batch), like: blob)
        } else {
            let shape = try builder.type(of: x).shape
            let full = try reshaped(x, [axes.steps, axes.batch] + shape.dropFirst())
            let places = order.map { $0 == 0 ? 0 : $0 + 1 }
            let y = try transposed(full, [places[0], 1] + places.dropFirst())
            let result = try builder.type(of: y).shape
            let stored = try reshaped(y, [result[0] * result[1]] + result.dropFirst(2))
            try setSequence(stored, Blob.Sequence(steps: result[0], batch: result[1]), like: blob)
        }
    }

    mutating func lowerConcat(_ p: Specification.ConcatLayerParams) throws {
        let first = try input()
        guard p.sequenceConcat else {
            try emit("concat", like: first, ["values": .list(try allInputs()), "axis": .int(-3)])
            return
        }
        var (values, steps, batch): ([Argument], Int, Int?) = ([], 0, nil)
        for index in 0..<inputCount {
            let (x, axes) = try sequence(try input(index))
            try require(batch == nil || batch == axes.batch, "concatenates sequences of different batches")
            batch = axes.batch
            steps += axes.steps
            values.append(x)
        }
        let y = try emitted("concat", ["values": .list(values), "axis": .int(0)])
        try setSequence(y, Blob.Sequence(steps: steps, batch: batch ?? 1), like: first)
    }

    mutating func lowerSplit(_ p: Specification.SplitLayerParams) throws {
        let (blob, parts) = (try input(), try size(p.nOutputs))
        try require(parts <= layer.output.count, "splits in \(parts) parts for \(layer.output.count) outputs")
        try splitOutputs(blob, ["x": blob.argument, "num_splits": .int(parts), "axis": .int(-3)])
    }

    private mutating func splitOutputs(_ blob: Blob, _ arguments: [String: Argument]) throws {
        let parts = try builder.emit("split", name: name, arguments)
        for (index, part) in parts.prefix(layer.output.count).enumerated() {
            try setOutput(Blob(argument: part, sequence: blob.sequence), index)
        }
    }

    mutating func lowerSequenceRepeat(_ p: Specification.SequenceRepeatLayerParams) throws {
        let blob = try input()
        let (x, axes) = try sequence(blob)
        let count = max(1, try size(p.nRepetitions))
        let y = try emitted("tile", ["x": x, "reps": .ints([count, 1, 1, 1])])
        let (steps, overflow) = axes.steps.multipliedReportingOverflow(by: count)
        try require(!overflow, "repeats \(count) times")
        try setSequence(y, Blob.Sequence(steps: steps, batch: axes.batch), like: blob)
    }

    mutating func lowerReorganizeData(_ p: Specification.ReorganizeDataLayerParams) throws {
        let blob = try input()
        let block = Argument.int(try size(p.blockSize))
        switch p.mode {
        case .spaceToDepth: try emit("space_to_depth", like: blob, ["x": blob.argument, "block_size": block])
        case .depthToSpace: try emit("depth_to_space", like: blob, ["x": blob.argument, "block_size": block])
        case .pixelShuffle: try emit("pixel_shuffle", like: blob, ["x": blob.argument, "upscale_factor": block])
        case .unrecognized(let number): throw unsupported("reorganisation \(number)")
        }
    }

    mutating func lowerSlice(_ p: Specification.SliceLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        let back: Int
        switch p.axis {
        case .heightAxis: back = 2
        case .widthAxis: back = 1
        default: back = 3
        }
        try require(shape.count >= back, "an input of shape \(shape)")
        var (begin, end, stride) = (Array(repeating: 0, count: shape.count), shape, Array(repeating: 1, count: shape.count))
        let axis = shape.count - back
        (begin[axis], end[axis], stride[axis]) = (Int(p.startIndex), Int(p.endIndex), max(1, try size(p.stride)))
        try emit(
            "slice_by_index", like: blob, ["x": blob.argument, "begin": .ints(begin), "end": .ints(end), "stride": .ints(stride)])
    }

    // MARK: Layers of any rank

    mutating func lowerConcatND(_ p: Specification.ConcatNDLayerParams) throws {
        let shapes = try (0..<inputCount).map { try shape(try input($0)) }
        let isVectors = shapes.allSatisfy { $0.filter { $0 != 1 }.count <= 1 }
        if isVectors, Set(shapes.map(\.count)).count > 1 {
            // Converters concatenate the parts of a shape without regard to their ranks.
            let vectors = try (0..<inputCount).map { index in
                try emitted("reshape", ["x": try input(index).argument, "shape": .ints([-1])])
            }
            try emit("concat", ["values": .list(vectors), "axis": .int(0)])
            return
        }
        try emit("concat", ["values": .list(try allInputs()), "axis": .int(Int(p.axis)), "interleave": .bool(p.interleave)])
    }

    mutating func lowerSplitND(_ p: Specification.SplitNDLayerParams) throws {
        let blob = try input()
        var arguments: [String: Argument] = ["x": blob.argument, "axis": .int(Int(p.axis))]
        if p.splitSizes.isEmpty {
            let (shape, parts) = (try shape(blob), try size(p.numSplits))
            let axis = p.axis < 0 ? Int(p.axis) + shape.count : Int(p.axis)
            try require(axis >= 0 && axis < shape.count && parts >= 1 && parts <= max(shape[axis], 1), "splits \(shape) in \(parts)")
            try require(parts <= layer.output.count, "splits in \(parts) parts for \(layer.output.count) outputs")
            // If the parts cannot be equal, each of the first parts is longer by one.
            let (length, rest) = shape[axis].quotientAndRemainder(dividingBy: parts)
            arguments["split_sizes"] = .ints((0..<parts).map { $0 < rest ? length + 1 : length })
        } else {
            arguments["split_sizes"] = .ints(try sizes(p.splitSizes))
        }
        try splitOutputs(blob, arguments)
    }

    mutating func lowerTile(_ p: Specification.TileLayerParams) throws {
        let rank = try shape(try input()).count
        var reps = inputCount > 1 ? try asIntegers(try input(1)) : Argument.ints(try sizes(p.reps))
        let given = try builder.type(of: reps).count
        try require(given <= rank, "repeats \(given) of \(rank) dimensions")
        if given < rank {
            reps = try emitted("concat", ["values": .list([.ints(Array(repeating: 1, count: rank - given)), reps]), "axis": .int(0)])
        }
        try emit("tile", ["x": try input().argument, "reps": reps])
    }

    mutating func lowerReverse(_ p: Specification.ReverseLayerParams) throws {
        try require(p.reverseDim.count == (try shape(try input()).count), "\(p.reverseDim.count) dimensions to reverse")
        let axes = p.reverseDim.indices.filter { p.reverseDim[$0] }
        try emit("reverse", ["x": try input().argument, "axes": .ints(axes)])
    }

    mutating func lowerReverseSequence(_ p: Specification.ReverseSeqLayerParams) throws {
        try emit(
            "reverse_sequence",
            [
                "x": try input().argument, "lengths": try asIntegers(try input(1)), "batch_axis": .int(Int(p.batchAxis)),
                "seq_axis": .int(Int(p.sequenceAxis)),
            ])
    }

    mutating func lowerSqueeze(_ p: Specification.SqueezeLayerParams) throws {
        var arguments: [String: Argument] = ["x": try input().argument]
        if !p.squeezeAll { arguments["axes"] = .ints(integers(p.axes)) }
        try emit("squeeze", arguments)
    }

    mutating func lowerRankPreservingReshape(_ p: Specification.RankPreservingReshapeLayerParams) throws {
        let shape = try shape(try input())
        try require(p.targetShape.count == shape.count, "a target of \(p.targetShape.count) dimensions for \(shape)")
        try emit("reshape", ["x": try input().argument, "shape": .ints(integers(p.targetShape))])
    }

    mutating func lowerConstantPad(_ p: Specification.ConstantPaddingLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        var amounts = inputCount > 1 ? try knownIntegers(try input(1)) : try sizes(p.padAmounts)
        try require(amounts.count == 2 * shape.count, "\(amounts.count) amounts for \(shape)")
        if p.padToGivenOutputSizeMode {
            for index in amounts.indices where amounts[index] != 0 { amounts[index] = max(0, amounts[index] - shape[index / 2]) }
        }
        try emit("pad", ["x": blob.argument, "pad": .ints(amounts), "constant_val": .float(p.value)])
    }

    mutating func lowerSlidingWindows(_ p: Specification.SlidingWindowsLayerParams) throws {
        try emit(
            "sliding_windows",
            [
                "x": try input().argument, "axis": .int(Int(p.axis)), "size": .int(try size(p.windowSize)),
                "stride": .int(try size(p.step)),
            ])
    }

    private func flags(_ values: some Collection<Bool>) -> Argument? { values.isEmpty ? nil : .tensor(Tensor(Array(values))) }

    mutating func lowerSliceStatic(_ p: Specification.SliceStaticLayerParams) throws {
        var arguments: [String: Argument] = [
            "x": try input().argument, "begin": .ints(integers(p.beginIds)), "end": .ints(integers(p.endIds)),
        ]
        if !p.strides.isEmpty { arguments["stride"] = .ints(integers(p.strides)) }
        arguments["begin_mask"] = flags(p.beginMasks)
        arguments["end_mask"] = flags(p.endMasks)
        arguments["squeeze_mask"] = flags(p.squeezeMasks)
        try emit("slice_by_index", arguments)
    }

    mutating func lowerSliceDynamic(_ p: Specification.SliceDynamicLayerParams) throws {
        let blob = try input()
        let rank = try shape(blob).count
        var arguments: [String: Argument] = ["x": blob.argument, "begin": try asIntegers(try input(1))]
        // Converters write five strides and masks, whatever the rank.
        if !p.endIds.isEmpty { arguments["end"] = .ints(integers(p.endIds.prefix(rank))) }
        if !p.strides.isEmpty { arguments["stride"] = .ints(integers(p.strides.prefix(rank))) }
        arguments["begin_mask"] = flags(p.beginMasks.prefix(rank))
        arguments["end_mask"] = flags(p.endMasks.prefix(rank))
        arguments["squeeze_mask"] = flags(p.squeezeMasks.prefix(rank))
        let names = ["end", "stride", "begin_mask", "end_mask", "squeeze_mask"]
        for (index, name) in names.enumerated() where inputCount > index + 2 { arguments[name] = try asIntegers(try input(index + 2)) }
        try emit("slice_by_index", arguments)
    }

    mutating func lowerSliceBySize(_ p: Specification.SliceBySizeLayerParams) throws {
        let blob = try input()
        let shape = try shape(blob)
        let axis = p.axis < 0 ? Int(p.axis) + shape.count : Int(p.axis)
        try require(axis >= 0 && axis < shape.count, "axis \(p.axis) of \(shape)")
        let start = try reshaped(try asIntegers(try input(1)), [1])
        let zeros = { (count: Int) in Argument.ints(Array(repeating: 0, count: count)) }
        let begin = try emitted("concat", ["values": .list([zeros(axis), start, zeros(shape.count - axis - 1)]), "axis": .int(0)])
        var sizes = shape
        sizes[axis] = Int(p.size)
        try emit("slice_by_size", ["x": blob.argument, "begin": begin, "size": .ints(sizes)])
    }
}
