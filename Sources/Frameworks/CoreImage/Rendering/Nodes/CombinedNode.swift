import CPixels
import CoreGraphics

/// An image that is computed from two images, pixel by pixel.
struct CombinedNode: RecipeNode {
    typealias Pixels = UnsafeMutablePointer<SIMD4<Float>>

    let top: Recipe
    let bottom: Recipe
    let extent: CGRect
    /// Replaces the pixels of the top image by the result.
    let function: @Sendable (_ top: Pixels, _ bottom: Pixels, _ count: Int) -> Void
    /// An equivalent function for bytes; `nil` if no rule for bytes exists.
    let bytes: ByteRule?
    /// An equivalent function for bytes that reads the pixels around each pixel of a recipe; `nil` if there is none.
    var around: (input: Recipe, reach: Int, function: ByteFunction)?

    /// Makes a node from a function of rows of pixels.
    init(
        top: Recipe, bottom: Recipe, extent: CGRect, bytes: ByteRule? = nil,
        _ function: @escaping @Sendable (_ top: Pixels, _ bottom: Pixels, _ count: Int) -> Void
    ) {
        self.top = top
        self.bottom = bottom
        self.extent = extent
        self.bytes = bytes
        self.function = function
    }

    /// Makes a node from a function of two premultiplied pixels.
    @inline(__always)
    init(
        _ top: Recipe, _ bottom: Recipe, extent: CGRect, bytes: ByteRule? = nil,
        _ function: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) {
        self.init(top: top, bottom: bottom, extent: extent, bytes: bytes) { top, bottom, count in
            for index in 0..<count { top[index] = function(top[index], bottom[index]) }
        }
    }

    var inputs: [Recipe] { [top, bottom] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        let prepared = try rendering.prepare(top, bottom, in: rect, function)
        return prepared.limited(to: extent)
    }

    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes? {
        if let (input, reach, function) = around {
            return try function.prepare(input, extent: extent, reach: (reach, reach), in: rect, rendering, isLast: isLast)
        }
        guard let bytes else { return nil }
        return try Self.prepareBytes(top, bottom, bytes, in: rect, rendering, isLast: isLast)?.limited(to: extent)
    }

    /// Prepares the combination of two images by a rule. Returns `nil` if an image or the rule needs floats.
    static func prepareBytes(
        _ top: Recipe, _ bottom: Recipe, _ rule: ByteRule, in rect: CGRect, _ rendering: Rendering, isLast: Bool
    ) throws -> PreparedBytes? {
        guard rendering.allows(rule.exactness(rendering), isLast: isLast),
            let upper = try rendering.prepareBytes(top, in: rect, isLast: false),
            let lower = try rendering.prepareBytes(bottom, in: rect, isLast: false)
        else { return nil }
        return PreparedBytes(halo: max(upper.halo, lower.halo)) { band, rows in
            // Processes a few rows at a time, which fit in the processor's nearest cache.
            let count = max(upper.halo, lower.halo) > 0 ? rows.height : max(1, 4096 / rows.width)
            for first in stride(from: 0, to: rows.height, by: count) {
                let lines = first..<min(rows.height, first + count)
                try upper.withRows(band.band(lines)) { top in
                    try lower.withRows(band.band(lines)) { bottom in
                        for y in 0..<lines.count {
                            bytes_combine(top.row(y), bottom.row(y), rule, rows.row(lines.lowerBound + y), rows.width)
                        }
                    }
                }
            }
        }
    }
}

extension ByteRule {
    /// The exactness of the rule's bytes. In linear light, all pixels are opaque or transparent black. The rules over, in, out and atop then select
    /// one of the two pixels, so their bytes are exact.
    fileprivate func exactness(_ rendering: Rendering) -> ByteExactness {
        switch self {
        case byte_rule_maximum, byte_rule_minimum: .exact
        case byte_rule_over, byte_rule_in, byte_rule_out, byte_rule_atop: rendering.isLinear ? .exact : .rounded
        default: .rounded
        }
    }
}

/// A mixture of two images. A mask gives the weight of the first image for each pixel.
struct MaskedNode: RecipeNode {
    let image: Recipe
    let background: Recipe
    let mask: Recipe
    let extent: CGRect
    let weight: Weight

    /// The function from a pixel of the mask to the weight of the image.
    enum Weight: Sendable {
        /// The sum of the mask's components, each multiplied by its factor.
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
