import CreateML

/// A confusion matrix as a part of a page.
package struct ConfusionMatrix {
    package let metrics: MLClassifierMetrics

    /// The maximum number of labels of a matrix. A larger matrix would not be readable, so a list replaces it.
    private static let maximumLabelCount = 40
    private static let listedPairs = 40

    package var html: String { metrics.labels.count > Self.maximumLabelCount ? list : matrix }

    /// The matrix as HTML. Rows are the true labels, columns the predicted labels. The labels above the columns are vertical, so that columns are
    /// narrow.
    private var matrix: String {
        let heads = metrics.labels.map { "<th><span>\(HTML.escape($0))</span></th>" }.joined()
        var rows = ["<tr><th>is ↓ taken for →</th>\(heads)</tr>"]
        for (row, label) in metrics.labels.enumerated() {
            let sum = max(metrics.confusionCounts[row].reduce(0, +), 1)
            let cells = metrics.confusionCounts[row].enumerated().map { column, count -> String in
                let color = row == column ? "34,139,84" : "200,60,40"
                let shade = Double(Int(Double(count) / Double(sum) * 70)) / 100
                let title = "\(label) taken for \(metrics.labels[column]): \(count) of \(sum)"
                let hint = count == 0 ? "" : " title=\"\(HTML.escape(title))\""
                return "<td\(hint) style=\"background: rgba(\(color),\(shade))\">\(count == 0 ? "" : String(count))</td>"
            }
            rows.append("<tr><th>\(HTML.escape(label))</th>\(cells.joined())</tr>")
        }
        return "<div class=\"scroll\" tabindex=\"0\"><table class=\"matrix\">\(rows.joined(separator: "\n"))</table></div>"
    }

    private var list: String {
        let confusions = metrics.confusions
        let rows = confusions.prefix(Self.listedPairs).map { [$0.label, $0.answer, String($0.count), String($0.total)] }
        guard !rows.isEmpty else { return "<p>Nothing is taken for anything else.</p>" }
        let rest = confusions.count - rows.count
        return HTML.table(["is", "taken for", "times", "of"], rows) + (rest > 0 ? "<p>And \(rest) more pairs.</p>" : "")
    }
}
