import VisionRuntime

/// Which labels of a picture are shown.
package struct LabelSelection: Sendable {
    /// Where the labels form a tree and no threshold is given, a label is shown if it is more likely than not.
    private static let treeThreshold: Float = 0.5

    private let top: Int
    private let threshold: Float?

    /// - Parameters:
    ///   - top: the greatest number of labels.
    ///   - threshold: the least confidence, 0…1; `nil` where the user gives none.
    package init(top: Int, threshold: Float?) {
        (self.top, self.threshold) = (top, threshold)
    }

    /// The most probable labels. In a tree these are mostly wide ones, as no label is more probable than the one above it.
    ///
    /// - Parameter labels: the most probable first.
    package func mostProbable(_ labels: [Label]) -> [Label] {
        labels.prefix(top).filter { $0.confidence >= threshold ?? 0 }
    }

    /// The labels that people are shown. Without a tree these are the most probable labels. With a tree they are the most specific labels
    /// that are probable enough, each with those above it.
    ///
    /// - Parameter labels: the most probable first.
    package func readable(_ labels: [Label], _ tree: LabelTree?) -> [Label] {
        guard let tree else { return mostProbable(labels) }
        let probable = labels.filter { $0.confidence >= threshold ?? Self.treeThreshold }
        return tree.mostSpecific(probable) { $0.identifier }.prefix(top).map { label in
            var label = label
            label.ancestors = tree.ancestors(of: label.identifier)
            return label
        }
    }

    /// The words where no label is shown.
    package func noLabels(_ tree: LabelTree?) -> String {
        threshold ?? (tree == nil ? 0 : Self.treeThreshold) > 0 ? "not sure" : "nothing found"
    }
}
