import CPixels
import Testing

@testable import CoreImage

@Suite("Core Image: weighted sums of bytes")
struct ByteWeightsTests {
    private static let counts = [1, 2, 3, 4, 5, 7, 8, 9, 17, 33]

    /// Rows of bytes of any value.
    private static func rows(_ count: Int, _ length: Int) -> [[UInt8]] {
        var state: UInt32 = 11
        return (0..<count).map { _ in
            (0..<length).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
        }
    }

    /// A byte function of rows with a margin, and the rows behind it.
    private static func apply(_ function: ByteFunction, _ rows: [[UInt8]], reach: Int, count: Int) throws -> [UInt8] {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: rows.count * rows[0].count)
        defer { bytes.deallocate() }
        for (index, row) in rows.enumerated() { (bytes + index * row.count).initialize(from: row, count: row.count) }
        let image = ByteImage(width: count + 1, height: rows.count - 2 * reach)
        for y in 0..<image.rows.height { image.rows.row(y).update(repeating: 7, count: 4 * count + 4) }
        let around = ByteNeighborhood(origin: bytes + reach * rows[0].count + 4 * reach, bytesPerRow: rows[0].count)
        try function.function(around, image.rows.part(0..<count, 0..<image.rows.height))
        return (0..<image.rows.height).flatMap { y in
            #expect((4 * count..<4 * count + 4).allSatisfy { image.rows.row(y)[$0] == 7 })
            return (0..<4 * count).map { image.rows.row(y)[$0] }
        }
    }

    /// How far bytes are from numbers, limited to a byte's.
    private static func distance(_ bytes: [UInt8], _ numbers: [Double]) -> Double {
        zip(bytes, numbers).map { abs(Double($0) - min(max($1, 0), 255)) }.max() ?? .infinity
    }

    @Test("Sums of any weights are within a byte's step of their formula, with a bias and an alpha that stays", arguments: counts)
    func sums(count: Int) throws {
        let kernels: [[Float]] = [
            [0.05, 0.1, 0.05, 0.1, 0.4, 0.1, 0.05, 0.1, 0.05], [0, -1, 0, -1, 5, -1, 0, -1, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0],
            [0.01, -0.7, 0.33, 0.9, -0.2, 0.11, 0.05, 0.17, 0.4], [Float](repeating: 0, count: 9),
        ]
        let rows = Self.rows(5, 4 * (count + 2))
        for (kernel, bias) in zip(kernels, [0, 0.2, 0, -0.1, 0.5] as [Float]) {
            for keepsAlpha in [false, true] {
                let taps = kernel.enumerated().map { Tap(x: $0.offset % 3 - 1, y: 1 - $0.offset / 3, weight: $0.element) }
                let function = try #require(ByteFunction.sums(taps, bias: bias, keepsAlpha: keepsAlpha))
                let made = try Self.apply(function, rows, reach: 1, count: count)
                var expected: [Double] = []
                for y in 0..<3 {
                    for x in 0..<4 * count {
                        var sum = 255 * Double(bias)
                        for (index, weight) in kernel.enumerated() {
                            sum += Double(weight) * Double(rows[y + index / 3][x + 4 * (index % 3)])
                        }
                        expected.append(keepsAlpha && x % 4 == 3 ? Double(rows[y + 1][x + 4]) : sum)
                    }
                }
                #expect(Self.distance(made, expected) < 0.9, "\(kernel)")
            }
        }
    }

    @Test("Weights that 16 bits are too few for are refused")
    func refused() {
        #expect(ByteWeights([100]) == nil && ByteWeights([.nan, 1]) == nil && ByteWeights([.infinity]) == nil)
        #expect(ByteWeights((0..<200).map { Float($0) / 19900 }) == nil)
        #expect(ByteWeights([Float](repeating: 1 / 300, count: 300)) != nil)
    }

    @Test("A Gaussian of bytes is that of the formula, also where its differences sharpen", arguments: counts, [0.3, 1.5, 2.9])
    func gaussians(count: Int, sigma: Double) throws {
        let weights = Gaussian.weights(sigma)
        let reach = weights.count / 2
        let rows = Self.rows(2 + 2 * reach, 4 * (count + 2 * reach))
        var (blurred, pixels): ([Double], [Double]) = ([], [])
        for y in 0..<2 {
            for x in 0..<4 * count {
                var sum = 0.0
                for (j, vertical) in weights.enumerated() {
                    for (i, horizontal) in weights.enumerated() { sum += Double(vertical * horizontal) * Double(rows[y + j][x + 4 * i]) }
                }
                blurred.append(sum)
                pixels.append(Double(rows[y + reach][x + 4 * reach]))
            }
        }
        let blur = try #require(ByteFunction.separable(weights))
        #expect(Self.distance(try Self.apply(blur, rows, reach: reach, count: count), blurred) < 0.7)
        for amount in [0.8, -0.5, 4] {
            let sharpen = try #require(ByteFunction.separable(weights, sharpening: Float(amount)))
            let expected = pixels.indices.map { $0 % 4 == 3 ? pixels[$0] : pixels[$0] + amount * (pixels[$0] - blurred[$0]) }
            #expect(Self.distance(try Self.apply(sharpen, rows, reach: reach, count: count), expected) < 1, "\(amount)")
        }
    }

    @Test("A box of bytes is the mean of its pixels", arguments: counts, [1, 2, 5, 7, 8, 32])
    func boxes(count: Int, reach: Int) throws {
        let rows = Self.rows(2 + 2 * reach, 4 * (count + 2 * reach))
        let side = 2 * reach + 1
        var expected: [Double] = []
        for y in 0..<2 {
            for x in 0..<4 * count {
                var sum = 0
                for j in 0..<side { for i in 0..<side { sum += Int(rows[y + j][x + 4 * i]) } }
                expected.append(Double(sum) / Double(side * side))
            }
        }
        #expect(Self.distance(try Self.apply(.box(reach: reach), rows, reach: reach, count: count), expected) < 0.51)
    }
}
