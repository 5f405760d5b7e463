import Foundation

/// The pixels of a context's bitmap as premultiplied red, green, blue and alpha in 0…255.
struct BitmapPixels {
    private let base: UnsafeMutablePointer<UInt8>
    private let bytesPerRow: Int
    private let isGray: Bool
    private let hasAlpha: Bool
    private let positions: (r: Int, g: Int, b: Int, a: Int)

    init(_ bitmap: MutableRaster) {
        base = bitmap.planes[0].base.assumingMemoryBound(to: UInt8.self)
        bytesPerRow = bitmap.planes[0].bytesPerRow
        isGray = bitmap.layout.isGray
        hasAlpha = bitmap.alpha != .none
        switch bitmap.layout {
        case .bgra8: positions = (2, 1, 0, 3)
        case .argb8: positions = (1, 2, 3, 0)
        case .abgr8: positions = (3, 2, 1, 0)
        default: positions = (0, 1, 2, 3)
        }
    }

    /// Draws a premultiplied colour over a pixel with a coverage. The pixel must be in the bitmap.
    func blend(_ colour: SIMD4<Float>, _ x: Int, _ y: Int, coverage: Float, mode: CGBlendMode) {
        if isGray {
            let pixel = base + y * bytesPerRow + x
            let below = Float(pixel.pointee)
            let gray = luma(colour.x, colour.y, colour.z)
            let result = Self.mix([gray, gray, gray, colour.w], [below, below, below, 255], mode)
            pixel.pointee = roundedByte(below + (result.x - below) * coverage)
            return
        }
        let pixel = base + y * bytesPerRow + 4 * x
        let below = SIMD4<Float>(
            Float(pixel[positions.r]), Float(pixel[positions.g]), Float(pixel[positions.b]), hasAlpha ? Float(pixel[positions.a]) : 255)
        let result = below + (Self.mix(colour, below, mode) - below) * coverage
        pixel[positions.r] = roundedByte(result.x)
        pixel[positions.g] = roundedByte(result.y)
        pixel[positions.b] = roundedByte(result.z)
        pixel[positions.a] = hasAlpha ? roundedByte(result.w) : 255
    }

    /// Porter and Duff's operators and the separable blend modes of PDF, on premultiplied colours in 0…255.
    private static func mix(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mode: CGBlendMode) -> SIMD4<Float> {
        let one: Float = 255
        let (sa, da) = (s.w / one, d.w / one)
        let full = SIMD4<Float>(repeating: one)
        switch mode {
        case .clear: return .zero
        case .copy: return s
        case .sourceIn: return s * da
        case .sourceOut: return s * (1 - da)
        case .sourceAtop: return s * da + d * (1 - sa)
        case .destinationOver: return d + s * (1 - da)
        case .destinationIn: return d * sa
        case .destinationOut: return d * (1 - sa)
        case .destinationAtop: return d * sa + s * (1 - da)
        case .xor: return s * (1 - da) + d * (1 - sa)
        case .plusLighter: return pointwiseMin(s + d, full)
        case .plusDarker: return pointwiseMax(s + d - full, .zero).replacing(with: min(s.w + d.w, one), where: alphaLane)
        case .normal, .hue, .saturation, .color, .luminosity: return s + d * (1 - sa)
        default: break
        }
        // Where source and destination overlap, the mode determines the colour. Elsewhere each of them is unchanged.
        let sc = sa > 0 ? s / (sa * one) : .zero
        let dc = da > 0 ? d / (da * one) : .zero
        var result = s * (1 - da) + d * (1 - sa)
        for c in 0..<3 { result[c] += sa * da * one * separable(sc[c], dc[c], mode) }
        result.w = s.w + d.w * (1 - sa)
        return result
    }

    private static let alphaLane = SIMDMask<SIMD4<Int32>>([false, false, false, true])

    private static func separable(_ s: Float, _ d: Float, _ mode: CGBlendMode) -> Float {
        switch mode {
        case .multiply: return s * d
        case .screen: return s + d - s * d
        case .overlay: return separable(d, s, .hardLight)
        case .darken: return min(s, d)
        case .lighten: return max(s, d)
        case .colorDodge: return d == 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
        case .colorBurn: return d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
        case .hardLight: return s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
        case .softLight:
            if s <= 0.5 { return d - (1 - 2 * s) * d * (1 - d) }
            let g = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
            return d + (2 * s - 1) * (g - d)
        case .difference: return abs(s - d)
        case .exclusion: return s + d - 2 * s * d
        default: return s
        }
    }
}
