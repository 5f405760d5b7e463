import Foundation

/// The source of the validation data for a sequence classifier, as a session stores it.
package enum SequenceValidation: Codable, Sendable, Equatable {
    case none
    case automatic
    case fixed(ratio: Double, seed: Int?)
    case separate

    /// A description of the source.
    ///
    /// - Parameter examples: the word for the examples in the description, such as "videos".
    func text(_ examples: String) -> String {
        switch self {
        case .none: "none"
        case .automatic: "an automatic split"
        case .fixed(let ratio, let seed): "a split of \(ratio)" + (seed.map { ", seed \($0)" } ?? "")
        case .separate: "\(examples) of its own"
        }
    }

    /// Divides examples into a training set and a validation set.
    ///
    /// - Parameters:
    ///   - separate: the validation examples, if they are given separately.
    ///   - label: the label of an example. A split distributes the examples of each label in proportion.
    ///   - labels: the labels that a model can learn from an example. No label may be missing in the training set.
    func divide<Example>(
        _ all: [Example], separate: [Example], label: (Example) -> String, labels: (Example) -> Set<String>
    ) throws -> (training: [Example], validation: [Example]) {
        switch self {
        case .none: (all, [])
        case .separate: (all, separate)
        case .automatic: try Self.split(all, .automatic, label, labels)
        case .fixed(let ratio, let seed): try Self.split(all, .fixed(ratio: ratio, seed: seed), label, labels)
        }
    }

    private static func split<Example>(
        _ all: [Example], _ strategy: MLSplitStrategy, _ label: (Example) -> String, _ labels: (Example) -> Set<String>
    ) throws -> (training: [Example], validation: [Example]) {
        let (ratio, seed) = try strategy.checked(count: all.count)
        guard ratio > 0 else { return (all, []) }
        let table = try MLDataTable(ordered: [("label", MLUntypedColumn(all.map(label)))])
        let parts = try table.stratifiedSplit(proportions: [1 - ratio, ratio], on: "label", seed: seed)
            .column(MLDataTable.partitionColumnName)
        let known = all.map(labels)
        let learnt = all.indices.filter { parts[$0] == .int(0) }.reduce(into: Set<String>()) { $0.formUnion(known[$1]) }
        // An example with a label that no training example has is moved to the training set.
        let isHeld = all.indices.map { parts[$0] == .int(1) && learnt.isSuperset(of: known[$0]) }
        return (zip(all, isHeld).filter { !$1 }.map(\.0), zip(all, isHeld).filter { $1 }.map(\.0))
    }
}
