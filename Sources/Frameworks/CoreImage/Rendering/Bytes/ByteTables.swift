import CPixels
import CoreGraphics

/// Steps that change each component by itself, as tables of what becomes of each of the 256 values. They are made by the same steps that floats go
/// through.
enum ByteTables {
    /// For red, green and blue one after the other.
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
    /// The value that a byte of an opaque colour stands for.
    var valuesOfBytes: [Float] { isLinear ? LinearLight.ofBytes : ByteSource.stored }
}
