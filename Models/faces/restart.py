"""Makes a checkpoint of an exported detector, for a training that goes on from it.

    python restart.py --packed PACKED --model Faces.mlmodel --checkpoint checkpoint/start.pt
"""

import argparse
import sys
from pathlib import Path

import coremltools
import torch

import canvases
import networks
from export import difference_of

sys.path.append(str(Path(__file__).resolve().parents[1]))
from exported import encoder_of, save_start, take_over

CHUNKS = 12  # of training pictures that the statistics are of


def detector_of(spec, pictures):
    """The detector that a specification was made of."""
    model = networks.Detector()
    heads = {"map8_head_conv": model.head.conv, "map8_face_logit": model.face, "map8_box_logarithm": model.box, "map8_roll": model.roll}
    chunks = (canvases.load(pictures, 256, 4, seed)[0] for seed in range(CHUNKS))
    take_over(model, heads | encoder_of(model), spec, (networks.normalise(torch.from_numpy(c).permute(0, 3, 1, 2)) for c in chunks))
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
    save_start(model, options.checkpoint)
    print(f"difference from the model {difference:.4f}")


if __name__ == "__main__":
    main()
