"""Trains the network that says how much a smudge shows.

    python sets.py --sets FOLDER --packed PACKED
    python train.py --packed PACKED --minutes 25 [--start CHECKPOINT]

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
from training import drawing_alike, options_of, training_of

CHUNK = 32
SEEN = 0.5  # a degree from which a smudge counts as one in the report


def loss_of(model, images, degrees, precision="float32"):
    """The loss of a chunk, how many pictures are on the right side of a half, and the mean answers without a smudge and with a clear one."""
    x = networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    with torch.autocast(x.device.type, torch.bfloat16, enabled=precision == "bfloat16"):
        logits = model(x).float()
    loss = F.binary_cross_entropy_with_logits(logits, degrees)
    found = logits.detach().sigmoid()
    right = ((found > 0.5) == (degrees > SEEN)).float().mean()
    clean, clear = degrees == 0, degrees > SEEN
    means = [(found * part).sum() / part.sum().clamp(min=1) for part in (clean, clear)]
    return loss, (loss, right, *means)


def main():
    options = options_of(__doc__, "checkpoint/smudge.pt", minutes=25, chunks=1, report_every=60)
    pictures = canvases.Pictures(options.packed)
    training_of(networks.SmudgeNetwork(), options).run(
        options, drawing_alike(options, CHUNK), partial(canvases.load, pictures), partial(loss_of, precision=options.precision),
        lambda model, is_end: "")


if __name__ == "__main__":
    main()
