import CPixels
import CoreGraphics
import Foundation

/// Filters that blur. Pixels outside the image's extent count as transparent; `clampedToExtent()` avoids that.
enum Blurs {
    static let definitions: [FilterDefinition] = [
        FilterDefinition("CIGaussianBlur", .blur, [.image, .radius(10)]) { values in
            values.image?.applyingGaussianBlur(sigma: values.number("inputRadius"))
        },
        FilterDefinition("CIBoxBlur", .blur, [.image, .radius(10)]) { $0.image?.boxBlurred(radius: $0.number("inputRadius")) },
        FilterDefinition("CIDiscBlur", .blur, [.image, .radius(8)]) { $0.image?.discBlurred(radius: $0.number("inputRadius")) },
        FilterDefinition(
            "CIBokehBlur", .blur,
            [
                .image, .radius(20, slider: 500), .number("inputRingAmount", 0, 0...1), .number("inputRingSize", 0.1, 0...0.2),
                .number("inputSoftness", 1, 0...10),
            ]
        ) { values in
            values.image?.bokehBlurred(
                radius: values.number("inputRadius"), ringAmount: values.number("inputRingAmount"),
                ringSize: values.number("inputRingSize"), softness: values.number("inputSoftness"))
        },
        FilterDefinition("CIMotionBlur", .blur, [.image, .radius(20), .angle()]) { values in
            values.image?.motionBlurred(radius: values.number("inputRadius"), angle: values.number("inputAngle"))
        },
        FilterDefinition(
            "CIMaskedVariableBlur", .blur, [.image, FilterKey(name: "inputMask", kind: .image), .radius(5)]
        ) { values in
            guard let image = values.image, let mask = values.image("inputMask") else { return values.image }
            return image.variablyBlurred(mask: mask, radius: values.number("inputRadius"))
        },
        FilterDefinition("CIMedianFilter", .blur, [.image]) { values in
            guard let image = values.image, !image.isNothing else { return values.image }
            let bytes = ByteFunction(exactness: .exact) { source, output in
                let spare = ByteImage(width: output.width, height: 1)
                for y in stride(from: 0, to: output.height, by: 2) {
                    let isLast = y + 1 == output.height
                    let rows = [y - 1, y, y + 1, isLast ? y + 1 : y + 2].map { UnsafePointer<UInt8>?(source.row($0)) }
                    bytes_medians(rows, output.row(y), isLast ? spare.rows.row(0) : output.row(y + 1), output.width)
                }
                withExtendedLifetime(spare) {}
            }
            let floats: @Sendable (Neighborhood, PixelRows) -> Void = { source, output in
                for y in 0..<output.height {
                    let (above, here, below, target) = (source.row(y - 1), source.row(y), source.row(y + 1), output.row(y))
                    for x in 0..<output.width { target[x] = median(above + x, here + x, below + x) }
                }
            }
            return image.derived(
                NeighborhoodNode(input: image.recipe, extent: image.extent, reach: (1, 1), function: floats, bytes: bytes))
        },
        FilterDefinition(
            "CINoiseReduction", .blur,
            [.image, .number("inputNoiseLevel", 0.02, 0...1, slider: 0...0.1), .number("inputSharpness", 0.4, 0...10, slider: 0...2)]
        ) { values in
            guard let image = values.image, !image.isNothing else { return values.image }
            let (level, sharpness) = (values.float("inputNoiseLevel"), values.float("inputSharpness"))
            return image.derived(
                NeighborhoodNode(input: image.recipe, extent: image.extent, reach: (1, 1)) { source, output in
                    let taps = (-1...1).flatMap { y in (-1...1).map { Tap(x: $0, y: y, weight: 1 / 9) } }
                    WeightedSum.set(output, source, taps)
                    for y in 0..<output.height {
                        let (pixels, means) = (source.row(y), output.row(y))
                        for x in 0..<output.width {
                            let difference = (pixels[x] - means[x]).with(alpha: 0)
                            // Small differences of luminance are noise. Larger differences are edges.
                            let isNoise = abs(luminance(difference)) < level
                            means[x] = isNoise ? means[x].with(alpha: pixels[x].w) : pixels[x] + difference * sharpness
                        }
                    }
                })
        },
    ]

    /// The median of nine pixels, for each component.
    @inline(__always)
    private static func median(
        _ a: UnsafePointer<SIMD4<Float>>, _ b: UnsafePointer<SIMD4<Float>>, _ c: UnsafePointer<SIMD4<Float>>
    ) -> SIMD4<Float> {
        // Sorts each column. The median of the nine pixels is then the median of three values: the greatest of the columns' minima, the
        // median of their medians, and the least of their maxima.
        let (l0, m0, h0) = sorted(a[-1], b[-1], c[-1])
        let (l1, m1, h1) = sorted(a[0], b[0], c[0])
        let (l2, m2, h2) = sorted(a[1], b[1], c[1])
        let low = larger(larger(l0, l1), l2)
        let middle = sorted(m0, m1, m2).1
        let high = smaller(smaller(h0, h1), h2)
        return sorted(low, middle, high).1
    }

    @inline(__always)
    private static func sorted(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>
    ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        let (low, high) = (smaller(a, b), larger(a, b))
        let rest = smaller(high, c)
        return (smaller(low, rest), larger(low, rest), larger(high, c))
    }
}

/// The minimum of each component. Unlike `pointwiseMin` it is one instruction.
@inline(__always)
func smaller(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { b.replacing(with: a, where: a .< b) }

/// The maximum of each component. Unlike `pointwiseMax` it is one instruction.
@inline(__always)
func larger(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { b.replacing(with: a, where: a .> b) }
