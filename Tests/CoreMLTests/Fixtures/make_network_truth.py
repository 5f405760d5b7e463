#!/usr/bin/env python3
"""Computes with PyTorch what networks of ../shared/data/models must answer, by a plain reading of the format with coremltools.

    pip install coremltools==9.0 torch
    python3 make_network_truth.py PATH/TO/shared/data/models

The inputs are those of TestInputs in PublishedNetworkTests.swift. Of each output the shape, the largest magnitude and the values at 97
places are kept.
"""
import json
import pathlib
import sys

import coremltools as ct
import numpy as np
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).resolve().parent / "networks"
MODELS = pathlib.Path(sys.argv[1])
NAMES = [
    "GestureClassifier", "Es2EnCharDecoder16Bit", "PlayerActionClassifier", "PoseNetMobileNet075S16FP16", "SRCNN", "Tiny8x8Classifier",
    "human_pose_8bit", "model_cpm", "model_hourglass", "outdoor_segmentation_8bit", "people_segmentation_8bit", "rigid_pose_small",
    "style_mosaic", "waifu2x_anime_noise0",
]


def weights(w, shape=None):
    if len(w.floatValue):
        values = np.array(w.floatValue, np.float32)
    elif len(w.float16Value):
        values = np.frombuffer(w.float16Value, np.float16).astype(np.float32)
    else:
        q = w.quantization
        bits = np.unpackbits(np.frombuffer(w.rawValue, np.uint8))
        n = int(np.prod(shape))
        codes = bits[: n * q.numberOfBits].reshape(n, q.numberOfBits) @ (1 << np.arange(q.numberOfBits)[::-1])
        if q.WhichOneof("QuantizationType") == "lookupTableQuantization":
            values = np.array(q.lookupTableQuantization.floatValue, np.float32)[codes]
        else:
            scale = np.array(q.linearQuantization.scale, np.float32)
            bias = np.array(q.linearQuantization.bias or [0], np.float32)
            rows = codes.reshape(shape[0], -1).astype(np.float32)
            values = rows * (scale[:, None] if len(scale) > 1 else scale) + (bias[:, None] if len(bias) > 1 else bias)
    values = torch.from_numpy(np.ascontiguousarray(values))
    return values.reshape(shape) if shape else values


def image(feature, network):
    t = feature.type.imageType
    y, x = np.mgrid[0 : t.height, 0 : t.width]
    gray = t.colorSpace == 10
    planes = [(x * 3 + y * 5 + c * 40 + (x * y) % 17) % 256 for c in range(1 if gray else 3)]
    names = ["gray"] if gray else ["red", "green", "blue"]
    scalers = [p.scaler for p in network.preprocessing if p.WhichOneof("preprocessor") == "scaler"]
    result = []
    for plane, name in zip(planes, names):
        plane = plane.astype(np.float32)
        for s in scalers:
            plane = plane * np.float32(s.channelScale) + np.float32(getattr(s, name + "Bias"))
        result.append(plane)
    if t.colorSpace == 30:
        result.reverse()
    return torch.from_numpy(np.stack(result))[None]


def array(shape):
    index = np.arange(int(np.prod(shape)))
    return torch.from_numpy((((index * 7919 + 13) % 101) / 101).astype(np.float32).reshape(shape))


def same_padding(size, kernel, stride, mode):
    total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
    before = total // 2 if mode == 0 else total - total // 2
    return before, total - before


def pad(x, p, kernel, stride, dilation=(1, 1), value=0.0):
    kernel = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    if p.WhichOneof("ConvolutionPaddingType" if hasattr(p, "kernelChannels") else "PoolingPaddingType") == "same":
        top, bottom = same_padding(x.shape[2], kernel[0], stride[0], p.same.asymmetryMode)
        left, right = same_padding(x.shape[3], kernel[1], stride[1], p.same.asymmetryMode)
    else:
        amounts = p.valid.paddingAmounts.borderAmounts
        (top, bottom), (left, right) = [(a.startEdgeSize, a.endEdgeSize) for a in amounts] if len(amounts) else [(0, 0), (0, 0)]
    return F.pad(x, (left, right, top, bottom), value=value), (top, bottom, left, right)


def convolution(p, x):
    kernel, stride = list(p.kernelSize) or [3, 3], list(p.stride) or [1, 1]
    dilation, groups = list(p.dilationFactor) or [1, 1], max(p.nGroups, 1)
    bias = weights(p.bias, (p.outputChannels,)) if p.hasBias else None
    if p.isDeconvolution:
        w = weights(p.weights, (p.kernelChannels, p.outputChannels // groups, *kernel))
        y = F.conv_transpose2d(x, w, bias, stride, 0, 0, groups, dilation)
        if p.WhichOneof("ConvolutionPaddingType") == "same":
            height, width = x.shape[2] * stride[0], x.shape[3] * stride[1]
            top, left = (y.shape[2] - height) // 2, (y.shape[3] - width) // 2
            return y[:, :, top : top + height, left : left + width]
        (t, b), (l, r) = [(a.startEdgeSize, a.endEdgeSize) for a in p.valid.paddingAmounts.borderAmounts] or [(0, 0), (0, 0)]
        return y[:, :, t : y.shape[2] - b, l : y.shape[3] - r]
    x, _ = pad(x, p, kernel, stride, dilation)
    return F.conv2d(x, weights(p.weights, (p.outputChannels, p.kernelChannels, *kernel)), bias, stride, 0, dilation, groups)


def pooling(p, x):
    if p.globalPooling:
        return x.amax((2, 3), keepdim=True) if p.type == 0 else x.mean((2, 3), keepdim=True)
    kernel, stride = list(p.kernelSize) or [3, 3], list(p.stride) or [1, 1]
    assert p.WhichOneof("PoolingPaddingType") != "includeLastPixel"
    if p.type == 0:
        return F.max_pool2d(pad(x, p, kernel, stride, value=-np.inf)[0], kernel, stride)
    total = F.avg_pool2d(pad(x, p, kernel, stride)[0], kernel, stride)
    if not p.avgPoolExcludePadding:
        return total
    return total / F.avg_pool2d(pad(torch.ones_like(x), p, kernel, stride)[0], kernel, stride)


def activation(p, x):
    kind = p.WhichOneof("NonlinearityType")
    a = getattr(p, kind)
    if kind == "PReLU":
        alpha = weights(a.alpha).reshape(-1, 1, 1)
        return torch.where(x > 0, x, alpha * x)
    return {
        "linear": lambda: a.alpha * x + a.beta, "ReLU": lambda: F.relu(x), "leakyReLU": lambda: F.leaky_relu(x, a.alpha),
        "thresholdedReLU": lambda: torch.where(x > a.alpha, x, torch.zeros_like(x)), "tanh": lambda: torch.tanh(x),
        "sigmoid": lambda: torch.sigmoid(x), "ELU": lambda: F.elu(x, a.alpha), "softplus": lambda: F.softplus(x),
    }[kind]()


def unary(p, x):
    y = p.scale * x + p.shift if p.scale else x + p.shift
    return {0: lambda: y.sqrt(), 1: lambda: 1 / (y + p.epsilon).sqrt(), 2: lambda: 1 / (y + p.epsilon), 3: lambda: y**p.alpha,
            4: lambda: y.exp(), 5: lambda: y.log(), 6: lambda: y.abs(), 7: lambda: torch.clamp(y, min=p.alpha)}[p.type]()


def batchnorm(p, x):
    shape = (1, -1, 1, 1)
    gamma, beta = weights(p.gamma).reshape(shape), weights(p.beta).reshape(shape)
    epsilon = p.epsilon or 1e-5
    if p.computeMeanVar:
        axes = (2, 3) if p.instanceNormalization else (0, 2, 3)
        mean, variance = x.mean(axes, keepdim=True), x.var(axes, unbiased=False, keepdim=True)
    else:
        mean, variance = weights(p.mean).reshape(shape), weights(p.variance).reshape(shape)
    return gamma * (x - mean) / (variance + epsilon).sqrt() + beta


def lstm(layer, values):
    p, w = layer.uniDirectionalLSTM, layer.uniDirectionalLSTM.weightParams
    n, h = p.inputVectorSize, p.outputVectorSize
    functions = [{"sigmoid": torch.sigmoid, "tanh": torch.tanh, "sigmoidHard": lambda v: torch.clamp(0.2 * v + 0.5, 0, 1)}[
        a.WhichOneof("NonlinearityType")] for a in p.activations]
    gates = ["input", "forget", "blockInput", "output"]
    W = {g: weights(getattr(w, g + "GateWeightMatrix" if g != "blockInput" else "blockInputWeightMatrix"), (h, n)) for g in gates}
    R = {g: weights(getattr(w, g + "GateRecursionMatrix" if g != "blockInput" else "blockInputRecursionMatrix"), (h, h)) for g in gates}
    b = {g: weights(getattr(w, g + "GateBiasVector" if g != "blockInput" else "blockInputBiasVector")) if p.params.hasBiasVectors
         else torch.zeros(h) for g in gates}
    if p.params.forgetBias:
        b["forget"] = b["forget"] + 1
    x = values[layer.input[0]]  # [Seq, C, 1, 1]
    steps = x.reshape(x.shape[0], -1)
    state, cell = [values[name].reshape(-1) for name in layer.input[1:3]]
    out = []
    for step in steps:
        i, f, o = [functions[0](W[g] @ step + R[g] @ state + b[g]) for g in ("input", "forget", "output")]
        z = functions[1](W["blockInput"] @ step + R["blockInput"] @ state + b["blockInput"])
        clip = p.params.cellClipThreshold or 5e4
        cell = torch.clamp(f * cell + i * z, -clip, clip)
        state = o * functions[2](cell)
        out.append(state)
    result = torch.stack(out) if p.params.sequenceOutput else state[None]
    return [result.reshape(-1, h, 1, 1), state.reshape(1, h, 1, 1), cell.reshape(1, h, 1, 1)]


def upsample(p, x):
    factors = [int(f) for f in (p.scalingFactor or [1, 1])]
    if p.mode == 0:
        return x.repeat_interleave(factors[0], 2).repeat_interleave(factors[1], 3)
    assert p.mode == 1 and p.linearUpsampleMode == 0
    return bilinear(x, factors)


def bilinear(x, factors):
    """Corners of input and output coincide where the model says nothing else: Core ML samples at index / factor, clamped."""
    def along(x, axis, factor):
        size = x.shape[axis]
        at = torch.arange(size * factor) / factor
        low = at.floor().long().clamp(max=size - 1)
        high = (low + 1).clamp(max=size - 1)
        part = (at - low).reshape([-1 if a == axis else 1 for a in range(4)])
        return x.index_select(axis, low) * (1 - part) + x.index_select(axis, high) * part
    return along(along(x, 2, factors[0]), 3, factors[1])


def padding(p, x):
    (t, b), (l, r) = [(a.startEdgeSize, a.endEdgeSize) for a in p.paddingAmounts.borderAmounts]
    kind = p.WhichOneof("PaddingType")
    mode = {"constant": "constant", "reflection": "reflect", "replication": "replicate"}[kind]
    return F.pad(x, (l, r, t, b), mode, **({"value": p.constant.value} if kind == "constant" else {}))


def inner_product(p, x):
    w = weights(p.weights, (p.outputChannels, p.inputChannels))
    flat = x.reshape(-1, p.inputChannels) if x.dim() != 4 else x.reshape(x.shape[0], -1)
    y = flat @ w.T + (weights(p.bias, (p.outputChannels,)) if p.hasBias else 0)
    return y.reshape(-1, p.outputChannels, 1, 1) if x.dim() == 4 else y.reshape(*x.shape[:-1], p.outputChannels)


def run(layer, v):
    kind = layer.WhichOneof("layer")
    p, inputs = getattr(layer, kind), [v[name] for name in layer.input]
    x = inputs[0] if inputs else None
    simple = {
        "convolution": convolution, "pooling": pooling, "activation": activation, "unary": unary, "upsample": upsample,
        "padding": padding, "innerProduct": inner_product,
        "batchnorm": batchnorm,
        "add": lambda p, _: sum(inputs[1:], inputs[0]) if len(inputs) > 1 else x + p.alpha,
        "addBroadcastable": lambda p, _: sum(inputs[1:], inputs[0]),
        "concat": lambda p, _: torch.cat(inputs, 1),
        "concatND": lambda p, _: torch.cat(inputs, p.axis) if len({i.dim() for i in inputs}) == 1
        else torch.cat([i.reshape(-1) for i in inputs]),
        "softmax": lambda p, _: torch.softmax(x, -3 if x.dim() > 2 else -1),
        "scale": lambda p, _: x * weights(p.scale).reshape(-1, 1, 1) + (weights(p.bias).reshape(-1, 1, 1) if p.hasBias else 0),
        "flatten": lambda p, _: x.reshape(x.shape[0], -1, 1, 1) if p.mode == 0 else x.permute(0, 2, 3, 1).reshape(x.shape[0], -1, 1, 1),
        "transpose": lambda p, _: x.permute(*p.axes), "reshapeStatic": lambda p, _: x.reshape(*p.targetShape),
        "squeeze": lambda p, _: x.squeeze() if p.squeezeAll else x.squeeze(list(p.axes)[0] if len(p.axes) == 1 else tuple(p.axes)),
        "loadConstantND": lambda p, _: weights(p.data, tuple(p.shape)),
        "getShape": lambda p, _: torch.tensor(x.shape, dtype=torch.float32),
        "gather": lambda p, _: x.index_select(p.axis, inputs[1].long().reshape(-1)),
        "reshapeDynamic": lambda p, _: x.reshape(*[int(s) for s in inputs[1].reshape(-1)]),
    }
    if kind == "uniDirectionalLSTM":
        results = lstm(layer, v)
    elif kind == "splitND":
        results = torch.split(x, list(p.splitSizes) or x.shape[p.axis] // p.numSplits, p.axis)
    elif kind == "expandDims":
        for axis in p.axes:
            x = x.unsqueeze(axis)
        results = [x]
    elif kind == "permute":
        # [Seq, C, H, W] with one batch.
        results = [x.permute(*p.axis)]
    else:
        results = [simple[kind](p, x)]
    for name, value in zip(layer.output, results):
        v[name] = value


def main():
    HERE.mkdir(exist_ok=True)
    torch.set_grad_enabled(False)
    for name in NAMES:
        spec = ct.utils.load_spec(str(MODELS / f"{name}.mlmodel"))
        network = getattr(spec, spec.WhichOneof("Type"))
        exact = network.arrayInputShapeMapping == 1
        values = {}
        for feature in spec.description.input:
            if feature.type.WhichOneof("Type") == "imageType":
                values[feature.name] = image(feature, network)
                continue
            shape = list(feature.type.multiArrayType.shape)
            x = torch.zeros(shape) if feature.type.isOptional else array(shape)
            values[feature.name] = x if exact else x.reshape(1, *shape, *[1] * (3 - len(shape)))
        for layer in network.layers:
            run(layer, values)
        result = {}
        outputs = [o.name for o in spec.description.output if o.type.WhichOneof("Type") in ("multiArrayType", "imageType")]
        if spec.WhichOneof("Type") == "neuralNetworkClassifier":
            probabilities = network.labelProbabilityLayerName or network.layers[-1].output[0]
            flat = values[probabilities].reshape(-1).double().numpy()
            labels = list(getattr(network, network.WhichOneof("ClassLabels")).vector)
            result[spec.description.predictedProbabilitiesName] = {"labels": labels, "values": [float(f) for f in flat]}
        for output in outputs:
            flat = values[output].reshape(-1).double().numpy()
            places = sorted({int(i) for i in np.linspace(0, len(flat) - 1, 97)})
            result[output] = {"count": len(flat), "largest": float(np.abs(flat).max()), "places": places,
                              "values": [float(f"{flat[i]:.9g}") for i in places]}
        (HERE / f"{name}.json").write_text(json.dumps(result))
        print(name, {k: (v.get("count"), v.get("largest")) for k, v in result.items()})


main()
