// Written by Scripts/generate_specification.py from the messages of Model.proto.

extension Specification {
    package struct Pipeline: Message {
        package var models: [Specification.Model] = []
        package var names: [String] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&models)
            case 2: try reader.decode(&names)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(models, field: 1)
            writer.write(names, field: 2)
        }
    }
}

extension Specification {
    package struct PipelineClassifier: Message {
        @Indirect package var pipeline: Specification.Pipeline?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_pipeline)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(pipeline, field: 1)
        }
    }
}

extension Specification {
    package struct PipelineRegressor: Message {
        @Indirect package var pipeline: Specification.Pipeline?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_pipeline)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(pipeline, field: 1)
        }
    }
}

extension Specification {
    package struct FeatureDescription: Message {
        package var name: String = ""
        package var shortDescription: String = ""
        @Indirect package var type: Specification.FeatureType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            case 2: try reader.decode(&shortDescription)
            case 3: try reader.decode(&_type)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            writer.write(shortDescription, field: 2)
            writer.write(type, field: 3)
        }
    }
}

extension Specification {
    package struct Metadata: Message {
        package var shortDescription: String = ""
        package var versionString: String = ""
        package var author: String = ""
        package var license: String = ""
        package var userDefined = OrderedMap<String, String>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shortDescription)
            case 2: try reader.decode(&versionString)
            case 3: try reader.decode(&author)
            case 4: try reader.decode(&license)
            case 100: try reader.decode(&userDefined)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shortDescription, field: 1)
            writer.write(versionString, field: 2)
            writer.write(author, field: 3)
            writer.write(license, field: 4)
            writer.write(userDefined, field: 100)
        }
    }
}

extension Specification {
    package struct FunctionDescription: Message {
        package var name: String = ""
        package var input: [Specification.FeatureDescription] = []
        package var output: [Specification.FeatureDescription] = []
        package var state: [Specification.FeatureDescription] = []
        package var predictedFeatureName: String = ""
        package var predictedProbabilitiesName: String = ""
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&name)
            case 2: try reader.decode(&input)
            case 3: try reader.decode(&output)
            case 4: try reader.decode(&predictedFeatureName)
            case 5: try reader.decode(&predictedProbabilitiesName)
            case 6: try reader.decode(&state)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(name, field: 1)
            writer.write(input, field: 2)
            writer.write(output, field: 3)
            writer.write(predictedFeatureName, field: 4)
            writer.write(predictedProbabilitiesName, field: 5)
            writer.write(state, field: 6)
        }
    }
}

extension Specification {
    package struct ModelDescription: Message {
        package var functions: [Specification.FunctionDescription] = []
        package var defaultFunctionName: String = ""
        @Indirect package var metadata: Specification.Metadata?
        package var input: [Specification.FeatureDescription] = []
        package var output: [Specification.FeatureDescription] = []
        package var state: [Specification.FeatureDescription] = []
        package var predictedFeatureName: String = ""
        package var predictedProbabilitiesName: String = ""
        package var trainingInput: [Specification.FeatureDescription] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&input)
            case 10: try reader.decode(&output)
            case 11: try reader.decode(&predictedFeatureName)
            case 12: try reader.decode(&predictedProbabilitiesName)
            case 13: try reader.decode(&state)
            case 20: try reader.decode(&functions)
            case 21: try reader.decode(&defaultFunctionName)
            case 50: try reader.decode(&trainingInput)
            case 100: try reader.decode(&_metadata)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(input, field: 1)
            writer.write(output, field: 10)
            writer.write(predictedFeatureName, field: 11)
            writer.write(predictedProbabilitiesName, field: 12)
            writer.write(state, field: 13)
            writer.write(functions, field: 20)
            writer.write(defaultFunctionName, field: 21)
            writer.write(trainingInput, field: 50)
            writer.write(metadata, field: 100)
        }
    }
}

extension Specification {
    package struct SerializedModel: Message {
        package var identifier: String = ""
        package var model: Bytes = Bytes()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&identifier)
            case 2: try reader.decode(&model)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(identifier, field: 1)
            writer.write(model, field: 2)
        }
    }
}

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
