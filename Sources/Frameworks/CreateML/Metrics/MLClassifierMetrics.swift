import Foundation

/// The metrics of a classifier on a set of labelled examples.
public struct MLClassifierMetrics: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The reason why there are no metrics, such as no data or unreadable data; `nil` if there are metrics.
    public private(set) var error: (any Error)?

    /// Whether the metrics have no ``error``.
    public var isValid: Bool { error == nil }

    /// The fraction of examples with a wrong prediction, 0…1; NaN if nothing was evaluated.
    public let classificationError: Double

    /// Osprey's addition: all labels, sorted.
    public let labels: [String]

    /// Osprey's addition: the confusion matrix. `confusionCounts[row][column]` is the number of examples with label `row` that were predicted as
    /// label `column`. Rows and columns are in the order of ``labels``.
    public let confusionCounts: [[Int]]

    /// Osprey's addition: the files of examples that could not be read.
    public internal(set) var skipped: [URL] = []

    package init(labels: [String], confusionCounts: [[Int]]) {
        self.labels = labels
        self.confusionCounts = confusionCounts
        let total = confusionCounts.joined().reduce(0, +)
        let right = labels.indices.reduce(0) { $0 + confusionCounts[$1][$1] }
        classificationError = total == 0 ? .nan : 1 - Double(right) / Double(total)
        error = total == 0 ? MLCreateError.generic(reason: "there are no examples to measure on") : nil
    }

    /// The metrics of predictions. Each pair has the true and the predicted label of an example.
    package init(_ answers: [(label: String, answer: String)]) {
        let labels = Set(answers.map(\.label)).union(answers.map(\.answer)).sorted()
        let places = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($0.element, $0.offset) })
        var counts = [[Int]](repeating: [Int](repeating: 0, count: labels.count), count: labels.count)
        for (label, answer) in answers {
            if let row = places[label], let column = places[answer] { counts[row][column] += 1 }
        }
        self.init(labels: labels, confusionCounts: counts)
    }

    init(error: any Error) {
        self.init(labels: [], confusionCounts: [])
        self.error = error
    }

    /// Osprey's addition: the precision of a label, 0…1. It is the fraction of correct predictions among all predictions of `label`. NaN if no
    /// example was predicted as `label`.
    public func precision(of label: String) -> Double {
        guard let index = labels.firstIndex(of: label) else { return .nan }
        return Double(confusionCounts[index][index]) / Double(confusionCounts.reduce(0) { $0 + $1[index] })
    }

    /// Osprey's addition: the recall of a label, 0…1. Of all examples with `label`, it is the fraction that was predicted as `label`. NaN if there
    /// are no such examples.
    public func recall(of label: String) -> Double {
        guard let index = labels.firstIndex(of: label) else { return .nan }
        return Double(confusionCounts[index][index]) / Double(confusionCounts[index].reduce(0, +))
    }

    public var description: String {
        guard isValid else { return "no measurement: \(error?.localizedDescription ?? "")" }
        let total = confusionCounts.joined().reduce(0, +)
        func percent(_ value: Double) -> String { value.isNaN ? "–" : String(format: "%.1f %%", value * 100) }
        var table = TextTable(["label", "examples", "precision", "recall"])
        for (index, label) in labels.enumerated() {
            let count = confusionCounts[index].reduce(0, +)
            table.add([label, String(count), percent(precision(of: label)), percent(recall(of: label))])
        }
        let confusion = confusionText
        return "\(percent(1 - classificationError)) of \(total) right\n\(table.text)" + (confusion.isEmpty ? "" : "\n\n\(confusion)")
    }

    public var debugDescription: String { description }
}
