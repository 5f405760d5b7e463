import CreateML
import Foundation
import JSON
import Reports

/// Shows the progress of a training.
protocol ProgressDisplay: Sendable {
    /// The curves of the reported metrics.
    var curves: [TrainingCurve] { get }

    mutating func show(_ progress: MLProgress)

    /// Adds a report from before an interruption of the training to the curves, without showing it.
    mutating func recall(iteration: Int, metrics: [MLProgress.Metric: Any])

    mutating func finish()
}

/// Shows the progress of a training: a bar for the extraction of features, then a line for each report.
struct TrainingDisplay: ProgressDisplay {
    private let isJSON: Bool
    private var extraction: ExtractionDisplay
    private var points: [MLProgress.Metric: [(iteration: Int, value: Double)]] = [:]

    /// The metrics in the order in which they are shown. Each has a name in JSON and a name for people.
    private static let metrics: [(metric: MLProgress.Metric, key: String, name: String)] = [
        (.loss, "loss", "loss"), (.validationLoss, "validationLoss", "validation loss"), (.accuracy, "accuracy", "accuracy"),
        (.validationAccuracy, "validationAccuracy", "validation accuracy"), (.styleLoss, "styleLoss", "style loss"),
        (.contentLoss, "contentLoss", "content loss"),
    ]

    init(json: Bool) {
        isJSON = json
        extraction = ExtractionDisplay(json: json)
    }

    var curves: [TrainingCurve] {
        Self.metrics.compactMap { entry in points[entry.metric].map { TrainingCurve(name: entry.name, points: $0) } }
    }

    mutating func show(_ progress: MLProgress) {
        switch progress.phase {
        case .extractingFeatures: extraction.show(progress)
        case .training:
            recall(iteration: progress.itemCount, metrics: progress.metrics)
            extraction.finish()
            showIteration(progress)
        case .initialized, .evaluating, .inferencing: break
        }
    }

    mutating func recall(iteration: Int, metrics: [MLProgress.Metric: Any]) {
        for entry in Self.metrics {
            if let value = metrics[entry.metric] as? Double { points[entry.metric, default: []].append((iteration, value)) }
        }
    }

    private func showIteration(_ progress: MLProgress) {
        var (members, words): ([(String, JSON)], [String]) = ([], [])
        for (metric, key, name) in Self.metrics {
            guard let value = progress.metrics[metric] as? Double else { continue }
            members.append((key, .number(value)))
            words.append("\(name) " + String(format: key.hasSuffix("ccuracy") ? "%.3f" : "%.4f", value))
        }
        if isJSON {
            try? StandardOutput.write(json: JSON(progress, metrics: members))
        } else {
            StandardError.write(line: "iteration \(progress.itemCount): \(words.joined(separator: ", "))")
        }
    }

    mutating func finish() { extraction.finish() }
}
