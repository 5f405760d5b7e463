import CoreMLRuntime
import TabularData

/// The rows on which a model of a table is tested while it learns. Apple's trainers each have a type of this form named `ValidationData`; this one
/// type is Osprey's addition.
public enum MLTableValidation: Sendable {
    /// A part of the training data, which is then not trained on.
    case split(strategy: MLSplitStrategy)
    /// A table with the columns of the training data.
    case table(MLDataTable)
    /// A data frame with the columns of the training data.
    case dataFrame(DataFrame)
    /// No validation.
    case none

    /// - Parameter validationData: the table to test on; `nil` for a part of the training data.
    init(validationData: MLDataTable?) { self = validationData.map { .table($0) } ?? .split(strategy: .automatic) }

    /// The table to test on; `nil` if there is none.
    var validationData: MLDataTable? { if case .table(let table) = self { table } else { nil } }
}

extension MLTableValidation {
    /// The rows of a training table that are set aside for validation; `nil` for none.
    ///
    /// - Throws: `MLCreateError` for a part that leaves nothing to learn from, and for a data frame of other types.
    package func rows(of table: MLDataTable) throws -> MLDataTable? {
        switch self {
        case .none: nil
        case .table(let other): other
        case .dataFrame(let other): try MLDataTable(other)
        case .split(let strategy): try Self.divide(table.rowCount, strategy).map { table.rows($0.held) }
        }
    }

    /// Draws the rows to set aside; `nil` for none.
    ///
    /// - Throws: as ``MLSplitStrategy/checked(count:)``.
    static func divide(_ count: Int, _ strategy: MLSplitStrategy) throws -> (own: [Int], held: [Int])? {
        let (ratio, seed) = try strategy.checked(count: count)
        let held = min(Int((ratio * Double(count)).rounded()), count - 1)
        guard held > 0 else { return nil }
        var generator = SplitMix64(seed: seed)
        let order = Array(0..<count).shuffled(using: &generator)
        return (order[held...].sorted(), order[..<held].sorted())
    }
}
