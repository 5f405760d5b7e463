import CPixels
import Foundation

/// Sums of pixels, each with a weight.
enum WeightedSum {
    typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

    /// Sets each of `count` pixels of `output` to the weighted sum of the pixels that have the same index in `sources`.
    static func set(_ output: Pixels, count: Int, of sources: [Pixels], _ weights: [Float]) {
        sources.withUnsafeBytes { sources in
            let pointers = sources.bindMemory(to: UnsafePointer<Float>?.self)
            output.withMemoryRebound(to: Float.self, capacity: 4 * count) { sums in
                pixels_sum(sums, pointers.baseAddress, weights, min(pointers.count, weights.count), count)
            }
        }
    }

    /// Sums the pixels around each pixel, along rows and then along columns. Both lists of weights have an odd length, with the weight of
    /// the pixel itself in the middle.
    static func separable(_ source: Neighborhood, _ horizontal: [Float], _ vertical: [Float], into output: PixelRows) throws {
        let (rx, ry) = (horizontal.count / 2, vertical.count / 2)
        let lines = try FloatImage(width: output.width, height: output.height + 2 * ry)
        for y in 0..<lines.height {
            let row = source.row(y - ry) - rx
            set(lines.rows.row(y), count: output.width, of: (0..<horizontal.count).map { row + $0 }, horizontal)
        }
        for y in 0..<output.height {
            set(output.row(y), count: output.width, of: (0..<vertical.count).map { lines.rows.row(y + $0) }, vertical)
        }
        withExtendedLifetime(lines) {}
    }
}

/// The offset of a neighbouring pixel, and its weight.
struct Tap: Sendable {
    let x: Int
    /// The vertical offset. Positive values point upwards.
    let y: Int
    let weight: Float
}

extension WeightedSum {
    /// Sets each pixel to the weighted sum of the pixels at the given offsets.
    static func set(_ output: PixelRows, _ source: Neighborhood, _ taps: [Tap]) {
        let weights = taps.map(\.weight)
        for row in 0..<output.height {
            set(output.row(row), count: output.width, of: taps.map { source.row(row - $0.y) + $0.x }, weights)
        }
    }

    /// The weights for the mean over a line. The samples on the line are at most a pixel apart. The weight of each sample is distributed to
    /// the four pixels around it. The weights add up to 1.
    static func taps(alongLine radius: Double, angle: Double) -> [Tap] {
        let count = Int(radius.rounded(.up))
        var weights: [SIMD2<Int>: Double] = [:]
        for index in -count...count {
            let distance = count == 0 ? 0 : radius * Double(index) / Double(count)
            // Rounded, so that a line along an axis does not leave the axis.
            let x = (distance * cos(angle) * 1e6).rounded() / 1e6
            let y = (distance * sin(angle) * 1e6).rounded() / 1e6
            let (left, bottom) = (x.rounded(.down), y.rounded(.down))
            for (dx, wx) in [(0, 1 - (x - left)), (1, x - left)] {
                for (dy, wy) in [(0, 1 - (y - bottom)), (1, y - bottom)] where wx * wy > 0 {
                    weights[SIMD2(Int(left) + dx, Int(bottom) + dy), default: 0] += wx * wy
                }
            }
        }
        let total = Double(2 * count + 1)
        return weights.map { Tap(x: $0.key.x, y: $0.key.y, weight: Float($0.value / total)) }.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }
}
