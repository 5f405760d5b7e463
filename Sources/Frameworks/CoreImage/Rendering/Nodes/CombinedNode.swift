import CPixels
import CoreGraphics

/// An image that is computed from two images, pixel by pixel.
struct CombinedNode: RecipeNode {
    typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

    let top: Recipe
    let bottom: Recipe
    let extent: CGRect
    /// Replaces the pixels of the top by the result.
    let function: @Sendable (_ top: Pixels, _ bottom: Pixels, _ count: Int) -> Void

    /// A function of rows of pixels.
    init(
        top: Recipe, bottom: Recipe, extent: CGRect, _ function: @escaping @Sendable (_ top: Pixels, _ bottom: Pixels, _ count: Int) -> Void
    ) {
        self.top = top
        self.bottom = bottom
        self.extent = extent
        self.function = function
    }

    /// A function of two premultiplied pixels.
    @inline(__always)
    init(
        _ top: Recipe, _ bottom: Recipe, extent: CGRect, _ function: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) {
        self.init(top: top, bottom: bottom, extent: extent) { top, bottom, count in
            for index in 0..<count { top[index] = function(top[index], bottom[index]) }
        }
    }

    var inputs: [Recipe] { [top, bottom] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        let prepared = try rendering.prepare(top, bottom, in: rect, function)
        return prepared.limited(to: extent)
    }
}

/// A mixture of two images. A third one, the mask, gives the weight of the first for each pixel.
struct MaskedNode: RecipeNode {
    let image: Recipe
    let background: Recipe
    let mask: Recipe
    let extent: CGRect
    let weight: Weight

    /// The weight of the image for a pixel of the mask.
    enum Weight: Sendable {
        /// The sum of the components, each times its factor.
        case components(SIMD4<Float>)
        case function(@Sendable (SIMD4<Float>) -> Float)
    }

    var inputs: [Recipe] { [image, background, mask] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        let (upper, lower) = (try rendering.prepare(image, in: rect), try rendering.prepare(background, in: rect))
        let weights = try rendering.prepare(mask, in: rect)
        let prepared = Prepared(halo: max(upper.halo, lower.halo, weights.halo)) { band, rows in
            let other = try FloatImage(width: rows.width, height: rows.height)
            let amounts = try FloatImage(width: rows.width, height: rows.height)
            try upper.draw(band, rows)
            try lower.draw(band, other.rows)
            try weights.draw(band, amounts.rows)
            let count = rows.width * rows.height
            switch weight {
            case .components(let factors):
                withUnsafeBytes(of: factors) {
                    pixels_mask(
                        rows.pixels.floats, other.rows.pixels.floats, amounts.rows.pixels.floats,
                        $0.bindMemory(to: Float.self).baseAddress, count)
                }
            case .function(let weight):
                for index in 0..<count {
                    let below = other.rows.pixels[index]
                    rows.pixels[index] = below + (rows.pixels[index] - below) * weight(amounts.rows.pixels[index])
                }
            }
            withExtendedLifetime((other, amounts)) {}
        }
        return prepared.limited(to: extent)
    }
}

extension Prepared {
    /// The prepared pixels inside a rectangle, and transparent pixels outside.
    func limited(to extent: CGRect) -> Prepared {
        if extent.isInfinite { return self }
        return Prepared(halo: halo) { band, rows in
            try draw(band, rows)
            let (columns, lines) = band.range(of: extent)
            rows.clear(outside: columns, lines)
        }
    }
}
