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
