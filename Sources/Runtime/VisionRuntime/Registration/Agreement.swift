/// The agreement between a reference image and the floating image that was aligned with it, measured at blocks of the reference.
struct Agreement {
    /// The correlation coefficients of the blocks that were compared, -1 … 1.
    let correlations: [Float]

    /// A score for comparing alignments: the sum of the blocks' squared positive correlations, divided by a count. The count is the number
    /// of compared blocks, plus a quarter of all blocks. A small number of compared blocks lowers the score.
    let score: Double

    /// - Parameter total: the number of all blocks, including those outside of the floating image.
    init(_ motions: [BlockMotion], total: Int) {
        correlations = motions.map(\.correlation)
        let squares = correlations.reduce(0) { $0 + ($1 > 0 ? $1 * $1 : 0) }
        score = Double(squares) / max(Double(motions.count) + 0.25 * Double(total), 1)
    }

    /// The confidence, from 0 to 1. At 0 the blocks agree no better than in two unrelated pictures.
    ///
    /// It is computed from the median of the correlations, so objects that move independently in less than half of the picture have no effect. A
    /// median of 0.3 gives the confidence 0. Even unrelated smooth pictures reach 0.3, because the alignment with the greatest agreement was chosen.
    var confidence: Float {
        guard !correlations.isEmpty else { return 0 }
        let median = correlations.sorted()[correlations.count / 2]
        let sure = min(max((median - 0.3) / 0.4, 0), 1)
        // A few blocks agree by chance.
        return sure * min(1, Float(correlations.count) / 8)
    }
}
