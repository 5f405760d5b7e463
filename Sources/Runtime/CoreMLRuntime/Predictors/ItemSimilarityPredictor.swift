import CoreMLSpecification

/// Recommends items that are similar to those that a person rated. The score of item k is the sum, over the rated items i, of
/// `similarity(k, i) · (rating(i) − shift(k))`.
final class ItemSimilarityPredictor: ModelPredictor {
    private struct Similar {
        var item: Int
        var score: Double
    }

    /// The similar items of each item.
    private let similar: [[Similar]]
    private let shifts: [Double]
    private let labels: Labels
    private let rated: Int
    private let count: Int?
    private let restriction: Int?
    private let exclusion: Int?
    private let list: Int?
    private let scores: Int?
    private let outputCount: Int

    /// The items' names.
    private enum Labels {
        case strings([String], places: [String: Int])
        case integers([Int64], places: [Int64: Int])
    }

    /// - Throws: `RuntimeError.invalidModel` for items that do not exist, and features that the model does not have.
    init(_ specification: Specification.ItemSimilarityRecommender, interface: ModelInterface) throws {
        let labels = try Self.labels(specification)
        let itemCount =
            switch labels {
            case .strings(let names, _): names.count
            case .integers(let names, _): names.count
            }
        var similar = [[Similar]](repeating: [], count: itemCount)
        var shifts = [Double](repeating: 0, count: itemCount)
        func item(_ id: UInt64) throws -> Int {
            guard id < UInt64(itemCount) else { throw RuntimeError.invalidModel("there is no item \(id) among \(itemCount)") }
            return Int(id)
        }
        for entry in specification.itemItemSimilarities {
            let number = try item(entry.itemId)
            shifts[number] = entry.itemScoreAdjustment
            similar[number] += try entry.similarItemList.map { Similar(item: try item($0.itemId), score: $0.similarityScore) }
        }
        (self.labels, self.similar, self.shifts) = (labels, similar, shifts)
        func input(_ name: String) throws -> Int? {
            guard !name.isEmpty else { return nil }
            guard let index = interface.inputIndex(name) else { throw RuntimeError.invalidModel("the model has no input '\(name)'") }
            return index
        }
        func output(_ name: String) throws -> Int? {
            guard !name.isEmpty else { return nil }
            guard let index = interface.outputIndex(name) else { throw RuntimeError.invalidModel("the model has no output '\(name)'") }
            return index
        }
        guard let rated = try input(specification.itemInputFeatureName) else {
            throw RuntimeError.invalidModel("the recommender has no input for items")
        }
        self.rated = rated
        count = try input(specification.numRecommendationsInputFeatureName)
        restriction = try input(specification.itemRestrictionInputFeatureName)
        exclusion = try input(specification.itemExclusionInputFeatureName)
        list = try output(specification.recommendedItemListOutputFeatureName)
        scores = try output(specification.recommendedItemScoreOutputFeatureName)
        guard list != nil || scores != nil else { throw RuntimeError.invalidModel("the recommender has no output") }
        outputCount = interface.outputs.count
    }

    private static func labels(_ specification: Specification.ItemSimilarityRecommender) throws -> Labels {
        if let names = specification.itemStringIds?.vector, !names.isEmpty {
            return .strings(names, places: Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first })
        }
        var names = specification.itemInt64Ids.map { Array($0.vector) } ?? []
        if names.isEmpty {
            let largest = specification.itemItemSimilarities.reduce(UInt64(0)) { largest, entry in
                entry.similarItemList.reduce(max(largest, entry.itemId)) { max($0, $1.itemId) }
            }
            // The items are numbered from 0 without gaps, so the largest number is less than the number of mentions in the file.
            let mentions = specification.itemItemSimilarities.reduce(0) { $0 + 1 + $1.similarItemList.count }
            guard mentions == 0 || largest < UInt64(mentions) else {
                throw RuntimeError.invalidModel("the recommender has an item \(largest) among \(mentions)")
            }
            names = specification.itemItemSimilarities.isEmpty ? [] : (0...Int64(largest)).map { $0 }
        }
        return .integers(names, places: Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first })
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let ratings = try ratings(inputs[rated])
        var totals = [Double](repeating: 0, count: similar.count)
        for (item, rating) in ratings {
            for other in similar[item] { totals[other.item] += other.score * (rating - shifts[other.item]) }
        }
        var isAllowed = [Bool](repeating: true, count: similar.count)
        if let restriction, let value = inputs[restriction] {
            isAllowed = [Bool](repeating: false, count: similar.count)
            for item in try items(value) { isAllowed[item] = true }
        }
        // Items that a person has rated are not recommended, unless the caller gives a list of items to exclude.
        if let exclusion, let value = inputs[exclusion] {
            for item in try items(value) { isAllowed[item] = false }
        } else {
            for item in ratings.keys { isAllowed[item] = false }
        }
        let ranked = totals.indices.filter { isAllowed[$0] }.sorted { (totals[$0], $1) > (totals[$1], $0) }
        let chosen = Array(ranked.prefix(try limit(inputs)))
        var outputs = [PredictorValue?](repeating: nil, count: outputCount)
        switch labels {
        case .strings(let names, _):
            if let list { outputs[list] = .strings(chosen.map { names[$0] }) }
            if let scores { outputs[scores] = .stringDictionary(Dictionary(chosen.map { (names[$0], totals[$0]) }) { first, _ in first }) }
        case .integers(let names, _):
            if let list { outputs[list] = .int64s(chosen.map { names[$0] }) }
            if let scores { outputs[scores] = .int64Dictionary(Dictionary(chosen.map { (names[$0], totals[$0]) }) { first, _ in first }) }
        }
        return outputs
    }

    /// The number of items that are requested.
    private func limit(_ inputs: [PredictorValue?]) throws -> Int {
        guard let count, let value = inputs[count]?.numbers?.first else { return .max }
        guard value >= 0, let limit = Int(exactly: value.rounded(.towardZero)) else {
            throw RuntimeError.invalidInput("\(value) items cannot be recommended")
        }
        return limit
    }

    /// The ratings by item. Items that the model does not know are left out. An item without a rating has the rating 1.
    private func ratings(_ value: PredictorValue?) throws -> [Int: Double] {
        var ratings: [Int: Double] = [:]
        switch value {
        case .stringDictionary(let given): for (key, rating) in given { if let item = place(key) { ratings[item] = rating } }
        case .int64Dictionary(let given): for (key, rating) in given { if let item = place(key) { ratings[item] = rating } }
        case let value?: for item in try items(value) { ratings[item] = 1 }
        case nil: throw RuntimeError.invalidInput("the recommender takes a dictionary of items")
        }
        return ratings
    }

    private func items(_ value: PredictorValue) throws -> [Int] {
        switch value {
        case .strings(let names): names.compactMap(place)
        case .int64s(let names): names.compactMap(place)
        case .stringDictionary(let names): names.keys.compactMap(place)
        case .int64Dictionary(let names): names.keys.compactMap(place)
        default: throw RuntimeError.invalidInput("a \(value.kind) is no list of items")
        }
    }

    private func place(_ name: String) -> Int? {
        switch labels {
        case .strings(_, let places): places[name]
        case .integers(_, let places): Int64(name).flatMap { places[$0] }
        }
    }

    private func place(_ name: Int64) -> Int? {
        switch labels {
        case .strings(_, let places): places[String(name)]
        case .integers(_, let places): places[name]
        }
    }
}
