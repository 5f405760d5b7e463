"""Makes a checkpoint of an exported model, for a training that goes on from it.

    python restart.py recognizer --packed packed/lines --model TextReader.mlmodel --checkpoint checkpoint/start.pt
    python restart.py detector --packed packed/pages --model TextLines.mlmodel --checkpoint checkpoint/start.pt

The network may have more mixers or residual convolutions than the model: these begin as the identity, or nearly so.
"""

import argparse
import sys
from pathlib import Path

import coremltools
import torch

import networks
from export import difference
from train_detector import Pages
from train_recognizer import Shards

sys.path.append(str(Path(__file__).resolve().parents[1]))
from exported import norms_in, save_start, take_over

BATCHES = 12  # of training pictures that the statistics are of


def convolution_of(stage):
    return (stage.unit if isinstance(stage, networks.Residual) else stage).convolution


def stage_parts(model):
    return {f"stage{number}_{place}": convolution_of(unit) for number, stage in enumerate(model.stages, 1) for place, unit in enumerate(stage, 1)}


def recognizer_parts(model):
    """The convolutions by the names that export.py gives their layers."""
    named = stage_parts(model)
    for number, mixer in enumerate(model.mixers, 1):
        named |= {f"mixer{number}_{part}": getattr(mixer, part).convolution for part in ("look", "wide", "narrow")}
    return named | {"logits": model.head}


def detector_parts(model):
    named = stage_parts(model) | {"stem": model.stem.convolution, "middle": model.middle, "directions": model.direction}
    named |= {f"lateral{number}": lateral.convolution for number, lateral in enumerate(model.laterals, 1)}
    return named | {f"smooth{number}": unit.convolution for number, unit in zip((3, 2, 1), model.smooth)}


def batches_of(source):
    """Training pictures that the statistics of normalisation are of."""
    return (torch.as_tensor(source.batch([0, seed])[0]) for seed in range(BATCHES))


def detector_of(path, pages):
    """The detector of a Core ML file, with the statistics of training pictures."""
    spec = coremltools.models.utils.load_spec(str(path))
    model = networks.Detector()
    take_over_known(model, detector_parts(model), spec, pages)
    return model


def take_over_known(model, parts, spec, source):
    """Takes over the convolutions that the specification has a layer of the same name for, with the statistics of training pictures.

    The others, which are new, get the statistics of these pictures, too.
    """
    names = {layer.name for layer in spec.neuralNetwork.layers}
    take_over(model, {name: part for name, part in parts.items() if name in names}, spec, batches_of(source))
    batches = list(batches_of(source))
    for part in (part for name, part in parts.items() if name not in names):
        measure(model, part, batches)


@torch.no_grad()
def measure(model, convolution, batches):
    """Gives the normalisation of a new convolution the statistics of pictures, and its weights the size that Muon keeps them at."""
    model.eval()
    convolution.weight.mul_(len(convolution.weight) ** 0.5 / convolution.weight.norm())
    moments = []
    hook = convolution.register_forward_hook(lambda _, given, y: moments.append(torch.stack([y.mean((0, 2, 3)), y.square().mean((0, 2, 3))])))
    for batch in batches:
        model(batch)
    hook.remove()
    mean, square = torch.stack(moments).mean(0)
    norm = norms_in(model)[convolution]
    norm.running_mean.copy_(mean)
    norm.running_var.copy_((square - mean.square()).clamp_min(0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network", choices=["detector", "recognizer"])
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    spec = coremltools.models.utils.load_spec(str(options.model))
    if options.network == "recognizer":
        model, source = networks.Recognizer(), Shards([options.packed], [1.0])
        parts = recognizer_parts(model)
    else:
        model, source = networks.Detector(), Pages(options.packed, options.packed.parent / "taught")
        parts = detector_parts(model)
    take_over_known(model, parts, spec, source)
    save_start(model, options.checkpoint)
    print(f"difference from the model {difference(spec, model.eval()):.4f}")


if __name__ == "__main__":
    main()
