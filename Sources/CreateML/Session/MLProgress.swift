import Foundation

/// The parts of a training.
public enum MLPhase: String, Codable, Sendable, Equatable, Hashable {
    case initialized
    case extractingFeatures
    case training
    case evaluating
    case inferencing
}

/// How far a job has come.
public struct MLProgress: Codable {
    public enum Metric: String, Codable, Hashable, CaseIterable, Sendable {
        case loss
        case contentLoss
        case styleLoss
        case accuracy
        case validationLoss
        case validationAccuracy
        case stylizedImageURL
        case rootMeanSquaredError
        case maximumError
        case validationRootMeanSquaredError
        case validationMaximumError
    }

    /// In seconds.
    public var elapsedTime: TimeInterval = 0
    public var phase: MLPhase
    /// Images extracted, or iterations done.
    public var itemCount: Int = 0
    /// Nil where it is not known.
    public var totalItemCount: Int?
    /// Numbers as `Double`, a stylised image as `URL`.
    public var metrics: [Metric: Any] = [:]

    public init(phase: MLPhase) { self.phase = phase }

    /// What a job's `Progress` says; nil for another `Progress`.
    public init?(progress: Progress) {
        // What was written at once is read at once.
        let details = progress.userInfo
        guard let name = details[Self.phaseKey] as? String, let phase = MLPhase(rawValue: name) else { return nil }
        self.phase = phase
        elapsedTime = details[Self.elapsedTimeKey] as? TimeInterval ?? 0
        itemCount = details[Self.itemCountKey] as? Int ?? 0
        totalItemCount = details[Self.totalItemCountKey] as? Int
        for metric in Metric.allCases { metrics[metric] = details[metric.key] }
    }

    public static let elapsedTimeKey = ProgressUserInfoKey("MLProgressElapsedTime")
    public static let phaseKey = ProgressUserInfoKey("MLProgressPhase")
    public static let itemCountKey = ProgressUserInfoKey("MLProgressItemCount")
    public static let totalItemCountKey = ProgressUserInfoKey("MLProgressTotalItemCount")
    public static let lossKey = Metric.loss.key
    public static let contentLossKey = Metric.contentLoss.key
    public static let styleLossKey = Metric.styleLoss.key
    public static let accuracyKey = Metric.accuracy.key
    public static let validationLossKey = Metric.validationLoss.key
    public static let validationAccuracyKey = Metric.validationAccuracy.key
    public static let stylizedImageKey = Metric.stylizedImageURL.key
    public static let rootMeanSquaredErrorKey = Metric.rootMeanSquaredError.key
    public static let maximumErrorKey = Metric.maximumError.key
    public static let validationRootMeanSquaredErrorKey = Metric.validationRootMeanSquaredError.key
    public static let validationMaximumErrorKey = Metric.validationMaximumError.key

    /// Writes this into a job's `Progress`.
    func write(to progress: Progress) {
        progress.setUserInfoObject(elapsedTime, forKey: Self.elapsedTimeKey)
        progress.setUserInfoObject(phase.rawValue, forKey: Self.phaseKey)
        progress.setUserInfoObject(itemCount, forKey: Self.itemCountKey)
        progress.setUserInfoObject(totalItemCount, forKey: Self.totalItemCountKey)
        for (metric, value) in metrics { progress.setUserInfoObject(value, forKey: metric.key) }
    }

    // MARK: Codable

    private enum CodingKeys: String, CodingKey {
        case elapsedTime, phase, itemCount, totalItemCount, metrics
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        elapsedTime = try values.decode(TimeInterval.self, forKey: .elapsedTime)
        phase = try values.decode(MLPhase.self, forKey: .phase)
        itemCount = try values.decode(Int.self, forKey: .itemCount)
        totalItemCount = try values.decodeIfPresent(Int.self, forKey: .totalItemCount)
        metrics = MetricValues.metrics(of: try values.decode([String: MetricValues].self, forKey: .metrics))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(elapsedTime, forKey: .elapsedTime)
        try values.encode(phase, forKey: .phase)
        try values.encode(itemCount, forKey: .itemCount)
        try values.encodeIfPresent(totalItemCount, forKey: .totalItemCount)
        try values.encode(MetricValues.values(of: metrics), forKey: .metrics)
    }
}

extension MLProgress.Metric {
    fileprivate var key: ProgressUserInfoKey { ProgressUserInfoKey("MLProgressMetric.\(rawValue)") }
}

/// The value of a metric: a number or an address.
enum MetricValues: Codable {
    case number(Double)
    case url(URL)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .url(try value.decode(URL.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .url(let url): try container.encode(url)
        }
    }

    static func values(of metrics: [MLProgress.Metric: Any]) -> [String: MetricValues] {
        var result: [String: MetricValues] = [:]
        for (metric, value) in metrics {
            if let number = value as? Double { result[metric.rawValue] = .number(number) }
            if let url = value as? URL { result[metric.rawValue] = .url(url) }
        }
        return result
    }

    static func metrics(of values: [String: MetricValues]) -> [MLProgress.Metric: Any] {
        var result: [MLProgress.Metric: Any] = [:]
        for (name, value) in values {
            guard let metric = MLProgress.Metric(rawValue: name) else { continue }
            switch value {
            case .number(let number): result[metric] = number
            case .url(let url): result[metric] = url
            }
        }
        return result
    }
}
