"""Exports checkpoints of the training scripts as Core ML neural networks.

    python export.py detector --checkpoint checkpoint/detector.pt --model Hands.mlmodel
    python export.py joints --checkpoint checkpoint/joints.pt --model HandPose.mlmodel

Batch normalisation is folded into the convolutions and the weights are quantized to 8 bits.  The file that was written is then evaluated by an
independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

import networks
from frames import COUNT

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_pyramid, add_unit, add_weights, builder_for, describe, evaluated, store

LICENCE = ("Apache License 2.0. The photographs of the training are under Apache, MIT, CC0, CC BY and public domain terms; "
           "Models/hands/README.md credits them.")
VERSION = "1.0"


def build_detector(model):
    """The Core ML specification of a trained detector."""
    cells = networks.SIDE // networks.STRIDE
    builder = builder_for(networks.SIDE, [("hands", (networks.CHANNELS, cells, cells))])
    builder.add_activation("pyramid", "RELU", add_pyramid(builder, model, "image")[0], "pyramid")
    head = add_unit(builder, "head", model.head, "pyramid")
    weights, biases = model.map.weight.detach().numpy(), model.map.bias.detach().numpy()

    def part(name, first, last):
        return add_weights(builder, name, weights[first:last], biases[first:last], (1, 1), head)

    builder.add_activation("likelihood", "SIGMOID", part("logit", 0, 1), "likelihood")
    builder.add_unary("size", part("size_logarithm", 3, 4), "size", "exp")
    builder.add_elementwise("hands", ["likelihood", part("place", 1, 3), "size", part("turn", 4, 6)], "hands", "CONCAT")
    return builder.spec


def build_joints(model):
    """The Core ML specification of a trained network of joints."""
    cells, side = networks.CELLS ** 2, networks.JOINT_SIDE
    builder = builder_for(side, [("points", (COUNT, 2)), ("confidence", (COUNT,)), ("presence", (1,)), ("chirality", (1,))])
    builder.add_activation("pyramid", "RELU", add_pyramid(builder, model, "image")[0], "pyramid")
    head = add_unit(builder, "head", model.head, "pyramid")
    heat = add_weights(builder, "heat", model.heat.weight.detach().numpy(), model.heat.bias.detach().numpy(), (1, 1), head)
    # The shares of the cells: a joint's are made a column of channels, of which the mean place is a 1×1 convolution.
    builder.add_reshape("rows", heat, "rows", (COUNT, cells, 1), 0)
    builder.add_permute("columns", (0, 2, 1, 3), "rows", "columns")
    builder.add_softmax("shares", "columns", "shares")
    places = model.places.numpy().T[:, :, None, None]
    add_weights(builder, "places", places, np.zeros(2, np.float32), (1, 1), "shares")
    builder.add_permute("joints", (0, 2, 1, 3), "places", "joints")
    builder.add_reshape("points", "joints", "points", (1, COUNT, 2), 0)
    last = f"stage{len(model.stages)}_block{len(model.stages[-1])}_relu2"
    builder.add_pooling("mean", 0, 0, 1, 1, "AVERAGE", "VALID", last, "mean", is_global=True)
    weights, biases = model.facts.weight.detach().numpy(), model.facts.bias.detach().numpy()
    for name, part in (("confidence", slice(0, COUNT)), ("presence", slice(COUNT, COUNT + 1)), ("chirality", slice(COUNT + 1, COUNT + 2))):
        builder.add_inner_product(f"{name}_logit", weights[part], biases[part], weights.shape[1], len(biases[part]), True, "mean", f"{name}_logit")
        builder.add_activation(name, "SIGMOID", f"{name}_logit", name)
    return builder.spec


DESCRIPTIONS = {
    "detector": ("Finds hands of any size and turn in a picture.", {
        "image": f"The picture, scaled to fit {networks.SIDE} by {networks.SIDE} pixels",
        "hands": f"Hands centred in cells of {networks.STRIDE} pixels: probability, distance of the centre from the cell's middle to the right and "
                 "down, and size, in cells, and cosine and sine of the clockwise turn"}),
    "joints": ("Says where 21 joints of a hand are.", {
        "image": f"The hand, upright, in the middle of {networks.JOINT_SIDE} by {networks.JOINT_SIDE} pixels, {networks.RATIO} times as wide as it "
                 "is large",
        "points": "x and y of the wrist and of four joints each of the thumb, the index, the middle, the ring and the little finger, as fractions of "
                  "the image from its top left",
        "confidence": "How likely it is that each joint is near that place", "presence": "The probability that there is a hand",
        "chirality": "The probability that it is a right hand"}),
}


def expected(name, model, images):
    """The expected outputs for uint8 pictures, computed in float32."""
    with torch.no_grad():
        x = networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2))
        if name == "detector":
            return {"hands": networks.outputs(model(x)).numpy()}
        points, close, hand, right = model(x)
    return {"points": points.numpy(), "confidence": close.sigmoid().numpy(), "presence": hand.sigmoid().numpy(), "chirality": right.sigmoid().numpy()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network", choices=list(DESCRIPTIONS))
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    state = torch.load(options.checkpoint, weights_only=True)
    is_detector = options.network == "detector"
    model = networks.Detector() if is_detector else networks.Joints()
    model.load_state_dict(state["average"])
    model.eval()
    spec = (build_detector if is_detector else build_joints)(model)
    describe(spec, *DESCRIPTIONS[options.network], LICENCE, VERSION)
    spec = store(spec, options.model, is_quantized=True)
    side = networks.SIDE if is_detector else networks.JOINT_SIDE
    images = np.random.default_rng(0).integers(0, 255, (2, side, side, 3)).astype(np.uint8)
    found, wanted = evaluated(spec, images), expected(options.network, model, images)
    differences = " ".join(f"{name} {abs(found[name].ravel() - values.ravel()).max():.4f}" for name, values in wanted.items())
    print(f"{state['seen']} pictures seen in {state['minutes']:.0f} min; differences from the float32 network: {differences}")
    print(f"{sum(p.numel() for p in model.parameters())} parameters")


if __name__ == "__main__":
    main()
