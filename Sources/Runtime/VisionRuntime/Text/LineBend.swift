import CoreGraphics
import Foundation

/// The course of a line of text in a strip: a parabola through the middles of the letters, and the letters' height.
///
/// Text on a sign may follow an arc, and the rectangle that was found around a line may be at another angle than the line.
struct LineBend {
    /// The row of the middle as a polynomial of the place in the strip, which is −1 at the left end and 1 at the right end.
    private let middle: SIMD3<Double>
    /// The distances in rows from the middle to the tops of the letters, which is negative, and to their feet.
    private let reach: (top: Double, bottom: Double)

    /// The number of times that the parabola is fitted. Edges far from the last parabola count less for the next one.
    private static let rounds = 4
    /// The distance from which edges count less, in standard deviations.
    private static let nearness = 1.6
    /// The part of the edges that may be above the tops of the letters, and below their feet.
    private static let outside = 0.02
    private static let leastHeight = 6.0
    /// The margin above and below the letters, in letter heights.
    private static let margin = 0.1
    private static let longest = 8192
    /// The greatest contrast of a pixel: both differences are at most 4 · 255.
    private static let greatestEdge = 1443

    /// - Returns: `nil` if the strip has no edges, or if its edges are too near to each other to be those of letters.
    init?(of plane: GrayPlane) {
        let (width, height) = (plane.width, plane.height)
        let edges = Self.edges(of: plane)
        let places = (0..<width).map { Self.place($0, width) }
        var weights = edges
        var middle = SIMD3<Double>.zero
        var rows: [Double] = []
        for _ in 0..<Self.rounds {
            var powers = SIMD8<Double>.zero
            var right = SIMD3<Double>.zero
            for x in 0..<width {
                var (sum, first) = (0.0, 0.0)
                for y in 0..<height {
                    let weight = Double(weights[y * width + x])
                    sum += weight
                    first += weight * Double(y)
                }
                let (place, square) = (places[x], places[x] * places[x])
                powers += SIMD8(1, place, square, square * place, square * square, 0, 0, 0) * sum
                right += SIMD3(1, place, square) * first
            }
            guard let inverse = SymmetricMatrix(inverseOfPowers: powers) else { return nil }
            middle = inverse * right
            rows = places.map { Self.row(of: middle, at: $0) }
            var squares = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    let distance = Double(y) - rows[x]
                    squares += Double(weights[y * width + x]) * distance * distance
                }
            }
            let near = Self.nearness * (squares / powers[0]).squareRoot() + 1
            for y in 0..<height {
                for x in 0..<width where edges[y * width + x] > 0 {
                    let share = (Double(y) - rows[x]) / near
                    weights[y * width + x] = edges[y * width + x] * Float(exp(-0.5 * share * share * share * share))
                }
            }
        }
        guard let reach = Self.reach(of: weights, width: width, height: height, from: rows), reach.bottom - reach.top >= Self.leastHeight
        else { return nil }
        (self.middle, self.reach) = (middle, reach)
    }

    private static func place(_ x: Int, _ width: Int) -> Double { (2 * Double(x) + 1) / Double(width) - 1 }

    private static func row(of middle: SIMD3<Double>, at place: Double) -> Double { middle.x + (middle.y + middle.z * place) * place }

    /// The contrast of each pixel to its neighbours, above the median. The pixels at the border of the strip have none.
    private static func edges(of plane: GrayPlane) -> [Float] {
        let (width, height) = (plane.width, plane.height)
        var edges = [Float](repeating: 0, count: width * height)
        guard width > 2, height > 2 else { return edges }
        withExtendedLifetime(plane) {
            for y in 1..<height - 1 {
                let (above, row, below) = (plane.row(y - 1), plane.row(y), plane.row(y + 1))
                for x in 1..<width - 1 {
                    let (left, right) = (x - 1, x + 1)
                    let across =
                        Float(above[right]) + 2 * Float(row[right]) + Float(below[right]) - Float(above[left]) - 2 * Float(row[left])
                        - Float(below[left])
                    let down =
                        Float(below[left]) + 2 * Float(below[x]) + Float(below[right]) - Float(above[left]) - 2 * Float(above[x])
                        - Float(above[right])
                    edges[y * width + x] = (across * across + down * down).squareRoot()
                }
            }
        }
        var counts = [Int](repeating: 0, count: greatestEdge + 1)
        for edge in edges { counts[Int(edge)] += 1 }
        var (usual, count) = (0, counts[0])
        while count <= edges.count / 2 {
            usual += 1
            count += counts[usual]
        }
        return edges.map { max($0 - Float(usual), 0) }
    }

    /// The distances from the rows of the middle between which all edges are, but a part.
    private static func reach(of weights: [Float], width: Int, height: Int, from rows: [Double]) -> (top: Double, bottom: Double)? {
        // The distances in quarters of a row; a middle may be far above or below the strip.
        let limit = 8 * height
        var sums = [Double](repeating: 0, count: 2 * limit + 1)
        for y in 0..<height {
            for x in 0..<width {
                let distance = (4 * (Double(y) - rows[x])).rounded()
                if abs(distance) <= Double(limit) { sums[Int(distance) + limit] += Double(weights[y * width + x]) }
            }
        }
        let most = outside * sums.reduce(0, +)
        func count(_ sums: some Sequence<Double>) -> Int {
            var (sum, count) = (0.0, 0)
            for value in sums {
                sum += value
                if sum > most { break }
                count += 1
            }
            return count
        }
        let (above, below) = (count(sums), count(sums.reversed()))
        guard most > 0, above + below < sums.count else { return nil }
        return (Double(above - limit) / 4, Double(limit - below) / 4)
    }

    /// The strip with the line straightened, between the tops and the feet of its letters and with a margin.
    ///
    /// - Parameters:
    ///   - height: the height of the result in pixels.
    ///   - stretch: the factor by which the result is widened.
    /// - Throws: `ImageError` if there is no memory.
    func straightened(_ plane: GrayPlane, height: Int, stretch: Double) throws -> GrayPlane {
        let tall = reach.bottom - reach.top
        let slopes = (0..<plane.width).map { (middle.y + 2 * middle.z * Self.place($0, plane.width)) * 2 / Double(plane.width) }
        // The length of the parabola up to the middle of each column.
        var lengths: [Double] = []
        var length = 0.0
        for slope in slopes {
            let part = (1 + slope * slope).squareRoot()
            lengths.append(length + part / 2)
            length += part
        }
        let columns = Int((length * Double(height) / (tall * (1 + 2 * Self.margin)) * stretch).rounded())
        let width = min(max(8, columns), Self.longest)
        return try GrayPlane(width: width, height: height) { base, bytesPerRow in
            var column = 0
            for x in 0..<width {
                let target = (Double(x) + 0.5) / Double(width) * length
                while column < plane.width - 1, lengths[column + 1] <= target { column += 1 }
                let next = min(column + 1, plane.width - 1)
                let share = next > column ? min(max((target - lengths[column]) / (lengths[next] - lengths[column]), 0), 1) : 0
                let (place, slope) = (Double(column) + share, slopes[column] + share * (slopes[next] - slopes[column]))
                let row = Self.row(of: middle, at: (2 * place + 1) / Double(plane.width) - 1)
                let norm = (1 + slope * slope).squareRoot()
                for y in 0..<height {
                    let part = (Double(y) + 0.5) / Double(height)
                    let distance = reach.top - Self.margin * tall + part * tall * (1 + 2 * Self.margin)
                    // Beyond the border, the values are those of the border.
                    let source = (
                        x: min(max(place - distance * slope / norm, 0), Double(plane.width - 1)),
                        y: min(max(row + distance / norm, 0), Double(plane.height - 1))
                    )
                    base[y * bytesPerRow + x] = UInt8(plane.sample(source.x, source.y) + 0.5)
                }
            }
        }
    }
}
