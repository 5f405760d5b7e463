// Written by Scripts/generate_specification.py from the messages of ItemSimilarityRecommender.proto.

extension Specification {
    package struct ItemSimilarityRecommender: Message {
        package var itemItemSimilarities: [Specification.ItemSimilarityRecommender.SimilarItems] = []
        @Indirect package var itemStringIds: Specification.StringVector?
        @Indirect package var itemInt64Ids: Specification.Int64Vector?
        package var itemInputFeatureName: String = ""
        package var numRecommendationsInputFeatureName: String = ""
        package var itemRestrictionInputFeatureName: String = ""
        package var itemExclusionInputFeatureName: String = ""
        package var recommendedItemListOutputFeatureName: String = ""
        package var recommendedItemScoreOutputFeatureName: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&itemItemSimilarities)
            case 2: try reader.decode(&_itemStringIds)
            case 3: try reader.decode(&_itemInt64Ids)
            case 10: try reader.decode(&itemInputFeatureName)
            case 11: try reader.decode(&numRecommendationsInputFeatureName)
            case 12: try reader.decode(&itemRestrictionInputFeatureName)
            case 13: try reader.decode(&itemExclusionInputFeatureName)
            case 20: try reader.decode(&recommendedItemListOutputFeatureName)
            case 21: try reader.decode(&recommendedItemScoreOutputFeatureName)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(itemItemSimilarities, field: 1)
            writer.write(itemStringIds, field: 2)
            writer.write(itemInt64Ids, field: 3)
            writer.write(itemInputFeatureName, field: 10)
            writer.write(numRecommendationsInputFeatureName, field: 11)
            writer.write(itemRestrictionInputFeatureName, field: 12)
            writer.write(itemExclusionInputFeatureName, field: 13)
            writer.write(recommendedItemListOutputFeatureName, field: 20)
            writer.write(recommendedItemScoreOutputFeatureName, field: 21)
        }

        package struct ConnectedItem: Message {
            package var itemId: UInt64 = 0
            package var similarityScore: Double = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&itemId)
                case 2: try reader.decode(&similarityScore)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(itemId, field: 1)
                writer.write(similarityScore, field: 2)
            }
        }

        package struct SimilarItems: Message {
            package var itemId: UInt64 = 0
            package var similarItemList: [Specification.ItemSimilarityRecommender.ConnectedItem] = []
            package var itemScoreAdjustment: Double = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&itemId)
                case 2: try reader.decode(&similarItemList)
                case 3: try reader.decode(&itemScoreAdjustment)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(itemId, field: 1)
                writer.write(similarItemList, field: 2)
                writer.write(itemScoreAdjustment, field: 3)
            }
        }
    }
}
