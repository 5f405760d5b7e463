import CPixels
import Foundation

/// The curve between linear light and the values that sRGB stores.
enum LinearLight {
    /// The linear light of a stored value. The curve is mirrored for values below 0.
    static func decoded(_ value: Float) -> Float {
        let magnitude = abs(value)
        let light = magnitude <= 0.04045 ? magnitude / 12.92 : powf((magnitude + 0.055) / 1.055, 2.4)
        return value < 0 ? -light : light
    }

    /// The linear light of the 256 stored values of a byte.
    static let ofBytes: [Float] = (0..<256).map { decoded(Float($0) / 255) }

    /// Replaces the stored values of premultiplied pixels by linear light. A fully transparent colour cannot be divided by its alpha, and
    /// is converted directly.
    static func decode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        pixels.withMemoryRebound(to: Float.self, capacity: 4 * count) { pixels_decode($0, count) }
    }

    /// Replaces the linear light of premultiplied pixels by stored values. A fully transparent colour is converted directly.
    static func encode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        pixels.withMemoryRebound(to: Float.self, capacity: 4 * count) { pixels_encode($0, count) }
    }
}
