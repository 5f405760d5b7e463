// Written by Scripts/generate_specification.py from the messages of BayesianProbitRegressor.proto.

extension Specification {
    package struct BayesianProbitRegressor: Message {
        package var numberOfFeatures: UInt32 = 0
        @Indirect package var bias: Specification.BayesianProbitRegressor.Gaussian?
        package var features: [Specification.BayesianProbitRegressor.FeatureWeight] = []
        package var regressionInputFeatureName: String = ""
        package var optimismInputFeatureName: String = ""
        package var samplingScaleInputFeatureName: String = ""
        package var samplingTruncationInputFeatureName: String = ""
        package var meanOutputFeatureName: String = ""
        package var varianceOutputFeatureName: String = ""
        package var pessimisticProbabilityOutputFeatureName: String = ""
        package var sampledProbabilityOutputFeatureName: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&numberOfFeatures)
            case 2: try reader.decode(&_bias)
            case 3: try reader.decode(&features)
            case 10: try reader.decode(&regressionInputFeatureName)
            case 11: try reader.decode(&optimismInputFeatureName)
            case 12: try reader.decode(&samplingScaleInputFeatureName)
            case 13: try reader.decode(&samplingTruncationInputFeatureName)
            case 20: try reader.decode(&meanOutputFeatureName)
            case 21: try reader.decode(&varianceOutputFeatureName)
            case 22: try reader.decode(&pessimisticProbabilityOutputFeatureName)
            case 23: try reader.decode(&sampledProbabilityOutputFeatureName)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(numberOfFeatures, field: 1)
            writer.write(bias, field: 2)
            writer.write(features, field: 3)
            writer.write(regressionInputFeatureName, field: 10)
            writer.write(optimismInputFeatureName, field: 11)
            writer.write(samplingScaleInputFeatureName, field: 12)
            writer.write(samplingTruncationInputFeatureName, field: 13)
            writer.write(meanOutputFeatureName, field: 20)
            writer.write(varianceOutputFeatureName, field: 21)
            writer.write(pessimisticProbabilityOutputFeatureName, field: 22)
            writer.write(sampledProbabilityOutputFeatureName, field: 23)
        }

        package struct Gaussian: Message {
            package var mean: Double = 0
            package var precision: Double = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&mean)
                case 2: try reader.decode(&precision)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(mean, field: 1)
                writer.write(precision, field: 2)
            }
        }

        package struct FeatureValueWeight: Message {
            package var featureValue: UInt32 = 0
            @Indirect package var featureWeight: Specification.BayesianProbitRegressor.Gaussian?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&featureValue)
                case 2: try reader.decode(&_featureWeight)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(featureValue, field: 1)
                writer.write(featureWeight, field: 2)
            }
        }

        package struct FeatureWeight: Message {
            package var featureId: UInt32 = 0
            package var weights: [Specification.BayesianProbitRegressor.FeatureValueWeight] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&featureId)
                case 2: try reader.decode(&weights)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(featureId, field: 1)
                writer.write(weights, field: 2)
            }
        }
    }
}
