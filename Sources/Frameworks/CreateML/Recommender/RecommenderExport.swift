import CoreMLSpecification

/// A recommender as a Core ML model.
struct RecommenderExport {
    let items: IdentifierList
    let similarity: ItemSimilarity

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        var recommender = Specification.ItemSimilarityRecommender()
        recommender.itemItemSimilarities = similarity.similar.enumerated().map { item, others in
            var entry = Specification.ItemSimilarityRecommender.SimilarItems()
            (entry.itemId, entry.itemScoreAdjustment) = (UInt64(item), similarity.shifts[item])
            entry.similarItemList = others.map { other in
                var connected = Specification.ItemSimilarityRecommender.ConnectedItem()
                (connected.itemId, connected.similarityScore) = (UInt64(other.item), other.score)
                return connected
            }
            return entry
        }
        if items.type == .int {
            recommender.itemInt64Ids = .with { $0.vector = items.values.map { Int64($0.intValue ?? 0) } }
        } else {
            recommender.itemStringIds = TableExport.strings(items.values.map { $0.stringValue ?? "" })
        }
        recommender.itemInputFeatureName = "items"
        recommender.numRecommendationsInputFeatureName = "k"
        recommender.itemRestrictionInputFeatureName = "restrict"
        recommender.itemExclusionInputFeatureName = "exclude"
        recommender.recommendedItemListOutputFeatureName = "recommendations"
        recommender.recommendedItemScoreOutputFeatureName = "scores"
        var model = Specification.Model()
        // The version of the format that introduced recommenders.
        model.specificationVersion = 4
        model.description = description(metadata)
        model.type = .itemSimilarityRecommender(recommender)
        return model
    }

    private func description(_ metadata: MLModelMetadata) -> Specification.ModelDescription {
        var description = Specification.ModelDescription()
        let scored = Specification.FeatureType.Kind.dictionary(hasIntegerKeys: items.type == .int)
        description.input = [
            .init("items", scored), .init("k", .int64Type(.init())), list("restrict", isOptional: true), list("exclude", isOptional: true),
        ]
        description.output = [list("recommendations"), .init("scores", scored)]
        description.metadata = metadata.specification
        return description
    }

    private func list(_ name: String, isOptional: Bool = false) -> Specification.FeatureDescription {
        var list = Specification.SequenceFeatureType()
        list.type = items.type == .int ? .int64Type(.init()) : .stringType(.init())
        var feature = Specification.FeatureDescription(name, .sequenceType(list))
        feature.type?.isOptional = isOptional
        return feature
    }
}
