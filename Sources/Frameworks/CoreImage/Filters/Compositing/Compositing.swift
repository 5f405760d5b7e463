import CPixels
import CoreGraphics

/// Filters that combine two images by the Porter-Duff rules, on premultiplied pixels.
enum Compositing {
    static let definitions: [FilterDefinition] = [
        FilterDefinition("CISourceOverCompositing", .compositing, [.image, .background]) { values in
            guard let (image, background) = values.pair else { return nil }
            return image.composited(over: background)
        },
        rule("CISourceInCompositing", byte_rule_in, { $0.extent.intersection($1.extent) }) { $0 * $1.w },
        rule("CISourceOutCompositing", byte_rule_out, { image, _ in image.extent }) { $0 * (1 - $1.w) },
        rule("CISourceAtopCompositing", byte_rule_atop, { $1.extent }) { $0 * $1.w + $1 * (1 - $0.w) },
        rule("CIAdditionCompositing", byte_rule_add, union) { $0 + $1 },
        rule("CIMultiplyCompositing", byte_rule_multiply, { $0.extent.intersection($1.extent) }) { $0 * $1 },
        rule("CIMaximumCompositing", byte_rule_maximum, union) { pointwiseMax($0, $1) },
        rule("CIMinimumCompositing", byte_rule_minimum, union) { pointwiseMin($0, $1) },
        FilterDefinition("CIBlendWithMask", .stylize, [.image, .background, .mask]) { masked($0, SIMD4(luminanceWeights, 0)) },
        FilterDefinition("CIBlendWithAlphaMask", .stylize, [.image, .background, .mask]) { masked($0, SIMD4(0, 0, 0, 1)) },
        FilterDefinition("CIBlendWithRedMask", .stylize, [.image, .background, .mask]) { masked($0, SIMD4(1, 0, 0, 0)) },
        FilterDefinition("CIBlendWithBlueMask", .stylize, [.image, .background, .mask]) { masked($0, SIMD4(0, 0, 1, 0)) },
        FilterDefinition("CIMix", .stylize, [.image, .background, .number("inputAmount", 1, 0...1)]) { values in
            guard let (image, background) = values.pair else { return nil }
            let amount = values.float("inputAmount")
            return combined(image, background, union(image, background)) { mix($1, $0, amount) }
        },
        FilterDefinition("CIDissolveTransition", .transition, [.image, .target, .number("inputTime", 0, 0...1, .time)]) { values in
            guard let image = values.image, let target = values.image("inputTargetImage") else { return nil }
            let time = values.float("inputTime")
            return combined(image, target, union(image, target)) { mix($0, $1, time) }
        },
    ]

    private static func union(_ image: CIImage, _ background: CIImage) -> CGRect { image.extent.union(background.extent) }

    private static func rule(
        _ name: String, _ bytes: ByteRule, _ extent: @escaping @Sendable (CIImage, CIImage) -> CGRect,
        _ function: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> FilterDefinition {
        FilterDefinition(name, .compositing, [.image, .background]) { values in
            guard let (image, background) = values.pair else { return nil }
            return combined(image, background, extent(image, background), bytes, function)
        }
    }

    static func combined(
        _ image: CIImage, _ background: CIImage, _ extent: CGRect, _ bytes: ByteRule? = nil,
        _ function: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> CIImage {
        image.derived(CombinedNode(image.recipe, background.recipe, extent: extent, bytes: bytes, function))
    }

    /// The image where the mask is 1, and the background where the mask is 0. The mask's value is the sum of its components, weighted by `factors`.
    /// A missing background is transparent. A missing mask is 1 everywhere.
    private static func masked(_ values: FilterValues, _ factors: SIMD4<Float>) -> CIImage? {
        guard let image = values.image else { return nil }
        let background = values.image("inputBackgroundImage") ?? CIImage.empty()
        guard let mask = values.image("inputMaskImage") else { return image }
        return image.derived(
            MaskedNode(
                image: image.recipe, background: background.recipe, mask: mask.recipe, extent: union(image, background),
                weight: .components(factors)))
    }
}

extension FilterValues {
    /// The image and the background; `nil` if there is no image. A missing background counts as empty.
    var pair: (image: CIImage, background: CIImage)? {
        image.map { ($0, image("inputBackgroundImage") ?? CIImage.empty()) }
    }
}
