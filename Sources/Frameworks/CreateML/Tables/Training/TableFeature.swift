/// A feature column of a table. Its kind says how values become features.
struct TableFeature: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Numbers. The model's input is an integer if all training values are integers and none is missing.
        case number(isWhole: Bool)
        /// Texts. Each of these texts is a category. A missing text is the empty text.
        case text([String])
        /// Dictionaries with these keys and with numbers as values. A missing key has the value 0.
        case dictionary([String])
        /// Vectors with this number of elements.
        case vector(Int)
    }

    let name: String
    let kind: Kind
    /// Whether the column has missing numbers in the training data.
    let isOptional: Bool

    private static let maximumKeyCount = 4_096
    private static let maximumNumberCount = 1 << 27

    /// - Throws: `MLCreateError` if the values cannot be features, or if there are too many distinct values.
    init(_ name: String, _ column: MLUntypedColumn) throws {
        self.name = name
        let hasMissing = column.values.missingCount > 0
        isOptional = hasMissing && column.type != .string && column.type != .dictionary
        switch column.type {
        case .int: kind = .number(isWhole: !hasMissing)
        case .double, .invalid: kind = .number(isWhole: false)
        case .string: kind = .text(try Self.categories(name, column))
        case .dictionary: kind = .dictionary(try Self.keys(name, column))
        case .sequence, .multiArray:
            let count = column.values.lazy.compactMap { $0.converted(to: .sequence).sequenceValue?.count }.first ?? 0
            guard count > 0, count <= Self.maximumKeyCount, count * column.count <= Self.maximumNumberCount else {
                throw MLCreateError.generic(reason: "the column '\(name)' has \(count) numbers a row, which is none or too many")
            }
            kind = .vector(count)
        }
    }

    private static func categories(_ name: String, _ column: MLUntypedColumn) throws -> [String] {
        let categories = column.values.differentTexts
        // One bin is reserved for unknown texts.
        guard categories.count < BinnedTable.maximumBinCount else {
            throw TableDoubt.tooManyTexts(name).error
        }
        return categories.sorted()
    }

    private static func keys(_ name: String, _ column: MLUntypedColumn) throws -> [String] {
        var keys: Set<String> = []
        for value in column.values {
            for (key, _) in value.dictionaryValue ?? .init() { keys.insert(key.description) }
            guard keys.count <= maximumKeyCount, keys.count * column.count <= maximumNumberCount else {
                throw MLCreateError.generic(reason: "the dictionaries of the column '\(name)' have too many different keys")
            }
        }
        guard !keys.isEmpty else { throw MLCreateError.generic(reason: "the dictionaries of the column '\(name)' are empty") }
        return keys.sorted()
    }

    /// The number of values that the column has in a feature vector.
    var width: Int {
        switch kind {
        case .number: 1
        case .text(let categories): categories.count
        case .dictionary(let keys): keys.count
        case .vector(let count): count
        }
    }

    // MARK: Values

    /// Converts a column's values to features.
    ///
    /// - Throws: `MLCreateError.type` if the values have another type than the feature.
    func encode(_ column: MLUntypedColumn) throws -> [LearningColumns.Column] {
        if let error = column.error { throw error }
        switch kind {
        case .number:
            guard [.int, .double, .invalid].contains(column.type) else { throw wrongType(column, "numbers") }
            return [.numbers(column.values.numbers)]
        case .text(let categories):
            guard [.string, .int, .double, .invalid].contains(column.type) else { throw wrongType(column, "texts") }
            let places = Dictionary(uniqueKeysWithValues: categories.enumerated().map { ($0.element, Int32($0.offset)) })
            if let codes = column.values.codes(places, missing: places[""] ?? -1) { return [.categories(codes, count: categories.count)] }
            let codes = column.values.map { value in places[value.isValid ? value.description : ""] ?? -1 }
            return [.categories(codes, count: categories.count)]
        case .dictionary(let keys):
            guard [.dictionary, .invalid].contains(column.type) else { throw wrongType(column, "dictionaries") }
            return try dictionaries(column, keys)
        case .vector(let count):
            guard [.sequence, .multiArray, .invalid].contains(column.type) else { throw wrongType(column, "lists of numbers") }
            return try vectors(column, count)
        }
    }

    private func wrongType(_ column: MLUntypedColumn, _ wanted: String) -> MLCreateError {
        .type(reason: "the column '\(name)' holds \(column.type), not \(wanted)")
    }

    private func dictionaries(_ column: MLUntypedColumn, _ keys: [String]) throws -> [LearningColumns.Column] {
        let places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0.element, $0.offset) })
        var columns = [[Double]](repeating: [Double](repeating: 0, count: column.count), count: keys.count)
        for (row, value) in column.values.enumerated() {
            for (key, value) in value.dictionaryValue ?? .init() {
                guard let number = value.number else {
                    throw MLCreateError.type(
                        reason: "\(TableRow.name(row)) of the column '\(name)' has a value that is no number: \(value)")
                }
                if let place = places[key.description] { columns[place][row] = number }
            }
        }
        return columns.map { .numbers($0) }
    }

    private func vectors(_ column: MLUntypedColumn, _ count: Int) throws -> [LearningColumns.Column] {
        var columns = [[Double]](repeating: [Double](repeating: .nan, count: column.count), count: count)
        for (row, value) in column.values.enumerated() where value.isValid {
            let numbers = value.converted(to: .sequence).sequenceValue?.map(\.number) ?? []
            guard numbers.count == count, !numbers.contains(nil) else {
                throw MLCreateError.type(reason: "\(TableRow.name(row)) of the column '\(name)' does not have \(count) numbers")
            }
            for (place, number) in numbers.enumerated() { columns[place][row] = number ?? .nan }
        }
        return columns.map { .numbers($0) }
    }
}
