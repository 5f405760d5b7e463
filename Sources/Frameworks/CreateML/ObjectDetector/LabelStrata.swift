import CoreMLRuntime

/// Divides pictures that have several labels each, so that every label is distributed over the parts in proportion.
enum LabelStrata {
    /// The stratum of each picture: its rarest label, or an empty text for a picture without labels.
    static func strata(_ labels: [Set<String>]) -> [String] {
        var counts: [String: Int] = [:]
        for label in labels.joined() { counts[label, default: 0] += 1 }
        return labels.map { own in own.min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) } ?? "" }
    }

    /// Draws a random fraction of the pictures and returns their indices. At least one picture of each stratum is not drawn. A stratum is the set
    /// of pictures with the same rarest label.
    static func draw(_ ratio: Double, of labels: [Set<String>], _ generator: inout SplitMix64) -> Set<Int> {
        let strata = strata(labels)
        var drawn: Set<Int> = []
        var passed = 0
        for (_, own) in Dictionary(grouping: labels.indices, by: { strata[$0] }).sorted(by: { $0.key < $1.key }) {
            passed += own.count
            // The remainder of rounding is passed on to the next stratum.
            let wanted = Int((Double(passed) * ratio).rounded()) - drawn.count
            drawn.formUnion(own.shuffled(using: &generator).prefix(min(max(wanted, 0), own.count - 1)))
        }
        return drawn
    }
}
