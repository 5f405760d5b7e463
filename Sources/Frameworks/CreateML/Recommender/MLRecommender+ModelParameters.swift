import TabularData

extension MLRecommender {
    /// The ways to measure how similar two items are.
    public enum SimilarityType: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The Jaccard index, 0…1: the number of users who rated both items, divided by the number of users who rated at least one of them. The
        /// values of the ratings do not matter.
        case jaccard
        /// The cosine of the angle between the ratings of the two items, −1…1. A user who did not rate an item counts as a rating of 0.
        case cosine
        /// Pearson's correlation of the ratings of the two items, −1…1, over the users who rated both. The mean of all ratings of each item is
        /// subtracted. It needs ratings.
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
        /// Recommends items that are similar to items that the user rated.
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
        /// The least similarity of two items that is kept.
        public var threshold: Double
        /// The maximum number of similar items that are kept for each item, 1 or more.
        public var maxCount: Int
        /// Similar items that are known from elsewhere; `nil` for none. The table has a column of items, called as in the training data, a column
        /// `similar` of the similar item, and a column `score`. For an item in this table, these similar items replace the learnt ones.
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
