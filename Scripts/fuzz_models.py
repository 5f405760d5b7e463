"""Writes the seeds in Fuzz/Corpus/model for all types of models except networks, programs and trees.

Needs coremltools: python3 Scripts/fuzz_models.py
"""

import pathlib
import struct

import coremltools.proto.FeatureTypes_pb2 as features
import coremltools.proto.Model_pb2 as models

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "Fuzz" / "Corpus"


def model(version=4):
    return models.Model(specificationVersion=version)


def array(feature, name, *shape):
    feature.name = name
    feature.type.multiArrayType.shape.extend(shape)
    feature.type.multiArrayType.dataType = features.ArrayFeatureType.DOUBLE


def of_type(feature, name, kind):
    feature.name = name
    getattr(feature.type, kind).SetInParent()


def scores(feature, name):
    feature.name = name
    feature.type.dictionaryType.stringKeyType.SetInParent()


def words(feature, name):
    feature.name = name
    feature.type.sequenceType.stringType.SetInParent()


def recommender():
    spec = model()
    scores(spec.description.input.add(), "items")
    of_type(spec.description.input.add(), "k", "int64Type")
    words(spec.description.output.add(), "recommendations")
    scores(spec.description.output.add(), "scores")
    recommender = spec.itemSimilarityRecommender
    recommender.itemStringIds.vector.extend(["a", "b", "c"])
    for item, others in enumerate([(1, 2), (0,), (0, 1)]):
        entry = recommender.itemItemSimilarities.add(itemId=item, itemScoreAdjustment=0.5)
        for other in others:
            entry.similarItemList.add(itemId=other, similarityScore=0.25 * (other + 1))
    recommender.itemInputFeatureName, recommender.numRecommendationsInputFeatureName = "items", "k"
    recommender.recommendedItemListOutputFeatureName, recommender.recommendedItemScoreOutputFeatureName = "recommendations", "scores"
    return spec


def field(number, content):
    """A field of a message: text or bytes, or a number."""
    if isinstance(content, int):
        return bytes([number << 3, content])
    content = content.encode() if isinstance(content, str) else content
    return bytes([number << 3 | 2, len(content)]) + content


def word_embedding():
    spec = model()
    of_type(spec.description.input.add(), "text", "stringType")
    array(spec.description.output.add(), "vector", 2)
    spec.wordEmbedding.revision = 1
    spec.wordEmbedding.modelParameterData = (
        field(1, "osprey.wordEmbedding.1") + field(2, "a") + field(2, "é") + field(3, 2) + field(4, struct.pack("<4f", 1, 0, -1, 2))
    )
    return spec


def gazetteer():
    spec = model()
    of_type(spec.description.input.add(), "text", "stringType")
    of_type(spec.description.output.add(), "label", "stringType")
    spec.gazetteer.revision = 1
    spec.gazetteer.stringClassLabels.vector.extend(["town", "river"])
    spec.gazetteer.modelParameterData = field(1, "osprey.gazetteer.1") + field(2, "a") + field(2, "b c") + field(3, bytes([0, 1]))
    return spec


def classifier(spec):
    of_type(spec.description.output.add(), "label", "stringType")
    scores(spec.description.output.add(), "probabilities")
    spec.description.predictedFeatureName, spec.description.predictedProbabilitiesName = "label", "probabilities"
    return spec


def pipeline_of_columns():
    spec, vectorizer, linear = classifier(model()), model(), classifier(model())
    for name in ("a", "b"):
        of_type(spec.description.input.add(), name, "doubleType")
        of_type(vectorizer.description.input.add(), name, "doubleType")
        vectorizer.featureVectorizer.inputList.add(inputColumn=name, inputDimensions=1)
    array(vectorizer.description.output.add(), "x", 2)
    array(linear.description.input.add(), "x", 2)
    linear.glmClassifier.weights.add().value.extend([0.5, -1])
    linear.glmClassifier.offset.append(0.25)
    linear.glmClassifier.stringClassLabels.vector.extend(["no", "yes"])
    spec.pipelineClassifier.pipeline.models.extend([vectorizer, linear])
    return spec


def support_vectors():
    spec = classifier(model())
    array(spec.description.input.add(), "x", 2)
    machine = spec.supportVectorClassifier
    machine.kernel.rbfKernel.gamma = 0.5
    machine.numberOfSupportVectorsPerClass.extend([1, 2])
    for vector in ([0, 1], [1, 0], [2, 2]):
        machine.denseSupportVectors.vectors.add().values.extend(vector)
    machine.coefficients.add().alpha.extend([-1, 0.5, 0.5])
    machine.rho.append(0.1)
    machine.probA.append(-1)
    machine.probB.append(0)
    machine.stringClassLabels.vector.extend(["no", "yes"])
    return spec


def transformers():
    spec = model()
    of_type(spec.description.input.add(), "town", "stringType")
    of_type(spec.description.output.add(), "y", "doubleType")
    mapping, scaler = model(), model()
    of_type(mapping.description.input.add(), "town", "stringType")
    of_type(mapping.description.output.add(), "number", "int64Type")
    mapping.categoricalMapping.stringToInt64Map.map["Rome"] = 1
    mapping.categoricalMapping.int64Value = -1
    of_type(scaler.description.input.add(), "number", "int64Type")
    of_type(scaler.description.output.add(), "y", "doubleType")
    scaler.scaler.shiftValue.append(1)
    scaler.scaler.scaleValue.append(0.5)
    spec.pipeline.models.extend([mapping, scaler])
    return spec


def boxes():
    spec = model()
    for name, width in (("raw_confidence", 2), ("raw_coordinates", 4)):
        array(spec.description.input.add(), name, 3, width)
    for name, width in (("confidence", 2), ("coordinates", 4)):
        array(spec.description.output.add(), name, 3, width)
    suppression = spec.nonMaximumSuppression
    suppression.confidenceInputFeatureName, suppression.coordinatesInputFeatureName = "raw_confidence", "raw_coordinates"
    suppression.confidenceOutputFeatureName, suppression.coordinatesOutputFeatureName = "confidence", "coordinates"
    suppression.iouThreshold, suppression.confidenceThreshold = 0.5, 0.25
    suppression.stringClassLabels.vector.extend(["egg", "cup"])
    return spec


def seeds():
    for make in (recommender, word_embedding, gazetteer, pipeline_of_columns, support_vectors, transformers, boxes):
        yield make.__name__, make().SerializeToString(deterministic=True)


def write():
    for name, content in seeds():
        (CORPUS / "model" / name).write_bytes(content)


if __name__ == "__main__":
    write()
