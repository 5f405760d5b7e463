import CPixels
import CoreGraphics

/// Tables that replace successive operations on single components. A table has the result for each of the 256 values. It is computed with
/// the float versions of the operations.
enum ByteTables {
    /// The 256 results for red, followed by those for green and blue.
    static func values(_ steps: [PixelOperation], _ rendering: Rendering) throws -> [UInt8] {
        let gray = try FloatImage(width: 256, height: 1)
        for (index, value) in rendering.valuesOfBytes.enumerated() { gray.rows.pixels[index] = SIMD4(gray: value, alpha: 1) }
        for step in steps { step.apply(to: gray.rows.pixels, count: 256, rendering) }
        var bytes = [UInt8](repeating: 0, count: 4 * 256)
        pixels_to_bytes(
            gray.rows.pixels.floats, &bytes, PixelOrder(size: 4, red: 0, green: 1, blue: 2, alpha: 3), 0, rendering.isLinear ? 1 : 0,
            RecipeRenderer.roundingTolerance, 256)
        return (0..<3).flatMap { component in (0..<256).map { bytes[4 * $0 + component] } }
    }
}

extension Rendering {
    /// The values that the 256 bytes represent in an opaque colour.
    var valuesOfBytes: [Float] { isLinear ? LinearLight.ofBytes : ByteSource.stored }
}
