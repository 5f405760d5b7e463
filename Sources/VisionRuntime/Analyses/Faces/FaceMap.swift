import CoreGraphics
import CoreML
import Foundation

/// What the network of faces says of the cells of one grid.
///
/// Each cell has seven numbers, in planes: the probability of a face whose centre lies in it; the distances from the cell's centre to the
/// face's left, top, right and bottom side, in cells; cosine and sine of the angle by which the face is turned counterclockwise.
struct FaceMap {
    /// The sides of the cells of all grids, in pixels of the network's input.
    static let strides = [8, 16, 32]
    private static let planes = 7

    private let stride: Int
    private let columns: Int
    private let rows: Int
    private let values: [Float]

    /// - Parameter values: planes, rows, columns.
    init(stride: Int, columns: Int, rows: Int, values: [Float]) {
        precondition(values.count == Self.planes * rows * columns)
        (self.stride, self.columns, self.rows, self.values) = (stride, columns, rows, values)
    }

    /// - Throws: `invalidModel` where the model has no such map.
    init(stride: Int, of model: ImageModel, _ outputs: PredictionResult) throws {
        let size = try model.imageInputSize()
        let (columns, rows) = (Int(size.width) / stride, Int(size.height) / stride)
        self.init(
            stride: stride, columns: columns, rows: rows,
            values: try model.numbers("map\(stride)", shape: [Self.planes, rows, columns], in: outputs))
    }

    /// The faces of the cells whose probability is at least `threshold`.
    func candidates(threshold: Float) -> [FaceCandidate] {
        let area = rows * columns
        return (0..<area).compactMap { cell in
            let confidence = values[cell]
            guard confidence >= threshold else { return nil }
            let numbers = (1..<Self.planes).map { Double(values[$0 * area + cell]) }
            return candidate(column: cell % columns, row: cell / columns, confidence: min(confidence, 1), numbers)
        }
    }

    /// - Parameter numbers: a cell's, but for the probability.
    private func candidate(column: Int, row: Int, confidence: Float, _ numbers: [Double]) -> FaceCandidate? {
        let (left, top, right, bottom) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard numbers.allSatisfy(\.isFinite), left + right > 0, top + bottom > 0 else { return nil }
        let size = Double(stride)
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let box = CGRect(x: (x - left) * size, y: (y - top) * size, width: (left + right) * size, height: (top + bottom) * size)
        return FaceCandidate(box: box, confidence: confidence, cosine: numbers[4], sine: numbers[5])
    }
}

/// What may be a face, in pixels of the network's input, origin at the top left.
struct FaceCandidate {
    var box: CGRect
    var confidence: Float
    /// Of the angle by which the face is turned counterclockwise; their length does not count.
    var cosine: Double
    var sine: Double

    var roll: Double { atan2(sine, cosine) }

    private static let threshold: Float = 0.4
    private static let overlap = 0.45
    /// So many candidates are looked at, and so many faces found at most.
    private static let limit = 1000

    /// The faces of several maps, the most certain first: of candidates that overlap, the most certain one.
    static func best(of maps: [FaceMap]) -> [FaceCandidate] {
        let candidates = maps.flatMap { $0.candidates(threshold: threshold) }
        let ranked = candidates.indices.sorted { (candidates[$1].confidence, $0) < (candidates[$0].confidence, $1) }
            .prefix(limit).map { candidates[$0] }
        return ranked.map(\.box).withoutOverlaps(of: overlap).map { ranked[$0] }
    }
}
