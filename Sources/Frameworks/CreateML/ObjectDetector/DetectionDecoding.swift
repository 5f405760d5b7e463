import CoreMLSpecification

/// The layers that turn a detector's predictions into the inputs of non-maximum suppression. For `A` cells, confidences have the shape [A, 1,
/// classes], and coordinates [A, 1, 4]. Coordinates are normalised, with the origin at the picture's upper left.
struct DetectionDecoding {
    private(set) var layers: [Specification.NeuralNetworkLayer] = []

    init(_ network: DetectionNetwork, confidence: String, coordinates: String) {
        var (logits, boxes): ([String], [String]) = ([], [])
        for level in network.levels {
            boxes.append(addBoxes(level, network))
            logits.append(addRows(level.logits, level, columns: network.labelCount))
        }
        add("logits", logits, .concat(Specification.ConcatLayerParams()))
        var sigmoid = Specification.ActivationParams()
        sigmoid.nonlinearityType = .sigmoid(Specification.ActivationSigmoid())
        add(confidence, ["logits"], .activation(sigmoid))
        add(coordinates, boxes, .concat(Specification.ConcatLayerParams()))
    }

    /// Adds the layers that turn the boxes of a grid into rows, one for each cell. Returns the name of their output.
    private mutating func addBoxes(_ level: DetectionNetwork.Level, _ network: DetectionNetwork) -> String {
        let scale = [Float(level.stride) / Float(network.width), Float(level.stride) / Float(network.height)]
        let centers = slice(level.boxes, "centers\(level.stride)", 0..<2)
        var position = Specification.ScaleLayerParams()
        position.shapeScale = [2, 1, 1]
        position.scale = weights(scale)
        position.hasBias = true
        position.shapeBias = [2, UInt64(level.rows), UInt64(level.columns)]
        let across = (0..<level.rows * level.columns).map { (Float($0 % level.columns) + 0.5) * scale[0] }
        let down = (0..<level.rows * level.columns).map { (Float($0 / level.columns) + 0.5) * scale[1] }
        position.bias = weights(across + down)
        add("positions\(level.stride)", [centers], .scale(position))
        let logarithms = slice(level.boxes, "logarithms\(level.stride)", 2..<4)
        var exponential = Specification.UnaryFunctionLayerParams()
        exponential.type = .exp
        exponential.scale = 1
        add("exponentials\(level.stride)", [logarithms], .unary(exponential))
        var size = Specification.ScaleLayerParams()
        size.shapeScale = [2, 1, 1]
        size.scale = weights(scale)
        add("sizes\(level.stride)", ["exponentials\(level.stride)"], .scale(size))
        let joined = "boxes\(level.stride)"
        add(joined, ["positions\(level.stride)", "sizes\(level.stride)"], .concat(Specification.ConcatLayerParams()))
        return addRows(joined, level, columns: 4)
    }

    /// Adds the layers that reshape [columns, grid rows, grid columns] to [cells, 1, columns]. Returns the name of their output.
    private mutating func addRows(_ blob: String, _ level: DetectionNetwork.Level, columns: Int) -> String {
        var order = Specification.PermuteLayerParams()
        order.axis = [0, 2, 3, 1]
        add("\(blob)_turned", [blob], .permute(order))
        var shape = Specification.ReshapeLayerParams()
        shape.targetShape = [Int64(level.rows * level.columns), 1, Int64(columns)]
        shape.mode = .channelFirst
        add("\(blob)_rows", ["\(blob)_turned"], .reshape(shape))
        return "\(blob)_rows"
    }

    private mutating func slice(_ blob: String, _ name: String, _ range: Range<Int>) -> String {
        var slice = Specification.SliceLayerParams()
        (slice.startIndex, slice.endIndex, slice.stride) = (Int64(range.lowerBound), Int64(range.upperBound), 1)
        slice.axis = .channelAxis
        add(name, [blob], .slice(slice))
        return name
    }

    private mutating func add(_ name: String, _ inputs: [String], _ layer: Specification.NeuralNetworkLayer.Layer) {
        layers.append(Specification.NeuralNetworkLayer(name: name, inputs, layer))
    }

    private func weights(_ values: [Float]) -> Specification.WeightParams {
        var weights = Specification.WeightParams()
        weights.floatValue = PackedFloats(values)
        return weights
    }
}
