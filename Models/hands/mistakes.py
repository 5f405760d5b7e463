"""Lists where the detector sees hands that are none, in the pictures of the training.

    python mistakes.py --packed PACKED --checkpoint checkpoint/detector.pt

Written is `mistakes.npy` in the folder of the packed pictures: rows of the picture's number, the centre, the size and the turn.  `train_joints.py`
learns from them what is no hand.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

import networks
from canvases import Pictures
from looks import fitted

LEAST = 0.15  # probability of a hand


def mistakes_in(model, pictures, number, least):
    """The places of a picture where the network sees a hand, far from all hands that are known."""
    square, factor, corner = fitted(np.asarray(pictures.pixels(number)), networks.SIDE)
    with torch.no_grad():
        values = networks.outputs(model(networks.normalise(torch.from_numpy(square[None]).permute(0, 3, 1, 2))))[0].numpy()
    hands = pictures.of(number)
    for _, x, y, size, turn in networks.decode(values, least):
        centre, size = (np.array([x, y]) - corner) / factor, size / factor
        if (np.hypot(*(hands[:, :2] - centre).T) > 0.5 * size + 0.6 * hands[:, 2]).all():
            yield number, *centre, size, turn


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--least", type=float, default=LEAST, help="probability of a hand")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    pictures = Pictures(options.packed)
    model = networks.Detector()
    model.load_state_dict(torch.load(options.checkpoint, weights_only=True)["average"])
    model.eval()
    rows = [row for number in range(len(pictures.rows)) for row in mistakes_in(model, pictures, number, options.least)]
    np.save(options.packed / "mistakes.npy", np.array(rows, np.float32).reshape(-1, 5))
    print(f"{len(rows)} places in {len(pictures.rows)} pictures")


if __name__ == "__main__":
    main()
