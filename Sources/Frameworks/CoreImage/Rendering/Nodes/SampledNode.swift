import CoreGraphics

/// An image in which the colour of each pixel is sampled at another position of the input.
struct SampledNode: RecipeNode {
    let input: Recipe
    let extent: CGRect
    /// The rectangle of the input that is read for a rectangle of the output; `nil` if it is unknown.
    let source: @Sendable (CGRect) -> CGRect?
    /// The position in the input that is sampled for a point of the output; `nil` if there is none.
    let place: @Sendable (SIMD2<Double>) -> SIMD2<Double>?

    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let part = rect.pixels(covering: extent) else { return .transparent }
        let around = source(part)?.insetBy(dx: -1, dy: -1).intersection(input.extent).integral ?? input.extent.integral
        guard !around.isNull, !around.isEmpty, let pixels = try rendering.image(of: input, in: around) else { return .transparent }
        return Prepared { band, rows in
            for row in 0..<rows.height {
                let (y, target) = (Double(band.maxY) - Double(row) - 0.5, rows.row(row))
                for column in 0..<rows.width {
                    let point = place(SIMD2(Double(band.minX) + Double(column) + 0.5, y))
                    target[column] = point.map { pixels.color(at: $0.x, $0.y) } ?? .zero
                }
            }
        }.limited(to: extent)
    }
}
