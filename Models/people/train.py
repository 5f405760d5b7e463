"""Trains the pose network.

    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED
    python train.py --packed PACKED --minutes 60 [--start CHECKPOINT]

The learning rate follows the share of the time budget that is used up, so a run always ends fully annealed, however fast the machine is.
What is learnt is measured by `measure.py`. A start may also be the face detector's checkpoint: what has the same name and shape is taken over.
"""

import sys
from functools import partial
from pathlib import Path

import torch
import torch.nn.functional as F

import canvases
import networks
from joints import COUNT

sys.path.append(str(Path(__file__).resolve().parents[1]))
from training import drawing, options_of, training_of

SIDES = (256, 320, 384)  # of the training pictures
SIDE_SHARES = (0.35, 0.35, 0.3)
CHUNK_PIXELS = 6 * 192 * 192
SEEN_WEIGHT = 3.0  # of cells with a joint
GAMMA = 1.0  # of the focal loss
OFFSET_WEIGHT, LIMB_WEIGHT = 3.0, 6.0


def losses(maps, wanted, weights):
    """The focal loss of the joints per joint's cell, and the mean weighted errors of offsets and of displacements."""
    logits, heat = maps[:, :COUNT], wanted[:, :COUNT]
    with torch.no_grad():
        probability = logits.sigmoid()
        factor = (heat - probability).abs() ** GAMMA * torch.where(heat == 1, SEEN_WEIGHT, 1.0) * weights[:, :COUNT]
    count = (heat == 1).sum() + 10
    joints = (factor * F.binary_cross_entropy_with_logits(logits, heat, reduction="none")).sum() / count
    errors = (maps[:, COUNT:] - wanted[:, COUNT:]).abs() * weights[:, COUNT:]
    split = networks.FORWARD - COUNT
    return joints, errors[:, :split].sum() / (2 * count), errors[:, split:].sum() / (4 * count)


def loss_of(model, images, people, rectangles):
    """The loss of a chunk and its three parts."""
    with torch.autocast(images.device.type, enabled=False):
        wanted, weights = canvases.targets(images.shape[1], people, rectangles)
    x = networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    joints, offsets, limbs = losses(model(x).float(), wanted, weights)
    return joints + OFFSET_WEIGHT * offsets + LIMB_WEIGHT * limbs, (joints, offsets, limbs)


def main():
    options = options_of(__doc__, "checkpoint/pose.pt", minutes=60, chunks=4, report_every=240)
    pictures = canvases.People(options.packed)
    draw = drawing(options, SIDES, SIDE_SHARES, CHUNK_PIXELS)
    training_of(networks.PoseNetwork(), options, takes_parts=True).run(
        options, draw, partial(canvases.load, pictures), loss_of, lambda model, is_end: "")


if __name__ == "__main__":
    main()
