import CPixels
import CoreGraphics

/// Filters that take the maximum or minimum of the pixels around each pixel, for each component.
enum Morphology {
    static let definitions: [FilterDefinition] = [
        FilterDefinition("CIMorphologyMaximum", .stylize, [.image, .radius(0, slider: 50)]) { values in
            values.image.map { extreme($0, Disc.halfWidths(radius(values)), isMaximum: true) }
        },
        FilterDefinition("CIMorphologyMinimum", .stylize, [.image, .radius(0, slider: 50)]) { values in
            values.image.map { extreme($0, Disc.halfWidths(radius(values)), isMaximum: false) }
        },
        FilterDefinition("CIMorphologyGradient", .stylize, [.image, .radius(5, slider: 50)]) { values in
            guard let image = values.image else { return nil }
            let widths = Disc.halfWidths(radius(values))
            let (high, low) = (extreme(image, widths, isMaximum: true), extreme(image, widths, isMaximum: false))
            return Compositing.combined(high, low, image.extent) { ($0 - $1).with(alpha: $0.w) }
        },
        FilterDefinition("CIMorphologyRectangleMaximum", .stylize, [.image, side("inputWidth"), side("inputHeight")]) { values in
            values.image.map { extreme($0, rectangle(values), isMaximum: true) }
        },
        FilterDefinition("CIMorphologyRectangleMinimum", .stylize, [.image, side("inputWidth"), side("inputHeight")]) { values in
            values.image.map { extreme($0, rectangle(values), isMaximum: false) }
        },
    ]

    /// The largest radius. A larger one counts as this one.
    private static let maximumRadius = 200.0

    private static func side(_ name: String) -> FilterKey { .number(name, 5, 1...1e6, slider: 1...50, .integer) }

    private static func radius(_ values: FilterValues) -> Double { min(values.number("inputRadius"), maximumRadius) }

    /// Sides are odd. An even side is reduced by one.
    private static func rectangle(_ values: FilterValues) -> [Int] {
        let half = { (key: String) in min(max((values.count(key) - 1) / 2, 0), Int(maximumRadius)) }
        return [Int](repeating: half("inputWidth"), count: 2 * half("inputHeight") + 1)
    }

    /// - Parameter widths: for each row of the shape, from the lowest, the number of pixels on either side that belong to it.
    private static func extreme(_ image: CIImage, _ widths: [Int], isMaximum: Bool) -> CIImage {
        guard widths != [0], !image.isNothing else { return image }
        let reach = (x: widths.max() ?? 0, y: widths.count / 2)
        let extent = isMaximum ? image.extent.expanded(by: CGFloat(reach.x), CGFloat(reach.y)) : image.extent
        return image.derived(
            NeighborhoodNode(input: image.recipe, extent: extent, reach: reach) { source, output in
                if widths.allSatisfy({ $0 == reach.x }) {
                    try runRectangle(source, reach, output, isMaximum)
                } else {
                    try isMaximum ? run(source, widths, reach.x, output, larger) : run(source, widths, reach.x, output, smaller)
                }
            })
    }

    /// Spreads each row of the source to the rows of the output that its part of the shape reaches.
    @inline(__always)
    private static func run(
        _ source: Neighborhood, _ widths: [Int], _ reachX: Int, _ output: PixelRows,
        _ better: @escaping (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) throws {
        let (reach, width) = (widths.count / 2, output.width + 2 * reachX)
        // Level k has the extremes of 2^k pixels in a row.
        let levels = (0..<Int.bitWidth).first { 1 << $0 > 2 * reachX + 1 } ?? 1
        let table = try FloatImage(width: width, height: levels)
        for y in -reach..<output.height + reach {
            table.rows.row(0).update(from: source.row(y) - reachX, count: width)
            for level in 1..<max(levels, 1) {
                let (finer, coarser, step) = (table.rows.row(level - 1), table.rows.row(level), 1 << (level - 1))
                for x in 0..<max(0, width - 2 * step + 1) { coarser[x] = better(finer[x], finer[x + step]) }
            }
            for row in max(0, y - reach)..<max(max(0, y - reach), min(output.height, y + reach + 1)) {
                let half = widths[row - y + reach]
                let level = Int.bitWidth - 1 - (2 * half + 1).leadingZeroBitCount
                let first = table.rows.row(level) + (reachX - half)
                let second = first + (2 * half + 1 - (1 << level))
                let target = output.row(row)
                // The first row that reaches an output row comes from above it.
                if row == y + reach {
                    for x in 0..<output.width { target[x] = better(first[x], second[x]) }
                } else {
                    for x in 0..<output.width { target[x] = better(target[x], better(first[x], second[x])) }
                }
            }
        }
        withExtendedLifetime(table) {}
    }

    /// The number of pixels whose extremes are taken directly. For more pixels, first the extremes of 2 pixels are taken, then of 4, and so
    /// on.
    private static let directCount = 9

    /// Takes the extremes along each row, and then the extremes of the latest rows, which a ring buffer keeps.
    private static func runRectangle(_ source: Neighborhood, _ reach: (x: Int, y: Int), _ output: PixelRows, _ isMaximum: Bool) throws {
        typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>
        func extremes(_ rows: [Pixels], _ target: Pixels, _ count: Int) {
            pixels_extremes(rows.map { UnsafePointer($0.floats) }, rows.count, isMaximum ? 1 : 0, target.floats, count)
        }
        let (width, columns, count) = (output.width, 2 * reach.x + 1, 2 * reach.y + 1)
        let level = columns <= directCount ? 0 : Int.bitWidth - 1 - columns.leadingZeroBitCount
        let (table, ring) = (try FloatImage(width: width + 2 * reach.x, height: level + 1), try FloatImage(width: width, height: count))
        for y in -reach.y..<output.height + reach.y {
            // The finest level is the row itself.
            var finer = source.row(y) - reach.x
            for coarse in 0..<level {
                let (coarser, step) = (table.rows.row(coarse), 1 << coarse)
                extremes([finer, finer + step], coarser, width + columns - 2 * step)
                finer = coarser
            }
            let places = level == 0 ? Array(0..<columns) : [0, columns - (1 << level)]
            extremes(places.map { finer + $0 }, ring.rows.row((y + reach.y) % count), width)
            guard y >= reach.y else { continue }
            extremes((0..<count).map { ring.rows.row($0) }, output.row(y - reach.y), width)
        }
        withExtendedLifetime((table, ring)) {}
    }
}
