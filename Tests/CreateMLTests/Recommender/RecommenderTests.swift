import CreateML
import Foundation
import TabularData
import TestSupport
import Testing

/// Recommenders by the similarity of items.
@Suite struct RecommenderTests {
    /// Ratings of 30 users, each of some of 12 items, drawn.
    private static let rows: [(user: Int, item: String, rating: Double)] = {
        var generator = SplitMix64(seed: 11)
        return (0..<30).flatMap { user in
            (0..<12).compactMap { item in
                let (isRated, rating) = (Int.random(in: 0..<10, using: &generator) < 4, Int.random(in: 1...5, using: &generator))
                return isRated ? (user, "item \(item)", Double(rating)) : nil
            }
        }
    }()

    private static func table(_ rows: [(user: Int, item: String, rating: Double)] = rows) throws -> MLDataTable {
        try MLDataTable(dictionary: ["user": rows.map(\.user), "item": rows.map(\.item), "stars": rows.map(\.rating)])
    }

    private static func recommender(_ type: MLRecommender.SimilarityType) throws -> MLRecommender {
        try MLRecommender(
            trainingData: table(), userColumn: "user", itemColumn: "item", ratingColumn: "stars",
            parameters: .init(algorithm: .itemSimilarity(type), threshold: 0.05))
    }

    /// The similarity of two items by the definition, from the whole matrix of ratings.
    private static func similarity(_ first: String, _ second: String, _ type: MLRecommender.SimilarityType) -> Double {
        func ratings(_ item: String) -> [Double?] {
            (0..<30).map { user in rows.first { $0.user == user && $0.item == item }?.rating }
        }
        let (a, b) = (ratings(first), ratings(second))
        let both = zip(a, b).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
        func sum(_ values: [Double]) -> Double { values.reduce(0, +) }
        func squares(_ values: [Double]) -> Double { sum(values.map { $0 * $0 }) }
        switch type {
        case .jaccard: return Double(both.count) / Double(zip(a, b).filter { $0 != nil || $1 != nil }.count)
        case .cosine:
            return sum(both.map { $0 * $1 }) / (squares(a.compactMap(\.self)) * squares(b.compactMap(\.self))).squareRoot()
        case .pearson:
            let means = [a, b].map { sum($0.compactMap(\.self)) / Double($0.compactMap(\.self).count) }
            let differences = both.map { ($0 - means[0], $1 - means[1]) }
            return sum(differences.map { $0 * $1 }) / (squares(differences.map(\.0)) * squares(differences.map(\.1))).squareRoot()
        }
    }

    @Test(
        "Similar items are those of the definitions, by the whole matrix of ratings",
        arguments: [.jaccard, .cosine, .pearson] as [MLRecommender.SimilarityType])
    func similarities(_ type: MLRecommender.SimilarityType) throws {
        let recommender = try Self.recommender(type)
        let items = Set(Self.rows.map(\.item)).sorted()
        let table = try recommender.getSimilarItems(fromItems: items + ["unknown"], maxCount: 100)
        var found: [String: Double] = [:]
        for row in table.rows {
            let (item, other) = (row["item"]?.stringValue ?? "", row["similar"]?.stringValue ?? "")
            found["\(item), \(other)"] = row["score"]?.doubleValue
        }
        var count = 0
        for first in items {
            for second in items where second != first {
                let expected = Self.similarity(first, second, type)
                guard expected >= 0.05 else { continue }
                count += 1
                #expect(abs((found["\(first), \(second)"] ?? -9) - expected) < 1e-12, "\(first), \(second)")
            }
        }
        #expect(count > 20 && found.count == count)
        let best = try recommender.getSimilarItems(fromItems: MLDataColumn([items[0]]), maxCount: 2)
        #expect(best.size.rows == 2 && Array(best["rank", Int.self]!) == [1, 2])
    }

    @Test(
        "The written model gives the recommendations and the scores of the trained one",
        arguments: [.jaccard, .cosine, .pearson] as [MLRecommender.SimilarityType])
    func writtenModel(_ type: MLRecommender.SimilarityType) throws {
        let folder = try TemporaryFolder()
        let recommender = try Self.recommender(type)
        try recommender.write(to: folder.url, metadata: MLModelMetadata(author: "Ada"))
        let model = try MLModel(contentsOf: folder.file("Recommender.mlmodel"))
        #expect(model.modelDescription.metadata[.author] as? String == "Ada")
        for user in [0, 7, 29] {
            let own = Self.rows.filter { $0.user == user }
            let items = Dictionary(uniqueKeysWithValues: own.map { (AnyHashable($0.item), NSNumber(value: $0.rating)) })
            let table = try recommender.recommendations(fromUsers: [user], maxCount: 4)
            let outputs = try model.prediction(
                from: MLDictionaryFeatureProvider(dictionary: ["items": MLFeatureValue(dictionary: items), "k": table.size.rows]))
            let list = try #require(outputs.featureValue(for: "recommendations")?.sequenceValue?.stringValues)
            let scores = try #require(outputs.featureValue(for: "scores")?.dictionaryValue)
            #expect(
                !list.isEmpty && Array(table["item", String.self]!) == list && Array(table["user", Int.self]!) == list.map { _ in user })
            #expect(zip(list, Array(table["score", Double.self]!)).allSatisfy { abs((scores[$0]?.doubleValue ?? .nan) - $1) < 1e-12 })
            #expect(Set(list).isDisjoint(with: own.map(\.item)))
        }
    }

    @Test("Recommendations may be restricted, and leave out excluded and rated items")
    func choices() throws {
        let rows = [(1, "a", 1.0), (1, "b", 1), (2, "a", 1), (2, "b", 1), (2, "c", 1), (3, "b", 1), (3, "c", 1), (3, "d", 1), (4, "z", 1)]
        let recommender = try MLRecommender(trainingData: Self.table(rows), userColumn: "user", itemColumn: "item")
        func items(_ table: MLDataTable) -> [String] { Array(table["item", String.self]!) }
        #expect(try items(recommender.recommendations(fromUsers: [1])) == ["c", "d"])
        #expect(try items(recommender.recommendations(fromUsers: [1], maxCount: 1)) == ["c"])
        #expect(try items(recommender.recommendations(fromUsers: MLDataColumn([1, 3]))) == ["c", "d", "a"])
        #expect(try items(recommender.recommendations(fromUsers: [1], restrictingToItems: ["d", "none"])) == ["d"])
        #expect(try items(recommender.recommendations(fromUsers: [1], excluding: Self.table([(1, "c", 1), (2, "d", 1)]))) == ["d"])
        #expect(try Set(items(recommender.recommendations(fromUsers: [1], excludingObserved: false))) == ["a", "b", "c", "d"])
        // Nobody else knows z, and nobody knows the user 9.
        #expect(try items(recommender.recommendations(fromUsers: [4, 9])) == [])
        #expect(reason { _ = try recommender.recommendations(fromUsers: [1], maxCount: -1) }.contains("maxCount is -1"))
    }

    @Test("Precision and recall count the chosen items among those recommended, from tables and data frames alike")
    func metrics() throws {
        let rows = [(1, "a", 1.0), (1, "b", 1), (2, "a", 1), (2, "b", 1), (2, "c", 1), (3, "b", 1), (3, "c", 1), (3, "d", 1)]
        let recommender = try MLRecommender(trainingData: Self.table(rows), userColumn: "user", itemColumn: "item")
        // The user 1 is recommended c, then d; the user 9 is not known.
        let testing = try Self.table([(1, "d", 1), (1, "x", 1), (9, "a", 1)])
        let metrics = recommender.evaluation(on: testing, userColumn: "user", itemColumn: "item", ratingColumn: "stars", cutoffs: [1, 2])
        let table = metrics.precisionRecall
        #expect(metrics.isValid && metrics.excludingObserved && Array(table["user", Int.self]!) == [1, 1, 9, 9])
        #expect(Array(table["precision", Double.self]!) == [0, 0.5, 0, 0] && Array(table["recall", Double.self]!) == [0, 0.5, 0, 0])
        #expect(Array(table["count", Int.self]!) == [2, 2, 1, 1] && Array(table["cutoff", Int.self]!) == [1, 2, 1, 2])
        #expect(metrics.description.contains("best 2: precision 25.0 %, recall 25.0 %"))
        #expect(metrics.precisionRecallDataFrame.rows.count == 4)
        let frame = try DataFrame(csvData: Data("user,item\n1,d\n1,x\n9,a\n".utf8))
        #expect(
            recommender.evaluation(on: frame, userColumn: "user", itemColumn: "item", cutoffs: [1, 2]).description == metrics.description)
        for cutoffs in [[], [0], [1, -1]] {
            #expect(!recommender.evaluation(on: testing, userColumn: "user", itemColumn: "item", cutoffs: cutoffs).isValid)
        }
        #expect(!recommender.evaluation(on: testing, userColumn: "none", itemColumn: "item").isValid)
        let other = try MLRecommender(trainingData: frame, userColumn: "user", itemColumn: "item")
        #expect(try Array(other.recommendations(fromUsers: [1], excludingObserved: false)["item", String.self]!).sorted() == ["d", "x"])
    }

    @Test("Given similar items stand in place of learnt ones")
    func nearestItems() throws {
        let given = try MLDataTable(dictionary: ["item": ["item 1", "item 1"], "similar": ["item 2", "item 3"], "score": [0.5, 2]])
        func train(_ table: MLDataTable) throws -> MLRecommender {
            try MLRecommender(trainingData: Self.table(), userColumn: "user", itemColumn: "item", parameters: .init(nearestItems: table))
        }
        let similar = try train(given).getSimilarItems(fromItems: ["item 1"])
        #expect(Array(similar["similar", String.self]!) == ["item 3", "item 2"] && Array(similar["score", Double.self]!) == [2, 0.5])
        let unknown = try MLDataTable(dictionary: ["item": ["item 1"], "similar": ["none"], "score": [0.5]])
        #expect(reason { _ = try train(unknown) }.contains("'none'"))
        #expect(reason { _ = try train(MLDataTable(dictionary: ["item": ["item 1"]])) }.contains("no column 'similar'"))
    }

    @Test("Tables that teach nothing are refused with a reason")
    func badTables() throws {
        func reasonOf(
            _ table: MLDataTable, user: String = "user", rating: String? = nil, _ parameters: MLRecommender.ModelParameters = .init()
        ) -> String {
            reason {
                _ = try MLRecommender(
                    trainingData: table, userColumn: user, itemColumn: "item", ratingColumn: rating, parameters: parameters)
            }
        }
        let table = try Self.table()
        #expect(reasonOf(table, user: "none").contains("no column 'none'") && reasonOf(table, user: "stars").contains("holds double"))
        #expect(reasonOf(table, rating: "item").contains("holds string, not numbers"))
        #expect(reasonOf(table, .init(algorithm: .itemSimilarity(.pearson))).contains("needs a column of ratings"))
        #expect(
            reasonOf(table, .init(threshold: .nan)).contains("threshold is nan")
                && reasonOf(table, .init(maxCount: 0)).contains("maxCount is 0"))
        #expect(reasonOf(try Self.table([])).contains("no rows"))
        #expect(reasonOf(try Self.table([(1, "a", 1), (1, "b", .infinity)]), rating: "stars").contains("has inf in row 2 (line 3)"))
        let gaps = try MLDataTable(namedColumns: ["user": MLUntypedColumn([1, 2]), "item": MLUntypedColumn([.string("a"), .invalid])])
        #expect(reasonOf(gaps).contains("'item' has no value in row 2 (line 3)"))
    }

    @Test("Of several ratings of an item by a user the last counts")
    func repeated() throws {
        let rows = [(1, "a", 5.0), (1, "a", 3), (1, "b", 4), (2, "a", 4), (2, "b", 3)]
        let recommender = try MLRecommender(trainingData: Self.table(rows), userColumn: "user", itemColumn: "item", ratingColumn: "stars")
        let similar = try recommender.getSimilarItems(fromItems: ["a"])
        #expect(abs(Array(similar["score", Double.self]!)[0] - 24.0 / 25) < 1e-12)
    }
}
