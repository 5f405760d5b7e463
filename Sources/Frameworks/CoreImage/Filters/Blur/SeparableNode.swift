import CPixels
import CoreGraphics

/// A weighted sum of the pixels around each pixel, first along rows and then along columns. Rows are computed in order. Only the rows that
/// are being summed are in memory.
struct SeparableNode: RecipeNode {
    /// How the pixels of a row or of a column are summed.
    enum Kernel: Sendable {
        /// An odd number of weights, with the pixel itself in the middle.
        case weights([Float])
        /// Equal weights for all pixels. The outermost two may have a smaller weight.
        case box(PixelBox)

        /// The number of pixels on each side that are summed.
        var reach: Int {
            switch self {
            case .weights(let weights): weights.count / 2
            case .box(let box): Int(box.reach)
            }
        }

        /// The function that sums bytes; `nil` if the outermost pixels of a box have a smaller weight, or if bytes cannot represent the
        /// weights.
        var bytes: ByteFunction? {
            switch self {
            case .weights(let weights): .separable(weights)
            case .box(let box): box.edge == 1 ? .box(reach: Int(box.reach)) : nil
            }
        }
    }

    let input: Recipe
    let extent: CGRect
    let kernel: Kernel

    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let reach = kernel.reach
        let around = part.insetBy(dx: -CGFloat(reach), dy: -CGFloat(reach))
        var inner = try rendering.prepare(input, in: around)
        if inner.halo > 0 {
            // The source is rendered once here, instead of once for each band.
            guard let placed = try rendering.image(of: input, in: around) else { return .transparent }
            inner = Prepared(placed)
        }
        let source = inner
        return Prepared(halo: reach) { band, rows in
            let area = part.intersection(band)
            guard !area.isNull, !area.isEmpty else { return rows.fill(.zero) }
            if area == band { return try draw(area, around, source, rows) }
            let result = try FloatImage(width: Int(area.width.rounded()), height: Int(area.height.rounded()))
            try draw(area, around, source, result.rows)
            PlacedImage(image: result, rect: area).copy(band, to: rows)
        }.limited(to: extent)
    }

    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes? {
        let reach = (x: kernel.reach, y: kernel.reach)
        return try kernel.bytes?.prepare(input, extent: extent, reach: reach, in: rect, rendering, isLast: isLast)
    }

    private func draw(_ area: CGRect, _ around: CGRect, _ source: Prepared, _ output: PixelRows) throws {
        let (reach, width) = (kernel.reach, output.width)
        let (sourceWidth, total) = (width + 2 * reach, output.height + 2 * reach)
        let chunk = max(1, min(8, (1 << 15) / sourceWidth))
        let scratch = try FloatImage(width: sourceWidth, height: chunk)
        // `ring` holds the latest rows. For a box, `inner` holds the sum of all rows but the outermost two.
        let (ring, size) = (try FloatImage(width: width, height: 2 * reach + 1), 2 * reach + 1)
        let inner = try FloatImage(width: width, height: 1)
        let top = area.maxY + CGFloat(reach)
        for index in 0..<total {
            if index % chunk == 0 {
                let count = min(chunk, total - index)
                let band = CGRect(x: around.minX, y: top - CGFloat(index + count), width: around.width, height: CGFloat(count))
                try source.draw(band, scratch.rows.rows(0..<count))
            }
            let line = ring.rows.row(index % size)
            sumRow(scratch.rows.row(index % chunk), into: line, count: width)
            if case .box = kernel, 1..<2 * reach ~= index {
                WeightedSum.set(inner.rows.pixels, count: width, of: [inner.rows.pixels, line], [1, 1])
            }
            guard index >= 2 * reach else { continue }
            let lines = (index - 2 * reach...index).map { ring.rows.row($0 % size) }
            sumColumn(lines, inner.rows.pixels, into: output.row(index - 2 * reach), count: width)
        }
        withExtendedLifetime((scratch, ring, inner)) {}
    }

    private func sumRow(_ row: WeightedSum.Pixels, into line: WeightedSum.Pixels, count: Int) {
        switch kernel {
        case .weights(let weights): WeightedSum.set(line, count: count, of: weights.indices.map { row + $0 }, weights)
        case .box(let box): pixels_box_row(row.floats, box, line.floats, count)
        }
    }

    private func sumColumn(_ lines: [WeightedSum.Pixels], _ inner: WeightedSum.Pixels, into output: WeightedSum.Pixels, count: Int) {
        switch kernel {
        case .weights(let weights): WeightedSum.set(output, count: count, of: lines, weights)
        case .box(let box):
            pixels_box_column(
                inner.floats, lines[0].floats, lines[1].floats, lines[lines.count - 1].floats, box, output.floats, count)
        }
    }
}

extension UnsafeMutablePointer<SIMD4<Float>> {
    /// The memory of the pixels as floats, for kernels. The memory is accessed only as pixels and as floats. Both have the same layout.
    var floats: UnsafeMutablePointer<Float> { UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float.self) }
}
