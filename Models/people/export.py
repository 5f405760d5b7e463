"""Exports a checkpoint of the training script as a Core ML neural network.

    python export.py --checkpoint checkpoint/pose.pt --model BodyPose.mlmodel

Batch normalisation is folded into the convolutions and the weights are quantized to 8 bits.  The file that was written is then evaluated by an
independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

import networks
from joints import COUNT, LIMBS

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_pyramid, add_unit, add_weights, builder_for, describe, evaluated, store

LICENCE = "Weights: non-commercial research and education only, as is usual for the picture sets that they were trained on."
VERSION = "2.0"
LIMB = networks.STRIDE * networks.LIMB_UNIT
# Of each output: its first channel among the network's, how many there are, and the pixels of a unit.
OUTPUTS = {
    "heatmap": (0, COUNT, 1),
    "offsets": (networks.OFFSETS, 2 * COUNT, networks.STRIDE),
    "displacementFwd": (networks.FORWARD, 2 * len(LIMBS), LIMB),
    "displacementBwd": (networks.BACKWARD, 2 * len(LIMBS), LIMB),
}


def build(model):
    """The Core ML specification of a trained network."""
    cells = networks.SIDE // networks.STRIDE
    builder = builder_for(networks.SIDE, [(name, (count, cells, cells)) for name, (_, count, _) in OUTPUTS.items()])
    builder.add_activation("pyramid", "RELU", add_pyramid(builder, model, "image")[0], "pyramid")
    head = add_unit(builder, "head", model.head, "pyramid")
    weights, biases = model.maps.weight.detach().numpy(), model.maps.bias.detach().numpy()
    for name, (first, count, unit) in OUTPUTS.items():
        part = slice(first, first + count)
        is_heat = name == "heatmap"
        output = add_weights(builder, "logits" if is_heat else name, weights[part] * unit, biases[part] * unit, (1, 1), head)
        if is_heat:
            builder.add_activation(name, "SIGMOID", output, name)
    return builder.spec


def expected(model, images):
    """The expected outputs for uint8 pictures, computed in float32."""
    with torch.no_grad():
        maps = model(networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2)))
    maps[:, :COUNT] = maps[:, :COUNT].sigmoid()
    return {name: maps[:, first:first + count].numpy() * unit for name, (first, count, unit) in OUTPUTS.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    state = torch.load(options.checkpoint, weights_only=True)
    model = networks.PoseNetwork()
    model.load_state_dict(state["average"])
    model.eval()
    spec = build(model)
    describe(spec, "Finds the joints of people.", {
        "image": f"The picture, scaled to fit {networks.SIDE} by {networks.SIDE} pixels",
        "heatmap": "How likely it is that each of 17 joints is near a cell of 8 pixels",
        "offsets": "How far each joint lies from the cell, down and then right, in pixels",
        "displacementFwd": "How far the joint at the end of each limb lies from that at its beginning, down and then right, in pixels",
        "displacementBwd": "How far the joint at the beginning of each limb lies from that at its end, down and then right, in pixels",
    }, LICENCE, VERSION)
    spec = store(spec, options.model, is_quantized=True)
    images = np.random.default_rng(0).integers(0, 255, (2, networks.SIDE, networks.SIDE, 3)).astype(np.uint8)
    found, wanted = evaluated(spec, images), expected(model, images)
    differences = " ".join(f"{name} {abs(found[name] - wanted[name]).max():.4f}" for name in OUTPUTS)
    print(f"{state['seen']} pictures seen in {state['minutes']:.0f} min; differences from the float32 network: {differences}")
    print(f"{sum(p.numel() for p in model.parameters())} parameters")


if __name__ == "__main__":
    main()
