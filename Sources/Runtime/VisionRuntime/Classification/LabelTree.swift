import CoreML
import JSON

/// The hierarchy of a classifier's labels: *golden retriever* is below *dog*, *mammal* and *animal*.
///
/// Each label has a probability of its own. The probabilities do not add up to one, and a parent is never less probable than its children.
/// The model carries the tree in its creator-defined metadata under ``metadataKey``. There may be several roots.
package struct LabelTree: Sendable, Equatable {
    /// The key of a model's creator-defined metadata that holds the tree.
    package static let metadataKey = "osprey.parents"

    /// The maximum number of labels from a root down to another label, both included. It limits the work for a file that was not checked.
    package static let maximumLevels = 32

    /// The labels without a parent, in the model's order.
    package let roots: [String]

    private let parents: [String: String]
    private let childrenByParent: [String: [String]]

    /// - Parameters:
    ///   - metadata: a JSON object with the parent of each label, or `null` for a root. Labels without an entry are roots.
    ///   - labels: the labels in the model's order.
    /// - Throws: `VisionFailure` of kind `invalidModel` for JSON of another form, or more than ``maximumLevels`` levels. `invalidModel`
    ///   also for a cycle, a name that is not a label, or a label with two entries. No part of an invalid tree is used.
    /// - Complexity: O(*n*) for *n* labels.
    package init(metadata: String, labels: [String]) throws {
        var known: Set<String> = []
        let labels = labels.filter { known.insert($0).inserted }
        let parents = try Self.parents(metadata, of: known)
        self.parents = parents
        roots = labels.filter { parents[$0] == nil }
        childrenByParent = Dictionary(grouping: labels.filter { parents[$0] != nil }) { parents[$0] ?? "" }
        for label in labels where isTooDeep(label) {
            throw Self.failure("'\(label)' is in a cycle, or more than \(Self.maximumLevels) levels deep")
        }
    }

    private static func parents(_ metadata: String, of labels: Set<String>) throws -> [String: String] {
        guard let entries = (try? JSON(parsing: metadata.utf8))?.object else { throw failure("it is not a JSON object") }
        var parents: [String: String] = [:]
        var named: Set<String> = []
        for (label, parent) in entries {
            guard labels.contains(label) else { throw failure("'\(label)' is not a label of the model") }
            guard named.insert(label).inserted else { throw failure("'\(label)' has two entries") }
            switch parent {
            case .null: continue
            case .string(let parent):
                guard labels.contains(parent) else { throw failure("'\(parent)', the parent of '\(label)', is not a label of the model") }
                parents[label] = parent
            default: throw failure("the parent of '\(label)' is neither a string nor null")
            }
        }
        return parents
    }

    private static func failure(_ reason: String) -> VisionFailure {
        VisionFailure(.invalidModel, "the metadata '\(metadataKey)' is not a tree of labels: \(reason)")
    }

    /// Whether a label has more ancestors than ``maximumLevels`` allows. In a cycle, the ancestors never end.
    private func isTooDeep(_ label: String) -> Bool {
        var (levels, next) = (0, Optional(label))
        while let current = next {
            levels += 1
            if levels > Self.maximumLevels { return true }
            next = parents[current]
        }
        return false
    }
}

extension LabelTree {
    /// The tree that a model carries; `nil` if it carries none.
    ///
    /// - Throws: `VisionFailure` of kind `invalidModel` for metadata that is not a tree of the model's labels.
    package init?(of model: MLModelDescription) throws {
        guard let metadata = model.creatorMetadata[Self.metadataKey] else { return nil }
        try self.init(metadata: metadata, labels: model.labels)
    }
}

// MARK: Going through the tree

extension LabelTree {
    /// The label directly above; `nil` for a root and for a text that is not a label.
    package func parent(of label: String) -> String? { parents[label] }

    /// The labels directly below, in the model's order.
    package func children(of label: String) -> [String] { childrenByParent[label] ?? [] }

    /// The labels above, the nearest first and the root last.
    package func ancestors(of label: String) -> [String] {
        Array(sequence(first: label) { parents[$0] }.dropFirst())
    }

    /// The number of labels above: 0 for a root.
    package func depth(of label: String) -> Int { ancestors(of: label).count }

    /// All labels. Each is followed by its descendants.
    package var depthFirst: [String] { roots.flatMap(branch) }

    private func branch(_ label: String) -> [String] { [label] + children(of: label).flatMap(branch) }

    /// Leaves out each element whose label has a descendant among the labels of the other elements.
    ///
    /// - Parameter label: the label of an element.
    /// - Returns: the remaining elements in their order.
    package func mostSpecific<Element>(_ elements: some Sequence<Element>, by label: (Element) -> String) -> [Element] {
        let elements = Array(elements)
        let wider = Set(elements.flatMap { ancestors(of: label($0)) })
        return elements.filter { !wider.contains(label($0)) }
    }
}
