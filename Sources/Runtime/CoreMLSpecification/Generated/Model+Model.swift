// Written by Scripts/generate_specification.py from the messages of Model.proto.

extension Specification {
    package struct Model: Message {
        package var specificationVersion: Int32 = 0
        @Indirect package var description: Specification.ModelDescription?
        package var isUpdatable: Bool = false
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&specificationVersion)
            case 2: try reader.decode(&_description)
            case 10: try reader.decode(&isUpdatable)
            default:
                if let member = try Kind.decode(field, from: &reader) {
                    type = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(specificationVersion, field: 1)
            writer.write(description, field: 2)
            writer.write(isUpdatable, field: 10)
            type?.encode(to: &writer)
        }

        package indirect enum Kind: OneOf {
            case pipelineClassifier(Specification.PipelineClassifier)
            case pipelineRegressor(Specification.PipelineRegressor)
            case pipeline(Specification.Pipeline)
            case glmRegressor(Specification.GLMRegressor)
            case supportVectorRegressor(Specification.SupportVectorRegressor)
            case treeEnsembleRegressor(Specification.TreeEnsembleRegressor)
            case neuralNetworkRegressor(Specification.NeuralNetworkRegressor)
            case bayesianProbitRegressor(Specification.BayesianProbitRegressor)
            case glmClassifier(Specification.GLMClassifier)
            case supportVectorClassifier(Specification.SupportVectorClassifier)
            case treeEnsembleClassifier(Specification.TreeEnsembleClassifier)
            case neuralNetworkClassifier(Specification.NeuralNetworkClassifier)
            case kNearestNeighborsClassifier(Specification.KNearestNeighborsClassifier)
            case neuralNetwork(Specification.NeuralNetwork)
            case itemSimilarityRecommender(Specification.ItemSimilarityRecommender)
            case mlProgram(Specification.MILSpec.Program)
            case customModel(Specification.CustomModel)
            case linkedModel(Specification.LinkedModel)
            case classConfidenceThresholding(Specification.ClassConfidenceThresholding)
            case oneHotEncoder(Specification.OneHotEncoder)
            case imputer(Specification.Imputer)
            case featureVectorizer(Specification.FeatureVectorizer)
            case dictVectorizer(Specification.DictVectorizer)
            case scaler(Specification.Scaler)
            case categoricalMapping(Specification.CategoricalMapping)
            case normalizer(Specification.Normalizer)
            case arrayFeatureExtractor(Specification.ArrayFeatureExtractor)
            case nonMaximumSuppression(Specification.NonMaximumSuppression)
            case identity(Specification.Identity)
            case textClassifier(Specification.CoreMLModels.TextClassifier)
            case wordTagger(Specification.CoreMLModels.WordTagger)
            case visionFeaturePrint(Specification.CoreMLModels.VisionFeaturePrint)
            case soundAnalysisPreprocessing(Specification.CoreMLModels.SoundAnalysisPreprocessing)
            case gazetteer(Specification.CoreMLModels.Gazetteer)
            case wordEmbedding(Specification.CoreMLModels.WordEmbedding)
            case audioFeaturePrint(Specification.CoreMLModels.AudioFeaturePrint)
            case serializedModel(Specification.SerializedModel)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 200: return .pipelineClassifier(try reader.decode(Specification.PipelineClassifier.self))
                case 201: return .pipelineRegressor(try reader.decode(Specification.PipelineRegressor.self))
                case 202: return .pipeline(try reader.decode(Specification.Pipeline.self))
                case 300: return .glmRegressor(try reader.decode(Specification.GLMRegressor.self))
                case 301: return .supportVectorRegressor(try reader.decode(Specification.SupportVectorRegressor.self))
                case 302: return .treeEnsembleRegressor(try reader.decode(Specification.TreeEnsembleRegressor.self))
                case 303: return .neuralNetworkRegressor(try reader.decode(Specification.NeuralNetworkRegressor.self))
                case 304: return .bayesianProbitRegressor(try reader.decode(Specification.BayesianProbitRegressor.self))
                case 400: return .glmClassifier(try reader.decode(Specification.GLMClassifier.self))
                case 401: return .supportVectorClassifier(try reader.decode(Specification.SupportVectorClassifier.self))
                case 402: return .treeEnsembleClassifier(try reader.decode(Specification.TreeEnsembleClassifier.self))
                case 403: return .neuralNetworkClassifier(try reader.decode(Specification.NeuralNetworkClassifier.self))
                case 404: return .kNearestNeighborsClassifier(try reader.decode(Specification.KNearestNeighborsClassifier.self))
                case 500: return .neuralNetwork(try reader.decode(Specification.NeuralNetwork.self))
                case 501: return .itemSimilarityRecommender(try reader.decode(Specification.ItemSimilarityRecommender.self))
                case 502: return .mlProgram(try reader.decode(Specification.MILSpec.Program.self))
                case 555: return .customModel(try reader.decode(Specification.CustomModel.self))
                case 556: return .linkedModel(try reader.decode(Specification.LinkedModel.self))
                case 560: return .classConfidenceThresholding(try reader.decode(Specification.ClassConfidenceThresholding.self))
                case 600: return .oneHotEncoder(try reader.decode(Specification.OneHotEncoder.self))
                case 601: return .imputer(try reader.decode(Specification.Imputer.self))
                case 602: return .featureVectorizer(try reader.decode(Specification.FeatureVectorizer.self))
                case 603: return .dictVectorizer(try reader.decode(Specification.DictVectorizer.self))
                case 604: return .scaler(try reader.decode(Specification.Scaler.self))
                case 606: return .categoricalMapping(try reader.decode(Specification.CategoricalMapping.self))
                case 607: return .normalizer(try reader.decode(Specification.Normalizer.self))
                case 609: return .arrayFeatureExtractor(try reader.decode(Specification.ArrayFeatureExtractor.self))
                case 610: return .nonMaximumSuppression(try reader.decode(Specification.NonMaximumSuppression.self))
                case 900: return .identity(try reader.decode(Specification.Identity.self))
                case 2000: return .textClassifier(try reader.decode(Specification.CoreMLModels.TextClassifier.self))
                case 2001: return .wordTagger(try reader.decode(Specification.CoreMLModels.WordTagger.self))
                case 2002: return .visionFeaturePrint(try reader.decode(Specification.CoreMLModels.VisionFeaturePrint.self))
                case 2003: return .soundAnalysisPreprocessing(try reader.decode(Specification.CoreMLModels.SoundAnalysisPreprocessing.self))
                case 2004: return .gazetteer(try reader.decode(Specification.CoreMLModels.Gazetteer.self))
                case 2005: return .wordEmbedding(try reader.decode(Specification.CoreMLModels.WordEmbedding.self))
                case 2006: return .audioFeaturePrint(try reader.decode(Specification.CoreMLModels.AudioFeaturePrint.self))
                case 3000: return .serializedModel(try reader.decode(Specification.SerializedModel.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .pipelineClassifier(let value): writer.writeMember(value, field: 200)
                case .pipelineRegressor(let value): writer.writeMember(value, field: 201)
                case .pipeline(let value): writer.writeMember(value, field: 202)
                case .glmRegressor(let value): writer.writeMember(value, field: 300)
                case .supportVectorRegressor(let value): writer.writeMember(value, field: 301)
                case .treeEnsembleRegressor(let value): writer.writeMember(value, field: 302)
                case .neuralNetworkRegressor(let value): writer.writeMember(value, field: 303)
                case .bayesianProbitRegressor(let value): writer.writeMember(value, field: 304)
                case .glmClassifier(let value): writer.writeMember(value, field: 400)
                case .supportVectorClassifier(let value): writer.writeMember(value, field: 401)
                case .treeEnsembleClassifier(let value): writer.writeMember(value, field: 402)
                case .neuralNetworkClassifier(let value): writer.writeMember(value, field: 403)
                case .kNearestNeighborsClassifier(let value): writer.writeMember(value, field: 404)
                case .neuralNetwork(let value): writer.writeMember(value, field: 500)
                case .itemSimilarityRecommender(let value): writer.writeMember(value, field: 501)
                case .mlProgram(let value): writer.writeMember(value, field: 502)
                case .customModel(let value): writer.writeMember(value, field: 555)
                case .linkedModel(let value): writer.writeMember(value, field: 556)
                case .classConfidenceThresholding(let value): writer.writeMember(value, field: 560)
                case .oneHotEncoder(let value): writer.writeMember(value, field: 600)
                case .imputer(let value): writer.writeMember(value, field: 601)
                case .featureVectorizer(let value): writer.writeMember(value, field: 602)
                case .dictVectorizer(let value): writer.writeMember(value, field: 603)
                case .scaler(let value): writer.writeMember(value, field: 604)
                case .categoricalMapping(let value): writer.writeMember(value, field: 606)
                case .normalizer(let value): writer.writeMember(value, field: 607)
                case .arrayFeatureExtractor(let value): writer.writeMember(value, field: 609)
                case .nonMaximumSuppression(let value): writer.writeMember(value, field: 610)
                case .identity(let value): writer.writeMember(value, field: 900)
                case .textClassifier(let value): writer.writeMember(value, field: 2000)
                case .wordTagger(let value): writer.writeMember(value, field: 2001)
                case .visionFeaturePrint(let value): writer.writeMember(value, field: 2002)
                case .soundAnalysisPreprocessing(let value): writer.writeMember(value, field: 2003)
                case .gazetteer(let value): writer.writeMember(value, field: 2004)
                case .wordEmbedding(let value): writer.writeMember(value, field: 2005)
                case .audioFeaturePrint(let value): writer.writeMember(value, field: 2006)
                case .serializedModel(let value): writer.writeMember(value, field: 3000)
                }
            }
        }
    }
}
