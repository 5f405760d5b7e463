import CoreGraphics
import CoreML
import Foundation

/// A detected hand, before its joints are known.
struct HandPlace: Sendable {
    let frame: HandFrame
    /// The confidence, from 0 to 1.
    let confidence: Float
}

/// Finds hands and their rotation with the model `hands`. The most certain hand comes first.
///
/// The network's output is `hands` [6, h, w]. For each cell, the six channels are:
/// - The probability that the centre of a hand lies in the cell.
/// - The distance of that centre to the right of the cell's middle.
/// - The distance of that centre below the cell's middle.
/// - The size of the hand.
/// - The cosine and the sine of the hand's clockwise rotation.
///
/// Distances and sizes are in cells.
struct HandDetectionAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    let regionOfInterest: CGRect
    let usesCPUOnly: Bool

    /// The name of the model in the model catalogue.
    static let modelName = "hands"
    private static let output = "hands"
    private static let channels = 6
    /// The least probability of a hand.
    private static let threshold: Float = 0.25
    /// The distance up to which two findings count as the same hand, relative to the size of the smaller finding.
    private static let sameHand = 0.35
    private static let limit = 10
    /// The maximum size of a hand, relative to the longer side of the image.
    private static let largest = 4.0

    private func network() throws -> Network {
        try NetworkSource.catalog(Self.modelName).network(for: "VNDetectHumanHandPoseRequest", usesCPUOnly: usesCPUOnly)
    }

    func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try network().demands(region: regionOfInterest, of: frame)
    }

    func findings(in context: AnalysisContext) throws -> [HandPlace] {
        let (outputs, crop) = try network().answer(region: regionOfInterest, in: context)
        let map = try outputs.map(Self.output)
        guard map.channels == Self.channels else {
            throw VisionFailure(
                .invalidModel, "the model's output \(Self.output) has the shape \(map.shape); it should have \(Self.channels) channels")
        }
        let peaks = map.peaks(ofChannel: 0, threshold: Self.threshold)
        var found: [HandPlace] = []
        for peak in peaks where found.count < Self.limit {
            guard let place = place(at: peak, of: map, crop) else { continue }
            let isNew = found.allSatisfy { other in
                let apart = (other.frame.center - place.frame.center).length
                return apart > Self.sameHand * min(other.frame.size, place.frame.size)
            }
            if isNew { found.append(place) }
        }
        return found
    }

    /// The hand at a cell. `nil` for a hand of less than a pixel, or a hand far larger than the image.
    private func place(at peak: CellMap.Place, of map: CellMap, _ crop: CropAndScale) -> HandPlace? {
        func value(_ channel: Int) -> Double { Double(map[channel, peak.row, peak.column]) }
        let center = SIMD2(Double(peak.column) + 0.5 + value(1), Double(peak.row) + 0.5 + value(2))
        let turn = atan2(value(5), value(4))
        // A vector of half the hand's size that points from its centre towards the fingers. Its direction and length in the image follow from those
        // in the input.
        let half = value(3) / 2 * SIMD2(sin(turn), -cos(turn))
        let cells = SIMD2(Double(map.columns), Double(map.rows))
        func imagePoint(_ place: SIMD2<Double>) -> SIMD2<Double> {
            let shares = place / cells
            let point = crop.imageBox(ofInputBox: CGRect(x: shares.x, y: shares.y, width: 0, height: 0)).origin
            return SIMD2(Double(point.x) * Double(crop.imageSize.width), (1 - Double(point.y)) * Double(crop.imageSize.height))
        }
        let (low, high) = (imagePoint(center - half), imagePoint(center + half))
        let up = high - low
        guard up.length >= 1, up.length <= Self.largest * Double(max(crop.imageSize.width, crop.imageSize.height)) else { return nil }
        return HandPlace(
            frame: HandFrame(center: (low + high) / 2, size: up.length, turn: atan2(up.x, -up.y)),
            confidence: min(map[0, peak.row, peak.column], 1))
    }
}

extension CellMap {
    /// The position of a cell in the map.
    struct Place {
        let row: Int
        let column: Int
    }

    /// The local maxima of a channel that reach `threshold`, the greatest first.
    func peaks(ofChannel channel: Int, threshold: Float) -> [Place] {
        var places: [Place] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let value = self[channel, row, column]
                guard value >= threshold else { continue }
                let isPeak = (max(row - 1, 0)...min(row + 1, rows - 1)).allSatisfy { near in
                    (max(column - 1, 0)...min(column + 1, columns - 1)).allSatisfy { self[channel, near, $0] <= value }
                }
                if isPeak { places.append(Place(row: row, column: column)) }
            }
        }
        return places.sorted { self[channel, $0.row, $0.column] > self[channel, $1.row, $1.column] }
    }
}
