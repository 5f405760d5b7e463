import CoreGraphics

/// Filters that add what a blur takes away.
enum Sharpening {
    static let definitions: [FilterDefinition] = [
        FilterDefinition(
            "CISharpenLuminance", .sharpen,
            [
                .image, .number("inputSharpness", 0.4, -100...100, slider: 0...2),
                .number("inputRadius", 1.69, 0...1e6, slider: 0...20, .distance),
            ]
        ) { values in
            let sharpness = values.float("inputSharpness")
            return values.image.map { image in
                withBlur(image, values.number("inputRadius")) { color, blurred in
                    color + SIMD4(gray: luminance(color - blurred) * sharpness, alpha: 0)
                }
            }
        },
        FilterDefinition(
            "CIUnsharpMask", .sharpen,
            [
                .image, .number("inputRadius", 2.5, 0...1e6, slider: 0...100, .distance),
                .number("inputIntensity", 0.5, -100...100, slider: 0...1),
            ]
        ) { values in
            let intensity = values.float("inputIntensity")
            return values.image.map { image in
                withBlur(image, values.number("inputRadius")) { color, blurred in color + ((color - blurred) * intensity).with(alpha: 0) }
            }
        },
    ]

    /// A function of an image's pixels and of those of the same image, blurred by a Gaussian. The image's outermost pixels count beyond
    /// its edges.
    private static func withBlur(
        _ image: CIImage, _ sigma: Double, _ function: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> CIImage {
        if image.isNothing { return image }
        return Compositing.combined(image, image.clampedToExtent().applyingGaussianBlur(sigma: sigma), image.extent, function)
    }
}
