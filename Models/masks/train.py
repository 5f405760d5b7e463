"""Trains the mask network.

    python sets.py --sets FOLDER --teacher people_segmentation_8bit.mlmodel --packed PACKED
    python train.py --packed PACKED --minutes 80 [--start CHECKPOINT]

The learning rate follows the share of the time budget that is used up, so a run always ends fully annealed, however fast the machine is.
A start may also be the pose network's checkpoint: what has the same name and shape is taken over.
"""

import sys
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F

import canvases
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from training import drawing, options_of, training_of

SIDES = (192, 256, 320, 448)  # of the training pictures
SIDE_SHARES = (0.4, 0.35, 0.2, 0.05)
CHUNK_PIXELS = 8 * 192 * 192
OVERLAP_WEIGHT = 0.5


def losses(logits, wanted, weights):
    """The mean cross-entropy of what is known, and one minus the overlap, a mean over the pictures that show something."""
    entropy = (F.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * weights).sum() / (weights.sum() + 1)
    found, wanted = logits.sigmoid() * weights, wanted * weights
    both = (found * wanted).sum((2, 3))
    overlap = (both + 1) / ((found + wanted - found * wanted).sum((2, 3)) + 1)
    shown = (wanted.sum((2, 3)) > 20).float()
    return entropy, ((1 - overlap) * shown).sum() / (shown.sum() + 0.1)


def loss_of(model, images, labels, knows_foreground):
    """The loss of a chunk and its two parts."""
    x = networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    labels = labels.permute(0, 3, 1, 2).float() / 255
    known = 1 - labels[:, 2:]
    weights = torch.cat([known, known * knows_foreground.view(-1, 1, 1, 1)], 1)
    entropy, overlap = losses(model(x).float(), labels[:, :2], weights)
    return entropy + OVERLAP_WEIGHT * overlap, (entropy, overlap)


def main():
    options = options_of(__doc__, "checkpoint/masks.pt", minutes=80, chunks=4, report_every=240)
    pictures = canvases.Masks(options.packed)
    draw = drawing(options, SIDES, SIDE_SHARES, CHUNK_PIXELS)
    training_of(networks.MaskNetwork(), options, takes_parts=True).run(
        options, draw, partial(canvases.load, pictures), loss_of, lambda model, is_end: "")


if __name__ == "__main__":
    main()
