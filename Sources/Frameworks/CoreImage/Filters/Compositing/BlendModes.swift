import CoreGraphics
import Foundation

/// Filters that blend colours by the formulas of the W3C's Compositing and Blending. Colours are not premultiplied in the formulas.
enum BlendModes {
    static let definitions: [FilterDefinition] = [
        separable("CIMultiplyBlendMode") { $0 * $1 },
        separable("CIScreenBlendMode") { $0 + $1 - $0 * $1 },
        separable("CIOverlayBlendMode") { hardLight($1, $0) },
        separable("CIDarkenBlendMode") { min($0, $1) },
        separable("CILightenBlendMode") { max($0, $1) },
        separable("CIColorDodgeBlendMode") { dodge($0, $1) },
        separable("CIColorBurnBlendMode") { burn($0, $1) },
        separable("CIHardLightBlendMode") { hardLight($0, $1) },
        separable("CISoftLightBlendMode") { softLight($0, $1) },
        separable("CIDifferenceBlendMode") { abs($0 - $1) },
        separable("CIExclusionBlendMode") { $0 + $1 - 2 * $0 * $1 },
        separable("CILinearBurnBlendMode") { max($0 + $1 - 1, 0) },
        separable("CILinearDodgeBlendMode") { min($0 + $1, 1) },
        separable("CILinearLightBlendMode") { unit($1 + 2 * $0 - 1) },
        separable("CIVividLightBlendMode") { $0 <= 0.5 ? burn(2 * $0, $1) : dodge(2 * $0 - 1, $1) },
        separable("CIPinLightBlendMode") { $0 <= 0.5 ? min(2 * $0, $1) : max(2 * $0 - 1, $1) },
        separable("CISubtractBlendMode") { max($1 - $0, 0) },
        separable("CIDivideBlendMode") { $0 <= 0 ? 1 : min($1 / $0, 1) },
        mode("CIHueBlendMode") { withLuminance(withSaturation($0, saturation($1)), luma($1)) },
        mode("CISaturationBlendMode") { withLuminance(withSaturation($1, saturation($0)), luma($1)) },
        mode("CIColorBlendMode") { withLuminance($0, luma($1)) },
        mode("CILuminosityBlendMode") { withLuminance($1, luma($0)) },
    ]

    /// A blend of each component by itself: of the image's, and the background's.
    @inline(__always)
    private static func separable(_ name: String, _ blend: @escaping @Sendable (Float, Float) -> Float) -> FilterDefinition {
        mode(name) { SIMD4(blend($0.x, $1.x), blend($0.y, $1.y), blend($0.z, $1.z), 1) }
    }

    /// A blend of the image's colour and the background's.
    @inline(__always)
    private static func mode(
        _ name: String, _ blend: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterDefinition {
        FilterDefinition(name, .compositing, [.image, .background]) { values in
            guard let (image, background) = values.pair else { return nil }
            return Compositing.combined(image, background, image.extent.union(background.extent)) { top, bottom in
                // Where only one of the two is, it stays as it is.
                guard top.w > 0, bottom.w > 0 else { return top + bottom }
                let both = blend(unpremultiplied(top), unpremultiplied(bottom)).with(alpha: 1) * (top.w * bottom.w)
                return top * (1 - bottom.w) + bottom * (1 - top.w) + both
            }
        }
    }

    // MARK: - Formulas

    private static func hardLight(_ top: Float, _ bottom: Float) -> Float {
        top <= 0.5 ? 2 * top * bottom : 1 - 2 * (1 - top) * (1 - bottom)
    }

    private static func softLight(_ top: Float, _ bottom: Float) -> Float {
        if top <= 0.5 { return bottom - (1 - 2 * top) * bottom * (1 - bottom) }
        let root = bottom <= 0.25 ? ((16 * bottom - 12) * bottom + 4) * bottom : bottom.squareRoot()
        return bottom + (2 * top - 1) * (root - bottom)
    }

    private static func dodge(_ top: Float, _ bottom: Float) -> Float { bottom <= 0 ? 0 : top >= 1 ? 1 : min(1, bottom / (1 - top)) }

    private static func burn(_ top: Float, _ bottom: Float) -> Float { bottom >= 1 ? 1 : top <= 0 ? 0 : 1 - min(1, (1 - bottom) / top) }

    private static func luma(_ color: SIMD4<Float>) -> Float { 0.3 * color.x + 0.59 * color.y + 0.11 * color.z }

    private static func saturation(_ color: SIMD4<Float>) -> Float { color.greatest - color.least }

    /// The colour moved to another luminance, and towards gray where it would leave 0…1.
    private static func withLuminance(_ color: SIMD4<Float>, _ target: Float) -> SIMD4<Float> {
        let moved = color + (target - luma(color))
        let gray = SIMD4(repeating: luma(moved))
        let (low, high) = (moved.least, moved.greatest)
        var result = moved
        if low < 0, gray.x > low { result = gray + (result - gray) * (gray.x / (gray.x - low)) }
        if high > 1, high > gray.x { result = gray + (result - gray) * ((1 - gray.x) / (high - gray.x)) }
        return result
    }

    /// The colour stretched to another saturation, with its least component 0.
    private static func withSaturation(_ color: SIMD4<Float>, _ target: Float) -> SIMD4<Float> {
        let range = saturation(color)
        return range > 0 ? (color - color.least) * (target / range) : .zero
    }
}
