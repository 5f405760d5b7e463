import CPixels
import CoreGraphics

/// Filters that compute statistics of an area's pixels. Pixels are premultiplied. Where the area extends beyond the image, they are
/// transparent.
enum Reductions {
    static let definitions: [FilterDefinition] = [
        area("CIAreaAverage") { try mean($0) },
        area("CIAreaMaximum") { try extremes($0).high },
        area("CIAreaMinimum") { try extremes($0).low },
        area("CIAreaMaximumAlpha") { try chosen($0) { $0.w > $1.w } },
        area("CIAreaMinimumAlpha") { try chosen($0) { $0.w < $1.w } },
        area("CIAreaMinMaxRed") { reduction in
            let (low, high) = try extremes(reduction)
            return SIMD4(low.x, high.x, 0, 1)
        },
        FilterDefinition("CIAreaMinMax", .reduction, [.image, .extent]) { values in
            reduced(values, width: { _ in 2 }) { reduction in
                let (low, high) = try extremes(reduction)
                return [low, high]
            }
        },
        FilterDefinition("CIColumnAverage", .reduction, [.image, .extent]) { values in
            reduced(values, width: { Int($0.width) }) { try lineMeans($0, alongRows: false) }
        },
        FilterDefinition("CIRowAverage", .reduction, [.image, .extent]) { values in
            reduced(values, width: { _ in 1 }, height: { Int($0.height) }) { try lineMeans($0, alongRows: true) }
        },
        FilterDefinition(
            "CIAreaHistogram", .reduction,
            [
                .image, .extent, .number("inputScale", 1, 0...1e9, slider: 0...1),
                .number("inputCount", 64, 1...2048, slider: 1...256, .integer),
            ]
        ) { values in
            let (count, scale) = (values.count("inputCount"), values.float("inputScale"))
            return reduced(values, width: { _ in count }) { try Histogram.bins($0, count: count).map { $0 * scale } }
        },
        FilterDefinition(
            "CIHistogramDisplayFilter", .reduction,
            [
                .image, .number("inputHeight", 100, 1...200, slider: 1...200, .integer), .number("inputHighLimit", 1, 0...1),
                .number("inputLowLimit", 0, 0...1),
            ]
        ) { values in
            guard let image = values.image, !image.isNothing, !image.extent.isInfinite else { return nil }
            return Histogram.display(
                image, height: values.count("inputHeight"), low: values.float("inputLowLimit"), high: values.float("inputHighLimit"))
        },
    ]

    /// A filter whose result is one pixel.
    private static func area(_ name: String, _ function: @escaping @Sendable (Reduction) throws -> SIMD4<Float>) -> FilterDefinition {
        FilterDefinition(name, .reduction, [.image, .extent]) { values in reduced(values, width: { _ in 1 }) { [try function($0)] } }
    }

    private static func reduced(
        _ values: FilterValues, width: (CGRect) -> Int, height: (CGRect) -> Int = { _ in 1 },
        _ function: @escaping @Sendable (Reduction) throws -> [SIMD4<Float>]
    ) -> CIImage? {
        guard let image = values.image, let asked = values.rect("inputExtent") else { return nil }
        let area = asked.isInfinite ? image.extent : asked
        guard let whole = Reduction.pixels(of: area), whole.width <= 1e6, whole.height <= 1e6 else { return image.derived(Recipe.empty) }
        return image.derived(
            ReductionNode(input: image.recipe, area: whole, size: (width(whole), height(whole)), reduce: function))
    }

    /// The integer that represents a linear value of 1.
    private static let unitOfLight: Float = 0x1p24

    /// The sums of the pixels' components, computed from bytes; `nil` if the input cannot be read as bytes.
    private static func byteSums(_ reduction: Reduction) throws -> SIMD4<Double>? {
        let table = reduction.rendering.isLinear ? LinearLight.ofBytes.map { UInt32(($0 * unitOfLight).rounded()) } : nil
        let parts = try reduction.mapBytes { rows in
            var sums = [UInt64](repeating: 0, count: 4)
            for y in 0..<rows.height {
                if let table { bytes_sum_values(rows.row(y), table, &sums, rows.width) } else { bytes_sum(rows.row(y), &sums, rows.width) }
            }
            return SIMD4<Double>(sums.map { Double($0) })
        }
        let unit = SIMD4<Double>(SIMD3(repeating: table == nil ? 255 : Double(unitOfLight)), 255)
        return parts.map { $0.reduce(SIMD4()) { $0 + $1 } / unit }
    }

    private static func mean(_ reduction: Reduction) throws -> SIMD4<Float> {
        if let sums = try byteSums(reduction) { return SIMD4<Float>(sums / reduction.pixelCount) }
        let sums = try reduction.map { rows, _, _ in
            var sum = SIMD4<Double>()
            for y in 0..<rows.height {
                var line = SIMD4<Float>()
                let row = rows.row(y)
                for x in 0..<rows.width { line += row[x] }
                sum += SIMD4<Double>(line)
            }
            return sum
        }
        return SIMD4<Float>(sums.reduce(SIMD4()) { $0 + $1 } / reduction.pixelCount)
    }

    private static func extremes(_ reduction: Reduction) throws -> (low: SIMD4<Float>, high: SIMD4<Float>) {
        let bands = try byteExtremes(reduction) ?? floatExtremes(reduction)
        guard var result = bands.first else { return (.zero, .zero) }
        for (low, high) in bands { result = (smaller(low, result.0), larger(high, result.1)) }
        return reduction.isPartlyEmpty ? (smaller(result.0, .zero), larger(result.1, .zero)) : result
    }

    private static func floatExtremes(_ reduction: Reduction) throws -> [(SIMD4<Float>, SIMD4<Float>)] {
        try reduction.map { rows, _, _ in
            var (low, high) = (rows.pixels[0], rows.pixels[0])
            for index in 0..<rows.width * rows.height {
                low = smaller(rows.pixels[index], low)
                high = larger(rows.pixels[index], high)
            }
            return (low, high)
        }
    }

    private static func byteExtremes(_ reduction: Reduction) throws -> [(SIMD4<Float>, SIMD4<Float>)]? {
        let values = reduction.rendering.valuesOfBytes
        func pixel(_ bytes: [UInt8]) -> SIMD4<Float> {
            SIMD4(values[Int(bytes[0])], values[Int(bytes[1])], values[Int(bytes[2])], Float(bytes[3]) / 255)
        }
        let bands = try reduction.mapBytes { rows in
            var (low, high) = ([UInt8](repeating: 255, count: 4), [UInt8](repeating: 0, count: 4))
            for y in 0..<rows.height { bytes_range(rows.row(y), &low, &high, rows.width) }
            return (low, high)
        }
        return bands?.map { (pixel($0.0), pixel($0.1)) }
    }

    /// The first pixel, from the top left, such that no other pixel is better.
    private static func chosen(
        _ reduction: Reduction, _ isBetter: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> Bool
    ) throws -> SIMD4<Float> {
        let bands = try reduction.map { rows, _, _ in
            var best = rows.pixels[0]
            for index in 0..<rows.width * rows.height where isBetter(rows.pixels[index], best) { best = rows.pixels[index] }
            return best
        }
        let candidates = bands + (reduction.isPartlyEmpty ? [.zero] : [])
        return candidates.dropFirst().reduce(candidates.first ?? .zero) { isBetter($1, $0) ? $1 : $0 }
    }

    private static func lineMeans(_ reduction: Reduction, alongRows: Bool) throws -> [SIMD4<Float>] {
        let (width, height) = (Int(reduction.area.width), Int(reduction.area.height))
        let parts = try reduction.map { rows, left, top in
            var sums = [Int: SIMD4<Double>](minimumCapacity: alongRows ? rows.height : rows.width)
            for y in 0..<rows.height {
                for x in 0..<rows.width { sums[alongRows ? top + y : left + x, default: .zero] += SIMD4<Double>(rows.row(y)[x]) }
            }
            return sums
        }
        var totals = [SIMD4<Double>](repeating: .zero, count: alongRows ? height : width)
        for part in parts { for (line, sum) in part where totals.indices.contains(line) { totals[line] += sum } }
        return totals.map { SIMD4<Float>($0 / Double(alongRows ? width : height)) }
    }
}
