import CoreML
import CoreMLRuntime
import CoreMLSpecification

/// A trained table model as a Core ML pipeline. Encoders turn texts and dictionaries into arrays. A vectorizer joins all features to a vector. For
/// linear models, an imputer fills in missing numbers. The last model reads the vector.
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

    /// The number of values in the feature vector.
    var width: Int {
        guard case .trees(let ensemble, _) = predictor else { return schema.features.reduce(0) { $0 + $1.width } }
        return TreeColumns(ensemble).width
    }

    /// A unique name for a part of the pipeline, derived from `name`.
    private func inner(_ name: String) -> String {
        let taken = Set(schema.features.map(\.name) + [schema.target, probabilitiesName])
        var name = "__\(name)__"
        while taken.contains(name) { name += "_" }
        return name
    }

    private func input(_ feature: TableFeature) -> Specification.FeatureDescription {
        var input: Specification.FeatureDescription =
            switch feature.kind {
            case .number(let isWhole): .init(feature.name, isWhole ? .int64Type(.init()) : .doubleType(.init()))
            case .text: .init(feature.name, .stringType(.init()))
            case .dictionary: .init(feature.name, .dictionary())
            case .vector(let count): .init(array: feature.name, [count], type: .double)
            }
        input.type?.isOptional = feature.isOptional
        return input
    }

    static func oneHot(
        _ categories: [String], _ input: Specification.FeatureDescription, _ output: Specification.FeatureDescription
    ) -> Specification.Model {
        var encoder = Specification.OneHotEncoder()
        encoder.categoryType = .stringCategories(strings(categories))
        encoder.handleUnknown = .ignoreUnknown
        return model([input], [output], .oneHotEncoder(encoder))
    }

    static func model(
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

    /// The models that turn texts and dictionaries into arrays, and the model that joins all features to a vector.
    private var features: (encoders: [Specification.Model], vectorizer: Specification.Model) {
        var encoders: [Specification.Model] = []
        var inputs: [Specification.FeatureDescription] = []
        var vectorizer = Specification.FeatureVectorizer()
        func append(_ input: Specification.FeatureDescription, _ width: Int) {
            var column = Specification.FeatureVectorizer.InputColumn()
            column.inputColumn = input.name
            column.inputDimensions = UInt64(width)
            vectorizer.inputList.append(column)
            inputs.append(input)
        }
        var trees: TreeColumns?
        if case .trees(let ensemble, _) = predictor { trees = TreeColumns(ensemble) }
        // The index of the feature's first column in the trained model.
        var place = 0
        for feature in schema.features {
            let source = input(feature)
            var own = source
            switch feature.kind {
            case .number, .vector: break
            case .text(let categories):
                if let columns = trees {
                    for encoder in columns.encoders(of: place, categories, source, inner) {
                        encoders.append(encoder.model)
                        if encoder.width > 0 { append(encoder.output, encoder.width) }
                    }
                    place += 1
                    continue
                }
                own = .init(array: inner(feature.name), [feature.width], type: .double)
                encoders.append(Self.oneHot(categories, source, own))
            case .dictionary(let keys):
                var encoder = Specification.DictVectorizer()
                encoder.map = .stringToIndex(Self.strings(keys))
                own = .init(array: inner(feature.name), [feature.width], type: .double)
                encoders.append(Self.model([source], [own], .dictVectorizer(encoder)))
            }
            append(own, feature.width)
            place += feature.width
        }
        return (encoders, Self.model(inputs, [vector(isImputed: false)], .featureVectorizer(vectorizer)))
    }

    private func vector(isImputed: Bool) -> Specification.FeatureDescription {
        .init(array: inner(isImputed ? "imputedFeatures" : "features"), [width], type: .double)
    }

    static func strings(_ values: [String]) -> Specification.StringVector {
        var strings = Specification.StringVector()
        strings.vector = values
        return strings
    }

    /// The values that replace missing numbers for linear models; `nil` for trees.
    private var fill: [Double]? {
        switch predictor {
        case .trees: nil
        case .linear(let model), .pairs(let model, _):
            zip(model.fill, columns).flatMap { fill, width in [Double](repeating: width == 1 ? fill : 0, count: width) }
        }
    }

    /// The number of values in the feature vector for each column of the trained model.
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

    // MARK: The model that reads the vector

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

    /// Whether the model has an output of probabilities. Support vector classifiers have none.
    private var hasProbabilities: Bool { if case .pairs = predictor { false } else { true } }

    private func setOutputs(_ description: inout Specification.ModelDescription) {
        description.predictedFeatureName = schema.target
        let isWhole: Bool
        switch classes {
        case nil:
            description.output = [.init(schema.target, .doubleType(.init()))]
            return
        case .texts: isWhole = false
        case .numbers: isWhole = true
        }
        description.output = [.init(schema.target, isWhole ? .int64Type(.init()) : .stringType(.init()))]
        guard hasProbabilities else { return }
        description.output.append(.init(probabilitiesName, .dictionary(hasIntegerKeys: isWhole)))
        description.predictedProbabilitiesName = probabilitiesName
    }
}
