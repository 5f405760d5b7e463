"""Exports a checkpoint of the training script, or the mean of several, as a Core ML neural network.

    python export.py --checkpoint checkpoint/masks.pt [OTHER …] --model Masks.mlmodel

Batch normalisation is folded into the convolutions and their weights are quantized to 8 bits.  The file that was written is then evaluated by
an independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from coremltools.models.neural_network import flexible_shape_utils

import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_convolution, add_relu, add_stages, add_unit, add_weights, builder_for, describe, evaluated, store

LICENCE = "Weights: non-commercial research and education only, as is usual for the picture sets that they were trained on."
VERSION = "1.0"


def add_sum(builder, name, first, second):
    builder.add_elementwise(name, [first, second], name, "ADD")
    return name


def add_doubled(builder, name, source):
    builder.add_upsample(name, 2, 2, source, name, "NN")
    return name


def build(model):
    """The Core ML specification of a trained network."""
    cells = networks.SIDE // networks.STRIDE
    builder = builder_for(networks.SIDE, [(name, (1, cells, cells)) for name in networks.NAMES])
    levels = add_stages(builder, model, "image")
    top = add_convolution(builder, "lateral3", model.laterals[2], None, levels[2])
    builder.add_pooling("mean", 0, 0, 1, 1, "AVERAGE", "VALID", levels[2], "mean", is_global=True)
    top = add_sum(builder, "top3", top, add_convolution(builder, "context", model.context, None, "mean"))
    for level in (2, 1):
        lateral = add_convolution(builder, f"lateral{level}", model.laterals[level - 1], None, levels[level - 1])
        top = add_sum(builder, f"top{level}", lateral, add_doubled(builder, f"above{level}", top))
    x = add_unit(builder, "head", model.head, add_relu(builder, "pyramid", top))
    for number, (join, fine, source) in enumerate(zip(model.joins, model.fine, ("stem2_relu", "stem1_relu")), 1):
        fine = add_convolution(builder, f"fine{number}", fine, None, source)
        x = add_relu(builder, f"joined{number}", add_sum(builder, f"sum{number}", fine, add_doubled(builder, f"doubled{number}", x)))
        x = add_unit(builder, f"join{number}", join, x)
    weights, biases = model.maps.weight.detach().numpy(), model.maps.bias.detach().numpy()
    for index, name in enumerate(networks.NAMES):
        logits = add_weights(builder, f"{name}_logits", weights[index:index + 1], biases[index:index + 1], (1, 1), x)
        builder.add_activation(name, "SIGMOID", logits, name)
    spec = builder.spec
    flexible_shape_utils.add_enumerated_image_sizes(
        spec, "image", [flexible_shape_utils.NeuralNetworkImageSize(side, side) for side in networks.LOOKS])
    for name in networks.NAMES:
        shapes = [(1, side // networks.STRIDE, side // networks.STRIDE) for side in networks.LOOKS]
        flexible_shape_utils.add_multiarray_ndshape_enumeration(spec, name, shapes)
    return spec


def expected(model, images):
    """The expected outputs for uint8 pictures, computed in float32."""
    with torch.no_grad():
        maps = model(networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2))).sigmoid()
    return {name: maps[:, index:index + 1].numpy() for index, name in enumerate(networks.NAMES)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checkpoint", type=Path, nargs="+", required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    model = networks.of_checkpoints(options.checkpoint)
    spec = build(model)
    describe(spec, "Sets people, and what a picture is about, apart from the rest.", {
        "image": f"The picture, scaled to fit {networks.LOOKS[0]}, {networks.LOOKS[1]} or {networks.LOOKS[2]} pixels square",
        "person": "The probability that a cell of 2 by 2 pixels shows a person",
        "foreground": "The probability that a cell of 2 by 2 pixels shows what the picture is about",
    }, LICENCE, VERSION)
    spec = store(spec, options.model, is_quantized=True)
    for side in networks.LOOKS:
        images = np.random.default_rng(0).integers(0, 255, (2, side, side, 3)).astype(np.uint8)
        found, wanted = evaluated(spec, images), expected(model, images)
        print(side, " ".join(f"{name} {abs(found[name] - wanted[name]).max():.4f}" for name in networks.NAMES))
    print(f"{sum(p.numel() for p in model.parameters())} parameters")


if __name__ == "__main__":
    main()
