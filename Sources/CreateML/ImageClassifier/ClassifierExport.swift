import CoreML
import CoreMLSpecification
import Foundation

/// A trained classifier as a Core ML model: a pipeline of the feature extractor and a generalised linear classifier.
struct ClassifierExport: Sendable {
    let extractor: ImageFeatureExtractor
    let regression: LogisticRegression
    let labels: [String]

    private static let labelName = "classLabel"
    private static let probabilitiesName = "classLabelProbs"

    func makeModel() throws -> MLModel {
        let package = ModelPackage(model: specification(MLModelMetadata()))
        return try MLModel(package: package, configuration: MLModelConfiguration(), name: "the image classifier")
    }

    func specification(_ metadata: MLModelMetadata) -> Specification.Model {
        var pipeline = Specification.Pipeline()
        pipeline.models = [extractorModel, linearModel]
        pipeline.names = ["features", "classifier"]
        var classifier = Specification.PipelineClassifier()
        classifier.pipeline = pipeline
        var model = Specification.Model()
        model.specificationVersion = extractor.specification.specificationVersion
        var description = Specification.ModelDescription()
        description.input = extractor.specification.description?.input ?? []
        setOutputs(&description)
        description.metadata = metadata.specification
        model.description = description
        model.type = .pipelineClassifier(classifier)
        return model
    }

    /// The extractor with its output as doubles, which the linear classifier reads.
    private var extractorModel: Specification.Model {
        var model = extractor.specification
        model.description?.output = [features]
        return model
    }

    private var features: Specification.FeatureDescription {
        var array = Specification.ArrayFeatureType()
        array.dataType = .double
        array.shape = [Int64(extractor.count)]
        var feature = Specification.FeatureDescription()
        feature.name = extractor.outputName
        feature.type = Specification.FeatureType()
        feature.type?.type = .multiArrayType(array)
        return feature
    }

    /// The first label is the reference, whose score is zero; the others' weights are the differences to its own.
    private var linearModel: Specification.Model {
        var linear = Specification.GLMClassifier()
        let columns = regression.columns
        for label in 1..<labels.count {
            var row = Specification.GLMClassifier.DoubleArray()
            row.value = PackedDoubles((0..<columns).map { regression.weights[label * columns + $0] - regression.weights[$0] })
            linear.weights.append(row)
        }
        linear.offset = PackedDoubles((1..<labels.count).map { regression.offsets[$0] - regression.offsets[0] })
        linear.classEncoding = .referenceClass
        linear.postEvaluationTransform = .logit
        var strings = Specification.StringVector()
        strings.vector = labels
        linear.classLabels = .stringClassLabels(strings)
        var model = Specification.Model()
        model.specificationVersion = 1
        var description = Specification.ModelDescription()
        description.input = [features]
        setOutputs(&description)
        model.description = description
        model.type = .glmClassifier(linear)
        return model
    }

    private func setOutputs(_ description: inout Specification.ModelDescription) {
        var label = Specification.FeatureDescription()
        label.name = Self.labelName
        label.type = Specification.FeatureType()
        label.type?.type = .stringType(Specification.StringFeatureType())
        var probabilities = Specification.FeatureDescription()
        probabilities.name = Self.probabilitiesName
        probabilities.type = Specification.FeatureType()
        var dictionary = Specification.DictionaryFeatureType()
        dictionary.keyType = .stringKeyType(Specification.StringFeatureType())
        probabilities.type?.type = .dictionaryType(dictionary)
        description.output = [label, probabilities]
        description.predictedFeatureName = Self.labelName
        description.predictedProbabilitiesName = Self.probabilitiesName
    }
}
