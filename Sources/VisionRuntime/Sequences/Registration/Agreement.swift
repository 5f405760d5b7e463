/// How well blocks agree where they have been compared.
struct Agreement {
    /// The correlation coefficients of the blocks that were compared, -1 … 1.
    let correlations: [Float]

    /// From 0 to 1: how much of the texture agrees, less where little of it could be compared.
    let score: Double

    /// - Parameter total: how many blocks there are, those that lie beyond the floating image with them.
    init(_ motions: [BlockMotion], total: Int) {
        correlations = motions.map(\.correlation)
        let squares = correlations.reduce(0) { $0 + ($1 > 0 ? $1 * $1 : 0) }
        score = Double(squares) / max(Double(motions.count) + 0.25 * Double(total), 1)
    }

    /// From 0, where the blocks agree no better than those of any two pictures do, to 1.
    ///
    /// The median is not moved by what moves for itself in less than half of the picture. Pictures that have nothing to do with each other
    /// reach 0.3 where they are smooth, as the shift was chosen to make it large.
    var confidence: Float {
        guard !correlations.isEmpty else { return 0 }
        let median = correlations.sorted()[correlations.count / 2]
        let sure = min(max((median - 0.3) / 0.4, 0), 1)
        // A few blocks agree by chance.
        return sure * min(1, Float(correlations.count) / 8)
    }
}
