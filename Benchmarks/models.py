#!/usr/bin/env python3
"""Writes the networks of the comparison with other runtimes, with random weights.

  python3 Benchmarks/models.py FOLDER [NAME…]

Of each there are NAME.onnx, NAME.mlmodel and NAME.mlpackage with the same weights, and NAME.npz with an input `x` and PyTorch's answer `y`.
The network `photo` is a classifier of images: photo.onnx takes numbers from 0 to 1, and photo.mlmodel a picture.
"""
import inspect
import pathlib
import sys
import warnings

import coremltools
import numpy as np
import torch
import torchvision
from torch import nn

FORMS = {"mlmodel": "neuralnetwork", "mlpackage": "mlprogram"}


def darknet():
    """A detector for small machines: nine convolutions with leaky rectifiers, and 125 channels for each of 13 × 13 cells."""
    layers, channels = [], 3
    for index, width in enumerate([16, 32, 64, 128, 256, 512, 1024, 1024]):
        layers += [nn.Conv2d(channels, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.LeakyReLU(0.1)]
        if index < 5:
            layers.append(nn.MaxPool2d(2))
        channels = width
    return nn.Sequential(*layers, nn.Conv2d(channels, 125, 1))


class TransformerBlock(nn.Module):
    """Attention and a perceptron, each after a normalisation and beside a shortcut."""

    def __init__(self, width, heads, tokens):
        super().__init__()
        self.heads, self.width, self.tokens = heads, width, tokens
        self.before_attention, self.before_perceptron = nn.LayerNorm(width), nn.LayerNorm(width)
        self.queries, self.keys, self.values, self.merge = (nn.Linear(width, width) for _ in range(4))
        self.perceptron = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def divided(self, x):
        """The numbers of each head."""
        return x.reshape(1, self.tokens, self.heads, self.width // self.heads).transpose(1, 2)

    def forward(self, x):
        y = self.before_attention(x)
        queries, keys, values = (self.divided(layer(y)) for layer in (self.queries, self.keys, self.values))
        scores = torch.matmul(queries, keys.transpose(2, 3)) / (self.width // self.heads) ** 0.5
        mixed = torch.matmul(torch.softmax(scores, dim=3), values)
        x = x + self.merge(mixed.transpose(1, 2).reshape(1, self.tokens, self.width))
        return x + self.perceptron(self.before_perceptron(x))


class VisionTransformer(nn.Module):
    """Twelve blocks over patches of 16 × 16 pixels of a picture of 224 × 224."""

    def __init__(self, width=384, heads=6, side=14):
        super().__init__()
        tokens = side * side + 1
        self.patches = nn.Conv2d(3, width, 16, stride=16)
        self.first, self.places = nn.Parameter(torch.randn(1, 1, width)), nn.Parameter(torch.randn(1, tokens, width))
        self.blocks = nn.Sequential(*(TransformerBlock(width, heads, tokens) for _ in range(12)))
        self.norm, self.labels = nn.LayerNorm(width), nn.Linear(width, 1000)

    def forward(self, x):
        tokens = self.patches(x).flatten(2).transpose(1, 2)
        return self.labels(self.norm(self.blocks(torch.cat([self.first, tokens], dim=1) + self.places))[:, 0])


class Photo(nn.Module):
    """Probabilities of a thousand labels, of pixels from 0 to 1."""

    def __init__(self):
        super().__init__()
        self.network = torchvision.models.squeezenet1_1(weights=None)

    def forward(self, x):
        return torch.softmax(self.network((x - 0.45) / 0.225), dim=1)


def published(name):
    return lambda: getattr(torchvision.models, name)(weights=None)


# The function that makes each, and the side of its input.
NETWORKS = {
    "squeezenet1_1": (published("squeezenet1_1"), 227),
    "mobilenet_v2": (published("mobilenet_v2"), 224),
    "mobilenet_v3_small": (published("mobilenet_v3_small"), 224),
    "efficientnet_b0": (published("efficientnet_b0"), 224),
    "resnet50": (published("resnet50"), 224),
    "tiny_yolo": (darknet, 416),
    "vit_small": (VisionTransformer, 224),
    "photo": (Photo, 227),
}


def made(name):
    """The network, ready to answer, and an input."""
    torch.manual_seed(7)
    build, side = NETWORKS[name]
    network = build().eval()
    for module in network.modules():
        # Statistics as a trained network has them: none is exactly zero or one.
        if isinstance(module, nn.BatchNorm2d):
            nn.init.uniform_(module.running_mean, -0.1, 0.1)
            nn.init.uniform_(module.running_var, 0.8, 1.2)
    return network, torch.rand(1, 3, side, side)


def write_onnx(network, x, path):
    # Newer versions of PyTorch have another exporter, which needs one more package.
    options = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(network, (x,), str(path), opset_version=14, input_names=["x"], output_names=["y"], **options)


def write(name, folder):
    network, x = made(name)
    with torch.no_grad():
        traced, y = torch.jit.trace(network, x), network(x)
        write_onnx(network, x, folder / f"{name}.onnx")
    if name == "photo":
        labels = coremltools.ClassifierConfig([f"label {index}" for index in range(y.shape[1])])
        image = coremltools.ImageType(name="image", shape=x.shape, scale=1 / 255)
        coremltools.convert(
            traced, convert_to="neuralnetwork", inputs=[image], classifier_config=labels, skip_model_load=True
        ).save(str(folder / "photo.mlmodel"))
        return
    for suffix, form in FORMS.items():
        coremltools.convert(
            traced, convert_to=form, inputs=[coremltools.TensorType(name="x", shape=x.shape)], outputs=[coremltools.TensorType(name="y")],
            skip_model_load=True,
        ).save(str(folder / f"{name}.{suffix}"))
    # The last: where it is, all are.
    np.savez(folder / f"{name}.npz", x=x.numpy(), y=y.numpy())


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or NETWORKS:
        write(name, folder)


if __name__ == "__main__":
    main()
