/// The counts of numbers in bins of equal width.
package struct Histogram: Sendable, Equatable {
    /// The lower end of the first bin.
    package let low: Double
    package let high: Double
    package let counts: [Int]

    /// Counts the finite numbers; `nil` if there is none.
    ///
    /// - Parameter bins: the number of bins, more than 0.
    package init?(_ values: [Double], bins: Int) {
        let sound = values.filter(\.isFinite)
        guard let low = sound.min(), let high = sound.max() else { return nil }
        // Both numbers are halved first, because the difference of very large numbers would be infinite.
        let span = high / 2 - low / 2
        var counts = [Int](repeating: 0, count: bins)
        for value in sound {
            let part = span > 0 ? (value / 2 - low / 2) / span : 0.5
            counts[min(max(Int(part * Double(bins)), 0), bins - 1)] += 1
        }
        (self.low, self.high, self.counts) = (low, high, counts)
    }
}
