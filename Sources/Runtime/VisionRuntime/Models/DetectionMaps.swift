import CoreGraphics
import CoreMLRuntime

/// The output of a network that detects objects of one kind: maps of several strides. Each cell says whether an object is centred in it, and how far
/// away the object's sides are.
///
/// The maps are the outputs `map8`, `map16` and `map32`, named after their strides; some may be missing. A map's layout is channels, rows, columns. A
/// group of channels begins with a probability, 0…1. Then come the distances from the cell's centre to the object's left, top, right and bottom side,
/// in strides. Further channels may follow.
package struct DetectionMaps: Sendable {
    private let maps: [(stride: Float, map: CellMap)]
    private let inputSize: CGSize

    package static let names: [(name: String, stride: Int)] = [("map8", 8), ("map16", 16), ("map32", 32)]

    /// - Parameters:
    ///   - channels: the number of channels that every map must have.
    ///   - inputSize: the size of the network's image input, in pixels.
    /// - Throws: `invalidModel` if the maps have another form, `operationFailed` if a number is not finite.
    package init(_ outputs: NetworkOutputs, channels: Int, inputSize: CGSize) throws {
        var maps: [(stride: Float, map: CellMap)] = []
        for (name, stride) in Self.names where outputs.contains(name) {
            let map = try outputs.map(name)
            let expected = [channels, Int(inputSize.height) / stride, Int(inputSize.width) / stride]
            guard map.shape == expected else {
                throw VisionFailure(.invalidModel, "the model's output \(name) has the shape \(map.shape) instead of \(expected)")
            }
            maps.append((Float(stride), map))
        }
        guard !maps.isEmpty else { throw VisionFailure(.invalidModel, "the model has none of the outputs map8, map16 and map32") }
        self.maps = maps
        self.inputSize = inputSize
    }

    /// A detected object.
    package struct Detection: Sendable {
        /// The bounding box, first normalised to the network's input with the origin at the top left. A later step converts the box to the
        /// image's coordinates.
        package var box: CGRect
        /// The confidence, from 0 to 1.
        package let confidence: Float
        /// The values of the channels after the distances.
        package let extras: [Float]
    }

    /// The objects of a group of channels, the most certain first, after non-maximum suppression.
    ///
    /// - Parameters:
    ///   - group: the channel of the probability.
    ///   - extras: the number of further channels, after the distances. Their values are in ``Detection/extras``.
    ///   - threshold: the least probability.
    ///   - overlap: the greatest intersection over union of two objects.
    ///   - limit: the greatest number of objects.
    package func detections(group: Int = 0, extras: Int = 0, threshold: Float, overlap: Double = 0.5, limit: Int = 256) -> [Detection] {
        Self.distinct(candidates(group, extras, threshold), overlap: overlap, limit: limit)
    }

    /// Merges several lists by non-maximum suppression. No two of the returned objects overlap by more than `overlap`.
    package static func joined(_ lists: [[Detection]], overlap: Double, limit: Int) -> [Detection] {
        guard lists.count > 1 else { return lists.first ?? [] }
        return distinct(ranked(lists.flatMap(\.self)), overlap: overlap, limit: limit)
    }

    /// - Parameter candidates: the objects, the most certain first.
    private static func distinct(_ candidates: some Sequence<Detection>, overlap: Double, limit: Int) -> [Detection] {
        var kept: [Detection] = []
        for candidate in candidates {
            guard kept.count < limit else { break }
            if !kept.contains(where: { $0.box.intersectionOverUnion(with: candidate.box) > overlap }) { kept.append(candidate) }
        }
        return kept
    }

    /// The objects sorted by confidence, the most certain first. Equally certain objects keep their order.
    private static func ranked(_ found: [Detection]) -> [Detection] {
        found.indices.sorted { (found[$1].confidence, $0) < (found[$0].confidence, $1) }.map { found[$0] }
    }

    /// The maximum number of candidates that are compared with each other.
    private static let candidateLimit = 2048

    private func candidates(_ group: Int, _ extras: Int, _ threshold: Float) -> [Detection] {
        var found: [Detection] = []
        for (stride, map) in maps {
            for row in 0..<map.rows {
                for column in 0..<map.columns where map[group, row, column] >= threshold {
                    if let detection = detection(map, stride, group, row, column, extras) { found.append(detection) }
                }
            }
        }
        return Array(Self.ranked(found).prefix(Self.candidateLimit))
    }

    /// The object at a cell; `nil` if its box has no area.
    private func detection(_ map: CellMap, _ stride: Float, _ group: Int, _ row: Int, _ column: Int, _ extras: Int) -> Detection? {
        func side(_ index: Int) -> Float { map[group + index, row, column] }
        let (x, y) = (Float(column) + 0.5, Float(row) + 0.5)
        let (width, height) = (side(1) + side(3), side(2) + side(4))
        guard width > 0, height > 0 else { return nil }
        let (across, down) = (CGFloat(stride) / inputSize.width, CGFloat(stride) / inputSize.height)
        let box = CGRect(
            x: CGFloat(x - side(1)) * across, y: CGFloat(y - side(2)) * down, width: CGFloat(width) * across, height: CGFloat(height) * down
        )
        return Detection(
            box: box, confidence: min(map[group, row, column], 1), extras: (0..<extras).map { map[group + 5 + $0, row, column] })
    }
}
