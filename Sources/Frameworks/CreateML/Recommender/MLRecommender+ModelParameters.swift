import TabularData

extension MLRecommender {
    /// The measures of the similarity of two items.
    public enum SimilarityType: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// The Jaccard index, 0…1. It is the number of users who rated both items, divided by the number of users who rated at least one of them.
        /// The values of the ratings have no effect.
        case jaccard
        /// The cosine of the angle between the ratings of the two items, −1…1. If a user did not rate an item, the rating is 0.
        case cosine
        /// Pearson's correlation of the ratings of the two items, −1…1, over the users who rated both. The mean of an item's ratings is taken over
        /// all its users. This measure needs a rating column.
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

    /// The algorithms for recommendations.
    public enum ModelAlgorithmType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// Recommends items that are similar to the items that the user rated.
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
        /// The algorithm for recommendations.
        public var algorithm: ModelAlgorithmType
        /// The minimum similarity of two items. Pairs below this similarity are ignored.
        public var threshold: Double
        /// The maximum number of similar items that the model stores for each item, 1 or more.
        public var maxCount: Int
        /// Known similarities, which replace computed ones; `nil` if all are computed. The table has three columns: an item, a `similar` item, and
        /// their `score`. The item column has the name of the training data's item column. If an item is in this table, only the rows of the table
        /// give its similar items.
        public var nearestItems: MLDataTable?
        /// Apple's limit of passes over the data. It has no effect in Osprey: one pass finds all similarities.
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
