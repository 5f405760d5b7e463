import Foundation
import Testing

@testable import CoreImage

struct LinearLightTests {
    /// The stored value of light. The curve is mirrored for values below 0.
    private static func encoded(_ light: Float) -> Float {
        let magnitude = abs(light)
        let value = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * powf(magnitude, 1 / 2.4) - 0.055
        return light < 0 ? -value : value
    }

    /// Odd in number, so that the last pixel is one of no pair.
    private static let pixels: [SIMD4<Float>] = (0...2000).map { index in
        let value = Float(index - 400) / 800
        return SIMD4(value, value / 2, value * value, index % 3 == 0 ? 1 : Float(index % 5) / 5)
    }

    @Test("Rows of stored values and of light follow the curve's formula, also below 0, above 1 and where pixels are not opaque")
    func curves() {
        let changes: [(@Sendable (UnsafeMutablePointer<SIMD4<Float>>, Int) -> Void, (Float) -> Float)] = [
            ({ LinearLight.decode($0, count: $1) }, LinearLight.decoded), ({ LinearLight.encode($0, count: $1) }, Self.encoded),
        ]
        for (change, formula) in changes {
            var row = Self.pixels
            row.withUnsafeMutableBufferPointer { change($0.baseAddress!, $0.count) }
            for (given, made) in zip(Self.pixels, row) {
                let alpha = given.w == 0 ? 1 : given.w
                for component in 0..<3 {
                    let expected = formula(given[component] / alpha) * alpha
                    #expect(abs(made[component] - expected) <= 2e-6 * max(1, abs(expected)), "\(given)")
                }
                #expect(made.w == given.w)
            }
        }
    }

    @Test("A power of components below 0 is that of 0, and the power 0 is 1")
    func powers() {
        for power: Float in [0, 0.7, 1, 3] {
            var row = Self.pixels
            row.withUnsafeMutableBufferPointer {
                PixelOperation.power(power).apply(to: $0.baseAddress!, count: $0.count, Rendering(isLinear: true))
            }
            for (given, made) in zip(Self.pixels, row) where given.w > 0 {
                let expected = powf(max(given.x / given.w, 0), power) * given.w
                #expect(abs(made.x - expected) <= 4e-6 * max(1, expected), "\(given)")
                #expect(made.w == given.w)
            }
        }
    }
}
