import CoreGraphics
import Foundation

/// Blurs by a Gaussian.
enum Gaussian {
    /// The largest standard deviation in pixels. Larger deviations have the same effect.
    static let maximumSigma = 1000.0

    /// The weights of a Gaussian, which sum to 1.
    static func weights(_ sigma: Double) -> [Float] {
        guard sigma > 0 else { return [1] }
        let reach = max(1, Int((3.5 * sigma).rounded(.up)))
        let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = values.reduce(0, +)
        return values.map { Float($0 / sum) }
    }

    /// The image blurred with a standard deviation in pixels.
    ///
    /// From a deviation of 3 pixels on, the image is blurred at half its size. From 8 pixels on, the image is reduced by a power of two. The
    /// deviation in the reduced image is from 4 to 8 pixels. The reduction and the enlargement also blur the image, so their variances are
    /// subtracted.
    static func node(
        _ input: Recipe, sigma: Double, extent: CGRect, halvedFrom minimum: Double = HalvedNode.minimumSigma
    ) -> Recipe {
        guard sigma >= 8 else {
            return sigma < minimum
                ? .node(SeparableNode(input: input, extent: extent, kernel: .weights(weights(sigma))))
                : .node(HalvedNode(input: input, extent: extent, sigma: sigma))
        }
        let factor = 1 << Int(log2(sigma / 4))
        let weights = weights(smallSigma(sigma, factor))
        return .node(
            ReducedNode(input: input, extent: extent, margin: CGFloat((3.5 * sigma).rounded(.up)), factor: factor) { small, rendering in
                try Self.blur(small, weights, rendering)
            })
    }

    /// The standard deviation of the blur of the small picture, in cells. Averaging the pixels of a cell and interpolating between cells also blur
    /// the picture, so their variances are subtracted.
    static func smallSigma(_ sigma: Double, _ factor: Int) -> Double {
        let cell = Double(factor * factor)
        return ((sigma * sigma - (cell - 1) / 12 - cell / 6) / cell).squareRoot()
    }

    /// Blurs a picture in memory. All pixels around it count as transparent.
    static func blur(_ image: FloatImage, _ weights: [Float], _ rendering: Rendering) throws -> FloatImage {
        let (width, height, reach) = (image.width, image.height, weights.count / 2)
        let (lines, result) = (try FloatImage(width: width, height: height), try FloatImage(width: width, height: height))
        try rendering.inBands(width: width, height: height) { range in
            let padded = try FloatImage(width: width + 2 * reach, height: 1)
            let pixels = padded.rows.pixels
            for y in range {
                (pixels + reach).update(from: image.rows.row(y), count: width)
                WeightedSum.set(lines.rows.row(y), count: width, of: (0..<weights.count).map { pixels + $0 }, weights)
            }
            withExtendedLifetime(padded) {}
        }
        try rendering.inBands(width: width, height: height) { range in
            for y in range {
                let inside = max(0, y - reach)..<min(height, y + reach + 1)
                WeightedSum.set(
                    result.rows.row(y), count: width, of: inside.map { lines.rows.row($0) }, inside.map { weights[$0 - y + reach] })
            }
        }
        return result
    }
}

extension CIImage {
    /// The image blurred by a Gaussian with a standard deviation in pixels, 0…1000. The extent grows by three standard deviations on each
    /// side. If the deviation is zero or negative, the image is unchanged.
    public func applyingGaussianBlur(sigma: Double) -> CIImage {
        guard sigma > 0, !isNothing else { return self }
        let sigma = min(sigma, Gaussian.maximumSigma)
        let extent = extent.expanded(by: CGFloat((3 * sigma).rounded(.up)))
        return derived(Gaussian.node(recipe, sigma: sigma, extent: extent))
    }
}
