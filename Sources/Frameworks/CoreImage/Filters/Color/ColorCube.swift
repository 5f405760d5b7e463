import Foundation

/// A table of colours with the same number of steps for red, green and blue, red first. Colours between the steps are interpolated
/// linearly.
struct ColorCube: Sendable {
    private let side: Int
    private let table: [SIMD4<Float>]

    /// Reads the table of a filter. Returns `nil` if the data do not have exactly four floats, with premultiplied colours, for each entry.
    init?(_ values: FilterValues) {
        side = values.count("inputCubeDimension")
        let value = values.values["inputCubeData"]
        guard let data = (value as? Data) ?? (value as? NSData).map({ $0 as Data }), data.count == side * side * side * 16 else {
            return nil
        }
        table = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 16).map { unpremultiplied(bytes.loadUnaligned(fromByteOffset: $0 * 16, as: SIMD4<Float>.self)) }
        }
    }

    /// The table's colour for a colour that is not premultiplied. The alpha of the result is the product of the table's alpha and the
    /// colour's alpha.
    subscript(color: SIMD4<Float>) -> SIMD4<Float> {
        let inside = SIMD4<Float>().replacing(with: unit(color), where: color .== color)
        let position = inside * Float(side - 1)
        let low = pointwiseMin(position.rounded(.down), SIMD4(repeating: Float(side - 2)))
        let part = position - low
        let base = (Int(low.z) * side + Int(low.y)) * side + Int(low.x)
        let line = { (index: Int) in mix(table[index], table[index + 1], part.x) }
        let plane = { (index: Int) in mix(line(index), line(index + side), part.y) }
        let result = mix(plane(base), plane(base + side * side), part.z)
        return result.with(alpha: result.w * color.w)
    }
}
