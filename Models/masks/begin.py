"""Makes the checkpoint that the training begins with: what of the pose model's encoder, which knows what people look like, has the same shape.

    python begin.py --packed PACKED --checkpoint checkpoint/start.pt [--model ../people/BodyPose.mlmodel]

Of the pose model's version 1.0 that is the whole encoder; later ones have wider stages, so that it is the stem alone.
"""

import argparse
import sys
from pathlib import Path

import coremltools
import torch

import canvases
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from exported import encoder_of, save_start, take_over

POSE = Path(__file__).resolve().parents[1] / "people" / "BodyPose.mlmodel"
CHUNKS = 12  # of training pictures that the statistics are of


def same_in(model, spec):
    """The convolutions of the network's encoder by the names of the specification's layers with weights of the same shape."""
    layers = [layer for layer in spec.neuralNetwork.layers if layer.WhichOneof("layer") == "convolution"]
    shapes = {layer.name: (layer.convolution.outputChannels, layer.convolution.kernelChannels, *layer.convolution.kernelSize) for layer in layers}
    return {name: convolution for name, convolution in encoder_of(model).items() if shapes.get(name) == tuple(convolution.weight.shape)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--model", type=Path, default=POSE)
    parser.add_argument("--checkpoint", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    pictures = canvases.Masks(options.packed)
    model = networks.MaskNetwork()
    chunks = (canvases.load(pictures, 256, 8, seed)[0] for seed in range(CHUNKS))
    spec = coremltools.models.utils.load_spec(str(options.model))
    same = same_in(model, spec)
    print(f"{len(same)} of {len(encoder_of(model))} convolutions from {options.model}")
    take_over(model, same, spec, (networks.normalise(torch.from_numpy(chunk).permute(0, 3, 1, 2)) for chunk in chunks))
    save_start(model, options.checkpoint)


if __name__ == "__main__":
    main()
