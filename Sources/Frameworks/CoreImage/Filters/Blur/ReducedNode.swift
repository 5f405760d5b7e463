import CoreGraphics

/// A wide blur. The picture is reduced by a whole number, blurred, and enlarged again while it is drawn.
struct ReducedNode: RecipeNode {
    let input: Recipe
    let extent: CGRect
    /// The distance up to which pixels contribute to a pixel.
    let margin: CGFloat
    /// The number of pixels, across and down, that become one pixel.
    let factor: Int
    /// Blurs the reduced picture. All pixels around it count as transparent.
    let blur: @Sendable (FloatImage, Rendering) throws -> FloatImage

    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let cell = CGFloat(factor)
        let reached = part.expanded(by: margin + cell).intersection(input.extent)
        guard !reached.isNull, !reached.isEmpty else { return .transparent }
        // The small picture covers everything that is read and drawn. It has whole cells, whose position is the same for every part of a
        // picture.
        let covered = reached.union(part.expanded(by: 2 * cell))
        let phase = (x: rect.minX - rect.minX.rounded(.down), y: rect.minY - rect.minY.rounded(.down))
        let x0 = ((covered.minX - phase.x) / cell).rounded(.down) * cell + phase.x
        let top = ((covered.maxY - phase.y) / cell).rounded(.up) * cell + phase.y
        let columns = Int(((covered.maxX - x0) / cell).rounded(.up))
        let rows = Int(((top - covered.minY) / cell).rounded(.up))
        guard columns > 0, rows > 0, columns <= ImageLimits.maximumSide / factor, rows <= ImageLimits.maximumSide,
            columns * rows <= Rendering.maximumPixelCount
        else { throw ImageError(.tooLarge, "a blur of \(columns) × \(rows) cells is too large") }
        let cells = CGRect(x: x0, y: top - CGFloat(rows) * cell, width: CGFloat(columns) * cell, height: CGFloat(rows) * cell)
        let small = try blur(try reduced(cells, columns, rows, reached, rendering), rendering)
        return Prepared { band, output in enlarge(small, cells, band, output) }.limited(to: extent)
    }

    /// The reduced picture: each pixel is the mean of a cell.
    private func reduced(_ cells: CGRect, _ columns: Int, _ rows: Int, _ reached: CGRect, _ rendering: Rendering) throws -> FloatImage {
        var inner = try rendering.prepare(input, in: cells)
        if inner.halo > 0 {
            guard let placed = try rendering.image(of: input, in: cells) else { return try FloatImage(width: columns, height: rows) }
            inner = Prepared(placed)
        }
        let (source, result, weight) = (inner, try FloatImage(width: columns, height: rows), 1 / Float(factor * factor))
        try rendering.inBands(width: columns * factor * factor, height: rows) { range in
            let lines = try FloatImage(width: columns * factor, height: factor)
            for row in range {
                try source.draw(cells.band(row * factor..<(row + 1) * factor), lines.rows)
                let target = result.rows.row(row)
                for y in 0..<factor {
                    var pixel = lines.rows.row(y)
                    for column in 0..<columns {
                        var sum = target[column]
                        for x in 0..<factor { sum += pixel[x] * weight }
                        target[column] = sum
                        pixel += factor
                    }
                }
            }
        }
        return result
    }

    private func enlarge(_ small: FloatImage, _ cells: CGRect, _ band: CGRect, _ output: PixelRows) {
        let step = 1 / Double(factor)
        let first = (Double(band.minX - cells.minX) + 0.5) * step - 0.5
        for row in 0..<output.height {
            let y = (Double(cells.maxY - band.maxY) + Double(row) + 0.5) * step - 0.5
            let top = min(max(Int(y.rounded(.down)), 0), small.height - 1)
            let fy = Float(min(max(y - Double(top), 0), 1))
            let (upper, lower) = (small.rows.row(top), small.rows.row(min(top + 1, small.height - 1)))
            let target = output.row(row)
            for column in 0..<output.width {
                let x = first + Double(column) * step
                let left = min(max(Int(x), 0), small.width - 1)
                let fx = Float(min(max(x - Double(left), 0), 1))
                let right = min(left + 1, small.width - 1)
                let above = upper[left] + (upper[right] - upper[left]) * fx
                let below = lower[left] + (lower[right] - lower[left]) * fx
                target[column] = above + (below - above) * fy
            }
        }
    }
}
