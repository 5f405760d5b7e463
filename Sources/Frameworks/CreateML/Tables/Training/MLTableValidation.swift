import CoreMLRuntime
import TabularData

/// Osprey's addition: the source of the validation rows for a table model. In Apple's framework, each trainer has its own type `ValidationData`
/// with these cases. In Osprey, that name is an alias of this type.
public enum MLTableValidation: Sendable {
    /// A part of the training data. These rows are not used for training.
    case split(strategy: MLSplitStrategy)
    /// A table with the columns of the training data.
    case table(MLDataTable)
    /// A data frame with the columns of the training data.
    case dataFrame(DataFrame)
    /// No validation.
    case none

    /// - Parameter validationData: the validation table; `nil` to set aside a part of the training data.
    init(validationData: MLDataTable?) { self = validationData.map { .table($0) } ?? .split(strategy: .automatic) }

    /// The validation table; `nil` if the validation is not a table.
    var validationData: MLDataTable? { if case .table(let table) = self { table } else { nil } }
}

extension MLTableValidation {
    /// The rows for validation; `nil` if there are none. With a split, they are a part of the training table.
    ///
    /// - Throws: `MLCreateError` if a split leaves no training rows, or a data frame has a column type that tables do not have.
    package func rows(of table: MLDataTable) throws -> MLDataTable? {
        switch self {
        case .none: nil
        case .table(let other): other
        case .dataFrame(let other): try MLDataTable(other)
        case .split(let strategy): try Self.divide(table.rowCount, strategy).map { table.rows($0.held) }
        }
    }

    /// Draws the rows to set aside for validation; `nil` if none are set aside.
    ///
    /// - Throws: the errors of ``MLSplitStrategy/checked(count:)``.
    static func divide(_ count: Int, _ strategy: MLSplitStrategy) throws -> (own: [Int], held: [Int])? {
        let (ratio, seed) = try strategy.checked(count: count)
        let held = min(Int((ratio * Double(count)).rounded()), count - 1)
        guard held > 0 else { return nil }
        var generator = SplitMix64(seed: seed)
        let order = Array(0..<count).shuffled(using: &generator)
        return (order[held...].sorted(), order[..<held].sorted())
    }
}
