/// An order of a column's categories. A branch of a tree divides the categories at a position in the order.
struct CategoryOrder: Sendable, Equatable {
    let column: Int
    /// The categories in this order. Unknown categories are a category, too: its number is the number of known categories.
    let sorted: [UInt16]
    /// The position of each category in the order and, last, of unknown categories. Categories with equal keys have the same position.
    let places: [UInt16]

    /// - Parameter keys: a key for each category and, last, for unknown categories. The categories are sorted by their keys.
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

    /// A limit for the number of orders that a model may have for a column. In the written file, each order takes space for every category.
    struct Quota: Sendable {
        /// The number of trees that grow at the same time. Each tree may make orders.
        var trees = 1
        /// The maximum number of orders that one tree makes.
        var ofTree = 1
        /// The fraction of the limit that the model may have used up so far. It grows during boosting, so that a part of the limit is left for the
        /// last trees.
        var part = 1.0

        private static let maximumPlaceCount = 1 << 18
        private static let maximumCount = 128
        private static let leastCount = 4

        /// The number of orders that a tree may make for a column.
        ///
        /// - Parameter known: the number of orders that the model already has for the column.
        func new(categories: Int, known: Int) -> Int {
            let limit = min(Self.maximumCount, max(Self.leastCount, Self.maximumPlaceCount / (categories + 1)))
            return max(0, Int((Double(limit) * part).rounded(.up)) - known) / trees
        }
    }
}
