"""An independent implementation of models in NumPy, made from the specification alone, in double precision. It supports the models that Osprey's
trainers of tables, words, recordings and styles write, and raises NotImplementedError for others."""
import numpy

import interchange_network


def predict(spec, values):
    """The outputs of a model by name, for inputs by name. Images are arrays [channels, height, width] of 0…255."""
    kind = spec.WhichOneof("Type")
    given = {feature.name: missing(feature) for feature in spec.description.input}
    return READERS[kind](spec, getattr(spec, kind), {**given, **values})


def missing(feature):
    """The value of an input that is left out; a missing number is none."""
    kind = feature.type.WhichOneof("Type")
    if kind == "multiArrayType":
        shape = tuple(feature.type.multiArrayType.shape)
        return numpy.full(shape, feature.type.multiArrayType.doubleDefaultValue or 0.0)
    return float("nan") if kind in ("doubleType", "int64Type") else None


def pipeline(spec, model, values):
    known = dict(values)
    for part in (model.models if hasattr(model, "models") else model.pipeline.models):
        own = {feature.name: known[feature.name] for feature in part.description.input if known.get(feature.name) is not None}
        known.update(predict(part, own))
    return {feature.name: known[feature.name] for feature in spec.description.output}


# From columns to a vector.

def one_input(spec, values):
    return values[spec.description.input[0].name]


def one_hot(spec, model, values):
    categories = list(model.stringCategories.vector)
    vector = numpy.zeros(len(categories))
    if one_input(spec, values) in categories:
        vector[categories.index(one_input(spec, values))] = 1
    return {spec.description.output[0].name: vector}


def dictionary(spec, model, values):
    entries = one_input(spec, values) or {}
    return {spec.description.output[0].name: numpy.array([entries.get(key, 0.0) for key in model.stringToIndex.vector], float)}


def vectorizer(spec, model, values):
    parts = [numpy.atleast_1d(numpy.asarray(values[column.inputColumn], float)).ravel() for column in model.inputList]
    return {spec.description.output[0].name: numpy.concatenate(parts)}


def imputer(spec, model, values):
    vector = numpy.array(one_input(spec, values), float)
    holes = numpy.isnan(vector)
    vector[holes] = numpy.array(model.imputedDoubleArray.vector)[holes]
    return {spec.description.output[0].name: vector}


# From a vector to an answer.

def labels(model):
    kind = model.WhichOneof("ClassLabels")
    return list(getattr(model, kind).vector)


def classes(spec, names, probabilities):
    """The most probable class and, if the model gives them, the probabilities of all classes."""
    answer = {spec.description.predictedFeatureName: names[int(numpy.argmax(probabilities))]}
    if spec.description.predictedProbabilitiesName:
        answer[spec.description.predictedProbabilitiesName] = dict(zip(names, map(float, probabilities)))
    return answer


def logistic(score):
    return 1 / (1 + numpy.exp(-score))


def softmax(scores):
    powers = numpy.exp(scores - numpy.max(scores))
    return powers / powers.sum()


def passes(node, value):
    """Whether a row satisfies a branch's condition, so that it goes to the child for true."""
    if numpy.isnan(value):
        return node.missingValueTracksTrueChild
    limit, kinds = node.branchFeatureValue, type(node)
    if node.nodeBehavior == kinds.BranchOnValueLessThanEqual:
        return value <= limit
    if node.nodeBehavior == kinds.BranchOnValueGreaterThan:
        return value > limit
    raise NotImplementedError(f"a branch of kind {node.nodeBehavior}")


def trees(ensemble, vector):
    sums = numpy.array(ensemble.basePredictionValue, float)
    nodes = {(node.treeId, node.nodeId): node for node in ensemble.nodes}
    for tree in sorted({node.treeId for node in ensemble.nodes}):
        node = nodes[tree, 0]
        while node.nodeBehavior != type(node).LeafNode:
            child = node.trueChildNodeId if passes(node, vector[node.branchFeatureIndex]) else node.falseChildNodeId
            node = nodes[tree, child]
        for info in node.evaluationInfo:
            sums[info.evaluationIndex] += info.evaluationValue
    return sums


def tree_regressor(spec, model, values):
    return {spec.description.output[0].name: float(trees(model.treeEnsemble, one_input(spec, values))[0])}


def tree_classifier(spec, model, values):
    sums = trees(model.treeEnsemble, one_input(spec, values))
    kind = model.postEvaluationTransform
    if kind == 1:
        sums = softmax(sums)
    elif kind == 2:
        sums = numpy.array([1 - logistic(sums[0]), logistic(sums[0])])
    elif kind != 0:
        raise NotImplementedError(f"a transform of kind {kind}")
    return classes(spec, labels(model), sums)


def sums_of(model, vector):
    return numpy.array([numpy.dot(row.value, vector) for row in model.weights]) + numpy.array(model.offset)


def linear_regressor(spec, model, values):
    return {spec.description.output[0].name: float(sums_of(model, one_input(spec, values))[0])}


def linear_classifier(spec, model, values):
    scores = sums_of(model, one_input(spec, values))
    if model.classEncoding != 0 or model.postEvaluationTransform != 0:
        raise NotImplementedError("a classifier without a reference class, or with another transform than the logistic one")
    return classes(spec, labels(model), softmax(numpy.concatenate([[0.0], scores])))


def support_vectors(spec, model, values):
    """The class by votes of each pair of classes, as in LIBSVM. A support vector has a coefficient for each other class."""
    vector = one_input(spec, values)
    products = numpy.array([numpy.dot(one.values, vector) for one in model.denseSupportVectors.vectors])
    coefficients = numpy.array([row.alpha for row in model.coefficients])
    ends = numpy.cumsum([0, *model.numberOfSupportVectorsPerClass])
    names = labels(model)
    votes, pair = numpy.zeros(len(names)), 0
    for first in range(len(names)):
        for second in range(first + 1, len(names)):
            own, other = slice(ends[first], ends[first + 1]), slice(ends[second], ends[second + 1])
            score = coefficients[second - 1, own] @ products[own] + coefficients[first, other] @ products[other] - model.rho[pair]
            votes[first if score > 0 else second] += 1
            pair += 1
    return classes(spec, names, votes)


# Items and words.

def recommender(spec, model, values):
    names = list(model.itemStringIds.vector) or list(model.itemInt64Ids.vector)
    rated = values[model.itemInputFeatureName]
    scores, shifts = dict.fromkeys(names, 0.0), {entry.itemId: entry.itemScoreAdjustment for entry in model.itemItemSimilarities}
    for entry in model.itemItemSimilarities:
        if names[entry.itemId] not in rated:
            continue
        for other in entry.similarItemList:
            share = other.similarityScore * (rated[names[entry.itemId]] - shifts.get(other.itemId, 0.0))
            scores[names[other.itemId]] += share
    best = sorted((name for name in scores if name not in rated), key=lambda name: -scores[name])
    best = best[:values[model.numRecommendationsInputFeatureName]]
    return {model.recommendedItemListOutputFeatureName: best, model.recommendedItemScoreOutputFeatureName: {name: scores[name] for name in best}}


def message(data):
    """The fields of a protocol buffer message by their numbers. A field's values are bytes or whole numbers, in their order."""
    fields, place = {}, 0

    def number():
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(data):
        key = number()
        if key & 7 == 0:
            fields.setdefault(key >> 3, []).append(number())
        elif key & 7 == 2:
            count = number()
            fields.setdefault(key >> 3, []).append(data[place:place + count])
            place += count
        else:
            raise NotImplementedError(f"a field of wire type {key & 7}")
    return fields


def whole_numbers(field):
    """Whole numbers, packed or one by one."""
    if not field or isinstance(field[0], int):
        return field
    packed, numbers, place = b"".join(field), [], 0
    while place < len(packed):
        value = shift = 0
        while packed[place] >= 128:
            value |= (packed[place] & 127) << shift
            shift, place = shift + 7, place + 1
        numbers.append(value | packed[place] << shift)
        place += 1
    return numbers


def embedding(spec, model, values):
    fields = message(model.modelParameterData)
    words = [word.decode() for word in fields[2]]
    numbers = numpy.frombuffer(b"".join(fields[4]), numpy.float32).reshape(len(words), whole_numbers(fields[3])[0])
    return {spec.description.output[0].name: numbers[words.index(one_input(spec, values))].astype(float)}


def gazetteer(spec, model, values):
    fields = message(model.modelParameterData)
    terms = [term.decode() for term in fields[2]]
    label = whole_numbers(fields[3])[terms.index(one_input(spec, values))]
    return {spec.description.output[0].name: list(model.stringClassLabels.vector)[label]}


def network(spec, model, values):
    return interchange_network.run(spec, model, values)


def network_classifier(spec, model, values):
    blobs = interchange_network.blobs(model, values)
    name = model.labelProbabilityLayerName or model.layers[-1].output[0]
    answer = classes(spec, labels(model), numpy.ravel(blobs[name]))
    return {**{feature.name: blobs[feature.name] for feature in spec.description.output if feature.name in blobs}, **answer}


READERS = {
    "pipeline": pipeline, "pipelineRegressor": pipeline, "pipelineClassifier": pipeline, "oneHotEncoder": one_hot, "dictVectorizer": dictionary,
    "featureVectorizer": vectorizer, "imputer": imputer, "treeEnsembleRegressor": tree_regressor, "treeEnsembleClassifier": tree_classifier,
    "glmRegressor": linear_regressor, "glmClassifier": linear_classifier, "supportVectorClassifier": support_vectors,
    "itemSimilarityRecommender": recommender, "wordEmbedding": embedding, "gazetteer": gazetteer, "neuralNetwork": network,
    "neuralNetworkClassifier": network_classifier,
}
