import CPixels
import CoreGraphics

/// The exactness of an operation on bytes.
enum ByteExactness: Sendable {
    /// The bytes are the exact results of the operation, both in linear light and in stored values. Other operations may follow.
    case exact
    /// The bytes are rounded stored values. Only the last operation of a recipe may round, because rounding errors would add up.
    case rounded
}

extension Rendering {
    /// Prepares a recipe for drawing a rectangle as bytes. Returns `nil` if a source or an operation needs floats.
    ///
    /// - Parameter isLast: whether the bytes are the final result. They may then be rounded.
    func prepareBytes(_ recipe: Recipe, in rect: CGRect, isLast: Bool) throws -> PreparedBytes? {
        guard rect == rect.integral else { return nil }
        let visible = recipe.extent.intersection(rect)
        if visible.isNull || visible.isEmpty { return .transparent }
        if let fused = FusedRecipe(recipe) {
            guard fused.isInPlace else { return nil }
            return try byteSource(fused, extent: recipe.extent, in: rect)?.prepared(isLinear: isLinear)
        }
        switch recipe {
        case .empty, .source, .color: return nil
        case .cropped(let inner, let crop): return try prepareBytes(inner, in: rect, isLast: isLast)?.limited(to: crop)
        case .pointwise(let inner, let operation):
            if isLast, operation.isOfComponents { return try prepareBytes(inner, [operation], in: rect) }
            guard case .matrix(let matrix) = operation, allows(.rounded, isLast: isLast) else { return nil }
            return try prepareBytes(inner, matrix, in: rect)
        case .composited(let top, let bottom):
            return try CombinedNode.prepareBytes(top, bottom, byte_rule_over, in: rect, self, isLast: isLast)
        case .clamped(let inner, let bounds):
            guard bounds == bounds.integral else { return nil }
            let needed = Self.pixels(of: bounds, nearestTo: rect)
            return try prepareBytes(inner, in: needed, isLast: isLast)?.clamped(to: needed)
        case .transformed(let inner, let transform):
            let (x, y) = (transform.tx, transform.ty)
            guard (transform.a, transform.b, transform.c, transform.d) == (1, 0, 0, 1), x == x.rounded(), y == y.rounded() else {
                return allows(.rounded, isLast: isLast) ? try prepareBytes(inner, transform, in: rect) : nil
            }
            return try prepareBytes(inner, in: rect.offsetBy(dx: -x, dy: -y), isLast: isLast)?.moved(x: x, y: y)
        case .node(let node): return try node.prepareBytes(in: rect, self, isLast: isLast)
        }
    }

    /// Prepares successive operations on single components. They are replaced by a table with the result for each of the 256 values.
    private func prepareBytes(_ inner: Recipe, _ steps: [PixelOperation], in rect: CGRect) throws -> PreparedBytes? {
        if case .pointwise(let next, let operation) = inner, operation.isOfComponents {
            return try prepareBytes(next, [operation] + steps, in: rect)
        }
        guard let source = try prepareBytes(inner, in: rect, isLast: false) else { return nil }
        let table = try ByteTables.values(steps, self)
        return PreparedBytes(halo: source.halo) { band, rows in
            try source.draw(band, rows)
            for y in 0..<rows.height where bytes_map(rows.row(y), table, rows.width) == 0 { throw NotInBytes() }
        }
    }

    /// Prepares a matrix for opaque colours, which stay opaque.
    private func prepareBytes(_ inner: Recipe, _ matrix: ColorMatrix, in rect: CGRect) throws -> PreparedBytes? {
        guard matrix.keepsAlpha, let source = try prepareBytes(inner, in: rect, isLast: false) else { return nil }
        return PreparedBytes(halo: source.halo) { band, rows in
            try source.draw(band, rows)
            var isOpaque = true
            matrix.withColumns { columns in
                isOpaque = (0..<rows.height).allSatisfy { bytes_multiply(rows.row($0), columns, rows.width) != 0 }
            }
            if !isOpaque { throw NotInBytes() }
        }
    }

    /// A variant of ``prepare(_:_:in:)`` with byte arithmetic, for transforms that take one sample per pixel. Returns `nil` for other transforms.
    private func prepareBytes(_ inner: Recipe, _ transform: CGAffineTransform, in rect: CGRect) throws -> PreparedBytes? {
        guard let (inverse, needed, samples) = sampling(inner, transform, in: rect) else { return .transparent }
        guard samples == (1, 1), let source = try prepareBytes(inner, in: needed, isLast: false) else { return nil }
        let own = source.inPlace(needed)
        let image = own == nil ? try image(of: source, in: needed) : nil
        guard let pixels = own ?? image?.rows else { return nil }
        return PreparedBytes { band, rows in
            let grid = ByteGrid(pixels: pixels.base, bytes_per_row: pixels.bytesPerRow, width: pixels.width, height: pixels.height)
            let place = CGPoint(x: band.minX + 0.5, y: band.maxY - 0.5).applying(inverse)
            let places = SamplePlaces(
                x: Double(place.x - needed.minX) - 0.5, y: Double(needed.maxY - place.y) - 0.5, right_x: Double(inverse.a),
                right_y: Double(-inverse.b), below_x: Double(-inverse.c), below_y: Double(inverse.d))
            bytes_sample(grid, places, rows.base, rows.bytesPerRow, rows.width, rows.height)
            withExtendedLifetime((image, source)) {}
        }
    }

    /// Whether an operation of this exactness may be computed with bytes.
    func allows(_ exactness: ByteExactness, isLast: Bool) -> Bool {
        switch exactness {
        case .exact: true
        case .rounded: isLast && !isLinear
        }
    }

    /// Draws all pixels of a prepared rectangle.
    func image(of prepared: PreparedBytes, in rect: CGRect) throws -> ByteImage {
        let (width, height) = try rect.pixelCounts()
        guard width * height <= Self.maximumPixelCount else {
            throw ImageError(.tooLarge, "an operation needs \(width) × \(height) pixels at once")
        }
        let image = ByteImage(width: width, height: height)
        try inBands(width: width, height: height, halo: prepared.halo, ofBytes: true) { rows in
            try prepared.draw(rect.band(rows), image.rows.part(0..<width, rows))
        }
        return image
    }
}

extension ByteSource {
    /// The source's pixels as bytes.
    func prepared(isLinear: Bool) -> PreparedBytes {
        let taken = isLinear || isStraight ? pixels_opaque : pixels_any
        var result = PreparedBytes { band, rows in
            let (columns, lines) = band.range(of: target)
            rows.clear(outside: columns, lines)
            guard !columns.isEmpty else { return }
            for y in lines {
                let line = band.band(y..<y + 1).intersection(target)
                let pixels = rows.row(y) + 4 * columns.lowerBound
                guard bytes_from_order(row(line), order, taken, pixels, columns.count) != 0 else { throw NotInBytes() }
            }
        }
        if (order.size, order.red, order.blue, order.alpha) != (4, 0, 2, 3) { return result }
        result.inPlace = { band in
            guard target.contains(band) else { return nil }
            let rows = rows(band)
            let areTaken = (0..<rows.height).allSatisfy { bytes_are_taken(rows.row($0), taken, rows.width) != 0 }
            return areTaken ? rows : nil
        }
        return result
    }
}
