"""Trains the pose network on a CPU.

    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED
    python train.py --packed PACKED --minutes 60 [--start CHECKPOINT]

The learning rate follows the share of the time budget that is used up, so a run always ends fully annealed, however fast the machine is.
What is learnt is measured by the losses on held-out pictures with one marked person each.
"""

import argparse
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import canvases
import networks
from joints import COUNT

sys.path.append(str(Path(__file__).resolve().parents[1]))
from training import Training

SIDES = (192, 256, 320)  # of the training pictures
SIDE_SHARES = (0.4, 0.35, 0.25)
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


def loss_of(model, chunk, pictures):
    """The loss of a chunk and its three parts."""
    images, wanted, weights = (torch.from_numpy(a) for a in canvases.load(pictures, *chunk))
    x = networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    joints, offsets, limbs = losses(model(x), wanted, weights)
    return joints + OFFSET_WEIGHT * offsets + LIMB_WEIGHT * limbs, (joints.item(), offsets.item(), limbs.item())


def train(training, pictures, options):
    """Trains until the budget is used up."""
    generator = np.random.default_rng(options.seed)
    began = reported = time.monotonic()
    seen, parts = 0, []
    while (spent := time.monotonic() - began) < options.minutes * 60:
        side = int(generator.choice(SIDES, p=SIDE_SHARES))
        count = max(CHUNK_PIXELS // side ** 2, 2)
        batch = [(side, count, [options.seed, seen, index]) for index in range(options.chunks)]
        parts += training.step(batch, lambda model, chunk: loss_of(model, chunk, pictures), spent / (options.minutes * 60))
        seen += count * options.chunks
        if time.monotonic() - reported > options.report_every:
            means = " ".join(f"{v:.3f}" for v in np.mean(parts, 0))
            print(f"{time.strftime('%H:%M:%S')} {spent / 60:5.1f} min  {seen:7d} pictures  losses {means}", flush=True)
            reported, parts = time.monotonic(), []
            save(training, seen, spent, options)
    save(training, seen, spent, options)
    print("ended", seen, flush=True)


def save(training, seen, spent, options):
    path = Path(options.checkpoint)
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"average": training.average.model.state_dict(), "seen": seen, "minutes": spent / 60}, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packed", type=Path, required=True, help="the folder that sets.py wrote")
    parser.add_argument("--checkpoint", default="checkpoint/pose.pt")
    parser.add_argument("--start", help="a checkpoint to go on from; of another network, what has the same name and shape is taken over")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--chunks", type=int, default=4, help="of a batch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--muon-lr", type=float, default=0.03)
    parser.add_argument("--adam-lr", type=float, default=2e-3)
    parser.add_argument("--report-every", type=float, default=240, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = parse_options()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    pictures = canvases.People(options.packed)
    model = networks.PoseNetwork().to(memory_format=torch.channels_last)
    if options.start:
        own = model.state_dict()
        other = torch.load(options.start, weights_only=True)["average"]
        same = {name: value for name, value in other.items() if name in own and own[name].shape == value.shape}
        model.load_state_dict(same, strict=False)
        print(f"{len(same)} of {len(own)} arrays from {options.start}")
    train(Training(model, options.threads, (options.muon_lr, options.adam_lr)), pictures, options)


if __name__ == "__main__":
    main()
