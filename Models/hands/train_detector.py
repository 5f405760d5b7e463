"""Trains the detector of hands.

    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED
    python train_detector.py --packed PACKED --minutes 30 [--start CHECKPOINT]

The start may be the checkpoint of the network of joints, whose blocks have the same shapes: what has the same name and shape is taken over.
The learning rate follows the share of the time budget that is used up, so a run always ends fully annealed, however fast the machine is.
What is learnt is measured by `measure.py`, on sets that are held out.
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

SIDES, SIDE_SHARES = (160, 192, 256), (0.4, 0.3, 0.3)  # of the training pictures
CHUNK_PIXELS = 16 * 192 * 192
PLACE_WEIGHT, SIZE_WEIGHT, TURN_WEIGHT = 0.3, 0.5, 0.3


def loss_of(model, images, wanted, precision="float32"):
    """The loss of a chunk, the focal loss for each hand, and the errors of place, size and turn."""
    x = networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    with torch.autocast(x.device.type, torch.bfloat16, enabled=precision == "bfloat16"):
        found = model(x).float()
    logits, heat = found[:, 0], wanted[:, 0]
    probability = logits.sigmoid()
    is_hand = heat == 1
    weight = torch.where(is_hand, (1 - probability) ** 2, probability ** 2 * (1 - heat.clamp(min=0)) ** 4) * (heat >= 0)
    count = is_hand.sum() + 1
    likelihood = (weight * F.binary_cross_entropy_with_logits(logits, is_hand.float(), reduction="none")).sum() / count
    errors = (found[:, 1:] - wanted[:, 1:6]).abs() * wanted[:, 6:]
    total = wanted[:, 6].sum() + 1
    place, size, turn = errors[:, :2].sum() / total, errors[:, 2].sum() / total, errors[:, 3:].sum() / total
    return likelihood + PLACE_WEIGHT * place + SIZE_WEIGHT * size + TURN_WEIGHT * turn, (likelihood, place, size, turn)


def main():
    options = options_of(__doc__, "checkpoint/detector.pt", minutes=30, chunks=1, report_every=120)
    pictures = canvases.Pictures(options.packed)
    draw = drawing(options, SIDES, SIDE_SHARES, CHUNK_PIXELS)
    training_of(networks.Detector(), options, takes_parts=True).run(
        options, draw, partial(canvases.load, pictures), partial(loss_of, precision=options.precision), lambda model, is_end: "")


if __name__ == "__main__":
    main()
