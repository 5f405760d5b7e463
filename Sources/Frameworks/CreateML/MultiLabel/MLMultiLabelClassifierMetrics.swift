import Foundation

/// Osprey's addition: the metrics of a multi-label classifier on a set of annotated images.
public struct MLMultiLabelClassifierMetrics: Sendable, CustomStringConvertible {
    /// The metrics of a label.
    public struct Label: Sendable, Equatable {
        /// The label.
        public let label: String
        /// The number of images with the label.
        public let count: Int
        /// The number of images for which the label was predicted, with a probability of 0.5 or more.
        package let givenCount: Int
        /// The number of images that have the label, and for which the label was predicted.
        package let rightCount: Int
        /// The precision, 0…1. Of the images for which the label was predicted, it is the fraction that has the label. NaN if it was
        /// predicted for no image.
        public let precision: Double
        /// The recall, 0…1. Of the images with the label, it is the fraction for which the label was predicted. NaN if no image has the label.
        public let recall: Double
        /// The average precision: the area under the precision–recall curve. Images are sorted by confidence, and the precisions up to each image
        /// with the label are averaged. NaN if no image has the label.
        public let averagePrecision: Double
    }

    /// The reason why there are no metrics; `nil` if there are metrics.
    public private(set) var error: (any Error)?
    /// Whether the metrics have no ``error``.
    public var isValid: Bool { error == nil }

    /// The metrics of each label.
    public let labels: [Label]
    /// The number of images that were evaluated.
    public let count: Int
    /// The fraction, 0…1, of images whose predicted labels are exactly their true labels.
    public let exactMatches: Double
    /// The images that could not be read.
    public internal(set) var skipped: [URL] = []

    /// The mean of the average precisions of all labels that occur in the images.
    public var meanAveragePrecision: Double {
        let known = labels.map(\.averagePrecision).filter { !$0.isNaN }
        return known.reduce(0, +) / Double(known.count)
    }

    package init(_ answers: [MultiLabelAnswer], labels: [String]) {
        count = answers.count
        exactMatches = Double(answers.filter { $0.given == $0.own }.count) / Double(answers.count)
        self.labels = labels.map { Self.figures($0, answers) }
        error = answers.isEmpty ? MLCreateError.generic(reason: "there are no examples to measure on") : nil
    }

    init(error: any Error) {
        self.init([], labels: [])
        self.error = error
    }

    private static func figures(_ label: String, _ answers: [MultiLabelAnswer]) -> Label {
        let own = answers.filter { $0.own.contains(label) }.count
        let given = answers.filter { $0.given.contains(label) }
        let right = given.filter { $0.own.contains(label) }.count
        return Label(
            label: label, count: own, givenCount: given.count, rightCount: right, precision: Double(right) / Double(given.count),
            recall: Double(right) / Double(own),
            averagePrecision: averagePrecision(answers.map { ($0.confidences[label] ?? 0, $0.own.contains(label)) }))
    }

    /// The average precision of a label. Predictions with equal confidence are evaluated together, because their order has no meaning.
    static func averagePrecision(_ answers: [(confidence: Double, isRight: Bool)]) -> Double {
        let sorted = answers.sorted { $0.confidence > $1.confidence }
        var (sum, right, index) = (0.0, 0, 0)
        while index < sorted.count {
            let end = sorted[index...].firstIndex { $0.confidence != sorted[index].confidence } ?? sorted.count
            let found = sorted[index..<end].filter(\.isRight).count
            right += found
            sum += Double(found) * Double(right) / Double(end)
            index = end
        }
        return sum / Double(right)
    }

    public var description: String {
        guard isValid else { return "no measurement: \(error?.localizedDescription ?? "")" }
        func percent(_ value: Double) -> String { value.isNaN ? "–" : String(format: "%.1f %%", value * 100) }
        var table = TextTable(["label", "images", "precision", "recall", "average precision"])
        for label in labels {
            table.add([
                label.label, String(label.count), percent(label.precision), percent(label.recall), percent(label.averagePrecision),
            ])
        }
        return "mean average precision \(percent(meanAveragePrecision)), exactly right \(percent(exactMatches)) of \(count)\n\(table.text)"
    }
}

/// The true labels of an image, and the predicted probabilities.
package struct MultiLabelAnswer: Sendable {
    package var url: URL
    package var own: Set<String>
    /// The probability of each label, 0…1.
    package var confidences: [String: Double]

    package init(url: URL, own: Set<String>, confidences: [String: Double]) {
        self.url = url
        self.own = own
        self.confidences = confidences
    }

    /// The labels with a probability of 0.5 or more.
    package var given: Set<String> { Set(confidences.filter { $0.value >= 0.5 }.keys) }
}
