import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// The layer that leaves out boxes which overlap better ones.
struct LayerBoxTests {
    private typealias Params = Specification.NonMaximumSuppressionLayerParams

    /// Centre x, centre y, width and height. The second overlaps the first by three fifths, the last lies on it, the third is far away.
    private let boxes = Tensor.numbers([0, 0, 2, 2, 0.5, 0, 2, 2, 5, 5, 2, 2, 0, 0, 2, 2], [1, 4, 4])
    private let scores = Tensor.numbers([0.9, 0.1, 0.2, 0.8, 0.3, 0.1, 0.5, 0.4], [1, 4, 2])

    private func layer(_ body: (inout Params) -> Void = { _ in }) -> LayerCheck.Layer {
        var p = Params()
        (p.iouThreshold, p.scoreThreshold, p.maxBoxes) = (0.5, 0.25, 3)
        body(&p)
        return .nonMaximumSuppression(p)
    }

    /// The boxes, scores, numbers and count of the first batch, with room for as many as `kept` and `unused` are.
    private func answer(_ kept: [Int], unused: Int) -> [(shape: [Int], values: [Double])] {
        let (boxValues, scoreValues) = (boxes.doubles, scores.doubles)
        let room = kept.count + unused
        func filled(_ values: [Double], _ count: Int, with rest: Double) -> [Double] {
            values + Array(repeating: rest, count: room * count - values.count)
        }
        return [
            ([1, room, 4], filled(kept.flatMap { boxValues[4 * $0..<4 * $0 + 4] }, 4, with: 0)),
            ([1, room, 2], filled(kept.flatMap { scoreValues[2 * $0..<2 * $0 + 2] }, 2, with: 0)),
            ([1, room], filled(kept.map { Double($0) }, 1, with: -1)),
            ([1], [Double(kept.count)]),
        ]
    }

    @Test("Boxes that overlap a better one are left out")
    func boxesThatOverlapABetterOneAreLeftOut() throws {
        try LayerCheck(layer(), [boxes, scores], outputs: 4).expect(answer([0, 2], unused: 1))
        // Less overlap than the threshold is allowed.
        let wide = layer { $0.iouThreshold = 0.7 }
        try LayerCheck(wide, [boxes, scores], outputs: 4).expect(answer([0, 1, 2], unused: 0))
    }

    @Test("Boxes of other classes may overlap")
    func boxesOfOtherClassesMayOverlap() throws {
        let perClass = layer { $0.perClassSuppression = true }
        try LayerCheck(perClass, [boxes, scores], outputs: 4).expect(answer([0, 1, 2], unused: 0))
    }

    @Test("No more boxes are kept than asked for")
    func noMoreBoxesAreKeptThanAskedFor() throws {
        try LayerCheck(layer { $0.maxBoxes = 1 }, [boxes, scores], outputs: 4).expect(answer([0], unused: 0))
        try LayerCheck(layer { $0.maxBoxes = 6 }, [boxes, scores], outputs: 4).expect(answer([0, 2], unused: 4))
    }

    @Test("Weak boxes are left out but for the best")
    func weakBoxesAreLeftOutButForTheBest() throws {
        try LayerCheck(layer { $0.scoreThreshold = 0.4 }, [boxes, scores], outputs: 4).expect(answer([0], unused: 2))
        try LayerCheck(layer { $0.scoreThreshold = 0.95 }, [boxes, scores], outputs: 4).expect(answer([0], unused: 2))
    }

    @Test("Thresholds may be inputs")
    func thresholdsMayBeInputs() throws {
        let inputs: [Tensor] = [boxes, scores, .numbers([0.5]), .numbers([0.25]), .numbers([3])]
        let other = layer { ($0.iouThreshold, $0.scoreThreshold, $0.maxBoxes) = (0, 1, 1) }
        try LayerCheck(other, inputs, outputs: 4).expect(answer([0, 2], unused: 1))
    }

    @Test("Batches are independent")
    func batchesAreIndependent() throws {
        let pair = Tensor.numbers([0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 9, 9, 2, 2], [2, 2, 4])
        let values = Tensor.numbers([0.5, 0.75, 0.5, 0.75], [2, 2, 1])
        let two = layer { $0.maxBoxes = 2 }
        let results = try LayerCheck(two, [pair, values], outputs: 4).run(.predictor)
        #expect(results[2].doubles == [1, -1, 1, 0] && results[3].doubles == [1, 2])
    }

    @Test("A program leaves the same boxes out")
    func aProgramLeavesTheSameBoxesOut() throws {
        let names = ["result", "kept", "places", "count"]
        let arguments: [String: ProgramArgument] = [
            "iou_threshold": .float(0.5), "score_threshold": .float(0.25), "max_boxes": .int(3), "per_class_suppression": .bool(false),
        ]
        let tensors = ["boxes": boxes, "scores": scores]
        try ProgramCheck("non_maximum_suppression", tensors, with: arguments, outputs: names)
            .expect(outputs: names, answer([0, 2], unused: 1))
        let perClass = arguments.merging(["per_class_suppression": .bool(true)]) { $1 }
        try ProgramCheck("non_maximum_suppression", tensors, with: perClass, outputs: names)
            .expect(outputs: names, answer([0, 1, 2], unused: 0))
        let none = arguments.merging(["max_boxes": .int(-1)]) { $1 }
        expectProgramRefusal("non_maximum_suppression", tensors, with: none, outputs: names)
    }

    @Test("Boxes that do not fit are refused")
    func boxesThatDoNotFitAreRefused() {
        expectRefusal(layer(), [counting([1, 4, 3]), scores], outputs: 4)
        expectRefusal(layer(), [counting([1, 3, 4]), scores], outputs: 4)
        expectRefusal(layer(), [counting([4, 4]), counting([4, 2])], outputs: 4)
        expectRefusal(layer { $0.maxBoxes = 0 }, [boxes, scores], outputs: 4)
        expectRefusal(layer(), [boxes], outputs: 4)
    }
}
