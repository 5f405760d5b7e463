import Foundation

/// The curve between light and the values that sRGB stores.
enum LinearLight {
    /// Light of a stored value. The curve is mirrored for values below 0.
    static func decoded(_ value: Float) -> Float {
        let magnitude = abs(value)
        let light = magnitude <= 0.04045 ? magnitude / 12.92 : powf((magnitude + 0.055) / 1.055, 2.4)
        return value < 0 ? -light : light
    }

    /// The stored value of light. The curve is mirrored for values below 0.
    static func encoded(_ light: Float) -> Float {
        let magnitude = abs(light)
        let value = magnitude <= 0.0031308 ? magnitude * 12.92 : 1.055 * powf(magnitude, 1 / 2.4) - 0.055
        return light < 0 ? -value : value
    }

    /// Light of the 256 stored values of a byte.
    static let ofBytes: [Float] = (0..<256).map { decoded(Float($0) / 255) }

    private static let stepCount = 4096
    /// The curves at 0…1 in steps; the last value stands twice. Between two steps they are straight to 2e-5.
    private static let decodingTable = (0...stepCount + 1).map { decoded(Float(min($0, stepCount)) / Float(stepCount)) }
    private static let encodingTable = (0...stepCount + 1).map { encoded(Float(min($0, stepCount)) / Float(stepCount)) }

    /// Replaces the stored values of premultiplied pixels by light.
    static func decode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        decodingTable.withUnsafeBufferPointer { convert(pixels, count, $0, exact: decoded) }
    }

    /// Replaces the light of premultiplied pixels by stored values.
    static func encode(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        encodingTable.withUnsafeBufferPointer { convert(pixels, count, $0, exact: encoded) }
    }

    @inline(__always)
    private static func convert(
        _ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int, _ table: UnsafeBufferPointer<Float>, exact: (Float) -> Float
    ) {
        guard let base = table.baseAddress else { return }
        let steps = SIMD4<Float>(repeating: Float(stepCount))
        for index in 0..<count {
            let pixel = pixels[index]
            let alpha = pixel.w
            // A colour without opacity has no straight form and is taken as it is.
            let scale = alpha == 1 || alpha == 0 || alpha.isNaN ? 1 : alpha
            let straight = scale == 1 ? pixel : pixel / scale
            var result: SIMD4<Float>
            let inside = (straight .>= SIMD4()) .& (straight .<= SIMD4(repeating: 1))
            if inside[0], inside[1], inside[2] {
                let position = straight * steps
                let (x, y, z) = (Int32(position.x), Int32(position.y), Int32(position.z))
                let fraction = position - SIMD4(Float(x), Float(y), Float(z), 0)
                let low = SIMD4(base[Int(x)], base[Int(y)], base[Int(z)], 0)
                let high = SIMD4(base[Int(x) + 1], base[Int(y) + 1], base[Int(z) + 1], 0)
                result = low + (high - low) * fraction
            } else {
                result = SIMD4(exact(straight.x), exact(straight.y), exact(straight.z), 0)
            }
            if scale != 1 { result *= scale }
            result.w = alpha
            pixels[index] = result
        }
    }
}
