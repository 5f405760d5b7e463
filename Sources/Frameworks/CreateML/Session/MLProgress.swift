import Foundation

/// The phases of a training.
public enum MLPhase: String, Codable, Sendable, Equatable, Hashable {
    /// The training has not begun.
    case initialized
    /// A network extracts features from the data.
    case extractingFeatures
    /// The model is trained.
    case training
    /// The model is evaluated.
    case evaluating
    /// The model makes predictions.
    case inferencing
}

/// The progress of a job.
public struct MLProgress: Codable {
    /// A quantity that is measured while a model is trained.
    public enum Metric: String, Codable, Hashable, CaseIterable, Sendable {
        /// The loss on the training data: a `Double`.
        case loss
        /// The distance of redrawn pictures from the content of the originals, for style transfer: a `Double`.
        case contentLoss
        /// The distance of redrawn pictures from the style, for style transfer: a `Double`.
        case styleLoss
        /// The fraction of the training data that is classified correctly, 0…1.
        case accuracy
        /// The loss on the validation data: a `Double`.
        case validationLoss
        /// The fraction of the validation data that is classified correctly, 0…1.
        case validationAccuracy
        /// The file of the validation picture, redrawn with the current weights, for style transfer: a `URL`.
        case stylizedImageURL
        /// The root-mean-square error on the training data, for regressors.
        case rootMeanSquaredError
        /// The largest absolute error on the training data, for regressors.
        case maximumError
        /// The root-mean-square error on the validation data, for regressors.
        case validationRootMeanSquaredError
        /// The largest absolute error on the validation data, for regressors.
        case validationMaximumError
    }

    /// The time since the job began, in seconds.
    public var elapsedTime: TimeInterval = 0
    /// The current phase of the training.
    public var phase: MLPhase
    /// The number of images with extracted features, or the number of completed iterations.
    public var itemCount: Int = 0
    /// The number of all images or iterations; `nil` if it is unknown.
    public var totalItemCount: Int?
    /// The values of the metrics. Numbers are `Double`s. A stylised image is a `URL`.
    public var metrics: [Metric: Any] = [:]

    /// The progress at the beginning of a phase.
    public init(phase: MLPhase) { self.phase = phase }

    /// Reads the progress of a job from its `Progress`; `nil` if the `Progress` does not belong to a job.
    public init?(progress: Progress) {
        // A single read of `userInfo` gives entries that were written together.
        let details = progress.userInfo
        guard let name = details[Self.phaseKey] as? String, let phase = MLPhase(rawValue: name) else { return nil }
        self.phase = phase
        elapsedTime = details[Self.elapsedTimeKey] as? TimeInterval ?? 0
        itemCount = details[Self.itemCountKey] as? Int ?? 0
        totalItemCount = details[Self.totalItemCountKey] as? Int
        for metric in Metric.allCases { metrics[metric] = details[metric.key] }
    }

    /// The key under which a job's `Progress` has the seconds since it began.
    public static let elapsedTimeKey = ProgressUserInfoKey("MLProgressElapsedTime")
    /// The key under which a job's `Progress` has the name of its ``MLPhase``.
    public static let phaseKey = ProgressUserInfoKey("MLProgressPhase")
    /// The key under which a job's `Progress` has the number of images with extracted features, or of completed iterations.
    public static let itemCountKey = ProgressUserInfoKey("MLProgressItemCount")
    /// The key under which a job's `Progress` has the number of all images or iterations.
    public static let totalItemCountKey = ProgressUserInfoKey("MLProgressTotalItemCount")
    /// The key under which a job's `Progress` has ``Metric/loss``.
    public static let lossKey = Metric.loss.key
    /// The key under which a job's `Progress` has ``Metric/contentLoss``.
    public static let contentLossKey = Metric.contentLoss.key
    /// The key under which a job's `Progress` has ``Metric/styleLoss``.
    public static let styleLossKey = Metric.styleLoss.key
    /// The key under which a job's `Progress` has ``Metric/accuracy``.
    public static let accuracyKey = Metric.accuracy.key
    /// The key under which a job's `Progress` has ``Metric/validationLoss``.
    public static let validationLossKey = Metric.validationLoss.key
    /// The key under which a job's `Progress` has ``Metric/validationAccuracy``.
    public static let validationAccuracyKey = Metric.validationAccuracy.key
    /// The key under which a job's `Progress` has ``Metric/stylizedImageURL``.
    public static let stylizedImageKey = Metric.stylizedImageURL.key
    /// The key under which a job's `Progress` has ``Metric/rootMeanSquaredError``.
    public static let rootMeanSquaredErrorKey = Metric.rootMeanSquaredError.key
    /// The key under which a job's `Progress` has ``Metric/maximumError``.
    public static let maximumErrorKey = Metric.maximumError.key
    /// The key under which a job's `Progress` has ``Metric/validationRootMeanSquaredError``.
    public static let validationRootMeanSquaredErrorKey = Metric.validationRootMeanSquaredError.key
    /// The key under which a job's `Progress` has ``Metric/validationMaximumError``.
    public static let validationMaximumErrorKey = Metric.validationMaximumError.key

    /// Writes these values into a job's `Progress`.
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

/// The value of a metric: a number or a URL.
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
