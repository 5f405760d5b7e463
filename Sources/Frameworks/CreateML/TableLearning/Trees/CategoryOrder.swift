/// An order of a column's categories, in which a branch divides them at a place.
struct CategoryOrder: Sendable, Equatable {
    let column: Int
    /// The categories, and their number for unknown ones, in the order.
    let sorted: [UInt16]
    /// The place of each category and, last, of unknown ones. Those that are not told apart have the same.
    let places: [UInt16]

    /// - Parameter keys: a key for each category and, last, for unknown ones; they are sorted by it.
    init(column: Int, keys: [Double]) {
        self.column = column
        sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { UInt16(truncatingIfNeeded: $0) }
        var places = [UInt16](repeating: 0, count: keys.count)
        var place = 0
        for (index, category) in sorted.enumerated() {
            if index > 0, keys[Int(category)] != keys[Int(sorted[index - 1])] { place += 1 }
            places[Int(category)] = UInt16(truncatingIfNeeded: place)
        }
        self.places = places
    }

    /// How many orders a model may have of a column. Each has a place for each category in the written file.
    struct Quota: Sendable {
        /// The number of trees that are grown at the same time, each of which may make orders.
        var trees = 1
        /// The orders that one of them makes at most.
        var ofTree = 1
        /// The part of the orders that there may be so far.
        var part = 1.0

        private static let maximumPlaceCount = 1 << 18
        private static let maximumCount = 128
        private static let leastCount = 4

        /// The number of orders that a tree may make of a column.
        func new(categories: Int, known: Int) -> Int {
            let limit = min(Self.maximumCount, max(Self.leastCount, Self.maximumPlaceCount / (categories + 1)))
            return max(0, Int((Double(limit) * part).rounded(.up)) - known) / trees
        }
    }
}
