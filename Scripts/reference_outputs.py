#!/usr/bin/env python3
"""Writes the answers of published Core ML models, computed without Osprey.

An interpreter of its own runs the layers of a neural network with PyTorch in double precision on inputs given by closed
forms. Samples of the outputs become small fixtures that the tests of CoreMLRuntime compare with.

  python3 Scripts/reference_outputs.py ../shared/data/models Tests/CoreMLRuntimeTests/Fixtures/networks

Needs coremltools 9 and PyTorch (Debian: apt-get install python3-torch; pip install coremltools==9.0).

Inputs: pixel (x, y) of channel c is (7x + 13y + 29c + 5 (x·y mod 23)) mod 256; element i of an array is
((37i + 11) mod 101) / 50 − 1. A fixture lists each output's shape, the sum of its elements, and every `step`th element.
"""
import json
import pathlib
import sys

import numpy as np
import torch
import torch.nn.functional as F
from coremltools.proto import Model_pb2

# The models, each with the size of its image if a size smaller than the declared one is enough.
MODELS = {
    "Es2EnCharDecoder16Bit": None, "GestureClassifier": None, "PlayerActionClassifier": None,
    "PoseNetMobileNet075S16FP16": None, "SRCNN": None, "Tiny8x8Classifier": None, "human_pose_8bit": None,
    "model_cpm": None, "model_hourglass": None, "outdoor_segmentation_8bit": None, "people_segmentation_8bit": None,
    "rigid_pose_small": None, "style_mosaic": (64, 96), "style_starry_night": (64, 96),
    "waifu2x_anime_noise0": None,
}
SAMPLES = 200


def image_input(height, width, channels):
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(channels), indexing="ij")
    pixels = (7 * x + 13 * y + 29 * c + 5 * (x * y % 23)) % 256
    return pixels.transpose(2, 0, 1).astype(np.float64)


def array_input(shape):
    count = int(np.prod(shape))
    return (((37 * np.arange(count) + 11) % 101) / 50 - 1).reshape(shape)


def weights(params, shape, axis=0):
    """A layer's weights in double precision, whatever their storage."""
    count = int(np.prod(shape))
    if params.floatValue:
        flat = np.array(params.floatValue, np.float64)
    elif params.float16Value:
        flat = np.frombuffer(params.float16Value, np.float16).astype(np.float64)
    else:
        quantization = params.quantization
        bits = quantization.numberOfBits
        stream = np.unpackbits(np.frombuffer(params.rawValue, np.uint8))[: count * bits].reshape(count, bits)
        codes = stream.astype(np.int64) @ (1 << np.arange(bits)[::-1])
        if quantization.WhichOneof("QuantizationType") == "lookupTableQuantization":
            flat = np.array(quantization.lookupTableQuantization.floatValue, np.float64)[codes]
        else:
            linear = quantization.linearQuantization
            along = [-1 if i == axis else 1 for i in range(len(shape))]
            scale = np.array(linear.scale, np.float64)
            bias = np.array(linear.bias, np.float64) if linear.bias else np.zeros(1)
            scale = scale.reshape(along) if scale.size > 1 else scale
            bias = bias.reshape(along) if bias.size > 1 else bias
            return torch.from_numpy(codes.reshape(shape) * scale + bias)
    assert flat.size == count, (flat.size, shape)
    return torch.from_numpy(flat.reshape(shape))


def activation(p, x):
    kind = p.WhichOneof("NonlinearityType")
    q = getattr(p, kind)
    if kind == "linear":
        return q.alpha * x + q.beta
    if kind == "leakyReLU":
        return torch.where(x >= 0, x, q.alpha * x)
    if kind == "sigmoidHard":
        return torch.clamp(q.alpha * x + q.beta, 0, 1)
    if kind == "scaledTanh":
        return q.alpha * torch.tanh(q.beta * x)
    if kind == "PReLU":
        channels = x.shape[-3]
        alpha = weights(q.alpha, [len(q.alpha.floatValue) or channels])
        return torch.where(x >= 0, x, alpha.reshape(-1, 1, 1) * x)
    if kind == "ELU":
        return torch.where(x >= 0, x, q.alpha * torch.expm1(x))
    return {"ReLU": F.relu, "tanh": torch.tanh, "sigmoid": torch.sigmoid, "softsign": F.softsign,
            "softplus": lambda v: torch.logaddexp(v, torch.zeros_like(v))}[kind](x)


def same_padding(length, kernel, stride, top_left_heavy):
    total = max(0, (-(-length // stride) - 1) * stride + kernel - length)
    less = total // 2
    return (total - less, less) if top_left_heavy else (less, total - less)


def padding_of(p, kind_field, spatial, kernel, strides):
    """The padding on the left, right, top and bottom."""
    kind = p.WhichOneof(kind_field)
    if kind == "same":
        heavy = p.same.asymmetryMode == 1
        (top, bottom), (left, right) = (
            same_padding(n, k, s, heavy) for n, k, s in zip(spatial, kernel, strides))
        return left, right, top, bottom
    edges = p.valid.paddingAmounts.borderAmounts if kind == "valid" else []
    if len(edges) == 0:
        return 0, 0, 0, 0
    return edges[1].startEdgeSize, edges[1].endEdgeSize, edges[0].startEdgeSize, edges[0].endEdgeSize


class Network:
    """Runs a network's layers on named tensors. Tensors of the old form have five dimensions."""

    def __init__(self, network):
        self.network = network
        self.blobs = {}

    def run(self, inputs):
        self.blobs = dict(inputs)
        for layer in self.network.layers:
            kind = layer.WhichOneof("layer")
            results = getattr(self, kind)(getattr(layer, kind), *(self.blobs[name] for name in layer.input))
            if not isinstance(results, (list, tuple)):
                results = [results]
            for name, value in zip(layer.output, results):
                self.blobs[name] = value
        return self.blobs

    @staticmethod
    def on_images(function, x):
        y = function(x.reshape((-1,) + tuple(x.shape[-3:])))
        return y.reshape(tuple(x.shape[:-3]) + tuple(y.shape[1:]))

    def convolution(self, p, x):
        assert not p.isDeconvolution
        groups, kernel = max(1, p.nGroups), list(p.kernelSize) or [3, 3]
        strides, dilation = list(p.stride) or [1, 1], list(p.dilationFactor) or [1, 1]
        w = weights(p.weights, [p.outputChannels, p.kernelChannels] + kernel)
        b = weights(p.bias, [p.outputChannels]) if p.hasBias else None
        extent = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
        pad = padding_of(p, "ConvolutionPaddingType", x.shape[-2:], extent, strides)
        return self.on_images(lambda v: F.conv2d(F.pad(v, pad), w, b, strides, 0, dilation, groups), x)

    def pooling(self, p, x):
        if p.globalPooling:
            return x.amax((-2, -1), True) if p.type == 0 else x.mean((-2, -1), keepdim=True)
        kernel, strides = list(p.kernelSize) or [3, 3], list(p.stride) or [1, 1]
        pad = padding_of(p, "PoolingPaddingType", x.shape[-2:], kernel, strides)
        if p.type == 0:
            return self.on_images(lambda v: F.max_pool2d(F.pad(v, pad, value=-np.inf), kernel, strides), x)
        average = lambda v: F.avg_pool2d(F.pad(v, pad), kernel, strides)
        y = self.on_images(average, x)
        return y / self.on_images(average, torch.ones_like(x)) if p.avgPoolExcludePadding else y

    def batchnorm(self, p, x):
        shape, epsilon = (-1, 1, 1), p.epsilon or 1e-5
        if p.computeMeanVar:
            assert p.instanceNormalization
            mean = x.mean((-2, -1), keepdim=True)
            variance = ((x - mean) ** 2).mean((-2, -1), keepdim=True)
        else:
            mean, variance = (weights(q, [p.channels]).reshape(shape) for q in (p.mean, p.variance))
        gamma, beta = (weights(q, [p.channels]).reshape(shape) for q in (p.gamma, p.beta))
        return gamma * (x - mean) / torch.sqrt(variance + epsilon) + beta

    def activation(self, p, x):
        return activation(p, x)

    def unary(self, p, x):
        x = (p.scale or 1) * x + p.shift
        epsilon = p.epsilon or 1e-6
        return [torch.sqrt, lambda v: torch.rsqrt(v + epsilon), lambda v: 1 / (v + epsilon), lambda v: v ** p.alpha,
                torch.exp, torch.log, torch.abs, lambda v: torch.clamp(v, min=p.alpha)][p.type](x)

    def add(self, p, *xs):
        return sum(xs) if len(xs) > 1 else xs[0] + p.alpha

    def multiply(self, p, *xs):
        return torch.prod(torch.stack(xs), 0) if len(xs) > 1 else xs[0] * p.alpha

    def addBroadcastable(self, p, a, b):
        return a + b

    def concat(self, p, *xs):
        return torch.cat(xs, 0 if p.sequenceConcat else -3)

    def concatND(self, p, *xs):
        # Networks have no scalars, so converted networks mix the shapes [1] and [1, 1].
        rank = max(x.dim() for x in xs)
        return torch.cat([x.reshape((1,) * (rank - x.dim()) + tuple(x.shape)) for x in xs], p.axis)

    def splitND(self, p, x):
        return torch.split(x, list(p.splitSizes) or x.shape[p.axis] // p.numSplits, p.axis)

    def softmax(self, p, x):
        return torch.softmax(x, -3 if x.dim() > 2 else -1)

    def scale(self, p, x):
        def parameter(q, shape):
            shape = list(shape)
            return weights(q, shape).reshape(shape if len(shape) == 3 else [-1, 1, 1])
        y = x * parameter(p.scale, p.shapeScale)
        return y + parameter(p.bias, p.shapeBias) if p.hasBias else y

    def upsample(self, p, x):
        factors = list(p.fractionalScalingFactor) or list(p.scalingFactor)
        height, width = x.shape[-2:]
        rows, columns = int(height * factors[0]), int(width * factors[1])
        if p.mode == 0:
            return x[..., np.arange(rows) * height // rows, :][..., np.arange(columns) * width // columns]

        def line(length, count):
            spacing = {0: length / count, 1: (length - 1) / max(count - 1, 1), 2: length / count}[p.linearUpsampleMode]
            grid = np.arange(count) * spacing + (spacing / 2 - 0.5 if p.linearUpsampleMode == 2 else 0)
            return np.clip(grid, 0, length - 1)

        def mix(v, grid, axis):
            low = np.floor(grid).astype(int)
            high = np.minimum(low + 1, v.shape[axis] - 1)
            shape = [1] * v.dim()
            shape[axis] = -1
            part = torch.from_numpy(grid - low).reshape(shape)
            return v.index_select(axis, torch.from_numpy(low)) * (1 - part) + \
                v.index_select(axis, torch.from_numpy(high)) * part
        y = mix(x, line(height, rows), x.dim() - 2)
        return mix(y, line(width, columns), x.dim() - 1)

    def padding(self, p, x):
        edges = p.paddingAmounts.borderAmounts
        pad = [edges[1].startEdgeSize, edges[1].endEdgeSize, edges[0].startEdgeSize, edges[0].endEdgeSize]
        return F.pad(x, pad, value=p.constant.value)

    def flatten(self, p, x):
        if p.mode == 1:
            x = x.movedim(-3, -1)
        return x.reshape(tuple(x.shape[:-3]) + (-1, 1, 1))

    def innerProduct(self, p, x):
        w = weights(p.weights, [p.outputChannels, p.inputChannels])
        leading = tuple(x.shape[:-3])
        y = x.reshape(leading + (-1,)) @ w.T
        if p.hasBias:
            y = y + weights(p.bias, [p.outputChannels])
        return y.reshape(leading + (-1, 1, 1))

    def permute(self, p, x):
        places = [0, 2, 3, 4]
        order = [places[i] for i in p.axis]
        return x.permute(order[0], 1, *order[1:])

    def uniDirectionalLSTM(self, p, x, h, c):
        steps, batch, hidden = x.shape[0], x.shape[1], p.outputVectorSize
        w, params = p.weightParams, p.params
        assert not params.hasPeepholeVectors and not params.coupledInputAndForgetGate and not p.reverseInput
        gates = {}
        for gate in ("inputGate", "forgetGate", "blockInput", "outputGate"):
            bias = weights(getattr(w, gate + "BiasVector"), [hidden]) if params.hasBiasVectors else 0
            if gate == "forgetGate" and params.forgetBias:
                bias = bias + 1
            gates[gate] = (weights(getattr(w, gate + "WeightMatrix"), [hidden, p.inputVectorSize]),
                           weights(getattr(w, gate + "RecursionMatrix"), [hidden, hidden]), bias)
        # Recurrent cells have only one hard sigmoid, and files may leave out its parameters.
        for q in p.activations:
            if q.WhichOneof("NonlinearityType") == "sigmoidHard":
                q.sigmoidHard.alpha, q.sigmoidHard.beta = 0.2, 0.5
        f, g, k = p.activations
        x, h, c = x.reshape(steps, batch, -1), h.reshape(batch, hidden), c.reshape(batch, hidden)
        limit = params.cellClipThreshold or 50
        outputs = []
        for step in range(steps):
            z = {name: torch.clamp(x[step] @ m[0].T + h @ m[1].T + m[2], -50, 50) for name, m in gates.items()}
            c = c * activation(f, z["forgetGate"]) + activation(f, z["inputGate"]) * activation(g, z["blockInput"])
            c = torch.clamp(c, -limit, limit)
            h = activation(k, c) * activation(f, z["outputGate"])
            outputs.append(h)
        y = torch.stack(outputs if params.sequenceOutput else outputs[-1:])
        return y.reshape(-1, batch, hidden, 1, 1), h.reshape(1, batch, hidden, 1, 1), c.reshape(1, batch, hidden, 1, 1)

    def transpose(self, p, x):
        return x.permute(*p.axes)

    def reshapeStatic(self, p, x):
        return x.reshape(tuple(p.targetShape))

    def reshapeDynamic(self, p, x, shape):
        return x.reshape(tuple(int(v) for v in shape.reshape(-1)))

    def expandDims(self, p, x):
        for axis in sorted(a + x.dim() + len(p.axes) if a < 0 else a for a in p.axes):
            x = x.unsqueeze(axis)
        return x

    def squeeze(self, p, x):
        gone = {a % x.dim() for a in p.axes}
        return x.reshape([n for i, n in enumerate(x.shape) if i not in gone])

    def loadConstantND(self, p):
        return weights(p.data, list(p.shape))

    def getShape(self, p, x):
        return torch.tensor(x.shape, dtype=torch.float64)

    def gather(self, p, x, indices):
        axis = p.axis % x.dim()
        picked = x.index_select(axis, indices.reshape(-1).long() % x.shape[axis])
        return picked.reshape(tuple(x.shape[:axis]) + tuple(indices.shape) + tuple(x.shape[axis + 1:]))


def scaled(image, feature, preprocessing):
    """The image after the scaling that the model declares."""
    for item in preprocessing:
        if item.featureName in ("", feature.name) and item.WhichOneof("preprocessor") == "scaler":
            s = item.scaler
            biases = {10: [s.grayBias], 20: [s.redBias, s.greenBias, s.blueBias],
                      30: [s.blueBias, s.greenBias, s.redBias]}[feature.type.imageType.colorSpace]
            image = s.channelScale * image + np.array(biases).reshape(-1, 1, 1)
    return image


def reference(path, size):
    spec = Model_pb2.Model()
    spec.ParseFromString(path.read_bytes())
    network = getattr(spec, spec.WhichOneof("Type"))
    exact = network.arrayInputShapeMapping == 1
    inputs, described = {}, {}
    for feature in spec.description.input:
        if feature.type.WhichOneof("Type") == "imageType":
            image = feature.type.imageType
            height, width = size or (image.height, image.width)
            channels = 1 if image.colorSpace == 10 else 3
            value = scaled(image_input(height, width, channels), feature, network.preprocessing)[None]
            described[feature.name] = {"image": [1, channels, height, width]}
            inputs[feature.name] = torch.from_numpy(value if network.imageInputShapeMapping else value[None])
        else:
            shape = list(feature.type.multiArrayType.shape)
            described[feature.name] = {"array": shape}
            value = array_input(shape)
            if not exact:
                value = value.reshape([1, 1] + (shape if len(shape) == 3 else shape + [1, 1]))
            inputs[feature.name] = torch.from_numpy(value)
    blobs = Network(network).run(inputs)
    names = [f.name for f in spec.description.output if f.type.WhichOneof("Type") in ("multiArrayType", "imageType")]
    if hasattr(network, "labelProbabilityLayerName"):
        names.append(network.labelProbabilityLayerName or network.layers[-1].output[0])
    outputs = {}
    for name in names:
        flat = blobs[name].reshape(-1).numpy()
        step = max(1, flat.size // SAMPLES)
        outputs[name] = {
            "count": flat.size, "largest": float(np.abs(flat).max()), "sum": float(flat.sum()), "step": step,
            "samples": [float(f"{v:.7g}") for v in flat[::step]],
        }
    return {"inputs": described, "outputs": outputs}


def main():
    models, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        for name, size in MODELS.items():
            if len(sys.argv) > 3 and name not in sys.argv[3:]:
                continue
            fixture = reference(models / f"{name}.mlmodel", size)
            (folder / f"{name}.json").write_text(json.dumps(fixture) + "\n")
            print(name, {k: (v["count"], v["largest"]) for k, v in fixture["outputs"].items()})


if __name__ == "__main__":
    main()
