"""Exports a checkpoint of `train.py` as a Core ML neural network.

    python export.py --checkpoint checkpoint/bodies.pt --model BodyPose3D.mlmodel

Batch normalisation is folded into the convolutions and the weights are quantized to 8 bits.  The file that was written is then evaluated by an
independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

import networks
from bodies import COUNT, NAMES

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_convolution, add_pyramid, add_unit, add_weights, builder_for, describe, evaluated, store

LICENCE = ("Apache License 2.0. The photographs of the training are under MIT, CC BY and public domain terms; "
           "Models/pose3d/README.md credits them.")
VERSION = "1.0"
DESCRIPTION = "Says where 17 joints of a person are in the picture and in space."
TEXTS = {
    "image": f"The person, turned upright, in the middle of {networks.SIDE} by {networks.SIDE} pixels, {networks.RATIO} times as wide as the "
             "person is large",
    "points": f"The joints in metres from the root, to the right, up and towards the camera, of a person of 1.8 m: {', '.join(NAMES)}",
    "places": "x and y of the joints as fractions of the image from its top left", "confidence": "The probability that there is a person"}


def build(model):
    """The Core ML specification of a trained network."""
    cells = networks.CELLS
    builder = builder_for(networks.SIDE, [("points", (COUNT, 3)), ("places", (COUNT, 2)), ("confidence", (1,))])
    builder.add_activation("pyramid", "RELU", add_pyramid(builder, model, "image")[0], "pyramid")
    head = add_unit(builder, "head", model.head, "pyramid")
    # The shares of the cells: a joint's are made a column of channels, of which the mean place is a 1×1 convolution.
    builder.add_reshape("rows", add_convolution(builder, "heat", model.heat, None, head), "rows", (COUNT, cells ** 2, 1), 0)
    builder.add_permute("columns", (0, 2, 1, 3), "rows", "columns")
    builder.add_softmax("shares", "columns", "shares")
    add_weights(builder, "means", model.places_of_cells(), np.zeros(2, np.float32), (1, 1), "shares")
    builder.add_permute("pairs", (0, 2, 1, 3), "means", "pairs")
    builder.add_reshape("places", "pairs", "places", (1, COUNT, 2), 0)
    # The positions in space that the cells give, times the shares, and their sum over the cells.
    builder.add_permute("shares_of_joints", (0, 2, 1, 3), "shares", "shares_of_joints")
    builder.add_reshape("spread", "shares_of_joints", "spread", (COUNT, cells, cells), 0)
    builder.add_elementwise("weights", ["spread"] * 3, "weights", "CONCAT")
    builder.add_elementwise("weighted", ["weights", add_convolution(builder, "space", model.space, None, head)], "weighted", "MULTIPLY")
    builder.add_pooling("near_mean", 0, 0, 1, 1, "AVERAGE", "VALID", "weighted", "near_mean", is_global=True)
    builder.add_activation("near_sum", "LINEAR", "near_mean", "near_sum", [float(cells ** 2), 0.0])
    builder.add_flatten("near", 0, "near_sum", "near")
    last = f"stage{len(model.stages)}_block{len(model.stages[-1])}_relu2"
    builder.add_pooling("mean", 0, 0, 1, 1, "AVERAGE", "VALID", last, "mean", is_global=True)
    for name, layer in (("whole", model.whole), ("presence", model.presence)):
        weights, biases = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        builder.add_inner_product(name, weights, biases, weights.shape[1], len(biases), True, "mean", name)
    builder.add_elementwise("joints", ["near", "whole"], "joints", "ADD")
    builder.add_reshape("axes", "joints", "axes", (3, COUNT, 1), 0)
    builder.add_permute("triples", (0, 2, 1, 3), "axes", "triples")
    builder.add_reshape("points", "triples", "points", (1, COUNT, 3), 0)
    builder.add_activation("confidence", "SIGMOID", "presence", "confidence")
    return builder.spec


def expected(model, images):
    """The expected outputs for uint8 pictures, computed in float32."""
    with torch.no_grad():
        points, places, presence, _ = model(networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2)))
    return {"points": points.numpy(), "places": places.numpy(), "confidence": presence.sigmoid().numpy()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    state = torch.load(options.checkpoint, weights_only=True)
    model = networks.Bodies()
    model.load_state_dict(state["average"])
    model.eval()
    spec = build(model)
    describe(spec, DESCRIPTION, TEXTS, LICENCE, VERSION)
    spec = store(spec, options.model, is_quantized=True)
    images = np.random.default_rng(0).integers(0, 255, (2, networks.SIDE, networks.SIDE, 3)).astype(np.uint8)
    found, wanted = evaluated(spec, images), expected(model, images)
    differences = " ".join(f"{name} {abs(found[name].ravel() - values.ravel()).max():.4f}" for name, values in wanted.items())
    print(f"{state['seen']} pictures seen in {state['minutes']:.0f} min; differences from the float32 network: {differences}")
    print(f"{sum(p.numel() for p in model.parameters())} parameters")


if __name__ == "__main__":
    main()
