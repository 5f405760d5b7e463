import CoreGraphics
import Foundation

/// Filters that compute a weighted sum of the pixels around each pixel, with premultiplied colours. Sums are limited to 0…1.
enum Convolutions {
    static let definitions: [FilterDefinition] = [
        convolution("CIConvolution3X3", columns: 3, rows: 3),
        convolution("CIConvolution5X5", columns: 5, rows: 5),
        convolution("CIConvolution7X7", columns: 7, rows: 7),
        convolution("CIConvolution9Horizontal", columns: 9, rows: 1),
        convolution("CIConvolution9Vertical", columns: 1, rows: 9),
        convolution("CIConvolutionRGB3X3", columns: 3, rows: 3, keepsAlpha: true),
        convolution("CIConvolutionRGB5X5", columns: 5, rows: 5, keepsAlpha: true),
        convolution("CIConvolutionRGB7X7", columns: 7, rows: 7, keepsAlpha: true),
        convolution("CIConvolutionRGB9Horizontal", columns: 9, rows: 1, keepsAlpha: true),
        convolution("CIConvolutionRGB9Vertical", columns: 1, rows: 9, keepsAlpha: true),
        FilterDefinition("CIEdges", .stylize, [.image, .number("inputIntensity", 1, 0...1e6, slider: 0...10)]) { values in
            let intensity = values.float("inputIntensity")
            return values.image.map { image in
                sobel(image) { horizontal, vertical, center in
                    let squares = horizontal * horizontal + vertical * vertical
                    return (squares.squareRoot() * intensity).with(alpha: center.w)
                }
            }
        },
        FilterDefinition("CISobelGradients", .stylize, [.image]) { values in
            values.image.map { image in
                sobel(image) { horizontal, vertical, center in
                    SIMD4(strongest(horizontal), strongest(vertical), 0, center.w)
                }
            }
        },
    ]

    /// A convolution filter. Its weights are given row by row from the top, and from left to right. If there is a bias, it is added
    /// everywhere, so the extent is infinite.
    private static func convolution(_ name: String, columns: Int, rows: Int, keepsAlpha: Bool = false) -> FilterDefinition {
        let identity = (0..<columns * rows).map { $0 == columns * rows / 2 ? 1.0 : 0 }
        return FilterDefinition(name, .stylize, [.image, .vector("inputWeights", identity), .number("inputBias", 0)]) { values in
            guard let image = values.image, !image.isNothing else { return values.image }
            let (rx, ry) = (columns / 2, rows / 2)
            let taps = values.vector("inputWeights", count: columns * rows).enumerated().map { index, weight in
                Tap(x: index % columns - rx, y: ry - index / columns, weight: Float(weight))
            }
            let bias = values.float("inputBias")
            let extent = bias == 0 ? image.extent.expanded(by: CGFloat(rx), CGFloat(ry)) : .infinite
            let floats: @Sendable (Neighborhood, PixelRows) -> Void = { source, output in
                WeightedSum.set(output, source, taps)
                for y in 0..<output.height {
                    let (pixels, centers) = (output.row(y), source.row(y))
                    for x in 0..<output.width {
                        pixels[x] = unit(pixels[x] + bias)
                        if keepsAlpha { pixels[x].w = centers[x].w }
                    }
                }
            }
            return image.derived(
                NeighborhoodNode(
                    input: image.recipe, extent: extent, reach: (rx, ry), function: floats,
                    bytes: .sums(taps, bias: bias, keepsAlpha: keepsAlpha)))
        }
    }

    /// An image whose pixels are a function of Sobel's two gradients (to the right and upwards) and of the pixel itself.
    @inline(__always)
    private static func sobel(
        _ image: CIImage, _ function: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> CIImage {
        if image.isNothing { return image }
        return image.derived(
            NeighborhoodNode(input: image.recipe, extent: image.extent, reach: (1, 1)) { source, output in
                for y in 0..<output.height {
                    let (above, here, below, target) = (source.row(y - 1), source.row(y), source.row(y + 1), output.row(y))
                    for x in 0..<output.width {
                        let right = above[x + 1] + 2 * here[x + 1] + below[x + 1]
                        let left = above[x - 1] + 2 * here[x - 1] + below[x - 1]
                        let up = above[x - 1] + 2 * above[x] + above[x + 1]
                        let down = below[x - 1] + 2 * below[x] + below[x + 1]
                        target[x] = function(right - left, up - down, here[x])
                    }
                }
            })
    }

    private static func strongest(_ gradient: SIMD4<Float>) -> Float {
        let sizes = larger(gradient, -gradient)
        return sizes.x >= sizes.y && sizes.x >= sizes.z ? gradient.x : sizes.y >= sizes.z ? gradient.y : gradient.z
    }
}
