import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// A model of a table as a Core ML pipeline: encoders of texts and dictionaries, a vectorizer, an imputer where weighted sums need it, and the model of
/// the vector.
struct TableExport: Sendable {
    let schema: TableSchema
    let classes: TableClasses?
    let predictor: TablePredictor

    func makeModel() throws -> MLModel {
        let package = ModelPackage(model: specification(MLModelMetadata()))
        return try MLModel(package: package, configuration: MLModelConfiguration(), name: "the model of the table")
    }

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        var pipeline = Specification.Pipeline()
        let (encoders, vectorizer) = features
        pipeline.models = encoders + [vectorizer] + (imputer.map { [$0] } ?? []) + [head]
        var model = Specification.Model()
        model.specificationVersion = 1
        var description = Specification.ModelDescription()
        description.input = schema.features.map(input)
        setOutputs(&description)
        description.metadata = metadata.specification
        model.description = description
        if classes == nil {
            var regressor = Specification.PipelineRegressor()
            regressor.pipeline = pipeline
            model.type = .pipelineRegressor(regressor)
        } else {
            var classifier = Specification.PipelineClassifier()
            classifier.pipeline = pipeline
            model.type = .pipelineClassifier(classifier)
        }
        return model
    }

    // MARK: Features

    var width: Int { schema.features.reduce(0) { $0 + $1.width } }

    /// A name that is neither a column nor another name of the pipeline.
    private func inner(_ name: String) -> String {
        let taken = Set(schema.features.map(\.name) + [schema.target, probabilitiesName])
        var name = "__\(name)__"
        while taken.contains(name) { name += "_" }
        return name
    }

    private func input(_ feature: TableFeature) -> Specification.FeatureDescription {
        var type = Specification.FeatureType()
        type.isOptional = feature.isOptional
        switch feature.kind {
        case .number(let isWhole): type.type = isWhole ? .int64Type(.init()) : .doubleType(.init())
        case .text: type.type = .stringType(.init())
        case .dictionary:
            var dictionary = Specification.DictionaryFeatureType()
            dictionary.keyType = .stringKeyType(.init())
            type.type = .dictionaryType(dictionary)
        case .vector(let count): type.type = Self.array(count).type
        }
        return Self.feature(feature.name, type)
    }

    static func feature(_ name: String, _ type: Specification.FeatureType) -> Specification.FeatureDescription {
        var feature = Specification.FeatureDescription()
        feature.name = name
        feature.type = type
        return feature
    }

    static func array(_ count: Int) -> Specification.FeatureType {
        var array = Specification.ArrayFeatureType()
        array.dataType = .double
        array.shape = [Int64(count)]
        var type = Specification.FeatureType()
        type.type = .multiArrayType(array)
        return type
    }

    private static func model(
        _ inputs: [Specification.FeatureDescription], _ outputs: [Specification.FeatureDescription],
        _ type: Specification.Model.Kind
    ) -> Specification.Model {
        var model = Specification.Model()
        model.specificationVersion = 1
        var description = Specification.ModelDescription()
        (description.input, description.output) = (inputs, outputs)
        model.description = description
        model.type = type
        return model
    }

    /// The models that turn texts and dictionaries into arrays, and the one that puts all features together.
    private var features: (encoders: [Specification.Model], vectorizer: Specification.Model) {
        var encoders: [Specification.Model] = []
        var inputs: [Specification.FeatureDescription] = []
        var vectorizer = Specification.FeatureVectorizer()
        for feature in schema.features {
            let source = input(feature)
            var own = source
            switch feature.kind {
            case .number, .vector: break
            case .text(let categories):
                var encoder = Specification.OneHotEncoder()
                encoder.categoryType = .stringCategories(Self.strings(categories))
                encoder.handleUnknown = .ignoreUnknown
                own = Self.feature(inner(feature.name), Self.array(feature.width))
                encoders.append(Self.model([source], [own], .oneHotEncoder(encoder)))
            case .dictionary(let keys):
                var encoder = Specification.DictVectorizer()
                encoder.map = .stringToIndex(Self.strings(keys))
                own = Self.feature(inner(feature.name), Self.array(feature.width))
                encoders.append(Self.model([source], [own], .dictVectorizer(encoder)))
            }
            var column = Specification.FeatureVectorizer.InputColumn()
            column.inputColumn = own.name
            column.inputDimensions = UInt64(feature.width)
            vectorizer.inputList.append(column)
            inputs.append(own)
        }
        return (encoders, Self.model(inputs, [vector(isImputed: false)], .featureVectorizer(vectorizer)))
    }

    private func vector(isImputed: Bool) -> Specification.FeatureDescription {
        Self.feature(inner(isImputed ? "imputedFeatures" : "features"), Self.array(width))
    }

    static func strings(_ values: [String]) -> Specification.StringVector {
        var strings = Specification.StringVector()
        strings.vector = values
        return strings
    }

    /// The values that stand for missing ones, where the model is one of weighted sums.
    private var fill: [Double]? {
        switch predictor {
        case .trees: nil
        case .linear(let model), .pairs(let model, _):
            zip(model.fill, columns).flatMap { fill, width in [Double](repeating: width == 1 ? fill : 0, count: width) }
        }
    }

    /// The widths of the learners' columns.
    private var columns: [Int] {
        schema.features.flatMap { feature in
            if case .text(let categories) = feature.kind { [categories.count] } else { [Int](repeating: 1, count: feature.width) }
        }
    }

    private var imputer: Specification.Model? {
        guard let fill else { return nil }
        var values = Specification.DoubleVector()
        values.vector = PackedDoubles(fill)
        var imputer = Specification.Imputer()
        imputer.imputedValue = .imputedDoubleArray(values)
        imputer.replaceValue = .replaceDoubleValue(.nan)
        return Self.model([vector(isImputed: false)], [vector(isImputed: true)], .imputer(imputer))
    }

    // MARK: The model of the vector

    private var head: Specification.Model {
        var description = Specification.ModelDescription()
        description.input = [vector(isImputed: fill != nil)]
        setOutputs(&description)
        var model = Specification.Model()
        model.specificationVersion = 1
        model.description = description
        model.type = headType
        return model
    }

    private var headType: Specification.Model.Kind {
        switch (predictor, classes) {
        case (.trees(let ensemble, _), nil): .treeEnsembleRegressor(treeRegressor(ensemble))
        case (.trees(let ensemble, let link), let classes?): .treeEnsembleClassifier(treeClassifier(ensemble, link, classes))
        case (.linear(let model), let classes?): .glmClassifier(Self.classifier(model, classes))
        case (.pairs(let model, _), let classes?): .supportVectorClassifier(Self.supportVectors(model, classes))
        case (.linear(let model), nil), (.pairs(let model, _), nil): .glmRegressor(Self.regressor(model))
        }
    }

    private var probabilitiesName: String { schema.target + "Probability" }

    /// Support vectors give no probabilities.
    private var hasProbabilities: Bool { if case .pairs = predictor { false } else { true } }

    private func setOutputs(_ description: inout Specification.ModelDescription) {
        var type = Specification.FeatureType()
        description.predictedFeatureName = schema.target
        guard let classes else {
            type.type = .doubleType(.init())
            description.output = [Self.feature(schema.target, type)]
            return
        }
        var dictionary = Specification.DictionaryFeatureType()
        switch classes {
        case .texts:
            type.type = .stringType(.init())
            dictionary.keyType = .stringKeyType(.init())
        case .numbers:
            type.type = .int64Type(.init())
            dictionary.keyType = .int64KeyType(.init())
        }
        description.output = [Self.feature(schema.target, type)]
        guard hasProbabilities else { return }
        var probabilities = Specification.FeatureType()
        probabilities.type = .dictionaryType(dictionary)
        description.output.append(Self.feature(probabilitiesName, probabilities))
        description.predictedProbabilitiesName = probabilitiesName
    }
}
