/// The classes of a target column, in the order of the model.
enum TableClasses: Sendable, Equatable {
    case texts([String])
    case numbers([Int])

    var count: Int {
        switch self {
        case .texts(let labels): labels.count
        case .numbers(let labels): labels.count
        }
    }

    var names: [String] {
        switch self {
        case .texts(let labels): labels
        case .numbers(let labels): labels.map(String.init)
        }
    }

    func value(_ index: Int) -> MLDataValue {
        switch self {
        case .texts(let labels): .string(labels[index])
        case .numbers(let labels): .int(labels[index])
        }
    }

    var type: MLDataValue.ValueType {
        switch self {
        case .texts: .string
        case .numbers: .int
        }
    }
}

/// The targets of a table's rows.
enum TableTargets: Sendable {
    case numbers([Double])
    /// The index of each row's class.
    case classes([Int32], TableClasses)

    /// The numbers of a target column for training.
    ///
    /// - Throws: the errors of ``numbers(_:of:)``, and `MLCreateError.generic` if all numbers are equal.
    static func learnableNumbers(_ name: String, of table: MLDataTable) throws -> TableTargets {
        let targets = try numbers(name, of: table)
        guard case .numbers(let numbers) = targets, let first = numbers.first, numbers.allSatisfy({ $0 == first }) else { return targets }
        throw TableDoubt.oneValue(name, ColumnFacts.text(first)).error
    }

    /// The numbers of a target column.
    ///
    /// - Throws: `MLCreateError` for values that are not numbers, missing values and infinite values.
    static func numbers(_ name: String, of table: MLDataTable) throws -> TableTargets {
        let column = try table.column(name)
        try requireNoneMissing(name, column)
        guard column.type == .int || column.type == .double else {
            throw MLCreateError.type(reason: TableDoubt.noNumbers(name, column.type).text)
        }
        let numbers = column.values.numbers
        if let row = numbers.firstIndex(where: { !$0.isFinite }) {
            throw TableDoubt.infiniteTarget(name, first: row).error
        }
        return .numbers(numbers)
    }

    /// The classes of a target column for training.
    ///
    /// - Throws: `MLCreateError` if the values are neither texts nor whole numbers, a value is missing, or every row has a different text. Also if
    ///   there are fewer than two classes or too many.
    static func classes(_ name: String, of table: MLDataTable) throws -> TableTargets {
        let column = try table.column(name)
        try requireNoneMissing(name, column)
        let classes: TableClasses
        switch column.type {
        case .string: classes = .texts(Set(column.values.compactMap(\.stringValue)).sorted())
        case .int: classes = .numbers(Set(column.values.compactMap(\.intValue)).sorted())
        default:
            throw MLCreateError.type(reason: TableDoubt.noClasses(name, column.type).text)
        }
        guard classes.count > 1 else {
            throw TableDoubt.oneValue(name, classes.names.first ?? "").error
        }
        guard classes.count <= TableDoubt.maximumClassCount else { throw TableDoubt.tooManyClasses(name, classes.count).error }
        if column.type == .string, column.count >= ColumnFacts.leastNamed, classes.count == column.count {
            throw TableDoubt.rowNames(name).error
        }
        return try TableTargets.classes(name, of: table, classes)
    }

    /// The classes of a target column, as indices of known classes.
    ///
    /// - Throws: `MLCreateError` if a value is missing or is not a known class.
    static func classes(_ name: String, of table: MLDataTable, _ classes: TableClasses) throws -> TableTargets {
        let column = try table.column(name)
        try requireNoneMissing(name, column)
        let places = Dictionary(uniqueKeysWithValues: (0..<classes.count).map { (classes.value($0), Int32($0)) })
        let indices = try column.values.enumerated().map { row, value in
            guard let place = places[value] else {
                throw MLCreateError.generic(reason: "\(TableRow.name(row)) has the class '\(value)', which the training data has not")
            }
            return place
        }
        return .classes(indices, classes)
    }

    static func requireNoneMissing(_ name: String, _ column: MLUntypedColumn) throws {
        // NaN is also a missing value.
        let missing = column.values.indices.filter { row in
            if case .double(let number) = column.values[row] { number.isNaN } else { !column.values[row].isValid }
        }
        guard let first = missing.first else { return }
        throw TableDoubt.missingTargets(name, missing.count, of: column.count, first: first).error
    }

    /// The targets of the rows with these indices.
    func rows(_ indices: [Int]) -> TableTargets {
        switch self {
        case .numbers(let numbers): .numbers(indices.map { numbers[$0] })
        case .classes(let own, let classes): .classes(indices.map { own[$0] }, classes)
        }
    }

    /// The targets as numbers. A class is represented by its index.
    var values: [Double] {
        switch self {
        case .numbers(let numbers): numbers
        case .classes(let indices, _): indices.map { Double($0) }
        }
    }
}

/// The features of rows, with their targets.
struct TableExamples: Sendable {
    var features: LearningColumns
    var targets: TableTargets

    var rows: Int { features.rows }

    func rows(_ indices: [Int]) -> TableExamples {
        TableExamples(features: features.rows(indices), targets: targets.rows(indices))
    }
}
