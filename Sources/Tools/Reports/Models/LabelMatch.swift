/// Compares the labels of a model with the labels of the data on which it is evaluated.
package struct LabelMatch {
    private static let shownLabels = 8

    /// The labels of the model, in the model's order; empty if the model has no labels.
    package let model: [String]
    package let data: Set<String>

    package init(model: [String], data: Set<String>) {
        self.model = model
        self.data = data
    }

    /// Labels of the data that the model never gives, sorted.
    package var unknown: [String] { model.isEmpty ? [] : data.subtracting(model).sorted() }

    /// A sentence about labels that the model does not know; `nil` if it knows all of them.
    ///
    /// - Throws: `UsageError` if the model knows none of the labels, so that it cannot be evaluated.
    package func warning() throws -> String? {
        let unknown = unknown
        guard !unknown.isEmpty else { return nil }
        guard unknown.count < data.count else {
            throw UsageError(
                "the model knows none of the data's labels: it knows \(Self.list(model)), and the data has \(Self.list(unknown))")
        }
        return "the model does not know \(unknown.count) of the data's \(data.count) labels: \(Self.list(unknown))"
    }

    /// The labels in quotation marks. If there are many, only the first ones are listed.
    private static func list(_ labels: [String]) -> String {
        let names = labels.prefix(shownLabels).map { "'\($0)'" }.joined(separator: ", ")
        return labels.count > shownLabels ? "\(names), … (\(labels.count) in all)" : names
    }
}
