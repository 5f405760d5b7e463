import TabularData

extension MLRecommender {
    /// The ways to measure how similar two items are.
    public enum SimilarityType: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The number of users who rated both items, as a part of those who rated one of them, 0…1. The ratings do not matter.
        case jaccard
        /// The cosine of the angle between the two items' ratings, with 0 for the users who gave none, −1…1.
        case cosine
        /// The correlation of the two items' ratings, less the mean of each item, over the users who rated both, −1…1. It needs ratings.
        case pearson

        public var description: String {
            switch self {
            case .jaccard: "Jaccard"
            case .cosine: "cosine"
            case .pearson: "Pearson"
            }
        }

        public var debugDescription: String { description }
    }

    /// The ways to recommend.
    public enum ModelAlgorithmType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// Items that are similar to those that a user rated.
        case itemSimilarity(SimilarityType)

        public var description: String {
            switch self {
            case .itemSimilarity(let type): "item similarity (\(type))"
            }
        }

        public var debugDescription: String { description }
    }

    /// The parameters of a recommender's training.
    public struct ModelParameters: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The way to recommend.
        public var algorithm: ModelAlgorithmType
        /// The least similarity that counts.
        public var threshold: Double
        /// The most similar items that are kept for each item, 1 or more.
        public var maxCount: Int
        /// Items that are similar by other knowledge, with columns of the item, called as in the training data, of the `similar` item and of the
        /// `score`. An item in this table gets these similar items in place of the learnt ones. `nil` for no table.
        public var nearestItems: MLDataTable?
        /// Apple's limit of passes over the data. It changes nothing here: one pass finds all similarities.
        public var maxSimilarityIterations: Int

        /// Parameters with Apple's defaults.
        public init(
            algorithm: ModelAlgorithmType = .itemSimilarity(.cosine), threshold: Double = 0.001, maxCount: Int = 64,
            nearestItems: MLDataTable? = nil, maxSimilarityIterations: Int = 1024
        ) {
            self.algorithm = algorithm
            self.threshold = threshold
            self.maxCount = maxCount
            self.nearestItems = nearestItems
            self.maxSimilarityIterations = maxSimilarityIterations
        }

        var similarityType: SimilarityType {
            switch algorithm {
            case .itemSimilarity(let type): type
            }
        }

        func check(hasRatings: Bool) throws {
            guard threshold.isFinite else { throw MLCreateError.generic(reason: "threshold is \(threshold)") }
            guard maxCount > 0 else {
                throw MLCreateError.generic(reason: "maxCount is \(maxCount); an item keeps one similar item at least")
            }
            guard maxSimilarityIterations > 0 else {
                throw MLCreateError.generic(reason: "maxSimilarityIterations is \(maxSimilarityIterations); there is one at least")
            }
            guard hasRatings || similarityType != .pearson else {
                throw MLCreateError.generic(reason: "Pearson's correlation needs a column of ratings")
            }
        }

        public var description: String { "\(algorithm) of at least \(threshold); at most \(maxCount) similar items each" }
        public var debugDescription: String { description }
    }
}
