import CPixels
import CoreGraphics
import Foundation

extension CIImage {
    /// The largest radius. Radii above this value are limited to it.
    private static let maximumRadius = 2000.0
    /// The largest radius that is computed at full size. For a radius above this value, the picture is reduced first.
    private static let largestSmallRadius = 32.0

    /// The mean of the pixels in a square around each pixel. A side of the square is 2 · radius + 1 pixels long.
    func boxBlurred(radius: Double) -> CIImage {
        let radius = min(radius, Self.maximumRadius)
        guard radius >= 0.5, !isNothing else { return self }
        let extent = extent.expanded(by: CGFloat(radius.rounded(.up)))
        // A pixel at the square's edge is weighted by the fraction of the pixel that lies inside the square.
        if radius <= Self.largestSmallRadius {
            let reach = (radius - 1e-9).rounded(.up)
            let box = PixelBox(reach: Int32(reach), edge: Float(min(1, radius + 1 - reach)), scale: Float(1 / (2 * radius + 1)))
            return derived(SeparableNode(input: recipe, extent: extent, kernel: .box(box)))
        }
        return blurred(radius: radius, extent: extent) { radius in
            let reach = Int((radius - 1e-9).rounded(.up))
            let weights = (-reach...reach).map { Float(min(1, radius + 1 - Double(abs($0))) / (2 * radius + 1)) }
            return (reach, { try WeightedSum.separable($0, weights, weights, into: $1) }, nil)
        }
    }

    /// The mean of the pixels whose centres are at most the radius away.
    func discBlurred(radius: Double) -> CIImage {
        let radius = min(radius, Self.maximumRadius)
        guard radius >= 1, !isNothing else { return self }
        return blurred(radius: radius, extent: extent.expanded(by: CGFloat(radius.rounded(.up)))) { radius in
            let widths = Disc.halfWidths(radius)
            return (widths.count / 2, { try Disc.mean($0, widths, 1 / Float(Disc.count(widths)), into: $1) }, nil)
        }
    }

    /// The mean of the pixels of a disc around each pixel, as of an aperture out of focus.
    ///
    /// - Parameters:
    ///   - ringAmount: the additional weight of the pixels in the ring along the disc's edge. The other pixels have the weight 1.
    ///   - ringSize: the width of the ring, as a fraction of the radius.
    ///   - softness: the width in pixels over which the disc's edge fades, as twice the standard deviation of a Gaussian.
    func bokehBlurred(radius: Double, ringAmount: Double, ringSize: Double, softness: Double) -> CIImage {
        let radius = min(radius, Self.maximumRadius)
        guard radius >= 1, !isNothing else { return self }
        let sharp = blurred(radius: radius, extent: extent.expanded(by: CGFloat(radius.rounded(.up)))) { radius in
            let (outer, inner) = (Disc.halfWidths(radius), Disc.halfWidths(radius * (1 - ringSize)))
            let weight = 1 / ((1 + ringAmount) * Double(Disc.count(outer)) - ringAmount * Double(Disc.count(inner)))
            let function: @Sendable (Neighborhood, PixelRows) throws -> Void = { source, output in
                try Disc.mean(source, outer, Float((1 + ringAmount) * weight), into: output)
                if ringAmount > 0 { try Disc.add(source, inner, Float(-ringAmount * weight), to: output) }
            }
            return (outer.count / 2, function, nil)
        }
        return sharp.applyingGaussianBlur(sigma: softness / 2)
    }

    /// The mean of the pixels along a line through each pixel, at most the radius away on both sides.
    func motionBlurred(radius: Double, angle: Double) -> CIImage {
        let radius = min(radius, Self.maximumRadius)
        guard radius >= 0.5, !isNothing else { return self }
        let extent = extent.expanded(
            by: CGFloat((radius * abs(cos(angle)) - 1e-6).rounded(.up)), CGFloat((radius * abs(sin(angle)) - 1e-6).rounded(.up)))
        return blurred(radius: radius, extent: extent) { radius in
            let taps = WeightedSum.taps(alongLine: radius, angle: angle)
            let reach = taps.reduce(0) { max($0, abs($1.x), abs($1.y)) }
            return (reach, { WeightedSum.set($1, $0, taps) }, .sums(taps))
        }
    }

    /// Blurs by a radius that the mask scales: 0 where the mask is black. The result is interpolated between four blurs of growing radius.
    func variablyBlurred(mask: CIImage, radius: Double) -> CIImage {
        let steps = 4
        var result = self
        for step in 1...steps {
            let blurred = applyingGaussianBlur(sigma: radius * Double(step) / Double(steps)).cropped(to: extent)
            let weight: @Sendable (SIMD4<Float>) -> Float = { unit(luminance($0) * Float(steps) - Float(step - 1)) }
            result = derived(
                MaskedNode(image: blurred.recipe, background: result.recipe, mask: mask.recipe, extent: extent, weight: .function(weight)))
        }
        return result
    }

    /// Blurs by a radius. If the radius is large, the picture is reduced first.
    ///
    /// - Parameter make: returns, for a radius, the reach in pixels and the functions that blur floats and bytes.
    private func blurred(
        radius: Double, extent: CGRect, _ make: (Double) -> (Int, @Sendable (Neighborhood, PixelRows) throws -> Void, ByteFunction?)
    ) -> CIImage {
        guard radius > Self.largestSmallRadius else {
            let (reach, function, bytes) = make(radius)
            return derived(NeighborhoodNode(input: recipe, extent: extent, reach: (reach, reach), function: function, bytes: bytes))
        }
        let factor = 1 << Int(log2(radius / 16))
        let (reach, function, _) = make(radius / Double(factor))
        return derived(
            ReducedNode(input: recipe, extent: extent, margin: CGFloat(radius.rounded(.up)) + 1, factor: factor) { small, rendering in
                let padded = try FloatImage(width: small.width + 2 * reach, height: small.height + 2 * reach)
                for y in 0..<small.height {
                    (padded.rows.row(y + reach) + reach).update(from: small.rows.row(y), count: small.width)
                }
                let result = try FloatImage(width: small.width, height: small.height)
                try rendering.inBands(width: small.width, height: small.height, halo: reach) { range in
                    try function(
                        Neighborhood(origin: padded.rows.row(range.lowerBound + reach) + reach, stride: padded.width),
                        result.rows.rows(range))
                }
                return result
            })
    }
}

/// Discs of pixels.
enum Disc {
    /// For each row of the disc, from the lowest to the highest, the number of pixels on each side of the middle.
    static func halfWidths(_ radius: Double) -> [Int] {
        let reach = Int(radius)
        return (-reach...reach).map { Int((radius * radius - Double($0 * $0)).squareRoot() + 1e-9) }
    }

    /// The number of pixels in a disc.
    static func count(_ widths: [Int]) -> Int { widths.reduce(0) { $0 + 2 * $1 + 1 } }

    /// The sums over a disc, multiplied by a weight.
    static func mean(_ source: Neighborhood, _ widths: [Int], _ weight: Float, into output: PixelRows) throws {
        output.fill(.zero)
        try add(source, widths, weight, to: output)
    }

    /// Adds the sums over a disc, multiplied by a weight, from running sums of the rows.
    static func add(_ source: Neighborhood, _ widths: [Int], _ weight: Float, to output: PixelRows) throws {
        let reach = widths.count / 2
        let sums = try FloatImage(width: output.width + 2 * reach + 1, height: 1)
        let running = sums.rows.pixels
        for y in -reach..<output.height + reach {
            let row = source.row(y) - reach
            var sum = SIMD4<Float>()
            running[0] = sum
            for x in 0..<output.width + 2 * reach {
                sum += row[x]
                running[x + 1] = sum
            }
            for target in max(0, y - reach)...max(max(0, y - reach), min(output.height - 1, y + reach))
            where abs(target - y) <= reach && target < output.height {
                let width = widths[target - y + reach]
                let pixels = output.row(target)
                let (low, high) = (running + (reach - width), running + (reach + width + 1))
                for x in 0..<output.width { pixels[x] += (high[x] - low[x]) * weight }
            }
        }
        withExtendedLifetime(sums) {}
    }
}
