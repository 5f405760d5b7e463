import CPixels
import CoreGraphics

/// Filters that amplify the difference between an image and its blurred copy.
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
                sharpened(image, values.number("inputRadius"), sharpness, ofLuminance: true)
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
                sharpened(image, values.number("inputRadius"), intensity, ofLuminance: false)
            }
        },
    ]

    /// The image plus the detail that a Gaussian blur removes. Beyond the image's edges, its outermost pixels are repeated.
    private static func sharpened(_ image: CIImage, _ sigma: Double, _ amount: Float, ofLuminance isGray: Bool) -> CIImage {
        if image.isNothing { return image }
        guard sigma > 0 else { return image }
        let endless = image.clampedToExtent().recipe
        let blurred = Gaussian.node(
            endless, sigma: min(sigma, Gaussian.maximumSigma), extent: .infinite, halvedFrom: HalvedNode.minimumSigmaForDifferences)
        var node = CombinedNode(top: image.recipe, bottom: blurred, extent: image.extent) { pixels, blurred, count in
            pixels_sharpen(pixels.floats, blurred.floats, amount, isGray ? 1 : 0, count)
        }
        if !isGray, sigma < HalvedNode.minimumSigmaForDifferences {
            let weights = Gaussian.weights(sigma)
            node.around = ByteFunction.separable(weights, sharpening: amount).map { (endless, weights.count / 2, $0) }
        }
        return image.derived(node)
    }
}
