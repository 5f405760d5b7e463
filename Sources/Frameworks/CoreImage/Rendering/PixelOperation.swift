import CPixels
import CoreGraphics

/// An operation that changes each pixel independently of the others.
package enum PixelOperation: Sendable {
    /// Multiplies colour by alpha.
    case premultiply
    /// Divides colour by alpha.
    case unpremultiply
    /// Sets alpha to 1 in the rectangle, and to 0 outside it.
    case alphaOne(CGRect)
    /// A matrix for colours that are not premultiplied.
    case matrix(ColorMatrix)
    /// A function of a row of premultiplied pixels.
    case row(@Sendable (UnsafeMutablePointer<SIMD4<Float>>, Int) -> Void)
    /// A function like that of ``row(_:)``. It keeps alpha. In an opaque pixel, each component of the result depends only on the same
    /// component of the pixel.
    case componentRow(@Sendable (UnsafeMutablePointer<SIMD4<Float>>, Int) -> Void)
    /// A function like that of ``row(_:)``, for pixels in sRGB's stored values.
    case storedRow(@Sendable (UnsafeMutablePointer<SIMD4<Float>>, Int) -> Void)

    /// An operation that applies a function to colours that are not premultiplied.
    @inline(__always)
    static func straight(_ function: @escaping @Sendable (SIMD4<Float>) -> SIMD4<Float>) -> PixelOperation {
        .row { pixels, count in
            for index in 0..<count { pixels[index] = premultiplied(function(unpremultiplied(pixels[index]))) }
        }
    }

    /// An operation that applies a function to colours that are not premultiplied. The function keeps alpha, and computes each component
    /// only from the same component.
    @inline(__always)
    static func component(_ function: @escaping @Sendable (SIMD4<Float>) -> SIMD4<Float>) -> PixelOperation {
        .componentRow { pixels, count in
            for index in 0..<count { pixels[index] = premultiplied(function(unpremultiplied(pixels[index]))) }
        }
    }

    /// An operation that multiplies the stored values by a matrix, and mixes the products with the original values. The result is limited
    /// to 0…1, and alpha is kept.
    static func storedTint(_ matrix: ColorMatrix, amount: Float = 1) -> PixelOperation {
        .storedRow { pixels, count in
            matrix.withColumns { pixels_tint(pixels.floats, count, $0, amount) }
        }
    }

    /// An operation that applies a function to sRGB's stored values that are not premultiplied.
    @inline(__always)
    static func stored(_ function: @escaping @Sendable (SIMD4<Float>) -> SIMD4<Float>) -> PixelOperation {
        .storedRow { pixels, count in
            for index in 0..<count { pixels[index] = premultiplied(function(unpremultiplied(pixels[index]))) }
        }
    }

    /// An operation that raises components that are not premultiplied to a power of at least 0. Negative components count as 0.
    static func power(_ power: Float) -> PixelOperation {
        .componentRow { pixels, count in pixels_raise(pixels.floats, count, power) }
    }

    /// Whether the operation keeps alpha, and each component of an opaque pixel depends only on the same component.
    var isOfComponents: Bool {
        switch self {
        case .componentRow: true
        case .matrix(let matrix): matrix.isOfComponents
        case .premultiply, .unpremultiply, .alphaOne, .row, .storedRow: false
        }
    }

    /// Applies the operation to a row of pixels.
    func apply(to pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int, _ rendering: Rendering) {
        switch self {
        case .premultiply: for index in 0..<count { pixels[index] = premultiplied(pixels[index]) }
        case .unpremultiply: for index in 0..<count { pixels[index] = unpremultiplied(pixels[index]) }
        case .alphaOne: for index in 0..<count { pixels[index].w = 1 }
        case .matrix(let matrix): matrix.apply(to: pixels, count: count)
        case .row(let function), .componentRow(let function): function(pixels, count)
        case .storedRow(let function):
            if rendering.isLinear { LinearLight.encode(pixels, count: count) }
            function(pixels, count)
            if rendering.isLinear { LinearLight.decode(pixels, count: count) }
        }
    }
}

/// A colour multiplied by its alpha.
@inline(__always)
func premultiplied(_ color: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
}

/// A colour divided by its alpha, if alpha is not 0.
@inline(__always)
func unpremultiplied(_ color: SIMD4<Float>) -> SIMD4<Float> {
    guard color.w != 1, color.w > 0 else { return color }
    let factor = 1 / color.w
    return SIMD4(color.x * factor, color.y * factor, color.z * factor, color.w)
}

/// A matrix that computes each component of the result as a weighted sum of the components plus a constant.
package struct ColorMatrix: Sendable, Equatable {
    /// The amounts that one unit of red adds to red, green, blue and alpha. The next properties are the same for green, blue and alpha.
    var red = SIMD4<Float>(1, 0, 0, 0)
    var green = SIMD4<Float>(0, 1, 0, 0)
    var blue = SIMD4<Float>(0, 0, 1, 0)
    var alpha = SIMD4<Float>(0, 0, 0, 1)
    var bias = SIMD4<Float>()

    /// A matrix that multiplies red, green and blue by factors, and keeps alpha.
    static func scale(_ factor: SIMD3<Float>) -> ColorMatrix {
        ColorMatrix(red: SIMD4(factor.x, 0, 0, 0), green: SIMD4(0, factor.y, 0, 0), blue: SIMD4(0, 0, factor.z, 0))
    }

    /// The matrix whose rows compute red, green and blue.
    static func rows(_ red: SIMD3<Float>, _ green: SIMD3<Float>, _ blue: SIMD3<Float>) -> ColorMatrix {
        ColorMatrix(
            red: SIMD4(red.x, green.x, blue.x, 0), green: SIMD4(red.y, green.y, blue.y, 0), blue: SIMD4(red.z, green.z, blue.z, 0))
    }

    @inline(__always)
    func apply(_ color: SIMD4<Float>) -> SIMD4<Float> {
        let sum = red * color.x + green * color.y
        return sum + (blue * color.z + alpha * color.w) + bias
    }

    func apply(to pixels: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
        withColumns { pixels_multiply(pixels.floats, count, $0) }
    }

    /// Calls a function with the matrix's 20 floats, column after column: red, green, blue, alpha, bias.
    func withColumns(_ body: (UnsafePointer<Float>?) -> Void) {
        [red, green, blue, alpha, bias].withUnsafeBytes { body($0.bindMemory(to: Float.self).baseAddress) }
    }

    /// Whether, for an opaque pixel, the matrix keeps alpha and does not mix the components.
    var isOfComponents: Bool {
        let others: [Float] = [red.y, red.z, green.x, green.z, blue.x, blue.y, alpha.x, alpha.y, alpha.z]
        return others.allSatisfy { $0 == 0 } && keepsAlpha
    }

    /// Whether alpha is unchanged.
    var keepsAlpha: Bool { (red.w, green.w, blue.w, alpha.w, bias.w) == (0, 0, 0, 1, 0) }

    /// The composition of this matrix, applied first, with another one.
    func then(_ next: ColorMatrix) -> ColorMatrix {
        var linear = next
        linear.bias = .zero
        return ColorMatrix(
            red: linear.apply(red), green: linear.apply(green), blue: linear.apply(blue), alpha: linear.apply(alpha),
            bias: next.apply(bias))
    }
}
