/// The items that each user rated. Without a rating column, each rating is 1.
struct ItemRatings: Sendable {
    struct Rating: Sendable {
        /// The index of the rated item or, in a list of an item's ratings, the index of the user.
        var place: Int
        var value: Double
    }

    private(set) var users: IdentifierList
    private(set) var items: IdentifierList
    /// The ratings of each user, sorted by item, with at most one rating per item.
    private(set) var ofUser: [[Rating]] = []

    /// Reads the ratings from a table. If a user rated an item several times, the last rating applies.
    ///
    /// - Throws: `MLCreateError` for a table without rows, for missing values, and for ratings that are not finite. Also if a column is missing or
    ///   has another type.
    init(_ table: MLDataTable, user: String, item: String, rating: String?) throws {
        let (userColumn, itemColumn) = (try Self.identifiers(table, user), try Self.identifiers(table, item))
        guard table.rowCount > 0 else { throw MLCreateError.generic(reason: "the table has no rows") }
        let ratings = try rating.map { try Self.numbers(table, $0) }
        (users, items) = (IdentifierList(type: userColumn.type), IdentifierList(type: itemColumn.type))
        for row in 0..<table.rowCount {
            let (place, item) = (users.insert(userColumn.values[row]), items.insert(itemColumn.values[row]))
            if place == ofUser.count { ofUser.append([]) }
            ofUser[place].append(Rating(place: item, value: ratings?[row] ?? 1))
        }
        ofUser = ofUser.map(Self.lastOfEach)
    }

    private static func lastOfEach(_ ratings: [Rating]) -> [Rating] {
        var last: [Int: Double] = [:]
        for rating in ratings { last[rating.place] = rating.value }
        return last.sorted { $0.key < $1.key }.map { Rating(place: $0.key, value: $0.value) }
    }

    /// The column with the identifiers of users or items.
    static func identifiers(_ table: MLDataTable, _ name: String) throws -> MLUntypedColumn {
        let column = try table.column(name)
        try requireComplete(name, column)
        guard column.type == .int || column.type == .string || column.isEmpty else {
            throw MLCreateError.type(reason: "the column '\(name)' holds \(column.type); users and items are whole numbers or texts")
        }
        return column
    }

    static func numbers(_ table: MLDataTable, _ name: String) throws -> [Double] {
        let column = try table.column(name)
        try requireComplete(name, column)
        guard column.type == .int || column.type == .double || column.isEmpty else {
            throw MLCreateError.type(reason: "the column '\(name)' holds \(column.type), not numbers")
        }
        let numbers = column.values.map { $0.number ?? .nan }
        if let row = numbers.firstIndex(where: { !$0.isFinite }) {
            throw MLCreateError.generic(reason: "the column '\(name)' has \(numbers[row]) in \(TableRow.name(row))")
        }
        return numbers
    }

    private static func requireComplete(_ name: String, _ column: MLUntypedColumn) throws {
        if let row = column.values.firstIndex(where: { !$0.isValid }) {
            throw MLCreateError.generic(reason: "the column '\(name)' has no value in \(TableRow.name(row))")
        }
    }

    /// The ratings of each item, sorted by user.
    var ofItem: [[Rating]] {
        var ofItem = [[Rating]](repeating: [], count: items.values.count)
        for (user, ratings) in ofUser.enumerated() {
            for rating in ratings { ofItem[rating.place].append(Rating(place: user, value: rating.value)) }
        }
        return ofItem
    }
}
