"""Makes a checkpoint of an exported detector, for a training that goes on from it.

    python restart.py --packed PACKED --model Faces.mlmodel --checkpoint checkpoint/start.pt

On export batch normalisation went into the convolutions.  Here every convolution gets one again: its statistics are measured on training
pictures, and its scale and offset undo them, so that the network computes what the model does.
"""

import argparse
import sys
from pathlib import Path

import coremltools
import numpy as np
import torch
from torch import nn

import canvases
import networks
from export import difference_of

sys.path.append(str(Path(__file__).resolve().parents[1]))
from coreml import values_of

CHUNKS = 12  # of training pictures that the statistics are of


def names_in(model):
    """The convolutions of the network by the names that `export.py` gives their layers."""
    named = {"map8_head_conv": model.head.conv, "map8_face_logit": model.face, "map8_box_logarithm": model.box, "map8_roll": model.roll}
    named |= {f"stem{i}_conv": unit.conv for i, unit in enumerate(model.stem, 1)}
    named |= {f"lateral{i}": lateral for i, lateral in enumerate(model.laterals, 1)}
    for i, stage in enumerate(model.stages, 1):
        for j, block in enumerate(stage, 1):
            named |= {f"stage{i}_block{j}_{part}": getattr(block, part) for part in ("conv1", "conv2", "project") if hasattr(block, part)}
    return named


def norms_in(model):
    """The batch normalisations of the network by their convolutions."""
    pairs = {}
    for module in model.modules():
        children = dict(module.named_children())
        for name, convolution in children.items():
            norm = {"conv": "norm", "conv1": "norm1", "conv2": "norm2", "project": "project_norm"}.get(name)
            if norm in children:
                pairs[convolution] = children[norm]
    return pairs


@torch.no_grad()
def detector_of(spec, pictures):
    """The detector that a specification was made of."""
    model = networks.Detector().eval()
    layers = {layer.name: layer.convolution for layer in spec.neuralNetwork.layers if layer.WhichOneof("layer") == "convolution"}
    norms = norms_in(model)
    for name, convolution in names_in(model).items():
        biases = values_of(layers[name].bias, -1)
        convolution.weight.copy_(values_of(layers[name].weights, convolution.weight.shape))
        if convolution in norms:
            norm = norms[convolution]
            nn.init.constant_(norm.running_var, 1 - norm.eps)
            norm.bias.copy_(biases)
        else:
            convolution.bias.copy_(biases)
    moments = {norm: [] for norm in norms.values()}
    hooks = [norm.register_forward_pre_hook(lambda n, x: moments[n].append(torch.stack([x[0].mean((0, 2, 3)), x[0].square().mean((0, 2, 3))])))
             for norm in norms.values()]
    for seed in range(CHUNKS):
        images, _ = canvases.load(pictures, 256, 4, seed)
        model(networks.normalise(torch.from_numpy(images).permute(0, 3, 1, 2)))
    for hook in hooks:
        hook.remove()
    for convolution, norm in norms.items():
        mean, square = torch.stack(moments[norm]).mean(0)
        variance = square - mean.square()
        scale = len(convolution.weight) ** 0.5 / convolution.weight.norm()  # as Muon keeps it
        norm.weight.copy_((variance + norm.eps / scale ** 2).sqrt())
        norm.bias.add_(mean)
        norm.running_mean.copy_(mean * scale)
        norm.running_var.copy_(variance * scale ** 2)
        convolution.weight.mul_(scale)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    pictures = canvases.Pictures(options.packed)
    spec = coremltools.models.utils.load_spec(str(options.model))
    model = detector_of(spec, pictures)
    difference = max(difference_of(spec, model, pictures, side) for side in networks.LOOKS)
    options.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"average": model.state_dict(), "seen": 0, "minutes": 0.0}, options.checkpoint)
    print(f"difference from the model {difference:.4f}")


if __name__ == "__main__":
    main()
