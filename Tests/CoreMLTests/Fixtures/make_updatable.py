#!/usr/bin/env python3
"""Makes small updatable models with coremltools, and what training them gives according to PyTorch.

  ~/.cache/osprey-conformance/bin/python Tests/CoreMLTests/Fixtures/make_updatable.py

writes `updatable/*.mlmodel` and `updatable/truth.json` beside this file: the training data, the loss of each mini-batch in the order of
the data (the models do not shuffle), and the weights in the end.
"""
import json
from pathlib import Path

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F
from coremltools.models import datatypes
from coremltools.models.nearest_neighbors import KNearestNeighborsClassifierBuilder
from coremltools.models.neural_network import AdamParams, NeuralNetworkBuilder, SgdParams

FOLDER = Path(__file__).resolve().parent / "updatable"
FOLDER.mkdir(exist_ok=True)
random = np.random.default_rng(11)
truth = {}


def numbers(array):
    return [float(f"{v:.7g}") for v in np.asarray(array, dtype=np.float64).reshape(-1)]


def values(*shape, scale=1.0):
    return (random.uniform(-1, 1, size=shape) * scale).astype(np.float32)


def without_shuffling(builder, epochs):
    builder.set_epochs(epochs, allowed_set=[1, 2, 3, 4, 5, epochs])
    builder.nn_spec.updateParams.shuffle.defaultValue = False


def leaf(array):
    return torch.tensor(array, requires_grad=True)


def train(leaves, optimizer, forward, x, y, loss, batch, epochs):
    losses = []
    for _ in range(epochs):
        for start in range(0, len(x), batch):
            optimizer.zero_grad()
            value = loss(forward(x[start : start + batch]), y[start : start + batch])
            value.backward()
            optimizer.step()
            losses.append(float(value))
    return losses, {name: numbers(tensor.detach().numpy()) for name, tensor in leaves.items()}


def classifier():
    """Four numbers to three labels: two inner products, cross-entropy, descent with momentum."""
    w1, b1, w2, b2 = values(8, 4), values(8), values(3, 8), values(3)
    builder = NeuralNetworkBuilder(
        [("numbers", datatypes.Array(4))], [("probabilities", datatypes.Array(3))], mode="classifier")
    builder.add_inner_product("dense1", w1, b1, 4, 8, True, "numbers", "d1")
    builder.add_activation("relu1", "RELU", "d1", "r1")
    builder.add_inner_product("dense2", w2, b2, 8, 3, True, "r1", "scores")
    builder.add_softmax("softmax", "scores", "probabilities")
    builder.set_class_labels(["ant", "bee", "cat"], predicted_feature_name="label", prediction_blob="probabilities")
    builder.make_updatable(["dense1", "dense2"])
    builder.set_categorical_cross_entropy_loss("loss", "probabilities")
    sgd = SgdParams(lr=0.05, batch=4, momentum=0.9)
    sgd.set_batch(4, [1, 2, 4, 8, 16])
    sgd.set_lr(0.05, 0.0, 1.0)
    builder.set_sgd_optimizer(sgd)
    without_shuffling(builder, 3)
    ct.models.utils.save_spec(builder.spec, str(FOLDER / "classifier.mlmodel"))
    x = values(10, 4)
    labels = [int(np.argmax(row[:3])) for row in x]
    leaves = {"dense1.weights": leaf(w1), "dense1.biases": leaf(b1), "dense2.weights": leaf(w2), "dense2.biases": leaf(b2)}
    optimizer = torch.optim.SGD(leaves.values(), lr=0.05, momentum=0.9)

    def forward(x):
        hidden = F.relu(F.linear(x, leaves["dense1.weights"], leaves["dense1.biases"]))
        return F.linear(hidden, leaves["dense2.weights"], leaves["dense2.biases"])

    losses, end = train(leaves, optimizer, forward, torch.tensor(x), torch.tensor(labels), F.cross_entropy, 4, 3)
    truth["classifier"] = {
        "x": numbers(x), "labels": [["ant", "bee", "cat"][i] for i in labels], "losses": losses, "end": end}


def regression():
    """An array [1, 6, 6] to two numbers: a convolution and an inner product, mean squared error, Adam."""
    kernel, bias, w, b = values(3, 3, 1, 4), values(4), values(2, 64, scale=0.3), values(2)
    builder = NeuralNetworkBuilder([("picture", datatypes.Array(1, 6, 6))], [("place", datatypes.Array(2))])
    builder.add_convolution(
        "conv", 1, 4, 3, 3, 1, 1, "valid", 1, kernel, bias, True, input_name="picture", output_name="c")
    builder.add_activation("tanh", "TANH", "c", "t")
    builder.add_flatten("flatten", 0, "t", "f")
    builder.add_inner_product("dense", w, b, 64, 2, True, "f", "place")
    builder.make_updatable(["conv", "dense"])
    builder.set_mean_squared_error_loss("loss", ("place", datatypes.Array(2)))
    adam = AdamParams(lr=0.01, batch=2, beta1=0.9, beta2=0.999, eps=1e-8)
    builder.set_adam_optimizer(adam)
    without_shuffling(builder, 4)
    ct.models.utils.save_spec(builder.spec, str(FOLDER / "regression.mlmodel"))
    x, y = values(5, 1, 6, 6), values(5, 2)
    # coremltools takes kernels as [height, width, in, out].
    stored = np.ascontiguousarray(kernel.transpose(3, 2, 0, 1))
    leaves = {"conv.weights": leaf(stored), "conv.biases": leaf(bias), "dense.weights": leaf(w), "dense.biases": leaf(b)}
    optimizer = torch.optim.Adam(leaves.values(), lr=0.01)

    def forward(x):
        hidden = torch.tanh(F.conv2d(x, leaves["conv.weights"], leaves["conv.biases"])).flatten(1)
        return F.linear(hidden, leaves["dense.weights"], leaves["dense.biases"])

    losses, end = train(leaves, optimizer, forward, torch.tensor(x), torch.tensor(y), F.mse_loss, 2, 4)
    truth["regression"] = {"x": numbers(x), "y": numbers(y), "losses": losses, "end": end}


def exact_shapes():
    """As `classifier`, with array shapes as they are and the number of the class for target."""
    w, b = values(3, 4), values(3)
    builder = NeuralNetworkBuilder(
        [("numbers", datatypes.Array(4))], [("chances", datatypes.Array(3))], disable_rank5_shape_mapping=True)
    builder.add_inner_product("dense", w, b, 4, 3, True, "numbers", "scores")
    builder.add_softmax_nd("softmax", "scores", "chances", -1)
    layer = builder.nn_spec.layers[-1]
    assert layer.WhichOneof("layer") == "softmaxND"
    builder.make_updatable(["dense"])
    update = builder.nn_spec.updateParams
    loss = update.lossLayers.add()
    loss.name = "loss"
    loss.categoricalCrossEntropyLossLayer.input = "chances"
    loss.categoricalCrossEntropyLossLayer.target = "chances_true"
    builder.spec.description.trainingInput.extend(builder.spec.description.input)
    target = builder.spec.description.trainingInput.add()
    target.name = "chances_true"
    datatypes._set_datatype(target.type, datatypes.Array(1))
    target.type.multiArrayType.dataType = ct.proto.Model_pb2.ArrayFeatureType.INT32
    builder.set_sgd_optimizer(SgdParams(lr=0.1, batch=5, momentum=0.0))
    without_shuffling(builder, 2)
    ct.models.utils.save_spec(builder.spec, str(FOLDER / "exact.mlmodel"))
    x = values(10, 4)
    labels = [int(np.argmax(row[:3])) for row in x]
    leaves = {"dense.weights": leaf(w), "dense.biases": leaf(b)}
    optimizer = torch.optim.SGD(leaves.values(), lr=0.1)
    forward = lambda x: F.linear(x, leaves["dense.weights"], leaves["dense.biases"])
    losses, end = train(leaves, optimizer, forward, torch.tensor(x), torch.tensor(labels), F.cross_entropy, 5, 2)
    truth["exact"] = {"x": numbers(x), "targets": labels, "losses": losses, "end": end}


def drawings():
    """Gray pictures of 6 × 6 to two labels that are integers: a convolution and an inner product."""
    kernel, bias, w, b = values(3, 3, 1, 2), values(2), values(2, 32, scale=0.3), values(2)
    builder = NeuralNetworkBuilder(
        [("drawing", datatypes.Array(1, 6, 6))], [("chances", datatypes.Array(2))], mode="classifier")
    builder.add_convolution(
        "conv", 1, 2, 3, 3, 1, 1, "valid", 1, kernel, bias, True, input_name="drawing", output_name="c")
    builder.add_activation("relu", "RELU", "c", "r")
    builder.add_flatten("flatten", 0, "r", "f")
    builder.add_inner_product("dense", w, b, 32, 2, True, "f", "scores")
    builder.add_softmax("softmax", "scores", "chances")
    builder.set_class_labels([7, 9], predicted_feature_name="digit", prediction_blob="chances")
    builder.set_pre_processing_parameters(image_input_names=["drawing"], image_scale=1 / 255.0, gray_bias=-0.5)
    builder.make_updatable(["conv", "dense"])
    builder.set_categorical_cross_entropy_loss("loss", "chances")
    builder.set_sgd_optimizer(SgdParams(lr=0.1, batch=3, momentum=0.0))
    without_shuffling(builder, 2)
    ct.models.utils.save_spec(builder.spec, str(FOLDER / "drawings.mlmodel"))
    pixels = random.integers(0, 256, size=(6, 1, 6, 6))
    labels = [int(p.mean() > 127) for p in pixels]
    x = (pixels / 255.0 - 0.5).astype(np.float32)
    stored = np.ascontiguousarray(kernel.transpose(3, 2, 0, 1))
    leaves = {"conv.weights": leaf(stored), "conv.biases": leaf(bias), "dense.weights": leaf(w), "dense.biases": leaf(b)}
    optimizer = torch.optim.SGD(leaves.values(), lr=0.1)

    def forward(x):
        hidden = F.relu(F.conv2d(x, leaves["conv.weights"], leaves["conv.biases"])).flatten(1)
        return F.linear(hidden, leaves["dense.weights"], leaves["dense.biases"])

    losses, end = train(leaves, optimizer, forward, torch.tensor(x), torch.tensor(labels), F.cross_entropy, 3, 2)
    truth["drawings"] = {
        "x": numbers(pixels), "targets": [[7, 9][i] for i in labels], "losses": losses, "end": end}


def neighbors():
    builder = KNearestNeighborsClassifierBuilder(
        input_name="point", output_name="label", number_of_dimensions=2, default_class_label="none", number_of_neighbors=1)
    builder.set_number_of_neighbors_with_bounds(1, allowed_range=(1, 5))
    ct.models.utils.save_spec(builder.spec, str(FOLDER / "neighbors.mlmodel"))


def pipeline():
    """A fixed network that makes features, and the classifier on them."""
    features = NeuralNetworkBuilder([("raw", datatypes.Array(4))], [("numbers", datatypes.Array(4))])
    features.add_inner_product("scale", np.diag([2.0, 2.0, 2.0, 2.0]).astype(np.float32), None, 4, 4, False, "raw", "numbers")
    classifier = ct.models.utils.load_spec(str(FOLDER / "classifier.mlmodel"))
    spec = ct.proto.Model_pb2.Model()
    spec.specificationVersion = classifier.specificationVersion
    spec.isUpdatable = True
    spec.description.input.extend(features.spec.description.input)
    spec.description.output.extend(classifier.description.output)
    spec.description.predictedFeatureName = "label"
    spec.description.predictedProbabilitiesName = "probabilities"
    spec.description.trainingInput.extend(features.spec.description.input)
    spec.description.trainingInput.extend([f for f in classifier.description.trainingInput if f.name == "label"])
    spec.pipelineClassifier.pipeline.models.extend([features.spec, classifier])
    spec.pipelineClassifier.pipeline.names.extend(["features", "classifier"])
    ct.models.utils.save_spec(spec, str(FOLDER / "pipeline.mlmodel"))


classifier()
regression()
exact_shapes()
drawings()
neighbors()
pipeline()
(FOLDER / "truth.json").write_text(json.dumps(truth))
print({path.name: path.stat().st_size for path in sorted(FOLDER.iterdir())})
