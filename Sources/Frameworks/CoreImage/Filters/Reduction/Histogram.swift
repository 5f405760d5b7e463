import CoreGraphics

/// The frequencies of values in an image.
enum Histogram {
    /// The fraction of an area's pixels in each bin of 0…1, for red, green, blue and alpha. Colours are not premultiplied.
    static func bins(_ reduction: Reduction, count: Int) throws -> [SIMD4<Float>] {
        let parts = try reduction.map { rows, _, _ in
            var bins = [SIMD4<Int32>](repeating: .zero, count: count)
            for index in 0..<rows.width * rows.height {
                let color = unpremultiplied(rows.pixels[index])
                for component in 0..<4 { bins[min(Int(unit(color[component]) * Float(count)), count - 1)][component] += 1 }
            }
            return bins
        }
        var totals = [SIMD4<Double>](repeating: .zero, count: count)
        var met = 0.0
        for part in parts {
            for (index, bin) in part.enumerated() {
                totals[index] += SIMD4<Double>(bin)
                met += Double(bin.w)
            }
        }
        // The pixels outside the image are transparent black.
        totals[0] += SIMD4(repeating: reduction.pixelCount - met)
        return totals.map { SIMD4<Float>($0 / reduction.pixelCount) }
    }

    /// A graph of a histogram. The height of each column is the size of its bin. `low` and `high` limit the range of sizes that is shown.
    static func display(_ image: CIImage, height: Int, low: Float, high: Float) -> CIImage {
        guard let whole = Reduction.pixels(of: image.extent), whole.width <= 4096 else { return image.derived(Recipe.empty) }
        let width = Int(whole.width)
        let area = CGRect(x: whole.minX, y: whole.minY, width: whole.width, height: 1)
        return image.derived(
            ReductionNode(input: image.recipe, area: area, size: (width, height)) { reduction in
                var bins = [SIMD4<Float>](repeating: .zero, count: width)
                for part in try reduction.map({ rows, left, _ in (left, (0..<rows.width).map { rows.row(0)[$0] }) }) {
                    for (index, pixel) in part.1.enumerated() where part.0 + index < width { bins[part.0 + index] = pixel }
                }
                return (0..<height).flatMap { row in
                    let level = (Float(height - row) - 0.5) / Float(height)
                    return bins.map { bin in
                        let heights = (bin - low) / max(high - low, 1e-6)
                        return SIMD4<Float>().replacing(with: 1, where: heights .> level).with(alpha: 1)
                    }
                }
            })
    }
}
