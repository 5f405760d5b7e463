/// The items that are similar to each item, the most similar first.
struct ItemSimilarity: Sendable {
    struct Similar: Sendable, Equatable {
        /// The index of the other item.
        var item: Int
        var score: Double

        /// Whether `one` sorts before `other`. The higher score comes first and, if the scores are equal, the lower index.
        static func isBetter(_ one: Similar, _ other: Similar) -> Bool { (one.score, other.item) > (other.score, one.item) }
    }

    /// The similar items of each item.
    var similar: [[Similar]]
    /// The number that is subtracted from ratings to score an item. The number is the item's mean rating for Pearson's correlation, and 0 for the
    /// other similarities.
    let shifts: [Double]

    /// Computes the similarity of each pair of items that have a user in common.
    init(_ ratings: ItemRatings, _ type: MLRecommender.SimilarityType, threshold: Double, maxCount: Int) {
        let ofItem = ratings.ofItem
        let means = ofItem.map { ratings in ratings.reduce(0) { $0 + $1.value / Double(ratings.count) } }
        let comparison = Comparison(
            type: type, ofUser: ratings.ofUser, ofItem: ofItem, means: means,
            norms: ofItem.map { $0.reduce(0) { $0 + $1.value * $1.value }.squareRoot() })
        var similar = [[Similar]](repeating: [], count: ofItem.count)
        similar.withUnsafeMutableBufferPointer { similar in
            nonisolated(unsafe) let similar = similar
            ParallelLoop.ranges(of: ofItem.count, atLeast: 64) { items in
                var sums = [Comparison.Sums](repeating: .init(), count: ofItem.count)
                for item in items {
                    let all = comparison.scores(item, &sums).filter { $0.score >= threshold }
                    similar[item] = Array(all.sorted(by: Similar.isBetter).prefix(maxCount))
                }
            }
        }
        self.similar = similar
        shifts = type == .pearson ? means : [Double](repeating: 0, count: ofItem.count)
    }

    /// The scores of items that are similar to the rated items. A score is the sum of similarity · (rating − shift) over the rated items. The shift
    /// is the number in `shifts` for the scored item.
    func scores(_ ratings: [ItemRatings.Rating]) -> [Int: Double] {
        var scores: [Int: Double] = [:]
        for rating in ratings {
            for other in similar[rating.place] { scores[other.item, default: 0] += other.score * (rating.value - shifts[other.item]) }
        }
        return scores
    }
}

/// Compares an item with all other items.
private struct Comparison {
    /// Sums over the users who rated both items.
    struct Sums {
        var count = 0.0
        var product = 0.0
        var first = 0.0
        var second = 0.0
    }

    let type: MLRecommender.SimilarityType
    let ofUser: [[ItemRatings.Rating]]
    let ofItem: [[ItemRatings.Rating]]
    let means: [Double]
    let norms: [Double]

    /// The items that are similar to `item`.
    ///
    /// - Parameter sums: temporary memory for the sums of each item. All sums are zero before and after the call.
    func scores(_ item: Int, _ sums: inout [Sums]) -> [ItemSimilarity.Similar] {
        var others: [Int] = []
        let isCentred = type == .pearson
        for own in ofItem[item] {
            let first = own.value - (isCentred ? means[item] : 0)
            for rating in ofUser[own.place] where rating.place != item {
                let other = rating.place
                if sums[other].count == 0 { others.append(other) }
                let second = rating.value - (isCentred ? means[other] : 0)
                sums[other].count += 1
                sums[other].product += first * second
                sums[other].first += first * first
                sums[other].second += second * second
            }
        }
        return others.map { other in
            defer { sums[other] = Sums() }
            return ItemSimilarity.Similar(item: other, score: score(sums[other], item, other))
        }
    }

    private func score(_ sums: Sums, _ item: Int, _ other: Int) -> Double {
        switch type {
        case .jaccard: sums.count / (Double(ofItem[item].count + ofItem[other].count) - sums.count)
        case .cosine: sums.product / (norms[item] * norms[other])
        case .pearson: sums.product / (sums.first * sums.second).squareRoot()
        }
    }
}
