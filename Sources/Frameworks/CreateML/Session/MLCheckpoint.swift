import Foundation

/// A saved state of a training.
public struct MLCheckpoint: Codable {
    /// The checkpoint's file, in the session's folder.
    public var url: URL
    /// The phase of the training in which the checkpoint was saved.
    public var phase: MLPhase
    /// The number of completed iterations.
    public var iteration: Int
    /// The time at which the checkpoint was saved.
    public var date: Date
    /// The metrics of the last iteration. Numbers are `Double`s.
    public var metrics: [MLProgress.Metric: Any]

    /// A checkpoint with the current time. It has no file yet.
    init(phase: MLPhase, iteration: Int, metrics: [MLProgress.Metric: Any]) {
        url = URL(fileURLWithPath: "/")
        self.phase = phase
        self.iteration = iteration
        date = Date()
        self.metrics = metrics
    }

    private enum CodingKeys: String, CodingKey {
        case url, phase, iteration, date, metrics
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        url = try values.decode(URL.self, forKey: .url)
        phase = try values.decode(MLPhase.self, forKey: .phase)
        iteration = try values.decode(Int.self, forKey: .iteration)
        date = try values.decode(Date.self, forKey: .date)
        metrics = MetricValues.metrics(of: try values.decode([String: MetricValues].self, forKey: .metrics))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(url, forKey: .url)
        try values.encode(phase, forKey: .phase)
        try values.encode(iteration, forKey: .iteration)
        try values.encode(date, forKey: .date)
        try values.encode(MetricValues.values(of: metrics), forKey: .metrics)
    }
}
