import CPixels
import CoreGraphics

/// A Gaussian blur by a few pixels. The picture is reduced to half its size with the weights 1, 3, 3 and 1, and then blurred. When the picture is
/// drawn, it is enlarged to full size with the same weights. With equal weights, a fine pattern would become a coarse one by aliasing.
struct HalvedNode: RecipeNode {
    let input: Recipe
    let extent: CGRect
    /// The weights of the blur in the reduced picture.
    let weights: [Float]

    /// The least deviation in pixels for which this blur is exact enough. For smaller deviations, the interpolation between cells differs
    /// too much from a Gaussian.
    static let minimumSigma = 3.0
    /// The least deviation in pixels for filters that amplify the difference between a picture and its blurred copy, as an unsharp mask does. They
    /// need a more exact blur.
    static let minimumSigmaForDifferences = 4.0

    init(input: Recipe, extent: CGRect, sigma: Double) {
        self.input = input
        self.extent = extent
        // The reduction adds a variance of ¾, and so does the enlargement.
        weights = Gaussian.weights(((sigma * sigma - 1.5) / 4).squareRoot())
    }

    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        // Cells of two by two pixels have the same position for every part of a picture. The margin is one more cell on each side, because
        // neighbouring cells are mixed.
        let phase = (x: rect.minX - rect.minX.rounded(.down), y: rect.minY - rect.minY.rounded(.down))
        let left = ((part.minX - 2 - phase.x) / 2).rounded(.down) * 2 + phase.x
        let top = ((part.maxY + 2 - phase.y) / 2).rounded(.up) * 2 + phase.y
        let columns = Int(((part.maxX + 2 - left) / 2).rounded(.up))
        let rows = Int(((top - part.minY + 2) / 2).rounded(.up))
        let reach = weights.count / 2
        let height = rows + 2 * reach
        guard columns <= ImageLimits.maximumSide, height <= ImageLimits.maximumSide, columns * height <= Rendering.maximumPixelCount else {
            throw ImageError(.tooLarge, "a blur of \(columns) × \(height) cells is too large")
        }
        let lines = try blurredRows(left, top + CGFloat(2 * reach), columns, height, rendering)
        return Prepared { band, output in
            try draw(lines, x: Int((band.minX - left).rounded()), y: Int((top - band.maxY).rounded()), output)
        }.limited(to: extent)
    }

    /// The small picture, blurred along its rows.
    private func blurredRows(_ left: CGFloat, _ top: CGFloat, _ columns: Int, _ height: Int, _ rendering: Rendering) throws -> FloatImage {
        let reach = weights.count / 2
        let (cells, width) = (columns + 2 * reach, 2 * (columns + 2 * reach) + 2)
        let area = CGRect(
            x: left - CGFloat(2 * reach + 1), y: top + 1 - CGFloat(2 * height + 2), width: CGFloat(width), height: CGFloat(2 * height + 2))
        var inner = try rendering.prepare(input, in: area)
        let result = try FloatImage(width: columns, height: height)
        if inner.halo > 0 {
            guard let placed = try rendering.image(of: input, in: area) else { return result }
            inner = Prepared(placed)
        }
        let source = inner
        // Each band has many rows, because it needs two more rows of the source than it computes.
        try rendering.inBands(width: width, height: height, halo: 16) { range in
            let (pairs, small) = (try FloatImage(width: width, height: 4), try FloatImage(width: cells, height: 1))
            let first = range.lowerBound
            for index in first...range.upperBound {
                let top = area.maxY - CGFloat(2 * index)
                let place = 2 * (index & 1)
                try source.draw(CGRect(x: area.minX, y: top - 2, width: area.width, height: 2), pairs.rows.rows(place..<place + 2))
                if index == first { continue }
                let last = 2 - place
                let rows = [last, last + 1, place, place + 1].map { UnsafePointer(pairs.rows.row($0).floats) as UnsafePointer<Float>? }
                pixels_halve(rows, small.rows.pixels.floats, cells)
                WeightedSum.set(
                    result.rows.row(index - 1), count: columns, of: weights.indices.map { small.rows.pixels + $0 }, weights)
            }
            withExtendedLifetime((pairs, small)) {}
        }
        return result
    }

    /// Draws the part of the enlarged picture that begins at column `x` and row `y`.
    private func draw(_ lines: FloatImage, x: Int, y: Int, _ output: PixelRows) throws {
        let (width, reach) = (lines.width, weights.count / 2)
        // The latest two rows of the small picture.
        let latest = try FloatImage(width: width, height: 2)
        var made = -1
        func row(_ index: Int) -> WeightedSum.Pixels {
            let target = latest.rows.row(index & 1)
            if index > made {
                WeightedSum.set(target, count: width, of: (0...2 * reach).map { lines.rows.row(index + $0) }, weights)
                made = index
            }
            return target
        }
        for line in 0..<output.height {
            let cell = (y + line) / 2
            let isUpperHalf = (y + line) % 2 == 0
            let first = isUpperHalf ? cell - 1 : cell
            let (upper, lower) = (row(first), row(first + 1))
            pixels_double(upper.floats, lower.floats, isUpperHalf ? 0.25 : 0.75, x, output.row(line).floats, output.width)
        }
        withExtendedLifetime((lines, latest)) {}
    }
}
