import CoreGraphics

/// Converts an image to black and white. Otsu's method chooses the threshold that best separates the luminances.
struct OtsuNode: RecipeNode {
    let input: Recipe

    var extent: CGRect { input.extent }
    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard !extent.isInfinite, let whole = Reduction.pixels(of: extent), let image = try rendering.image(of: input, in: whole) else {
            return .transparent
        }
        var counts = [Double](repeating: 0, count: 256)
        let pixels = image.image.rows
        for index in 0..<pixels.width * pixels.height {
            counts[Int(unit(luminance(unpremultiplied(pixels.pixels[index]))) * 255 + 0.5)] += 1
        }
        let threshold = (Float(Self.threshold(counts)) + 0.5) / 255
        let prepared = try rendering.prepare(.cropped(input, extent), in: rect)
        return Prepared(halo: prepared.halo) { band, rows in
            try prepared.draw(band, rows)
            for index in 0..<rows.width * rows.height {
                let color = rows.pixels[index]
                let isLight = luminance(unpremultiplied(color)) > threshold
                rows.pixels[index] = SIMD4(gray: isLight ? color.w : 0, alpha: color.w)
            }
        }
    }

    /// The last bin of the dark class. It is chosen so that the variance between the two classes is greatest.
    static func threshold(_ counts: [Double]) -> Int {
        let total = counts.reduce(0, +)
        let sum = counts.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
        var (darkCount, darkSum, best, result) = (0.0, 0.0, -1.0, 0)
        for (bin, count) in counts.enumerated() {
            darkCount += count
            darkSum += Double(bin) * count
            let lightCount = total - darkCount
            guard darkCount > 0, lightCount > 0 else { continue }
            let distance = darkSum / darkCount - (sum - darkSum) / lightCount
            let variance = darkCount * lightCount * distance * distance
            if variance > best { (best, result) = (variance, bin) }
        }
        return result
    }
}
