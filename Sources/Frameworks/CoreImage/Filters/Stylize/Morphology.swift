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

    /// The largest radius. Radii above this value are limited to it.
    private static let maximumRadius = 200.0

    private static func side(_ name: String) -> FilterKey { .number(name, 5, 1...1e6, slider: 1...50, .integer) }

    private static func radius(_ values: FilterValues) -> Double { min(values.number("inputRadius"), maximumRadius) }

    /// The half-widths of a rectangle. Its sides are odd: an even side is reduced by one.
    private static func rectangle(_ values: FilterValues) -> [Int] {
        let half = { (key: String) in min(max((values.count(key) - 1) / 2, 0), Int(maximumRadius)) }
        return [Int](repeating: half("inputWidth"), count: 2 * half("inputHeight") + 1)
    }

    /// - Parameter widths: the half-widths of the shape's rows, from the lowest row. A half-width is the number of pixels on each side of the
    ///   middle.
    private static func extreme(_ image: CIImage, _ widths: [Int], isMaximum: Bool) -> CIImage {
        guard widths != [0], !image.isNothing else { return image }
        let reach = (x: widths.max() ?? 0, y: widths.count / 2)
        let extent = isMaximum ? image.extent.expanded(by: CGFloat(reach.x), CGFloat(reach.y)) : image.extent
        let isRectangle = widths.allSatisfy { $0 == reach.x }
        return image.derived(
            NeighborhoodNode(
                input: image.recipe, extent: extent, reach: reach,
                function: { source, output in
                    let lines = ExtremeLines<Float>(
                        source: { source.row($0).floats }, output: { output.row($0).floats }, width: output.width, height: output.height,
                        take: { pixels_extremes($0, $1, isMaximum ? 1 : 0, $2, $3) },
                        takeTwo: { rows, count, first, second, width in
                            pixels_extremes(rows, count, isMaximum ? 1 : 0, first, width)
                            pixels_extremes(rows?.advanced(by: 1), count, isMaximum ? 1 : 0, second, width)
                        })
                    isRectangle ? lines.rectangle(reach) : lines.shape(widths, reach)
                },
                bytes: ByteFunction(exactness: .exact) { source, output in
                    let lines = ExtremeLines<UInt8>(
                        source: { source.row($0) }, output: { output.row($0) }, width: output.width, height: output.height,
                        take: { bytes_extremes($0, $1, isMaximum ? 1 : 0, $2, $3) },
                        takeTwo: { bytes_extremes_of_two($0, $1, isMaximum ? 1 : 0, $2, $3, $4) })
                    isRectangle ? lines.rectangle(reach) : lines.shape(widths, reach)
                }))
    }
}

/// Computes the maximum or minimum of the pixels around each pixel. Pixels have four components.
private struct ExtremeLines<Component> {
    typealias Pixels = UnsafeMutablePointer<Component>
    typealias Rows = UnsafePointer<UnsafePointer<Component>?>?

    /// The source pixels at the position of an output row. Indices outside the output give the rows above and below it.
    let source: (Int) -> Pixels
    let output: (Int) -> Pixels
    let width: Int
    let height: Int
    /// Sets a row to the extremes of several rows.
    let take: (_ rows: Rows, _ count: Int, _ target: Pixels, _ width: Int) -> Void
    /// Computes the extremes of two overlapping groups of `count` rows. `first` receives the extremes of the group that begins with the first row.
    /// `second` receives those of the group that begins with the next row.
    let takeTwo: (_ rows: Rows, _ count: Int, _ first: Pixels, _ second: Pixels, _ width: Int) -> Void

    /// The largest number of neighbouring pixels whose extremes are computed directly. For greater counts, the extremes of 2, 4, 8 … pixels are
    /// computed first.
    private static var directCount: Int { 9 }

    /// Calls a function with memory for rows of pixels.
    private func withRows(_ count: Int, width: Int, _ body: ((Int) -> Pixels) -> Void) {
        let memory = Pixels.allocate(capacity: 4 * width * max(count, 1))
        body { memory + 4 * width * $0 }
        memory.deallocate()
    }

    /// Computes the extremes over a rectangle: first along columns, for two rows at a time, and then along rows.
    func rectangle(_ reach: (x: Int, y: Int)) {
        let (columns, count, whole) = (2 * reach.x + 1, 2 * reach.y + 1, width + 2 * reach.x)
        let level = columns <= Self.directCount ? 0 : Int.bitWidth - 1 - columns.leadingZeroBitCount
        let places = level == 0 ? Array(0..<columns) : [0, columns - (1 << level)]
        withRows(2 + level, width: whole) { scratch in
            var rows = [UnsafePointer<Component>?](repeating: nil, count: count + 1)
            var neighbors = [UnsafePointer<Component>?](repeating: nil, count: places.count)
            for y in stride(from: 0, to: height, by: 2) {
                let lines = min(2, height - y)
                for index in 0...count {
                    rows[index] = UnsafePointer(source(y - reach.y + min(index, count + lines - 2)) - 4 * reach.x)
                }
                takeTwo(rows, count, scratch(0), scratch(1), whole)
                for line in 0..<lines {
                    // The finest level is the row itself.
                    var finer = scratch(line)
                    for coarse in 0..<level {
                        let step = 1 << coarse
                        take([UnsafePointer(finer), UnsafePointer(finer + 4 * step)], 2, scratch(2 + coarse), width + columns - 2 * step)
                        finer = scratch(2 + coarse)
                    }
                    for (index, place) in places.enumerated() { neighbors[index] = UnsafePointer(finer + 4 * place) }
                    take(neighbors, neighbors.count, output(y + line), width)
                }
            }
        }
    }

    /// Computes the extremes over a shape. Each row of the source is combined with all rows of the output that it affects.
    ///
    /// - Parameter widths: the half-widths of the shape: for each of its rows, the number of pixels on each side of the middle.
    func shape(_ widths: [Int], _ reach: (x: Int, y: Int)) {
        let width = self.width + 2 * reach.x
        // Level k has the extremes of 2^k pixels in a row. The finest level is the row itself.
        let levels = (0..<Int.bitWidth).first { 1 << $0 > 2 * reach.x + 1 } ?? 1
        withRows(levels - 1, width: width) { table in
            var lines = [Pixels](repeating: source(0), count: levels)
            for y in -reach.y..<height + reach.y {
                lines[0] = source(y) - 4 * reach.x
                for level in 1..<max(levels, 1) {
                    let step = 1 << (level - 1)
                    lines[level] = table(level - 1)
                    take(
                        [UnsafePointer(lines[level - 1]), UnsafePointer(lines[level - 1] + 4 * step)], 2, lines[level],
                        max(0, width - 2 * step + 1))
                }
                for row in max(0, y - reach.y)..<max(max(0, y - reach.y), min(height, y + reach.y + 1)) {
                    let half = widths[row - y + reach.y]
                    let level = Int.bitWidth - 1 - (2 * half + 1).leadingZeroBitCount
                    let first = lines[level] + 4 * (reach.x - half)
                    let second = first + 4 * (2 * half + 1 - (1 << level))
                    // The first source row that affects an output row overwrites the row. Later ones are combined with its content.
                    let count = row == y + reach.y ? 2 : 3
                    take([UnsafePointer(first), UnsafePointer(second), UnsafePointer(output(row))], count, output(row), self.width)
                }
            }
        }
    }
}
