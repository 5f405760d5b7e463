import CPixels
import CoreGraphics
import Foundation

/// A filter for scaling. The weight of a pixel depends on the distance from the sampled position.
struct ScalingFilter: Sendable {
    /// The distance beyond which the weight is 0.
    let support: Double
    let weight: @Sendable (Double) -> Double

    static let lanczos = ScalingFilter(support: 3) { x in
        x == 0 ? 1 : abs(x) < 3 ? sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3) : 0
    }

    /// The cubic filter of Mitchell and Netravali.
    static func bicubic(b: Double, c: Double) -> ScalingFilter {
        ScalingFilter(support: 2) { value in
            let x = abs(value)
            if x < 1 { return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6 }
            if x < 2 { return ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6 }
            return 0
        }
    }

    /// The source pixels of an output pixel and their weights, which add up to 1.
    ///
    /// - Parameter center: the middle of the output pixel in source coordinates. The first source pixel covers 0…1.
    /// - Parameter scale: the ratio of output pixels to source pixels. Below 1, the filter is widened by 1 / scale.
    func taps(_ center: Double, scale: Double, count: Int) -> (first: Int, weights: [Float]) {
        let stretch = max(1, 1 / scale)
        let first = min(max(Int((center - support * stretch).rounded(.down)), 0), count - 1)
        let last = min(max(Int((center + support * stretch).rounded(.up)), first + 1), count)
        let values = (first..<last).map { weight((Double($0) + 0.5 - center) / stretch) }
        let sum = values.reduce(0, +)
        if abs(sum) < 1e-6 { return (min(max(Int(center), 0), count - 1), [1]) }
        return (first, values.map { Float($0 / sum) })
    }
}

/// An image scaled along its axes with a filter.
struct ScaledNode: RecipeNode {
    let input: Recipe
    /// The input's extent in whole pixels.
    let source: CGRect
    let scale: (x: Double, y: Double)
    let filter: ScalingFilter

    var inputs: [Recipe] { [input] }
    var extent: CGRect {
        source.applying(CGAffineTransform(scaleX: scale.x, y: scale.y)).insetBy(dx: 1e-6, dy: 1e-6).integral
    }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let (width, height) = try part.pixelCounts()
        let (columnCount, rowCount) = try source.pixelCounts()
        let columns = (0..<width).map { index in
            filter.taps((Double(part.minX) + Double(index) + 0.5) / scale.x - Double(source.minX), scale: scale.x, count: columnCount)
        }
        let rows = (0..<height).map { index in
            let y = (Double(part.maxY) - Double(index) - 0.5) / scale.y
            return filter.taps(Double(source.maxY) - y, scale: scale.y, count: rowCount)
        }
        let firstRow = rows.map(\.first).min() ?? 0
        let lastRow = rows.map { $0.first + $0.weights.count }.max() ?? 1
        let firstColumn = columns.map(\.first).min() ?? 0
        let lastColumn = columns.map { $0.first + $0.weights.count }.max() ?? 1
        let needed = CGRect(
            x: source.minX + CGFloat(firstColumn), y: source.maxY - CGFloat(lastRow), width: CGFloat(lastColumn - firstColumn),
            height: CGFloat(lastRow - firstRow))
        // All columns get the same number of weights. The added weights are 0.
        let taps = columns.map(\.weights.count).max() ?? 1
        let starts = columns.map { Int32(max(min($0.first, lastColumn - taps), firstColumn) - firstColumn) }
        let weights = zip(columns, starts).flatMap { column, start in
            let before = column.first - firstColumn - Int(start)
            return (0..<taps).map { column.weights.indices.contains($0 - before) ? column.weights[$0 - before] : 0 }
        }
        // First scales all needed rows horizontally. Scales vertically when rows are drawn.
        guard width * (lastRow - firstRow) <= Rendering.maximumPixelCount else {
            throw ImageError(.tooLarge, "scaling needs \(width) × \(lastRow - firstRow) pixels at once")
        }
        let inner = try rendering.prepare(input, in: needed)
        let lines = try FloatImage(width: width, height: lastRow - firstRow)
        try rendering.inBands(width: Int(needed.width), height: lines.height, halo: inner.halo) { range in
            let pixels = try FloatImage(width: Int(needed.width), height: range.count)
            try inner.draw(needed.band(range), pixels.rows)
            for y in range {
                pixels_resample_row(
                    pixels.rows.row(y - range.lowerBound).floats, starts, weights, taps, lines.rows.row(y).floats, width)
            }
        }
        let result = Prepared { band, output in
            let top = Int((part.maxY - band.maxY).rounded())
            for y in 0..<output.height {
                let taps = rows[min(max(top + y, 0), height - 1)]
                let sources = taps.weights.indices.map { lines.rows.row(taps.first - firstRow + $0) }
                WeightedSum.set(output.row(y), count: width, of: sources, taps.weights)
            }
            withExtendedLifetime(lines) {}
        }
        if part == rect { return result }
        // The area outside the result is transparent.
        return Prepared { band, output in
            let area = part.intersection(band)
            guard !area.isNull, !area.isEmpty else { return output.fill(.zero) }
            let image = try FloatImage(width: width, height: Int(area.height.rounded()))
            try result.draw(area, image.rows)
            PlacedImage(image: image, rect: area).copy(band, to: output)
        }
    }
}

extension CIImage {
    /// The image scaled with a filter. Its width is also multiplied by the aspect ratio. The extent is the smallest rectangle of whole
    /// pixels around the result.
    func scaled(by scale: Double, aspect: Double, _ filter: ScalingFilter) -> CIImage {
        let (x, y) = (scale * aspect, scale)
        guard !isNothing, !extent.isInfinite else { return self }
        guard x > 0, y > 0, Double(extent.width) * x < 1e6, Double(extent.height) * y < 1e6, Double(extent.width) * x >= 0.5,
            Double(extent.height) * y >= 0.5
        else { return derived(Recipe.empty) }
        return derived(ScaledNode(input: recipe, source: extent.integral, scale: (x, y), filter: filter))
    }
}
