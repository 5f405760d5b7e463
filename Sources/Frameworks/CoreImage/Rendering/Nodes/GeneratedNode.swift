import CoreGraphics

/// An infinite picture that is computed from the positions of pixels.
struct GeneratedNode: RecipeNode {
    /// Returns, for a rendering, the function from a point to a premultiplied pixel.
    let make: @Sendable (Rendering) -> @Sendable (SIMD2<Double>) -> SIMD4<Float>

    var extent: CGRect { .infinite }
    var inputs: [Recipe] { [] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        let color = make(rendering)
        return Prepared { band, rows in
            for row in 0..<rows.height {
                let (y, target) = (Double(band.maxY) - Double(row) - 0.5, rows.row(row))
                for column in 0..<rows.width { target[column] = color(SIMD2(Double(band.minX) + Double(column) + 0.5, y)) }
            }
        }
    }
}
