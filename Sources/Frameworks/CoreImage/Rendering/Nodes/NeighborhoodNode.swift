import CoreGraphics

/// The pixels that a function of a neighbourhood reads.
struct Neighborhood: @unchecked Sendable {
    /// The source pixel at the position of the first output pixel.
    let origin: UnsafeMutablePointer<SIMD4<Float>>
    /// The number of pixels from one row to the next one below.
    let stride: Int

    func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { origin + y * stride }
}

/// An image in which each pixel is a function of the pixels around it.
struct NeighborhoodNode: RecipeNode {
    let input: Recipe
    let extent: CGRect
    /// The number of pixels that are read on each side, and above and below.
    let reach: (x: Int, y: Int)
    /// Computes the output's pixels.
    let function: @Sendable (Neighborhood, PixelRows) throws -> Void
    /// An equivalent function for bytes; `nil` if there is none.
    var bytes: ByteFunction?

    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let around = part.insetBy(dx: -CGFloat(reach.x), dy: -CGFloat(reach.y))
        var inner = try rendering.prepare(input, in: around)
        if inner.halo > 0 {
            // The source is rendered once here, instead of once for each band.
            guard let placed = try rendering.image(of: input, in: around) else { return .transparent }
            inner = Prepared(placed)
        }
        let source = inner
        let width = try around.pixelCounts().width
        return Prepared(halo: reach.y) { band, rows in
            let area = part.intersection(band)
            guard !area.isNull, !area.isEmpty else { return rows.fill(.zero) }
            let count = Int(area.height.rounded())
            let grid = try FloatImage(width: width, height: count + 2 * reach.y)
            try source.draw(
                CGRect(x: around.minX, y: area.minY - CGFloat(reach.y), width: around.width, height: CGFloat(grid.height)), grid.rows)
            let result = try FloatImage(width: width - 2 * reach.x, height: count)
            try function(Neighborhood(origin: grid.rows.row(reach.y) + reach.x, stride: width), result.rows)
            PlacedImage(image: result, rect: area).copy(band, to: rows)
            withExtendedLifetime((grid, result)) {}
        }.limited(to: extent)
    }

    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes? {
        try bytes?.prepare(input, extent: extent, reach: reach, in: rect, rendering, isLast: isLast)
    }
}
