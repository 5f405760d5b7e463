import Foundation

/// The metrics of an object detector on a set of annotated pictures.
public struct MLObjectDetectorMetrics: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The average precision of each label, 0…1. For `IoU50`, a box is correct if its intersection over union with a true box is at least 0.5.
    /// `variedIoU` is the mean over the thresholds 0.5, 0.55 … 0.95.
    public var averagePrecision: (variedIoU: [String: Double], IoU50: [String: Double]) { (varied, half) }

    /// The means of the average precision over all labels; NaN if nothing was evaluated.
    public var meanAveragePrecision: (variedIoU: Double, IoU50: Double) { (meanVaried, meanHalf) }

    /// The reason why there are no metrics, such as no data or unreadable data; `nil` if there are metrics.
    public private(set) var error: (any Error)?

    /// Whether the metrics have no ``error``.
    public var isValid: Bool { error == nil }

    /// Osprey's addition: the pictures that could not be read.
    public internal(set) var skipped: [URL] = []

    private let varied: [String: Double]
    private let half: [String: Double]
    private let meanVaried: Double
    private let meanHalf: Double

    /// Metrics with known values, for each label and as means. `variedIoU` has the values for the thresholds from 0.5 to 0.95, and `IoU50` has
    /// those for the threshold 0.5.
    public init(
        averagePrecision: (variedIoU: [String: Double], IoU50: [String: Double]), meanAveragePrecision: (variedIoU: Double, IoU50: Double)
    ) {
        (varied, half) = averagePrecision
        (meanVaried, meanHalf) = meanAveragePrecision
    }

    /// The metrics that belong to an average precision.
    package init(_ precision: AveragePrecision) {
        let labels = precision.values
        guard !labels.isEmpty else {
            self.init(error: MLCreateError.generic(reason: "there are no annotated objects to measure on"))
            return
        }
        let varied = labels.mapValues { $0.reduce(0, +) / Double($0.count) }
        let half = labels.mapValues { $0[0] }
        func mean(_ values: [String: Double]) -> Double {
            values.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value } / Double(values.count)
        }
        self.init(averagePrecision: (varied, half), meanAveragePrecision: (mean(varied), mean(half)))
    }

    init(error: any Error) {
        self.init(averagePrecision: ([:], [:]), meanAveragePrecision: (.nan, .nan))
        self.error = error
    }

    public var description: String {
        guard isValid else { return "no measurement: \(error?.localizedDescription ?? "")" }
        func percent(_ value: Double) -> String { value.isNaN ? "–" : String(format: "%.1f %%", value * 100) }
        let labels = half.keys.sorted()
        let width = max(5, labels.map(\.count).max() ?? 0)
        func line(_ name: String, _ first: String, _ second: String) -> String {
            let cells = [(first, 10), (second, 14)].map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
            return name.padding(toLength: max(width, name.count), withPad: " ", startingAt: 0) + cells.joined()
        }
        var lines = ["mean average precision \(percent(meanHalf)) at IoU 0.5, \(percent(meanVaried)) at 0.5…0.95"]
        lines.append(line("label", "at 0.5", "at 0.5…0.95"))
        lines += labels.map { line($0, percent(half[$0] ?? .nan), percent(varied[$0] ?? .nan)) }
        return lines.joined(separator: "\n")
    }

    public var debugDescription: String { description }
}
