"""Makes the checkpoint that the training begins with: the pose model's encoder, which knows what people look like.

    python begin.py --packed PACKED --checkpoint checkpoint/start.pt [--model ../people/BodyPose.mlmodel]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--model", type=Path, default=POSE)
    parser.add_argument("--checkpoint", type=Path, required=True, help="file to write")
    options = parser.parse_args()
    pictures = canvases.Masks(options.packed)
    model = networks.MaskNetwork()
    chunks = (canvases.load(pictures, 256, 8, seed)[0] for seed in range(CHUNKS))
    take_over(model, encoder_of(model), coremltools.models.utils.load_spec(str(options.model)),
              (networks.normalise(torch.from_numpy(chunk).permute(0, 3, 1, 2)) for chunk in chunks))
    save_start(model, options.checkpoint)


if __name__ == "__main__":
    main()
