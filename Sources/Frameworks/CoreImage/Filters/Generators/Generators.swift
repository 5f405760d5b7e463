import CoreGraphics
import Foundation

/// Filters that generate pictures without an input image.
enum Generators {
    private static let white: [Double] = [1, 1, 1, 1]
    private static let black: [Double] = [0, 0, 0, 1]

    static let definitions: [FilterDefinition] = [
        FilterDefinition("CIConstantColorGenerator", .generator, [.color("inputColor", [1, 0, 0, 1])]) { values in
            CIImage(.color(premultiplied(values.color("inputColor"))))
        },
        FilterDefinition(
            "CICheckerboardGenerator", .generator,
            [
                .center, .color("inputColor0", white), .color("inputColor1", black),
                .number("inputWidth", 80, 0...1e6, slider: 0...800, .distance),
                .number("inputSharpness", 1, 0...1),
            ]
        ) { values in
            let (center, width, blur) = (
                values.point("inputCenter"), max(values.number("inputWidth"), 1e-3), 1 - values.number("inputSharpness")
            )
            return mixed(values) { point in
                let place = (point - center) / width
                let (x, y) = (wave(place.x, blur), wave(place.y, blur))
                return x + y - 2 * x * y
            }
        },
        FilterDefinition(
            "CIStripesGenerator", .generator,
            [
                .center, .color("inputColor0", white), .color("inputColor1", black),
                .number("inputWidth", 80, 0...1e6, slider: 0...800, .distance),
                .number("inputSharpness", 1, 0...1),
            ]
        ) { values in
            let (center, width, blur) = (
                values.point("inputCenter"), max(values.number("inputWidth"), 1e-3), 1 - values.number("inputSharpness")
            )
            return mixed(values) { wave(($0.x - center.x) / width, blur) }
        },
        FilterDefinition("CIRandomGenerator", .generator, []) { _ in
            CIImage(.node(GeneratedNode { _ in { point in random(point) } }))
        },
        FilterDefinition(
            "CILinearGradient", .gradient,
            [
                .vector("inputPoint0", [0, 0], .position), .vector("inputPoint1", [200, 200], .position), .color("inputColor0", white),
                .color("inputColor1", black),
            ]
        ) { values in
            mixed(values, alongLine(values))
        },
        FilterDefinition(
            "CISmoothLinearGradient", .gradient,
            [
                .vector("inputPoint0", [0, 0], .position), .vector("inputPoint1", [200, 200], .position), .color("inputColor0", white),
                .color("inputColor1", black),
            ]
        ) { values in
            let line = alongLine(values)
            return mixed(values) { point in
                let t = line(point)
                return t * t * (3 - 2 * t)
            }
        },
        FilterDefinition(
            "CIRadialGradient", .gradient,
            [
                .center, .number("inputRadius0", 5, 0...1e6, slider: 0...800, .distance),
                .number("inputRadius1", 100, 0...1e6, slider: 0...800, .distance),
                .color("inputColor0", white), .color("inputColor1", black),
            ]
        ) { values in
            let (center, inner, outer) = (values.point("inputCenter"), values.number("inputRadius0"), values.number("inputRadius1"))
            return mixed(values) { point in
                let distance = length(point - center)
                return outer == inner ? (distance < inner ? 0 : 1) : min(max((distance - inner) / (outer - inner), 0), 1)
            }
        },
        FilterDefinition(
            "CIGaussianGradient", .gradient,
            [
                .center, .color("inputColor0", white), .color("inputColor1", [0, 0, 0, 0]),
                .number("inputRadius", 300, 0...1e6, slider: 0...800, .distance),
            ]
        ) { values in
            // The standard deviation is a third of the radius.
            let (center, radius) = (values.point("inputCenter"), max(values.number("inputRadius"), 1e-3))
            return mixed(values) { point in
                let distance = length(point - center) / radius
                return 1 - exp(-4.5 * distance * distance)
            }
        },
        FilterDefinition(
            "CIRoundedRectangleGenerator", .generator,
            [
                .vector("inputExtent", [0, 0, 100, 100], .rectangle), .number("inputRadius", 10, 0...1e6, slider: 0...100, .distance),
                .color("inputColor", white),
            ]
        ) { values in
            guard let rect = values.rect("inputExtent"), !rect.isInfinite else { return nil }
            let radius = min(values.number("inputRadius"), Double(min(rect.width, rect.height)) / 2)
            let (center, half) = (SIMD2(Double(rect.midX), Double(rect.midY)), SIMD2(Double(rect.width), Double(rect.height)) / 2 - radius)
            let color = premultiplied(values.color("inputColor"))
            let shape = GeneratedNode { rendering in
                let pixel = rendering.pixel(color)
                return { point in
                    let offset = point - center
                    let outside = pointwiseMax(pointwiseMax(offset, -offset) - half, SIMD2())
                    // The fraction of the pixel inside the rectangle, estimated from the distance to the edge.
                    return pixel * Float(min(max(radius - length(outside) + 0.5, 0), 1))
                }
            }
            return CIImage(.node(shape)).cropped(to: rect)
        },
    ]

    /// A picture that mixes two colours by an amount at each point. 0 is the first colour, and 1 is the second.
    private static func mixed(_ values: FilterValues, _ amount: @escaping @Sendable (SIMD2<Double>) -> Double) -> CIImage {
        let (first, second) = (premultiplied(values.color("inputColor0")), premultiplied(values.color("inputColor1")))
        return CIImage(
            .node(
                GeneratedNode { rendering in
                    let (from, to) = (rendering.pixel(first), rendering.pixel(second))
                    return { mix(from, to, Float(amount($0))) }
                }))
    }

    /// A function that is 0 at one point and 1 at another, and linear between them.
    private static func alongLine(_ values: FilterValues) -> @Sendable (SIMD2<Double>) -> Double {
        let start = values.point("inputPoint0")
        let line = values.point("inputPoint1") - start
        let square = (line * line).sum()
        return { square > 0 ? min(max(((($0 - start) * line).sum()) / square, 0), 1) : 1 }
    }

    /// A square wave with blurred steps: 0 for positions from 0 to 1, 1 from 1 to 2, and so on.
    private static func wave(_ position: Double, _ blur: Double) -> Double {
        let part = position - 2 * (position / 2).rounded(.down)
        if blur <= 0 { return part < 1 ? 0 : 1 }
        // The distance from the nearest step. It is positive inside the second colour.
        let distance = part < 1 ? -min(part, 1 - part) : min(part - 1, 2 - part)
        return min(max(0.5 + distance / blur, 0), 1)
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// Four pseudorandom numbers in 0…1 for a point. The same point always gives the same numbers.
    private static func random(_ point: SIMD2<Double>) -> SIMD4<Float> {
        let (x, y) = (Int64(min(max(point.x.rounded(.down), -1e15), 1e15)), Int64(min(max(point.y.rounded(.down), -1e15), 1e15)))
        var state = UInt64(bitPattern: x) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: y) &* 0xC2B2_AE3D_27D4_EB4F
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        state ^= state >> 31
        let parts = SIMD4<UInt16>(
            UInt16(truncatingIfNeeded: state), UInt16(truncatingIfNeeded: state >> 16), UInt16(truncatingIfNeeded: state >> 32),
            UInt16(truncatingIfNeeded: state >> 48))
        return premultiplied(SIMD4<Float>(parts) / 65535)
    }
}
