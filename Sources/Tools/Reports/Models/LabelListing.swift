import CoreML
import Foundation
import JSON
import VisionRuntime

/// The labels of a model, as a list or as a tree.
package struct LabelListing {
    private let labels: [String]
    private let tree: LabelTree?
    private let isTree: Bool

    /// - Parameters:
    ///   - url: an `.mlmodel` file, or an `.mlpackage` or `.mlmodelc` folder.
    ///   - asTree: whether the labels are in the tree's order.
    /// - Throws: the errors of loading the model; `LabelListing.Failure` for a model without labels and, if `asTree` is true, for a model without a
    ///   valid tree.
    package init(contentsOf url: URL, asTree: Bool) throws {
        let description = try MLModel(contentsOf: url).modelDescription
        let labels = description.labels
        guard !labels.isEmpty else { throw Failure(description: "\(url.path): the model has no labels") }
        isTree = asTree
        guard asTree else {
            (self.labels, tree) = (labels, try? LabelTree(of: description))
            return
        }
        do {
            guard let tree = try LabelTree(of: description) else {
                throw Failure(description: "\(url.path): the model's labels form no tree")
            }
            (self.labels, self.tree) = (tree.depthFirst, tree)
        } catch let failure as VisionFailure {
            throw Failure(description: "\(url.path): \(failure.reason)")
        }
    }

    /// The reason why there is nothing to list.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// A line for each label. In a tree, a label is indented by two spaces for each label above it.
    package var lines: [String] {
        labels.map { label in String(repeating: "  ", count: isTree ? tree?.depth(of: label) ?? 0 : 0) + label }
    }

    /// An object for each label: `identifier` and, if the model has a tree, `parent`.
    package var json: [JSON] {
        labels.map { label in
            let parent = tree.map { [("parent", $0.parent(of: label).map { .string($0) } ?? JSON.null)] } ?? []
            return .object([("identifier", .string(label))] + parent)
        }
    }
}
