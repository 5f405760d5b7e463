import VisionRuntime

/// Chooses the labels of a picture that are shown.
package struct LabelSelection: Sendable {
    /// The minimum probability of a label that is shown, if the labels form a tree and the user gives no threshold.
    private static let treeThreshold: Float = 0.5

    private let top: Int
    private let threshold: Float?

    /// - Parameters:
    ///   - top: the maximum number of labels.
    ///   - threshold: the minimum confidence, 0…1; `nil` if the user gives none.
    package init(top: Int, threshold: Float?) {
        (self.top, self.threshold) = (top, threshold)
    }

    /// The most probable labels. In a tree these are mostly general labels, because no label is more probable than the label above it.
    ///
    /// - Parameter labels: all labels, the most probable first.
    package func mostProbable(_ labels: [Label]) -> [Label] {
        labels.prefix(top).filter { $0.confidence >= threshold ?? 0 }
    }

    /// The labels that are shown to people. Without a tree these are the most probable labels. With a tree, these are the most specific labels with
    /// enough probability, together with the labels above them.
    ///
    /// - Parameter labels: all labels, the most probable first.
    package func readable(_ labels: [Label], _ tree: LabelTree?) -> [Label] {
        guard let tree else { return mostProbable(labels) }
        let probable = labels.filter { $0.confidence >= threshold ?? Self.treeThreshold }
        return tree.mostSpecific(probable) { $0.identifier }.prefix(top).map { label in
            var label = label
            label.ancestors = tree.ancestors(of: label.identifier)
            return label
        }
    }

    /// The text that is shown instead of labels if none is confident enough.
    package func noLabels(_ tree: LabelTree?) -> String {
        threshold ?? (tree == nil ? 0 : Self.treeThreshold) > 0 ? "not sure" : "nothing found"
    }
}
