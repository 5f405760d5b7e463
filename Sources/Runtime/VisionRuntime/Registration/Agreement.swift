/// The agreement of the blocks of a reference with a floating image.
struct Agreement {
    /// The correlation coefficients of the blocks that were compared, -1 … 1.
    let correlations: [Float]

    /// The fraction of the texture that agrees, from 0 to 1. It is lower if only few blocks could be compared.
    let score: Double

    /// - Parameter total: the number of all blocks, including those outside of the floating image.
    init(_ motions: [BlockMotion], total: Int) {
        correlations = motions.map(\.correlation)
        let squares = correlations.reduce(0) { $0 + ($1 > 0 ? $1 * $1 : 0) }
        score = Double(squares) / max(Double(motions.count) + 0.25 * Double(total), 1)
    }

    /// The confidence, from 0 to 1. At 0 the blocks agree no better than in two unrelated pictures.
    ///
    /// The median ignores independent motion in less than half of the picture. Unrelated smooth pictures reach a median of 0.3, because the shift was
    /// chosen to maximise it.
    var confidence: Float {
        guard !correlations.isEmpty else { return 0 }
        let median = correlations.sorted()[correlations.count / 2]
        let sure = min(max((median - 0.3) / 0.4, 0), 1)
        // A few blocks agree by chance.
        return sure * min(1, Float(correlations.count) / 8)
    }
}
