import Foundation

/// The confusion matrix as text.
extension MLClassifierMetrics {
    /// The maximum width of a confusion matrix, in characters.
    private static let widestLine = 110

    /// A label and a wrong prediction for examples with this label.
    package struct Confusion: Sendable {
        package var label: String
        package var answer: String
        package var count: Int
        /// The number of all examples with the label.
        package var total: Int
    }

    /// The labels and their wrong predictions, the most frequent first.
    package var confusions: [Confusion] {
        var confusions: [Confusion] = []
        for (row, counts) in confusionCounts.enumerated() {
            let total = counts.reduce(0, +)
            for (column, count) in counts.enumerated() where column != row && count > 0 {
                confusions.append(Confusion(label: labels[row], answer: labels[column], count: count, total: total))
            }
        }
        return confusions.sorted { ($1.count, $0.label, $0.answer) < ($0.count, $1.label, $1.answer) }
    }

    /// The confusion matrix as text. Numbers stand for the labels at the top. A matrix that would be too wide is replaced by a list of the most
    /// frequent confusions. The text is empty if all predictions are correct.
    var confusionText: String {
        let confusions = confusions
        guard !confusions.isEmpty else { return "" }
        let number = String(labels.count).count
        let cell = max(number, confusionCounts.joined().map { String($0).count }.max() ?? 1) + 1
        let corner = "is ↓ taken for →"
        let names = labels.enumerated().map { "\(Self.padded(String($0 + 1), number)) \($1)" }
        let left = max(corner.count, names.map(\.count).max() ?? 0)
        guard left + 1 + cell * labels.count <= Self.widestLine else { return Self.list(confusions) }
        var lines = [Self.filled(corner, left) + " " + labels.indices.map { Self.padded(String($0 + 1), cell) }.joined()]
        for (row, name) in names.enumerated() {
            let cells = confusionCounts[row].map { Self.padded($0 == 0 ? "·" : String($0), cell) }
            lines.append(Self.filled(name, left) + " " + cells.joined())
        }
        return lines.joined(separator: "\n")
    }

    private static let listed = 20

    private static func list(_ confusions: [Confusion]) -> String {
        let lines = confusions.prefix(listed).map { "  \($0.label) for \($0.answer): \($0.count) of \($0.total)" }
        let rest = confusions.count - lines.count
        return (["most often mistaken:"] + lines + (rest > 0 ? ["  and \(rest) more pairs"] : [])).joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(width - text.count, 0)) + text }
    private static func filled(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0)) }
}
