import CoreML
import CoreMLSpecification
import TabularData

/// A model that recommends items to users. It learns from the items that each user rated or used. Items that the same users rated are similar.
///
/// The score of an item is a sum over the items that a user rated: the similarity to the rated item, times its rating. With Pearson's correlation,
/// the mean rating of the scored item is first subtracted from each rating.
public struct MLRecommender: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model. The input `items` has the rated items of a user, with the ratings. The outputs are the best `k` `recommendations` and
    /// their `scores`. The input `restrict` may limit the recommendations to a list of items. By default, the rated items are not recommended. If
    /// the input `exclude` is given, its items are left out instead.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The name of the column with users.
    public let userIdentifierColumn: String
    /// The name of the column with items.
    public let itemIdentifierColumn: String
    /// The name of the column with ratings; `nil` if there is no such column.
    public let ratingColumn: String?
    let ratings: ItemRatings
    let similarity: ItemSimilarity

    /// Trains a recommender on a table with a row for each item that a user rated. If a user rated an item several times, the last rating applies.
    ///
    /// - Parameters:
    ///   - userColumn: the column of users, integers or texts.
    ///   - itemColumn: the column of items, integers or texts.
    ///   - ratingColumn: the column of ratings, which are numbers; `nil` if every rating is 1.
    /// - Throws: `MLCreateError` for a table without rows, for missing values, and for ratings that are not finite. Also if a column is missing or
    ///   has another type, or a parameter is out of range.
    public init(
        trainingData: MLDataTable, userColumn: String, itemColumn: String, ratingColumn: String? = nil,
        parameters: ModelParameters = ModelParameters()
    ) throws {
        try parameters.check(hasRatings: ratingColumn != nil)
        let ratings = try ItemRatings(trainingData, user: userColumn, item: itemColumn, rating: ratingColumn)
        var similarity = ItemSimilarity(
            ratings, parameters.similarityType, threshold: parameters.threshold, maxCount: parameters.maxCount)
        if let given = parameters.nearestItems { try similarity.replace(with: given, ratings.items, itemColumn) }
        (self.ratings, self.similarity, modelParameters) = (ratings, similarity, parameters)
        (userIdentifierColumn, itemIdentifierColumn, self.ratingColumn) = (userColumn, itemColumn, ratingColumn)
        let specification = RecommenderExport(items: ratings.items, similarity: similarity).specification(MLModelMetadata())
        model = try MLModel(
            package: ModelPackage(model: specification), configuration: MLModelConfiguration(), name: "the recommender")
    }

    /// Trains a recommender on a data frame.
    ///
    /// - Throws: the errors of the initialiser from an `MLDataTable`, and `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, userColumn: String, itemColumn: String, ratingColumn: String? = nil,
        parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: MLDataTable(trainingData), userColumn: userColumn, itemColumn: itemColumn, ratingColumn: ratingColumn,
            parameters: parameters)
    }

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `Recommender.mlmodel` into.
    /// - Throws: `MLCreateError.io` if the file cannot be written.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        let specification = RecommenderExport(items: ratings.items, similarity: similarity).specification(metadata ?? MLModelMetadata())
        try AtomicFile.write(specification.encoded(), to: fileURL.modelFile(named: "Recommender.mlmodel"))
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        "MLRecommender of \(ratings.items.values.count) items, from \(ratings.users.values.count) users\n\(modelParameters)"
    }

    public var debugDescription: String { description }
}

extension ItemSimilarity {
    /// Replaces the similar items that were computed by those of a table with known similarities. Items that the table does not contain keep their
    /// similar items.
    fileprivate mutating func replace(with table: MLDataTable, _ items: IdentifierList, _ itemColumn: String) throws {
        let first = try ItemRatings.identifiers(table, itemColumn).values
        let second = try ItemRatings.identifiers(table, "similar").values
        let scores = try ItemRatings.numbers(table, "score")
        var given: [Int: [Similar]] = [:]
        for (row, score) in scores.enumerated() {
            guard let item = items.places[first[row]], let other = items.places[second[row]] else {
                throw MLCreateError.generic(
                    reason:
                        "\(TableRow.name(row)) of the nearest items has an item that is not in the training data: '\(first[row])', '\(second[row])'"
                )
            }
            given[item, default: []].append(Similar(item: other, score: score))
        }
        for (item, others) in given { similar[item] = others.sorted(by: Similar.isBetter) }
    }
}
