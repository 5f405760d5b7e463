import TabularData

/// The rows that a model of a table is tested on while it learns; Osprey's name for what Apple's trainers each call `ValidationData`.
public enum MLTableValidation: Sendable {
    /// A part of the training data, which is then not learnt from.
    case split(strategy: MLSplitStrategy)
    /// A table with the columns of the training data.
    case table(MLDataTable)
    /// A data frame with the columns of the training data.
    case dataFrame(DataFrame)
    /// None.
    case none

    /// - Parameter validationData: the table to test on; `nil` for a part of the training data.
    init(validationData: MLDataTable?) { self = validationData.map { .table($0) } ?? .split(strategy: .automatic) }

    /// The table to test on; `nil` where there is none.
    var validationData: MLDataTable? { if case .table(let table) = self { table } else { nil } }
}
