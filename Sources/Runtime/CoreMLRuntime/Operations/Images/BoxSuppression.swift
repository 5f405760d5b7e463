/// Greedy non-maximum suppression. `boxes` [B, N, 4] hold centre x, centre y, width and height, `scores` [B, N, C].
///
/// The outputs are the kept boxes, the scores, the indices, and the number of kept boxes for each image. An unused index is −1. The outputs
/// have room for `max_boxes` boxes. If no score reaches `score_threshold`, only the best box is kept.
enum NonMaximumSuppression: FloatOperation {
    package static let kinds = ["non_maximum_suppression"]
    static let operands = ["boxes", "scores"]

    package static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        let (boxes, scores) = (try call.type("boxes"), try call.shape("scores"))
        let fits = boxes.rank == 3 && boxes.shape[2] == 4 && scores.count == 3 && Array(scores.prefix(2)) == Array(boxes.shape.prefix(2))
        try call.require(fits && boxes.shape[1] > 0 && scores[2] > 0, "boxes \(boxes), scores \(scores)")
        let (batch, kept) = (boxes.shape[0], try call.int("max_boxes"))
        try call.require(kept >= 1 && kept < 1 << 24, "max_boxes is \(kept)")
        return [
            TensorType(boxes.scalar, [batch, kept, 4]), TensorType(boxes.scalar, [batch, kept, scores[2]]),
            TensorType(.int32, [batch, kept]), TensorType(.int32, [batch]),
        ]
    }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws {
        let scoreShape = try call.shape("scores")
        let (count, classes, limit) = (scoreShape[1], scoreShape[2], outputs[0].shape[1])
        let (boxes, scores) = (try call.floats("boxes"), try call.floats("scores"))
        let (overlap, threshold) = (try call.float("iou_threshold"), try call.float("score_threshold"))
        let perClass = try call.bool("per_class_suppression", default: false)
        for (output, value) in zip(outputs, [0, 0, -1, 0]) { output.fill(with: Double(value)) }
        for batch in 0..<scoreShape[0] {
            let (boxes, scores) = (boxes + batch * count * 4, scores + batch * count * classes)
            let candidates = (0..<count).map { candidate($0, scores + $0 * classes, classes) }
            var kept: [Candidate] = []
            for box in candidates.filter({ $0.score >= threshold }).sorted(by: Candidate.precedes) where kept.count < limit {
                let suppressed = kept.contains {
                    (!perClass || $0.label == box.label)
                        && CenteredBox(boxes + $0.box * 4).intersectionOverUnion(with: CenteredBox(boxes + box.box * 4)) > overlap
                }
                if !suppressed { kept.append(box) }
            }
            if kept.isEmpty, let best = candidates.min(by: Candidate.precedes) { kept = [best] }
            for (place, box) in kept.map(\.box).enumerated() {
                (outputs[0].floatPointer + (batch * limit + place) * 4).update(from: boxes + box * 4, count: 4)
                (outputs[1].floatPointer + (batch * limit + place) * classes).update(from: scores + box * classes, count: classes)
                outputs[2].floats[batch * limit + place] = Float(box)
            }
            outputs[3].floats[batch] = Float(kept.count)
        }
    }

    /// A box with its best class.
    private struct Candidate {
        var box: Int
        var label: Int
        var score: Float

        /// Whether candidate `a` comes before `b`: by the score, and for equal scores by the index of the box.
        static func precedes(_ a: Candidate, _ b: Candidate) -> Bool { a.score == b.score ? a.box < b.box : a.score > b.score }
    }

    private static func candidate(_ box: Int, _ scores: UnsafePointer<Float>, _ classes: Int) -> Candidate {
        var label = 0
        for index in 1..<max(classes, 1) where scores[index] > scores[label] { label = index }
        return Candidate(box: box, label: label, score: scores[label])
    }
}

let boxSuppressions: [any OperationDefinition.Type] = [NonMaximumSuppression.self]
