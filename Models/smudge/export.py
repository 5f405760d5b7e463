"""Exports a checkpoint of the training script as a Core ML neural network.

    python export.py --checkpoint checkpoint/smudge.pt --model LensSmudge.mlmodel

Batch normalisation is folded into the convolutions and the weights are quantized to 8 bits.  The file that was written is then evaluated by an
independent interpreter of its layers.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import add_stages, builder_for, describe, evaluated, store

LICENCE = "Apache License 2.0. The photographs of the training are under Apache, MIT, CC0 and CC BY terms; Models/smudge/README.md credits them."
VERSION = "1.0"


def build(model):
    """The Core ML specification of a trained network."""
    builder = builder_for(networks.SIDE, [("smudge", (1,))])
    last = add_stages(builder, model, "image")[-1]
    builder.add_pooling("mean", 0, 0, 1, 1, "AVERAGE", "VALID", last, "mean", is_global=True)
    weights, biases = model.smudge.weight.detach().numpy(), model.smudge.bias.detach().numpy()
    builder.add_inner_product("logit", weights, biases, weights.shape[1], 1, True, "mean", "logit")
    builder.add_activation("smudge", "SIGMOID", "logit", "smudge")
    return builder.spec


def expected(model, images):
    """The expected outputs for uint8 pictures, computed in float32."""
    with torch.no_grad():
        return model(networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2))).sigmoid().numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    model = networks.of_checkpoint(options.checkpoint)
    spec = build(model)
    describe(spec, "Says how likely it is that a picture was taken through a smudged lens.", {
        "image": f"The whole picture, scaled to {networks.SIDE} by {networks.SIDE} pixels",
        "smudge": "The probability of a smudged lens",
    }, LICENCE, VERSION)
    spec = store(spec, options.model, is_quantized=True)
    images = np.random.default_rng(0).integers(0, 255, (4, networks.SIDE, networks.SIDE, 3)).astype(np.uint8)
    difference = abs(evaluated(spec, images)["smudge"].ravel() - expected(model, images)).max()
    print(f"{sum(p.numel() for p in model.parameters())} parameters; difference from the float32 network: {difference:.4f}")


if __name__ == "__main__":
    main()
