import TabularData

extension MLRecommender {
    // MARK: Recommendations

    /// Recommends the best items to users of the training data.
    ///
    /// The returned table has columns for the user, the item, the `score` and the `rank`, from 1. It has no rows for a user who is not in the
    /// training data. An item is recommended only if it is similar to an item that the user rated.
    ///
    /// - Parameters:
    ///   - maxCount: the maximum number of items for each user.
    ///   - restrictingToItems: the items that may be recommended; `nil` for all items.
    ///   - userItemObservations: a table of users and items, with the column names of the training data. These items are not recommended to these
    ///     users.
    ///   - excludingObserved: whether the items that a user rated are left out.
    /// - Throws: `MLCreateError` if `maxCount` is negative, or if `userItemObservations` lacks these columns.
    public func recommendations(
        fromUsers: [any MLIdentifier], maxCount: Int = 10, restrictingToItems: [any MLIdentifier]? = nil,
        excluding userItemObservations: MLDataTable? = nil, excludingObserved: Bool = true
    ) throws -> MLDataTable {
        try recommendations(
            fromUsers.map(\.identifierValue), maxCount, restrictingToItems?.map(\.identifierValue), userItemObservations, excludingObserved)
    }

    /// Recommends the best items to the users in a column. A missing user gives no rows.
    ///
    /// - Throws: the errors for an array of users, and the error of a column that is not valid.
    public func recommendations<T: MLDataValueConvertible & MLIdentifier>(
        fromUsers: MLDataColumn<T>, maxCount: Int = 10, restrictingToItems: MLDataColumn<T>? = nil,
        excluding userItemObservations: MLDataTable? = nil, excludingObserved: Bool = true
    ) throws -> MLDataTable {
        try recommendations(
            Array(fromUsers.materialize().untyped.values), maxCount, restrictingToItems.map { try Array($0.materialize().untyped.values) },
            userItemObservations,
            excludingObserved)
    }

    private func recommendations(
        _ users: [MLDataValue], _ maxCount: Int, _ restriction: [MLDataValue]?, _ excluded: MLDataTable?, _ excludesObserved: Bool
    ) throws -> MLDataTable {
        guard maxCount >= 0 else { throw MLCreateError.generic(reason: "maxCount is \(maxCount)") }
        let allowed = restriction.map { Set($0.compactMap { ratings.items.places[$0] }) }
        let excluded = try excluded.map(pairs) ?? [:]
        var (userRows, itemRows, scores, ranks): ([Int], [Int], [Double], [Int]) = ([], [], [], [])
        for user in users.compactMap({ ratings.users.places[$0] }) {
            let best = bestItems(for: user, maxCount, excludesObserved) {
                allowed?.contains($0) != false && excluded[user]?.contains($0) != true
            }
            userRows += [Int](repeating: user, count: best.count)
            itemRows += best.map(\.item)
            scores += best.map(\.score)
            ranks += best.indices.map { $0 + 1 }
        }
        return try MLDataTable(ordered: [
            (userIdentifierColumn, ratings.users.column(userRows)), (itemIdentifierColumn, ratings.items.column(itemRows)),
            ("score", MLUntypedColumn(scores)), ("rank", MLUntypedColumn(ranks)),
        ])
    }

    /// The items that a table has for each user. The keys and values are indices of users and items.
    private func pairs(_ table: MLDataTable) throws -> [Int: Set<Int>] {
        let users = try ItemRatings.identifiers(table, userIdentifierColumn).values
        let items = try ItemRatings.identifiers(table, itemIdentifierColumn).values
        var pairs: [Int: Set<Int>] = [:]
        for (user, item) in zip(users, items) {
            if let user = ratings.users.places[user], let item = ratings.items.places[item] { pairs[user, default: []].insert(item) }
        }
        return pairs
    }

    private func bestItems(
        for user: Int, _ count: Int, _ excludesObserved: Bool, isAllowed: (Int) -> Bool = { _ in true }
    ) -> [ItemSimilarity.Similar] {
        let observed = excludesObserved ? Set(ratings.ofUser[user].map(\.place)) : []
        let all = similarity.scores(ratings.ofUser[user]).filter { !observed.contains($0.key) && isAllowed($0.key) }
        return Array(
            all.map { ItemSimilarity.Similar(item: $0.key, score: $0.value) }.sorted(by: ItemSimilarity.Similar.isBetter).prefix(count))
    }

    // MARK: Similar items

    /// Finds the items that are most similar to given items. The returned table has columns for the item, the `similar` item, the `score` and the
    /// `rank`, from 1. It has no rows for an item that is not in the training data.
    ///
    /// - Throws: `MLCreateError` if `maxCount` is negative.
    public func getSimilarItems(fromItems: [any MLIdentifier], maxCount: Int = 10) throws -> MLDataTable {
        try similarItems(fromItems.map(\.identifierValue), maxCount)
    }

    /// Finds the items that are most similar to the items in a column. A missing item gives no rows.
    ///
    /// - Throws: the errors for an array of items, and the error of a column that is not valid.
    public func getSimilarItems<T: MLDataValueConvertible>(fromItems: MLDataColumn<T>, maxCount: Int = 10) throws -> MLDataTable {
        try similarItems(Array(fromItems.materialize().untyped.values), maxCount)
    }

    private func similarItems(_ items: [MLDataValue], _ maxCount: Int) throws -> MLDataTable {
        guard maxCount >= 0 else { throw MLCreateError.generic(reason: "maxCount is \(maxCount)") }
        let rows = items.compactMap { ratings.items.places[$0] }.flatMap { item in
            similarity.similar[item].prefix(maxCount).enumerated().map { (item: item, similar: $1, rank: $0 + 1) }
        }
        return try MLDataTable(ordered: [
            (itemIdentifierColumn, ratings.items.column(rows.map(\.item))), ("similar", ratings.items.column(rows.map(\.similar.item))),
            ("score", MLUntypedColumn(rows.map(\.similar.score))), ("rank", MLUntypedColumn(rows.map(\.rank))),
        ])
    }

    // MARK: Evaluation

    /// Evaluates the recommendations: for each user of a table, how many of the user's items in the table are recommended. The metrics are not
    /// valid if the table cannot be used, or a cutoff is less than 1.
    ///
    /// - Parameters:
    ///   - ratingColumn: a column of ratings. Its values are only checked; all rows have the same weight.
    ///   - cutoffs: the numbers of recommended items to evaluate.
    ///   - excludingObserved: whether the items that a user rated in the training data are left out of the recommendations.
    public func evaluation(
        on testingData: MLDataTable, userColumn: String, itemColumn: String, ratingColumn: String? = nil, cutoffs: [Int] = [1, 2, 3, 4, 5],
        excludingObserved: Bool = true
    ) -> MLRecommenderMetrics {
        do {
            guard !cutoffs.isEmpty, cutoffs.allSatisfy({ $0 > 0 }) else {
                throw MLCreateError.generic(reason: "the cutoffs are \(cutoffs); each is 1 at least")
            }
            let testing = try ItemRatings(testingData, user: userColumn, item: itemColumn, rating: ratingColumn)
            return MLRecommenderMetrics(
                precisionRecall: try precisionRecall(testing, userColumn, cutoffs, excludingObserved), excludingObserved: excludingObserved)
        } catch {
            return MLRecommenderMetrics(error: error, excludingObserved: excludingObserved)
        }
    }

    /// Evaluates the recommendations on a data frame. The metrics are not valid if the data frame cannot be used.
    public func evaluation(
        on testingData: DataFrame, userColumn: String, itemColumn: String, ratingColumn: String? = nil, cutoffs: [Int] = [1, 2, 3, 4, 5],
        excludingObserved: Bool = true
    ) -> MLRecommenderMetrics {
        do {
            return evaluation(
                on: try MLDataTable(testingData), userColumn: userColumn, itemColumn: itemColumn, ratingColumn: ratingColumn,
                cutoffs: cutoffs, excludingObserved: excludingObserved)
        } catch {
            return MLRecommenderMetrics(error: error, excludingObserved: excludingObserved)
        }
    }

    private func precisionRecall(
        _ testing: ItemRatings, _ userColumn: String, _ cutoffs: [Int], _ excludesObserved: Bool
    ) throws -> MLDataTable {
        var (users, precision, recall, counts): ([Int], [Double], [Double], [Int]) = ([], [], [], [])
        for (user, actual) in testing.ofUser.enumerated() {
            let wanted = Set(actual.map { testing.items.values[$0.place] })
            let known = ratings.users.places[testing.users.values[user]]
            let best = known.map { bestItems(for: $0, cutoffs.max() ?? 0, excludesObserved) } ?? []
            for cutoff in cutoffs {
                let hits = Double(best.prefix(cutoff).filter { wanted.contains(ratings.items.values[$0.item]) }.count)
                users.append(user)
                precision.append(hits / Double(cutoff))
                recall.append(hits / Double(wanted.count))
                counts.append(wanted.count)
            }
        }
        let all = testing.ofUser.flatMap { _ in cutoffs }
        return try MLDataTable(ordered: [
            (userColumn, testing.users.column(users)), ("cutoff", MLUntypedColumn(all)), ("precision", MLUntypedColumn(precision)),
            ("recall", MLUntypedColumn(recall)), ("count", MLUntypedColumn(counts)),
        ])
    }
}
