#!/usr/bin/env python3
"""Makes the models with custom layers in `custom` and what NumPy answers for them.

    pip install coremltools==9.0
    python3 make_custom.py
"""
import json
import pathlib

import coremltools as ct
import numpy as np
from coremltools.models import MLModel, datatypes
from coremltools.models.neural_network import NeuralNetworkBuilder
from coremltools.proto import NeuralNetwork_pb2 as nn

HERE = pathlib.Path(__file__).resolve().parent / "custom"
HERE.mkdir(exist_ok=True)
rng = np.random.default_rng(11)


def save(name, builder_or_spec, x, y):
    spec = getattr(builder_or_spec, "spec", builder_or_spec)
    ct.models.utils.save_spec(spec, str(HERE / f"{name}.mlmodel"))
    flat = [{"shape": list(a.shape), "values": [float(v) for v in a.reshape(-1)]} for a in (x, y)]
    (HERE / f"{name}.json").write_text(json.dumps({"input": flat[0], "output": flat[1]}))


def swish(x, beta):
    return x / (1 + np.exp(-beta * x))


# A network of the old kind: 2 · x, then x · sigmoid(beta · x), then − 1.
x = rng.normal(size=(3, 2, 4)).astype(np.float32)
builder = NeuralNetworkBuilder([("x", datatypes.Array(3, 2, 4))], [("y", datatypes.Array(3, 2, 4))])
builder.add_activation("double", "LINEAR", "x", "doubled", params=[2.0, 0.0])
parameters = nn.CustomLayerParams()
parameters.className = "CoreMLTests.SwishLayer"
parameters.parameters["beta"].doubleValue = 0.75
parameters.parameters["name"].stringValue = "swish"
parameters.parameters["rounds"].intValue = 1
parameters.parameters["exact"].boolValue = True
builder.add_custom("swish", ["doubled"], ["swished"], custom_proto_spec=parameters)
builder.add_activation("shift", "LINEAR", "swished", "y", params=[1.0, -1.0])
save("swish", builder, x, swish(2 * x, 0.75) - 1)

# Exact shapes, two inputs and outputs, weights of every kind: sums and differences scaled by a float32 and a float16 weight.
x = rng.normal(size=(2, 3)).astype(np.float32)
builder = NeuralNetworkBuilder([("x", datatypes.Array(2, 3))], [("y", None)], disable_rank5_shape_mapping=True)
builder.add_load_constant_nd("one", "ones", np.arange(6).reshape(2, 3).astype(np.float32), [2, 3])
parameters = nn.CustomLayerParams()
parameters.className = "ButterflyLayer"
weights = np.array([1.5, -2.0], np.float32)
parameters.weights.add().floatValue.extend(weights.tolist())
parameters.weights.add().float16Value = np.array([0.5, 0.25, 4], np.float16).tobytes()
parameters.weights.add().rawValue = bytes([1, 2, 3, 4, 5])
builder.add_custom("butterfly", ["x", "ones"], ["sum", "difference"], custom_proto_spec=parameters)
builder.add_elementwise("joined", ["sum", "difference"], "y", "MULTIPLY")
other = np.arange(6).reshape(2, 3)
save("butterfly", builder, x, (1.5 * (x + other)) * (-2.0 * (x - other)))

# A custom layer inside a branch that depends on the input: the network cannot be planned.
x = np.array([0.5, -1.5, 3.0], np.float32)
builder = NeuralNetworkBuilder([("x", datatypes.Array(3))], [("y", None)], disable_rank5_shape_mapping=True)
builder.add_reduce_max("largest", "x", "m", axes=[0], keepdims=False, reduce_all=True)
builder.add_greater_than("positive", ["m"], "condition", alpha=0.0)
layer = builder.add_branch("branch", "condition")
parameters = nn.CustomLayerParams()
parameters.className = "CoreMLTests.SwishLayer"
parameters.parameters["beta"].doubleValue = 2
inside = NeuralNetworkBuilder(nn_spec=layer.branch.ifBranch, disable_rank5_shape_mapping=True)
inside.add_custom("inner", ["x"], ["y"], custom_proto_spec=parameters)
outside = NeuralNetworkBuilder(nn_spec=layer.branch.elseBranch, disable_rank5_shape_mapping=True)
outside.add_activation("zero", "LINEAR", "x", "y", params=[0.0, 0.0])
save("branch", builder, x, swish(x, 2.0))

# A custom model.
spec = ct.proto.Model_pb2.Model()
spec.specificationVersion = 3
for name, features in (("text", spec.description.input), ("length", spec.description.output)):
    feature = features.add()
    feature.name = name
spec.description.input[0].type.stringType.SetInParent()
spec.description.output[0].type.int64Type.SetInParent()
spec.customModel.className = "CoreMLTests.LengthModel"
spec.customModel.parameters["extra"].longValue = 40
spec.customModel.parameters["bytes"].bytesValue = b"\x01\x02"
ct.models.utils.save_spec(spec, str(HERE / "length.mlmodel"))
