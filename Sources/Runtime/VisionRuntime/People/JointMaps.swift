import CoreGraphics
import CoreML

/// The output of a network for one body or hand: a heat map of each joint.
///
/// - `heatmap` [joints, h, w]: the probability, 0…1, that a joint lies at a cell.
/// - `offsets` [2 × joints, h, w], optional: the offset from a cell to the joint, in pixels of the input. The offsets down of all joints
///   come first, then those to the right. A cell stands for the input's pixel at column × stride and row × stride. Without offsets the
///   joint lies in the cell's centre.
struct JointMaps: Sendable {
    private let scores: CellMap
    private let offsets: CellMap?
    private let strideX: Float
    private let strideY: Float

    /// - Parameters:
    ///   - channels: the allowed numbers of joints.
    ///   - inputSize: the size of the network's image input, in pixels.
    /// - Throws: `invalidModel` if the maps have another form, `operationFailed` if a number is not finite.
    init(_ outputs: NetworkOutputs, channels: [Int], inputSize: CGSize) throws {
        scores = try outputs.map("heatmap")
        guard channels.contains(scores.channels) else {
            throw VisionFailure(
                .invalidModel, "the pose model's output heatmap has the shape \(scores.shape); it should have \(channels) channels")
        }
        offsets = outputs.contains("offsets") ? try outputs.map("offsets") : nil
        let expected = [2 * scores.channels, scores.rows, scores.columns]
        if let offsets, offsets.shape != expected {
            throw VisionFailure(.invalidModel, "the pose model's output offsets has the shape \(offsets.shape) instead of \(expected)")
        }
        strideX = CellMap.stride(side: Int(inputSize.width), cells: scores.columns)
        strideY = CellMap.stride(side: Int(inputSize.height), cells: scores.rows)
    }

    var jointCount: Int { scores.channels }

    /// The pose that a range of channels gives; `nil` if no pose is found.
    func pose(_ channels: Range<Int>, in crop: CropAndScale) -> PoseFinding? {
        var sum: Float = 0
        let points = channels.map { channel in
            let (place, score) = place(of: channel)
            sum += min(score, 1)
            return crop.point(x: place.x, y: place.y, confidence: score, tolerance: max(strideX, strideY))
        }
        let confidence = sum / Float(channels.count)
        guard confidence >= Self.leastConfidence, points.contains(where: \.isFound) else { return nil }
        return PoseFinding(points: points, confidence: confidence)
    }

    /// The least mean probability of the joints of a pose.
    private static let leastConfidence: Float = 0.2

    /// The most probable position of a joint, in pixels of the input, and its probability.
    private func place(of channel: Int) -> (place: SIMD2<Float>, score: Float) {
        var best: (row: Int, column: Int, score: Float) = (0, 0, -.infinity)
        for row in 0..<scores.rows {
            for column in 0..<scores.columns where scores[channel, row, column] > best.score {
                best = (row, column, scores[channel, row, column])
            }
        }
        let cell = SIMD2(Float(best.column) * strideX, Float(best.row) * strideY)
        guard let offsets else { return (cell + SIMD2(strideX, strideY) / 2, best.score) }
        let (down, right) = (offsets[channel, best.row, best.column], offsets[scores.channels + channel, best.row, best.column])
        return (cell + SIMD2(right, down), best.score)
    }
}
