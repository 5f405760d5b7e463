import CPixels
import Foundation

/// The transfer curve between linear light and sRGB's stored values.
enum LinearLight {
    /// The linear light of a stored value. The curve is mirrored for values below 0.
    static func decoded(_ value: Float) -> Float {
        let magnitude = abs(value)
        let light = magnitude <= 0.04045 ? magnitude / 12.92 : powf((magnitude + 0.055) / 1.055, 2.4)
        return value < 0 ? -light : light
    }

    /// The linear light of the 256 stored values of a byte.
    static let ofBytes: [Float] = (0..<256).map { decoded(Float($0) / 255) }

    /// Converts premultiplied pixels from stored values to linear light. A colour with an alpha of 0 cannot be unpremultiplied and is
    /// converted directly.
    static func decode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        pixels.withMemoryRebound(to: Float.self, capacity: 4 * count) { pixels_decode($0, count) }
    }

    /// Converts premultiplied pixels from linear light to stored values. A colour with an alpha of 0 is converted directly.
    static func encode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        pixels.withMemoryRebound(to: Float.self, capacity: 4 * count) { pixels_encode($0, count) }
    }
}
