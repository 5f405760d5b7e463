"""Trains the network of a hand's joints.

    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED
    python train_joints.py --packed PACKED --minutes 40 [--start CHECKPOINT]

A training crop is what the detector would have cut out: a square around the hand, turned upright, all of it a little off.  Some crops show no hand;
half of these are mistakes of the detector, where `mistakes.py` has listed them.
Every twelfth hand is held out; on these the error is measured, while whole sets that are held out are for `measure.py`.
"""

import sys
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import frames
import networks
from canvases import Pictures

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import covered, move, spoiled, warped
from training import device_of, drawing_alike, options_of, training_of

CHUNK = 48
EMPTY = 0.2  # how often a crop shows no hand
MISTAKEN = 0.5  # how often that is a place that the detector takes for a hand
SHIFT, SIZE, TURN = 0.06, 0.1, 14  # how far a crop is off: of its side, the logarithm of its size, in degrees
FAR = 0.15  # how often it is off by twice that
STRETCH = 0.12  # how much a crop is stretched and sheared at most
COARSE = 0.15  # how often a crop is one of a small hand
COVERED = 0.25  # how often something lies over a part of the hand
ROUND = 0.5  # how often that is an ellipse and not a rectangle
CLOSE = 0.08  # a joint this far off, in sizes of the hand, is close to the truth with 1/e
PRESENCE_WEIGHT, SIDE_WEIGHT, CLOSE_WEIGHT = 0.1, 0.25, 0.01
EACH = 0.6  # the power of a set's size by which it is drawn


class Hands:
    """The packed crops of hands."""

    def __init__(self, packed):
        index = np.load(packed / "crops.npz")
        self.images = np.load(packed / "crops.npy", mmap_mode="r")
        self.joints, self.right = index["joints"], index["right"]
        self.pictures = Pictures(packed)
        mistakes = packed / "mistakes.npy"
        self.mistakes = np.load(mistakes) if mistakes.exists() else np.zeros((0, 5))
        numbers = np.arange(len(self.joints))
        self.held_out, self.learnt = numbers[::12], numbers[numbers % 12 != 0]
        counts = np.bincount(index["sources"])
        weights = counts[index["sources"][self.learnt]] ** (EACH - 1.0)
        self.weights = weights / weights.sum()

    def crop(self, number, shift=(0, 0), size=1.0, turn=0.0, mirrored=False, stretch=np.eye(2)):
        """A hand's crop, stretched by a matrix about its middle, and its joints in shares of it."""
        side = networks.JOINT_SIDE
        frame = frames.of_joints(self.joints[number])
        affine = move(frame.centre, side * (0.5 + np.asarray(shift)), side / (networks.RATIO * size * frame.size), frame.turn + turn, False)
        if mirrored:
            affine[0] = -affine[0]
            affine[0, 2] += side
        affine = np.column_stack([stretch @ affine[:, :2], stretch @ (affine[:, 2] - side / 2) + side / 2])
        image = cv2.warpAffine(self.images[number], frames.between_pixels(affine), (side, side), flags=cv2.INTER_LINEAR)
        return image, (self.joints[number] @ affine[:, :2].T + affine[:, 2]) / side

    def empty(self, generator):
        """A square without a hand."""
        side = networks.JOINT_SIDE
        if len(self.mistakes) and generator.random() < MISTAKEN:
            number, x, y, size, turn = self.mistakes[generator.integers(len(self.mistakes))]
            number, centre, size = int(number), np.array([x, y]), networks.RATIO * size * np.exp(generator.normal(0, SIZE))
            turn += generator.normal(0, np.radians(TURN))
        else:
            number, centre, size = self.pictures.empty_place(generator)
            turn = generator.uniform(-np.pi, np.pi)
        affine = move(centre, np.full(2, side / 2), side / size, turn, generator.random() < 0.5)
        return warped(self.pictures, number, affine, (side, side))

    def load(self, count, seed):
        """A chunk of crops: the pixels, the joints, whether there is a hand, and how likely it is a right one."""
        generator = np.random.default_rng(seed)
        images, joints, facts = [], [], []
        for _ in range(count):
            if generator.random() < EMPTY:
                image, points, fact = self.empty(generator), np.zeros((frames.COUNT, 2)), (0, 0)
            else:
                number, mirrored = int(generator.choice(self.learnt, p=self.weights)), generator.random() < 0.5
                far = 2 if generator.random() < FAR else 1
                off = np.clip(generator.normal(0, far, 4), -2 * far, 2 * far)
                image, points = self.crop(number, SHIFT * off[:2], np.exp(SIZE * off[2]), np.radians(TURN * off[3]), mirrored,
                                          np.eye(2) + STRETCH * generator.uniform(-1, 1, (2, 2)))
                if generator.random() < COVERED:
                    image = covered(image, self.empty, generator, ROUND)
                fact = 1, 1 - self.right[number] if mirrored else self.right[number]
            if generator.random() < COARSE:
                small = int(generator.uniform(24, 80))
                image = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
                image = cv2.resize(image, (networks.JOINT_SIDE,) * 2, interpolation=cv2.INTER_LINEAR)
            images.append(spoiled(image, generator))
            joints.append(points)
            facts.append(fact)
        return np.stack(images), np.stack(joints).astype(np.float32), np.array(facts, np.float32)


def to_input(images):
    return networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)


def loss_of(model, images, wanted, facts, precision="float32"):
    """The loss of a chunk, the mean distance of the joints in sizes of the hand, and the losses of the facts."""
    with torch.autocast(images.device.type, torch.bfloat16, enabled=precision == "bfloat16"):
        found = model(to_input(images))
    points, close, hand, right = (values.float() for values in found)
    is_hand = facts[:, 0]
    distance = networks.RATIO * ((points - wanted).square().sum(2) + 1e-7).sqrt()
    count = is_hand.sum().clamp(min=1)
    far = (distance.mean(1) * is_hand).sum() / count
    nearness = (-distance.detach() / CLOSE).exp()
    closeness = (F.binary_cross_entropy_with_logits(close, nearness, reduction="none").mean(1) * is_hand).sum() / count
    presence = F.binary_cross_entropy_with_logits(hand, is_hand)
    side = (F.binary_cross_entropy_with_logits(right, facts[:, 1], reduction="none") * is_hand).sum() / count
    return far + PRESENCE_WEIGHT * presence + SIDE_WEIGHT * side + CLOSE_WEIGHT * closeness, (far, closeness, presence, side)


@torch.no_grad()
def report(model, hands, seed=7):
    """The mean and the median error on hands held out, in crops that are a little off, and how often the side is right."""
    generator = np.random.default_rng(seed)
    crops = [hands.crop(n, generator.normal(0, 0.03, 2), np.exp(generator.normal(0, 0.05)), generator.normal(0, 0.1)) for n in hands.held_out]
    model.eval()
    images = torch.from_numpy(np.stack([image for image, _ in crops])).to(device_of(model))
    parts = [model(to_input(part)) for part in images.split(64)]
    points, right = (torch.cat([part[n] for part in parts]).cpu().numpy() for n in (0, 3))
    joints = np.stack([points for _, points in crops])
    errors = np.array([np.hypot(*(a - b).T).mean() / frames.of_joints(b).size for a, b in zip(points, joints)])
    known = abs(hands.right[hands.held_out] - 0.5) > 0.4
    sides = ((right > 0) == (hands.right[hands.held_out] > 0.5))[known].mean()
    return f"error mean {100 * errors.mean():.2f} %, median {100 * np.median(errors):.2f} %; right side {100 * sides:.1f} %"


def main():
    options = options_of(__doc__, "checkpoint/joints.pt", minutes=40, chunks=1, report_every=120)
    hands = Hands(options.packed)
    training_of(networks.Joints(), options).run(
        options, drawing_alike(options, CHUNK), hands.load, partial(loss_of, precision=options.precision), lambda model, is_end: report(model, hands))


if __name__ == "__main__":
    main()
