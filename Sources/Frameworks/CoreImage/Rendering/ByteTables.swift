import CPixels
import CoreGraphics

/// Steps from bytes to bytes that change each component by itself: a table with the result for each of the 256 values. The table is
/// computed by the steps for floats.
struct ByteTables: Sendable {
    private let source: ByteSource
    private let writer: ByteWriter
    /// The tables for red, green and blue, one after the other.
    private let values: [UInt8]

    /// Tables for a recipe; `nil` for recipes of another kind, and if the pixels are not bytes, or must be scaled.
    init?(_ recipe: Recipe, in area: CGRect, _ writer: ByteWriter, _ rendering: Rendering) throws {
        var (inner, steps): (Recipe, [PixelOperation]) = (recipe, [])
        while case .pointwise(let next, let operation) = inner, operation.isOfComponents {
            steps.insert(operation, at: 0)
            inner = next
        }
        guard !steps.isEmpty, let fused = FusedRecipe(inner),
            let source = try rendering.byteSource(fused, extent: inner.extent, in: area), source.target.contains(area)
        else { return nil }
        self.source = source
        self.writer = writer
        let gray = try FloatImage(width: 256, height: 1)
        for (index, value) in (rendering.isLinear ? LinearLight.ofBytes : ByteSource.stored).enumerated() {
            gray.rows.pixels[index] = SIMD4(gray: value, alpha: 1)
        }
        for step in steps { step.apply(to: gray.rows.pixels, count: 256, rendering) }
        var bytes = [UInt8](repeating: 0, count: 4 * 256)
        pixels_to_bytes(
            gray.rows.pixels.floats, &bytes, PixelOrder(size: 4, red: 0, green: 1, blue: 2, alpha: 3), 0, rendering.isLinear ? 1 : 0,
            RecipeRenderer.roundingTolerance, 256)
        values = (0..<3).flatMap { component in (0..<256).map { bytes[4 * $0 + component] } }
    }

    /// Writes some rows of an area at a row of the destination.
    ///
    /// - Returns: `false` if a pixel is not opaque. The tables are only for opaque pixels.
    func write(_ band: CGRect, at top: Int) -> Bool {
        let width = Int(band.width.rounded())
        for row in 0..<Int(band.height.rounded()) {
            let line = band.band(row..<row + 1)
            let target = writer.row(top + row)
            guard pixels_map(source.row(line), source.order, values, target, writer.order, width) != 0 else { return false }
        }
        return true
    }
}
