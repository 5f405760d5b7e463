import CoreGraphics

/// The pixels, in bytes, that a function of a neighbourhood reads.
struct ByteNeighborhood: @unchecked Sendable {
    /// The source pixel at the position of the first output pixel.
    let origin: UnsafeMutablePointer<UInt8>
    let bytesPerRow: Int

    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { origin + y * bytesPerRow }
}

/// A function that computes each pixel, in bytes, from the pixels around it.
struct ByteFunction: Sendable {
    let exactness: ByteExactness
    /// Computes the output's pixels.
    let function: @Sendable (ByteNeighborhood, ByteRows) throws -> Void

    /// Prepares the function for the pixels of a recipe. Returns `nil` if the recipe or the result needs floats.
    ///
    /// - Parameter reach: the number of pixels that are read on each side, and above and below.
    func prepare(
        _ input: Recipe, extent: CGRect, reach: (x: Int, y: Int), in rect: CGRect, _ rendering: Rendering, isLast: Bool
    ) throws -> PreparedBytes? {
        guard rendering.allows(exactness, isLast: isLast), extent.isInfinite || extent == extent.integral else { return nil }
        let part = rect.intersection(extent)
        let around = part.insetBy(dx: -CGFloat(reach.x), dy: -CGFloat(reach.y))
        guard var source = try rendering.prepareBytes(input, in: around, isLast: false) else { return nil }
        if source.halo > 0 {
            // The source is rendered once here, instead of once for each band.
            let image = try rendering.image(of: source, in: around)
            source = PreparedBytes { band, rows in image.copy(around.range(of: band), to: rows) }
        }
        return PreparedBytes(halo: reach.y) { [source] band, rows in
            let (columns, lines) = band.range(of: part)
            rows.clear(outside: columns, lines)
            if columns.isEmpty || lines.isEmpty { return }
            let area = part.intersection(band).insetBy(dx: -CGFloat(reach.x), dy: -CGFloat(reach.y))
            let grid = ByteImage(width: Int(area.width), height: Int(area.height))
            try source.draw(area, grid.rows)
            let origin = grid.rows.row(reach.y) + 4 * reach.x
            try function(ByteNeighborhood(origin: origin, bytesPerRow: grid.rows.bytesPerRow), rows.part(columns, lines))
            withExtendedLifetime(grid) {}
        }
    }
}
