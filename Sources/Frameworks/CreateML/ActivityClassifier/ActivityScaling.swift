/// The mean and the standard deviation of each feature over all rows of the recordings.
struct ActivityScaling: Sendable {
    let means: [Float]
    /// The standard deviation of each feature; 1 for a feature that is constant.
    let deviations: [Float]

    init(_ recordings: [ActivityRecording], features: Int) {
        var (means, deviations): ([Float], [Float]) = ([], [])
        for feature in 0..<features {
            let count = Double(max(recordings.reduce(0) { $0 + $1.count }, 1))
            let mean = recordings.reduce(0.0) { $1.features[feature].reduce($0) { $0 + Double($1) } } / count
            let squares = recordings.reduce(0.0) { sum, recording in
                recording.features[feature].reduce(sum) { $0 + (Double($1) - mean) * (Double($1) - mean) }
            }
            let deviation = Float((squares / count).squareRoot())
            means.append(Float(mean))
            // A deviation outside this range is replaced by 1, because its reciprocal may not be finite.
            deviations.append(deviation > 1e-30 && deviation < 1e30 ? deviation : 1)
        }
        (self.means, self.deviations) = (means, deviations)
    }
}
