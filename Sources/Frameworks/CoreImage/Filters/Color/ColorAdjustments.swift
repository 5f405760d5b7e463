import CoreGraphics
import Foundation

/// Filters that adjust colours. A filter works on linear light by default. Comments on the filters name the exceptions. No filter works on
/// premultiplied colours.
enum ColorAdjustments {
    static let definitions: [FilterDefinition] = [
        FilterDefinition(
            "CIColorClamp", .colorAdjustment,
            [.image, .vector("inputMinComponents", [0, 0, 0, 0]), .vector("inputMaxComponents", [1, 1, 1, 1])]
        ) { values in
            let low = values.pixel("inputMinComponents")
            let high = pointwiseMax(low, values.pixel("inputMaxComponents"))
            return values.image?.mapped(.straight { $0.clamped(lowerBound: low, upperBound: high) })
        },
        FilterDefinition(
            "CIColorControls", .colorAdjustment,
            [
                .image, .number("inputSaturation", 1, 0...1e3, slider: 0...2), .number("inputBrightness", 0, slider: -1...1),
                .number("inputContrast", 1, 0...1e3, slider: 0.25...4),
            ]
        ) { values in
            values.image?.mapped(
                .matrix(
                    .controls(
                        saturation: values.float("inputSaturation"), brightness: values.float("inputBrightness"),
                        contrast: values.float("inputContrast"))))
        },
        FilterDefinition(
            "CIColorMatrix", .colorAdjustment,
            [
                .image, .vector("inputRVector", [1, 0, 0, 0]), .vector("inputGVector", [0, 1, 0, 0]),
                .vector("inputBVector", [0, 0, 1, 0]),
                .vector("inputAVector", [0, 0, 0, 1]), .vector("inputBiasVector", [0, 0, 0, 0]),
            ]
        ) { values in
            let rows = ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].map { values.pixel($0) }
            let column = { (index: Int) in SIMD4(rows[0][index], rows[1][index], rows[2][index], rows[3][index]) }
            return values.image?.mapped(
                .matrix(
                    ColorMatrix(
                        red: column(0), green: column(1), blue: column(2), alpha: column(3), bias: values.pixel("inputBiasVector"))))
        },
        FilterDefinition(
            "CIColorPolynomial", .colorAdjustment,
            [
                .image, .vector("inputRedCoefficients", [0, 1, 0, 0]), .vector("inputGreenCoefficients", [0, 1, 0, 0]),
                .vector("inputBlueCoefficients", [0, 1, 0, 0]), .vector("inputAlphaCoefficients", [0, 1, 0, 0]),
            ]
        ) { values in
            let rows = ["Red", "Green", "Blue", "Alpha"].map { values.pixel("input\($0)Coefficients") }
            let power = (0..<4).map { SIMD4(rows[0][$0], rows[1][$0], rows[2][$0], rows[3][$0]) }
            let (p0, p1, p2, p3) = (power[0], power[1], power[2], power[3])
            return values.image?.mapped(.straight { p0 + $0 * (p1 + $0 * (p2 + $0 * p3)) })
        },
        FilterDefinition("CIExposureAdjust", .colorAdjustment, [.image, .number("inputEV", 0, -100...100, slider: -10...10)]) { values in
            values.image?.mapped(.matrix(.scale(SIMD3(repeating: exp2f(values.float("inputEV"))))))
        },
        FilterDefinition("CIGammaAdjust", .colorAdjustment, [.image, .number("inputPower", 1, 0...1e3, slider: 0.25...4)]) { values in
            values.image?.mapped(.power(values.float("inputPower")))
        },
        FilterDefinition("CIHueAdjust", .colorAdjustment, [.image, .angle()]) { values in
            values.image?.mapped(.matrix(.hue(values.float("inputAngle"))))
        },
        FilterDefinition(
            "CITemperatureAndTint", .colorAdjustment,
            [.image, .vector("inputNeutral", [6500, 0], .offset), .vector("inputTargetNeutral", [6500, 0], .offset)]
        ) { values in
            let (from, to) = (values.point("inputNeutral"), values.point("inputTargetNeutral"))
            return values.image?.mapped(.matrix(WhitePoint.adaptation(from: WhitePoint(from), to: WhitePoint(to))))
        },
        FilterDefinition(
            "CIToneCurve", .colorAdjustment,
            [.image] + (0...4).map { .vector("inputPoint\($0)", [Double($0) / 4, Double($0) / 4], .offset) }
        ) { values in
            let curve = ToneCurve((0...4).map { values.point("inputPoint\($0)") })
            return values.image?.mapped(.stored { SIMD4(curve[$0.x], curve[$0.y], curve[$0.z], $0.w) })
        },
        FilterDefinition("CIVibrance", .colorAdjustment, [.image, .number("inputAmount", 0, -1...1)]) { values in
            let amount = values.float("inputAmount")
            return values.image?.mapped(
                .stored { color in
                    let weight = 1 + amount * (1 - unit(color.greatest - color.least))
                    return mix(SIMD4(gray: luminance(color), alpha: color.w), color, weight).with(alpha: color.w)
                })
        },
        FilterDefinition("CIWhitePointAdjust", .colorAdjustment, [.image, .color("inputColor", [1, 1, 1, 1])]) { values in
            // The pixels' linear components are multiplied by the colour's linear components.
            let color = values.color("inputColor")
            let light = SIMD3(LinearLight.decoded(color.x), LinearLight.decoded(color.y), LinearLight.decoded(color.z))
            return values.image?.mapped(.matrix(.scale(light)))
        },
        FilterDefinition("CILinearToSRGBToneCurve", .colorAdjustment, [.image]) { values in
            values.image?.mapped(.row { LinearLight.encode($0, count: $1) })
        },
        FilterDefinition("CISRGBToneCurveToLinear", .colorAdjustment, [.image]) { values in
            values.image?.mapped(.row { LinearLight.decode($0, count: $1) })
        },
        FilterDefinition("CIColorAbsoluteDifference", .colorAdjustment, [.image, .image2]) { values in
            guard let image = values.image, let other = values.image("inputImage2") else { return nil }
            return image.derived(
                CombinedNode(image.recipe, other.recipe, extent: image.extent.union(other.extent)) { first, second in
                    let difference = first - second
                    return pointwiseMax(difference, -difference).with(alpha: max(first.w, second.w))
                })
        },
    ]
}

extension ColorMatrix {
    /// A matrix for saturation relative to the luminance, then brightness, then contrast around a half.
    static func controls(saturation: Float, brightness: Float, contrast: Float) -> ColorMatrix {
        let rest = luminanceWeights * (1 - saturation)
        let saturate = ColorMatrix.rows(rest + SIMD3(saturation, 0, 0), rest + SIMD3(0, saturation, 0), rest + SIMD3(0, 0, saturation))
        var stretch = ColorMatrix.scale(SIMD3(repeating: contrast))
        let bias = (brightness - 0.5) * contrast + 0.5
        stretch.bias = SIMD4(bias, bias, bias, 0)
        return saturate.then(stretch)
    }

    /// A rotation of the colours around gray that keeps the luminance.
    static func hue(_ angle: Float) -> ColorMatrix {
        let (c, s) = (cosf(angle), sinf(angle))
        return .rows(
            SIMD3(0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928),
            SIMD3(0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283),
            SIMD3(0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072))
    }
}
