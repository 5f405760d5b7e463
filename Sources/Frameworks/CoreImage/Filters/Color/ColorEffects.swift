import CoreGraphics
import Foundation

/// Filters that replace colours.
enum ColorEffects {
    static let definitions: [FilterDefinition] = [
        FilterDefinition("CIColorInvert", .colorEffect, [.image]) { values in
            var matrix = ColorMatrix.scale(SIMD3(repeating: -1))
            matrix.bias = SIMD4(1, 1, 1, 0)
            return values.image?.mapped(.matrix(matrix))
        },
        FilterDefinition(
            "CIColorMonochrome", .colorEffect, [.image, .color("inputColor", [0.6, 0.45, 0.3, 1]), .number("inputIntensity", 1, 0...1)]
        ) { values in
            let color = values.color("inputColor")
            let light = SIMD4(LinearLight.decoded(color.x), LinearLight.decoded(color.y), LinearLight.decoded(color.z), 0)
            let amount = values.float("inputIntensity")
            return values.image?.mapped(.straight { mix($0, (light * luminance($0)).with(alpha: $0.w), amount) })
        },
        FilterDefinition("CIColorPosterize", .colorEffect, [.image, .number("inputLevels", 6, 1...300, slider: 2...30)]) { values in
            let steps = max(values.float("inputLevels").rounded() - 1, 1)
            return values.image?.mapped(.component { (unit($0) * steps + 0.5).rounded(.down).with(alpha: $0.w * steps) / steps })
        },
        FilterDefinition("CIColorThreshold", .colorEffect, [.image, .number("inputThreshold", 0.5, slider: 0...1)]) { values in
            let threshold = SIMD4(repeating: values.float("inputThreshold"))
            return values.image?.mapped(
                .component { SIMD4<Float>().replacing(with: 1, where: $0 .>= threshold).with(alpha: $0.w) })
        },
        FilterDefinition("CIColorThresholdOtsu", .colorEffect, [.image]) { values in
            guard let image = values.image, !image.isNothing else { return values.image }
            return image.derived(OtsuNode(input: image.recipe))
        },
        FilterDefinition("CISepiaTone", .colorEffect, [.image, .number("inputIntensity", 1, 0...1)]) { values in
            let sepia = ColorMatrix.rows(SIMD3(0.393, 0.769, 0.189), SIMD3(0.349, 0.686, 0.168), SIMD3(0.272, 0.534, 0.131))
            return values.image?.mapped(.storedTint(sepia, amount: values.float("inputIntensity")))
        },
        FilterDefinition(
            "CIFalseColor", .colorEffect, [.image, .color("inputColor0", [0.3, 0, 0, 1]), .color("inputColor1", [1, 0.9, 0.8, 1])]
        ) { values in
            let (dark, light) = (linear(values.color("inputColor0")), linear(values.color("inputColor1")))
            return values.image?.mapped(
                .straight { color in
                    let mixed = mix(dark, light, unit(luminance(color)))
                    return mixed.with(alpha: mixed.w * color.w)
                })
        },
        FilterDefinition("CIMaskToAlpha", .colorEffect, [.image]) { values in
            values.image?.mapped(.straight { SIMD4(1, 1, 1, luminance($0) * $0.w) })
        },
        FilterDefinition("CIMaximumComponent", .colorEffect, [.image]) { values in
            values.image?.mapped(.straight { SIMD4(gray: $0.greatest, alpha: $0.w) })
        },
        FilterDefinition("CIMinimumComponent", .colorEffect, [.image]) { values in
            values.image?.mapped(.straight { SIMD4(gray: $0.least, alpha: $0.w) })
        },
        FilterDefinition(
            "CIColorCube", .colorEffect, [.image, .number("inputCubeDimension", 2, 2...128, .integer), .object("inputCubeData", .data)]
        ) { values in
            guard let cube = ColorCube(values) else { return nil }
            return values.image?.mapped(.straight { cube[$0] })
        },
        FilterDefinition(
            "CIColorCubeWithColorSpace", .colorEffect,
            [.image, .number("inputCubeDimension", 2, 2...128, .integer), .object("inputCubeData", .data), .colorSpace]
        ) { values in
            guard let cube = ColorCube(values) else { return nil }
            let space = values.values["inputColorSpace"]
            let isStored = space.map { Rendering.isStored($0) } ?? false
            return values.image?.mapped(isStored ? .stored { cube[$0] } : .straight { cube[$0] })
        },
        effect("CIPhotoEffectMono", gray: 0.94, bias: 0.03),
        effect("CIPhotoEffectTonal", gray: 1, bias: 0),
        effect("CIPhotoEffectNoir") { color in
            let gray = unit(luma(color.x, color.y, color.z))
            return SIMD4(gray: gray * gray * (3 - 2 * gray), alpha: color.w)
        },
        effect("CIPhotoEffectFade", saturation: 0.7, contrast: 0.8, warmth: 0),
        effect("CIPhotoEffectChrome", saturation: 1.25, contrast: 1.1, warmth: 0),
        effect("CIPhotoEffectProcess", saturation: 0.9, contrast: 1.05, warmth: -0.05),
        effect("CIPhotoEffectTransfer", saturation: 0.9, contrast: 0.95, warmth: 0.06),
        effect("CIPhotoEffectInstant", saturation: 0.75, contrast: 0.9, warmth: 0.04),
    ]

    /// A photo effect: a function of stored values. Core Image's effects use tables that are not published. The functions here approximate
    /// them.
    private static func effect(_ name: String, _ function: @escaping @Sendable (SIMD4<Float>) -> SIMD4<Float>) -> FilterDefinition {
        FilterDefinition(name, .colorEffect, [.image]) { $0.image?.mapped(.stored(function)) }
    }

    private static func effect(_ name: String, gray: Float, bias: Float) -> FilterDefinition {
        let weights = SIMD3(luma(gray, 0, 0), luma(0, gray, 0), luma(0, 0, gray))
        var matrix = ColorMatrix.rows(weights, weights, weights)
        matrix.bias = SIMD4(bias, bias, bias, 0)
        let operation = PixelOperation.storedTint(matrix)
        return FilterDefinition(name, .colorEffect, [.image]) { $0.image?.mapped(operation) }
    }

    private static func effect(_ name: String, saturation: Float, contrast: Float, warmth: Float) -> FilterDefinition {
        let matrix = ColorMatrix.controls(saturation: saturation, brightness: 0, contrast: contrast)
            .then(.scale(SIMD3(1 + warmth, 1, 1 - warmth)))
        return FilterDefinition(name, .colorEffect, [.image]) { $0.image?.mapped(.storedTint(matrix)) }
    }

    /// Converts an sRGB colour to linear light.
    private static func linear(_ color: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(LinearLight.decoded(color.x), LinearLight.decoded(color.y), LinearLight.decoded(color.z), color.w)
    }
}
