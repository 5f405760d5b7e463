/// The weights of linear red, green and blue in the luminance, as in Core Image's documentation.
let luminanceWeights = SIMD3<Float>(0.2125, 0.7154, 0.0721)

/// The luminance of a colour.
@inline(__always)
func luminance(_ color: SIMD4<Float>) -> Float { color.x * 0.2125 + color.y * 0.7154 + color.z * 0.0721 }

/// A linear interpolation between two values.
@inline(__always)
func mix(_ from: SIMD4<Float>, _ to: SIMD4<Float>, _ amount: Float) -> SIMD4<Float> { from + (to - from) * amount }

@inline(__always)
func unit(_ color: SIMD4<Float>) -> SIMD4<Float> { color.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1)) }

@inline(__always)
func unit(_ value: Float) -> Float { value > 0 ? min(value, 1) : 0 }

extension SIMD4<Float> {
    /// The colour with another alpha.
    @inline(__always)
    func with(alpha: Float) -> SIMD4<Float> { SIMD4(x, y, z, alpha) }

    /// Gray with alpha.
    @inline(__always)
    init(gray: Float, alpha: Float) { self.init(gray, gray, gray, alpha) }

    /// The maximum of red, green and blue.
    var greatest: Float { Swift.max(x, y, z) }
    /// The minimum of red, green and blue.
    var least: Float { Swift.min(x, y, z) }
}
