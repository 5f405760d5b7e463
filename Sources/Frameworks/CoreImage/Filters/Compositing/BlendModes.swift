import CPixels
import CoreGraphics
import Foundation

/// Filters that blend colours by the formulas of the W3C's Compositing and Blending. Colours are not premultiplied in the formulas.
enum BlendModes {
    static let definitions: [FilterDefinition] = [
        separable("CIMultiplyBlendMode", pixel_blend_multiply),
        separable("CIScreenBlendMode", pixel_blend_screen),
        separable("CIOverlayBlendMode", pixel_blend_overlay),
        separable("CIDarkenBlendMode", pixel_blend_darken),
        separable("CILightenBlendMode", pixel_blend_lighten),
        separable("CIColorDodgeBlendMode", pixel_blend_dodge),
        separable("CIColorBurnBlendMode", pixel_blend_burn),
        separable("CIHardLightBlendMode", pixel_blend_hard_light),
        separable("CISoftLightBlendMode", pixel_blend_soft_light),
        separable("CIDifferenceBlendMode", pixel_blend_difference),
        separable("CIExclusionBlendMode", pixel_blend_exclusion),
        separable("CILinearBurnBlendMode", pixel_blend_linear_burn),
        separable("CILinearDodgeBlendMode", pixel_blend_linear_dodge),
        separable("CILinearLightBlendMode", pixel_blend_linear_light),
        separable("CIVividLightBlendMode", pixel_blend_vivid_light),
        separable("CIPinLightBlendMode", pixel_blend_pin_light),
        separable("CISubtractBlendMode", pixel_blend_subtract),
        separable("CIDivideBlendMode", pixel_blend_divide),
        mode("CIHueBlendMode") { withLuminance(withSaturation($0, saturation($1)), luma($1)) },
        mode("CISaturationBlendMode") { withLuminance(withSaturation($1, saturation($0)), luma($1)) },
        mode("CIColorBlendMode") { withLuminance($0, luma($1)) },
        mode("CILuminosityBlendMode") { withLuminance($1, luma($0)) },
    ]

    /// A filter that blends each component independently of the others.
    private static func separable(_ name: String, _ blend: PixelBlend) -> FilterDefinition {
        FilterDefinition(name, .compositing, [.image, .background]) { values in
            guard let (image, background) = values.pair else { return nil }
            return image.derived(
                CombinedNode(top: image.recipe, bottom: background.recipe, extent: image.extent.union(background.extent)) {
                    pixels_blend($0.floats, $1.floats, blend, $2)
                })
        }
    }

    /// A filter that blends the image's colour with the background's colour.
    @inline(__always)
    private static func mode(
        _ name: String, _ blend: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterDefinition {
        FilterDefinition(name, .compositing, [.image, .background]) { values in
            guard let (image, background) = values.pair else { return nil }
            return Compositing.combined(image, background, image.extent.union(background.extent)) { top, bottom in
                // If one of the pixels is transparent, the result is the other pixel.
                guard top.w > 0, bottom.w > 0 else { return top + bottom }
                let both = blend(unpremultiplied(top), unpremultiplied(bottom)).with(alpha: 1) * (top.w * bottom.w)
                return top * (1 - bottom.w) + bottom * (1 - top.w) + both
            }
        }
    }

    // MARK: - Formulas

    private static func luma(_ color: SIMD4<Float>) -> Float { 0.3 * color.x + 0.59 * color.y + 0.11 * color.z }

    private static func saturation(_ color: SIMD4<Float>) -> Float { color.greatest - color.least }

    /// The colour with another luminance. If a component would then lie outside 0…1, the whole colour is moved towards gray.
    private static func withLuminance(_ color: SIMD4<Float>, _ target: Float) -> SIMD4<Float> {
        let moved = color + (target - luma(color))
        let gray = SIMD4(repeating: luma(moved))
        let (low, high) = (moved.least, moved.greatest)
        var result = moved
        if low < 0, gray.x > low { result = gray + (result - gray) * (gray.x / (gray.x - low)) }
        if high > 1, high > gray.x { result = gray + (result - gray) * ((1 - gray.x) / (high - gray.x)) }
        return result
    }

    /// The colour with another saturation. Its least component becomes 0.
    private static func withSaturation(_ color: SIMD4<Float>, _ target: Float) -> SIMD4<Float> {
        let range = saturation(color)
        return range > 0 ? (color - color.least) * (target / range) : .zero
    }
}
