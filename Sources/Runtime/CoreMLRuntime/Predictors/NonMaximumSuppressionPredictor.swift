import CoreMLSpecification

/// Keeps the most confident box of each group of overlapping boxes.
final class NonMaximumSuppressionPredictor: ModelPredictor {
    private let iouThreshold: Double
    private let confidenceThreshold: Double
    private let isPerClass: Bool
    private let confidenceInput: Int
    private let coordinatesInput: Int
    private let iouThresholdInput: Int?
    private let confidenceThresholdInput: Int?
    private let confidenceOutput: Int?
    private let coordinatesOutput: Int?
    private let outputCount: Int
    private let rowLimits: (minimum: Int, maximum: Int)
    private let memoryLimit: MemoryLimit
    let classLabels: ClassLabels?

    /// - Throws: `RuntimeError.invalidModel` if the model names an input that does not exist. `unsupported` if the outputs are too large.
    init(_ specification: Specification.NonMaximumSuppression, interface: ModelInterface, limit: MemoryLimit) throws {
        guard let confidence = interface.inputIndex(specification.confidenceInputFeatureName),
            let coordinates = interface.inputIndex(specification.coordinatesInputFeatureName)
        else {
            throw RuntimeError.invalidModel("non-maximum suppression has no input for confidence or coordinates")
        }
        confidenceInput = confidence
        coordinatesInput = coordinates
        iouThresholdInput = interface.inputIndex(specification.iouThresholdInputFeatureName)
        confidenceThresholdInput = interface.inputIndex(specification.confidenceThresholdInputFeatureName)
        confidenceOutput = interface.outputIndex(specification.confidenceOutputFeatureName)
        coordinatesOutput = interface.outputIndex(specification.coordinatesOutputFeatureName)
        outputCount = interface.outputs.count
        iouThreshold = specification.iouThreshold
        confidenceThreshold = specification.confidenceThreshold
        isPerClass = if case .pickTop(let pick) = specification.suppressionMethod { pick.perClass } else { false }
        classLabels =
            switch specification.classLabels {
            case .stringClassLabels(let labels): ClassLabels(labels)
            case .int64ClassLabels(let labels): ClassLabels(labels)
            case nil: nil
            }
        var limits = (minimum: 0, maximum: Int.max)
        for index in [confidenceOutput, coordinatesOutput].compactMap({ $0 }) {
            let limit = NonMaximumSuppressionPredictor.rowLimits(interface.outputs[index].type)
            limits = (max(limits.minimum, limit.minimum), min(limits.maximum, limit.maximum))
        }
        guard limits.minimum <= limits.maximum, limits.minimum <= 1 << 24 else {
            throw RuntimeError.invalidModel("the outputs of non-maximum suppression contradict each other")
        }
        rowLimits = limits
        memoryLimit = limit
        try checkOutputs(rows: limits.minimum, columns: (classLabels?.count ?? 0) + 4)
    }

    /// - Parameter columns: the columns of the confidences and the coordinates together.
    /// - Throws: `RuntimeError.unsupported` if the output takes more memory than the limit.
    private func checkOutputs(rows: Int, columns: Int) throws {
        try memoryLimit.check(product: [rows, columns, MemoryLayout<Float>.size], "the output of non-maximum suppression")
    }

    /// The number of boxes that the description of an output allows.
    private static func rowLimits(_ type: Specification.FeatureType.Kind) -> (minimum: Int, maximum: Int) {
        guard case .multiArrayType(let array) = type else { return (0, .max) }
        switch array.shapeFlexibility {
        case .shapeRange(let range):
            guard let rows = range.sizeRanges.first else { return (0, .max) }
            return (Int(clamping: rows.lowerBound), rows.upperBound < 0 ? .max : Int(clamping: rows.upperBound))
        case .enumeratedShapes, nil:
            guard array.shape.count == 2, array.shape[0] > 0 else { return (0, .max) }
            return (Int(clamping: array.shape[0]), Int(clamping: array.shape[0]))
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let confidences = try Matrix(inputs[confidenceInput], "confidence", columns: classLabels?.count)
        let coordinates = try Matrix(inputs[coordinatesInput], "coordinates", columns: 4)
        guard confidences.rows == coordinates.rows else {
            throw RuntimeError.invalidInput("there are \(confidences.rows) rows of confidences for \(coordinates.rows) boxes")
        }
        let kept = keep(
            confidences, coordinates, iouThreshold: try threshold(inputs, iouThresholdInput) ?? iouThreshold,
            confidenceThreshold: try threshold(inputs, confidenceThresholdInput) ?? confidenceThreshold)
        let rows = max(min(kept.count, rowLimits.maximum), rowLimits.minimum)
        // The kept boxes need no more memory than the caller's boxes. Only boxes that pad the output may need more.
        if rows > kept.count { try checkOutputs(rows: rows, columns: confidences.columns + coordinates.columns) }
        var outputs = [PredictorValue?](repeating: nil, count: outputCount)
        if let confidenceOutput { outputs[confidenceOutput] = .tensor(confidences.gather(kept, rows: rows)) }
        if let coordinatesOutput { outputs[coordinatesOutput] = .tensor(coordinates.gather(kept, rows: rows)) }
        return outputs
    }

    private func threshold(_ inputs: [PredictorValue?], _ index: Int?) throws -> Double? {
        guard let index, inputs.indices.contains(index), let value = inputs[index] else { return nil }
        guard let number = value.numbers?.first, !number.isNaN else { throw RuntimeError.invalidInput("a threshold is not a number") }
        return number
    }

    private struct Candidate {
        var row: Int
        var label: Int
        var confidence: Float
    }

    /// The indices of the boxes that are kept, the most confident first.
    private func keep(_ confidences: Matrix, _ coordinates: Matrix, iouThreshold: Double, confidenceThreshold: Double) -> [Int] {
        var candidates: [Candidate] = []
        for row in 0..<confidences.rows {
            var best = Candidate(row: row, label: 0, confidence: -.infinity)
            for column in 0..<confidences.columns where confidences[row, column] > best.confidence {
                best.label = column
                best.confidence = confidences[row, column]
            }
            if Double(best.confidence) >= confidenceThreshold { candidates.append(best) }
        }
        candidates.sort { ($1.confidence, $0.row) < ($0.confidence, $1.row) }
        var kept: [Candidate] = []
        for candidate in candidates where kept.count < rowLimits.maximum {
            // A threshold of 1 means no suppression, even if the overlap of equal boxes is rounded up.
            let isSuppressed =
                iouThreshold < 1
                && kept.contains { other in
                    (!isPerClass || other.label == candidate.label)
                        && coordinates.intersectionOverUnion(other.row, candidate.row) > iouThreshold
                }
            if !isSuppressed { kept.append(candidate) }
        }
        return kept.map(\.row)
    }
}

/// Rows of numbers in a tensor, which may have other axes of extent 1.
private struct Matrix {
    let rows: Int
    let columns: Int
    private let values: UnsafeMutableBufferPointer<Float>
    private let owner: Tensor
    private let scalar: ScalarType

    init(_ value: PredictorValue?, _ name: String, columns expected: Int?) throws {
        guard case .tensor(let tensor) = value else { throw RuntimeError.invalidInput("the \(name) of the boxes are missing") }
        var shape = tensor.shape
        while shape.count > 2, let axis = shape.first == 1 ? 0 : shape.lastIndex(of: 1) { shape.remove(at: axis) }
        if shape.count == 1 {
            shape = expected == shape[0] ? [1, shape[0]] : [shape[0], 1]
        }
        guard shape.count == 2, expected == nil || expected == shape[1] || tensor.count == 0 else {
            throw RuntimeError.invalidInput("the \(name) of the boxes have the shape \(tensor.shape)")
        }
        rows = shape[0]
        columns = shape[1]
        owner = tensor.scalar == .float32 ? tensor : Tensor(tensor.doubles.map(Float.init), shape: tensor.shape)
        values = owner.floats
        scalar = tensor.scalar
    }

    subscript(row: Int, column: Int) -> Float { values[row * columns + column] }

    /// The intersection over union of two boxes. A box has four numbers: the x and y of the centre, the width and the height.
    func intersectionOverUnion(_ first: Int, _ second: Int) -> Double {
        func edges(_ row: Int, _ axis: Int) -> (low: Float, high: Float) {
            let half = self[row, axis + 2] / 2
            return (self[row, axis] - half, self[row, axis] + half)
        }
        let (firstX, firstY) = (edges(first, 0), edges(first, 1))
        let (secondX, secondY) = (edges(second, 0), edges(second, 1))
        let width = min(firstX.high, secondX.high) - max(firstX.low, secondX.low)
        let height = min(firstY.high, secondY.high) - max(firstY.low, secondY.low)
        guard width > 0, height > 0 else { return 0 }
        let intersection = Double(width) * Double(height)
        let union =
            Double(self[first, 2]) * Double(self[first, 3]) + Double(self[second, 2]) * Double(self[second, 3]) - intersection
        return union > 0 ? intersection / union : 0
    }

    /// The chosen rows, followed by rows of zeros.
    func gather(_ chosen: [Int], rows: Int) -> Tensor {
        let tensor = Tensor(uninitialized: .float32([rows, columns]))
        let target = tensor.floats
        target.initialize(repeating: 0)
        for (index, row) in chosen.prefix(rows).enumerated() {
            for column in 0..<columns {
                target[index * columns + column] = self[row, column]
            }
        }
        return tensor
    }
}
