#!/usr/bin/env python3
"""Computes gradients with PyTorch and writes them to Tests/CoreMLRuntimeTests/Fixtures/gradients.json.

Each case has an operation's name, its arguments, its outputs, the gradients of the outputs, and the gradients of the arguments. Needs torch and
NumPy.
"""

import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

TARGET = Path(__file__).resolve().parent.parent / "Tests/CoreMLRuntimeTests/Fixtures/gradients.json"
generator = torch.Generator().manual_seed(20)
cases = []


def number(tensor):
    array = tensor.detach().numpy()
    values = [float(f"{value:.7g}") for value in array.reshape(-1)]
    return {"shape": list(array.shape), "floats": values}


def integers(values):
    array = np.asarray(values, dtype=np.int32)
    return {"shape": list(array.shape), "ints": array.reshape(-1).tolist()}


def random(*shape, scale=1.0):
    tensor = scale * (torch.rand(*shape, generator=generator) * 2 - 1)
    return tensor.requires_grad_()


def case(kind, trained, constants, outputs, order=None):
    """Makes a case. `trained` maps the names of arguments to tensors with gradients; `outputs` is a list of results."""
    weights = [torch.rand(output.shape, generator=generator) * 2 - 1 for output in outputs]
    gradients = torch.autograd.grad(sum((o * w).sum() for o, w in zip(outputs, weights)), list(trained.values()))
    order = order or {}

    def stored(name, tensor):
        return number(order[name](tensor) if name in order else tensor)

    cases.append(
        {
            "kind": kind,
            "arguments": {name: stored(name, tensor) for name, tensor in trained.items()},
            "constants": constants,
            "outputs": [number(output) for output in outputs],
            "outputGradients": [number(weight) for weight in weights],
            "gradients": {name: stored(name, gradient) for name, gradient in zip(trained, gradients)},
        }
    )


def convolutions():
    x, w, b = random(2, 16, 9, 8), random(32, 16, 3, 3, scale=0.2), random(32)
    case("conv", {"x": x, "weight": w, "bias": b}, {"pad_type": {"string": "custom"}, "pad": integers([1, 1, 1, 1])},
         [F.conv2d(x, w, b, padding=1)])
    x, w = random(1, 8, 11, 7), random(12, 4, 3, 2, scale=0.3)
    case("conv", {"x": x, "weight": w}, {"strides": integers([2, 1]), "dilations": integers([1, 2]), "groups": integers(2)},
         [F.conv2d(x, w, stride=(2, 1), dilation=(1, 2), groups=2)])
    x, w, b = random(3, 6, 20), random(10, 6, 5, scale=0.3), random(10)
    case("conv", {"x": x, "weight": w, "bias": b}, {"strides": integers([3])}, [F.conv1d(x, w, b, stride=3)])
    x, w = random(2, 16, 7, 7), random(16, 1, 3, 3, scale=0.3)
    case("conv", {"x": x, "weight": w},
         {"pad_type": {"string": "custom"}, "pad": integers([1, 1, 1, 1]), "groups": integers(16)},
         [F.conv2d(x, w, padding=1, groups=16)])
    x, w, b = random(2, 6, 5, 4), random(6, 5, 3, 3, scale=0.3), random(5)
    case("conv_transpose", {"x": x, "weight": w, "bias": b}, {"strides": integers([2, 2])},
         [F.conv_transpose2d(x, w, b, stride=2)])


def normalizations():
    x, gamma, beta = random(6, 5, 4, 3), random(5), random(5)
    mean, variance = x.mean(dim=(0, 2, 3)), x.var(dim=(0, 2, 3), unbiased=False)
    y = F.batch_norm(x, None, None, gamma, beta, training=True, eps=1e-3)
    case("osprey.batch_norm_training", {"x": x, "gamma": gamma, "beta": beta}, {"epsilon": {"shape": [], "floats": [1e-3]}},
         [y, mean, variance][:1])
    x, gamma, beta = random(3, 4, 6), random(6), random(6)
    case("layer_norm", {"x": x, "gamma": gamma, "beta": beta}, {"axes": integers([2])}, [F.layer_norm(x, (6,), gamma, beta)])


def poolings():
    x = random(2, 16, 8, 8)
    case("max_pool", {"x": x}, {"kernel_sizes": integers([2, 2]), "strides": integers([2, 2])}, [F.max_pool2d(x, 2)])
    x = random(1, 4, 9, 9)
    padding = {"pad_type": {"string": "custom"}, "pad": integers([1, 1, 1, 1])}
    kernel = {"kernel_sizes": integers([3, 3]), "strides": integers([2, 2])}
    case("max_pool", {"x": x}, kernel | padding, [F.max_pool2d(x, 3, 2, 1)])
    case("avg_pool", {"x": x}, kernel | padding, [F.avg_pool2d(x, 3, 2, 1)])
    case("avg_pool", {"x": x}, kernel | padding | {"exclude_padding_from_average": {"shape": [], "bools": [True]}},
         [F.avg_pool2d(x, 3, 2, 1, count_include_pad=False)])


def recurrents():
    def reordered(tensor):
        """The gates in Core ML's order. PyTorch's order is input, forget, cell, output; Core ML's is input, forget, output, cell."""
        i, f, g, o = tensor.chunk(4)
        return torch.cat([i, f, o, g])

    steps, batch, inputs, hidden = 5, 3, 4, 6
    for bidirectional in (False, True):
        layer = torch.nn.LSTM(inputs, hidden, bidirectional=bidirectional, bias=True)
        count = 2 if bidirectional else 1
        x, h, c = random(steps, batch, inputs), random(count, batch, hidden), random(count, batch, hidden)
        names = ["", "_reverse"][:count]
        for name in names:
            getattr(layer, f"bias_hh_l0{name}").data.zero_()
        y, (last_h, last_c) = layer(x, (h, c))
        joined = lambda t: t.transpose(0, 1).reshape(batch, -1)
        trained, order = {"x": x, "initial_h": h, "initial_c": c}, {"initial_h": joined, "initial_c": joined}
        for name in names:
            suffix = "_back" if name else ""
            for ours, theirs in (("weight_ih", "weight_ih"), ("weight_hh", "weight_hh"), ("bias", "bias_ih")):
                trained[ours + suffix] = getattr(layer, f"{theirs}_l0{name}")
                order[ours + suffix] = reordered
        constants = {"output_sequence": {"shape": [], "bools": [True]}}
        if bidirectional:
            constants["direction"] = {"string": "bidirectional"}
        case("lstm", trained, constants, [y, joined(last_h), joined(last_c)], order)
    layer = torch.nn.GRU(inputs, hidden)
    x, h = random(steps, batch, inputs), random(1, batch, hidden)
    y, last = layer(x, h)
    trained = {"x": x, "initial_h": h, "weight_ih": layer.weight_ih_l0, "weight_hh": layer.weight_hh_l0,
               "bias": layer.bias_ih_l0, "bias_hh": layer.bias_hh_l0}
    case("gru", trained, {"output_sequence": {"shape": [], "bools": [True]}, "reset_after": {"shape": [], "bools": [True]}},
         [y, last[0]], {"initial_h": lambda t: t[0]})


def losses():
    x, weights = random(6, 5, scale=3), torch.tensor([0.5, 1, 2, 1, 0.25])
    targets = [4, 0, 1, 1, -1, 3]
    index = torch.tensor([t if t >= 0 else -100 for t in targets])
    for smoothing in (0.0, 0.1):
        case("osprey.softmax_cross_entropy", {"x": x},
             {"targets": integers(targets), "weights": number(weights), "smoothing": {"shape": [], "floats": [smoothing]}},
             [F.cross_entropy(x, index, weights, label_smoothing=smoothing)])
    y = torch.rand(6, 5, generator=generator)
    case("osprey.sigmoid_cross_entropy", {"x": x}, {"targets": number(y)}, [F.binary_cross_entropy_with_logits(x, y)])
    case("osprey.squared_error", {"x": x}, {"targets": number(y)}, [F.mse_loss(x, y)])
    case("osprey.smooth_l1", {"x": x}, {"targets": number(y), "beta": {"shape": [], "floats": [0.5]}},
         [F.smooth_l1_loss(x, y, beta=0.5)])


def training_run(optimizer_name):
    """A small network trained for some steps: the losses, and the final values of a weight and of the running statistics."""
    torch.manual_seed(3)
    convolution = torch.nn.Conv2d(3, 8, 3, padding=1, bias=False)
    normalization = torch.nn.BatchNorm2d(8, eps=1e-5)
    linear = torch.nn.Linear(8, 4)
    names = {"conv.weight": convolution.weight, "bn.gamma": normalization.weight, "bn.beta": normalization.bias,
             "fc.weight": linear.weight, "fc.bias": linear.bias}
    start = {name: number(tensor) for name, tensor in names.items()}
    x = torch.rand(8, 3, 8, 8, generator=generator) * 2 - 1
    y = torch.tensor([0, 1, 2, 3, 0, 1, 2, 3])
    if optimizer_name == "sgd":
        optimizer = torch.optim.SGD(names.values(), lr=0.1, momentum=0.9)
    else:
        optimizer = torch.optim.AdamW(names.values(), lr=0.02, weight_decay=0)
    losses = []
    for _ in range(6):
        optimizer.zero_grad()
        features = F.max_pool2d(F.relu(normalization(convolution(x))), 2).mean(dim=(2, 3))
        loss = F.cross_entropy(linear(features), y)
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    return {
        "optimizer": optimizer_name, "start": start, "x": number(x), "y": integers(y.tolist()), "losses": losses,
        "end": {name: number(tensor) for name, tensor in names.items()},
        "mean": number(normalization.running_mean), "variance": number(normalization.running_var),
    }


def main():
    torch.manual_seed(1)
    for make in (convolutions, normalizations, poolings, recurrents, losses):
        make()
    runs = [training_run("sgd"), training_run("adam")]
    TARGET.write_text(json.dumps({"cases": cases, "runs": runs}))
    print(f"{len(cases)} cases, {TARGET.stat().st_size >> 10} KiB")


if __name__ == "__main__":
    main()
