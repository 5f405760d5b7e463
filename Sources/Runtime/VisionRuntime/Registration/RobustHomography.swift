import CKernels
import CoreMLRuntime
import Foundation

/// Finds the homography that most pairs of points agree with, by a variant of RANSAC.
///
/// Samples of four pairs are drawn first from the likeliest pairs, and then from more and more pairs (Chum and Matas, 2005). The map of each sample
/// is scored on all pairs (Torr and Zisserman, 2000).
struct RobustHomography {
    private let from: [Float]
    private let to: [Float]
    private let size: SIMD2<Double>
    private var random = SplitMix64(seed: 1)

    /// The greatest error of an agreeing pair, in pixels of the smallest size of the images. The error is the distance between the mapped
    /// point and its counterpart.
    private static let limit: Float = 1.5
    private static let maximumSampleCount = 1000

    /// - Parameter size: the size of the image that the points in `from` belong to. The map must be plausible at its corners.
    init(from: [SIMD2<Float>], to: [SIMD2<Float>], size: SIMD2<Double>) {
        self.from = from.flatMap { [$0.x, $0.y] }
        self.to = to.flatMap { [$0.x, $0.y] }
        self.size = size
    }

    /// The homography. `nil` for fewer than ten pairs, or if too few pairs agree. Any four pairs define a map, and other pairs may agree by
    /// chance.
    func estimate() -> Homography? {
        var copy = self
        return copy.search()
    }

    private var count: Int { from.count / 2 }

    private mutating func search() -> Homography? {
        guard count >= 10 else { return nil }
        var best: (map: Homography, support: Double)?
        var samples = Self.maximumSampleCount
        var sample = 0
        while sample < samples {
            let pool = min(count, 10 + sample * count / 400)
            sample += 1
            guard let map = exact(draw(from: pool)), isPlausible(map) else { continue }
            let support = support(map)
            guard support > best?.support ?? 0 else { continue }
            best = improved(map, support: support)
            samples = min(samples, Self.samples(share: (best?.support ?? 0) / Double(count)))
        }
        guard let best, best.support >= 8 else { return nil }
        return best.map
    }

    /// The number of samples after which the search ends. The probability that none of them consists only of agreeing pairs is then one in ten
    /// thousand. There are at least 50 samples, because the measured fraction of agreeing pairs (`share`) is imprecise.
    private static func samples(share: Double) -> Int {
        let good = share * share * share * share
        guard good > 0 && good < 1 else { return good >= 1 ? 50 : maximumSampleCount }
        return Int(min(max(-9.2 / log(1 - good), 50), Double(maximumSampleCount)))
    }

    private mutating func draw(from pool: Int) -> [Int] {
        var indices: [Int] = []
        while indices.count < 4 {
            let index = Int.random(in: 0..<pool, using: &random)
            if !indices.contains(index) { indices.append(index) }
        }
        return indices
    }

    private func support(_ map: Homography) -> Double { registration_support(map.elements, from, to, Int32(count), Self.limit) }

    private func isPlausible(_ map: Homography) -> Bool { map.isPlausible(width: size.x, height: size.y) }

    /// Refits the map to the agreeing pairs by least squares. This is repeated as long as the number of agreeing pairs rises.
    private func improved(_ map: Homography, support: Double) -> (map: Homography, support: Double) {
        var best = (map: map, support: support)
        for _ in 0..<3 {
            guard let next = leastSquares(agreeing(with: best.map)), isPlausible(next) else { break }
            let support = self.support(next)
            guard support > best.support else { break }
            best = (next, support)
        }
        return best
    }

    private func agreeing(with map: Homography) -> [Int] {
        (0..<count).filter { index in
            let error = map.linearized(at: source(index)).image - target(index)
            return (error * error).sum() < Double(Self.limit * Self.limit)
        }
    }

    private func source(_ index: Int) -> SIMD2<Double> { SIMD2(Double(from[2 * index]), Double(from[2 * index + 1])) }
    private func target(_ index: Int) -> SIMD2<Double> { SIMD2(Double(to[2 * index]), Double(to[2 * index + 1])) }

    /// The map that takes four points to their counterparts. `nil` if three of the points are nearly collinear, or if their orientation changes.
    private func exact(_ indices: [Int]) -> Homography? {
        for left in 0..<4 {
            let others = indices.filter { $0 != indices[left] }
            let before = Self.area(source(others[0]), source(others[1]), source(others[2]))
            let after = Self.area(target(others[0]), target(others[1]), target(others[2]))
            guard abs(before) > 20 && before * after > 0 else { return nil }
        }
        return leastSquares(indices)
    }

    /// Twice a triangle's signed area. The sign is its orientation.
    private static func area(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
        let (one, two) = (b - a, c - a)
        return one.x * two.y - one.y * two.x
    }

    /// The map with the least algebraic error. The points are first converted to coordinates from -1 to 1, and the last element of the map is set to
    /// 1.
    private func leastSquares(_ indices: [Int]) -> Homography? {
        guard indices.count >= 4 else { return nil }
        let centre = size / 2
        let reach = max(centre.x, centre.y)
        var equations = NormalEquations()
        for index in indices {
            let p = (source(index) - centre) / reach
            let q = (target(index) - centre) / reach
            equations.add(row: SIMD8(p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y), value: q.x, weight: 1)
            equations.add(row: SIMD8(0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y), value: q.y, weight: 1)
        }
        guard let h = equations.solution(unknowns: 8) else { return nil }
        let map = Homography([h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1])
        return map.inPixels(centre: centre, reach: reach)
    }
}
