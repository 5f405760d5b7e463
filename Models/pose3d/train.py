"""Trains the network of bodies in space.

    python sets.py --sets FOLDER --taught TAUGHT --packed PACKED
    python train.py --packed PACKED --minutes 60 [--start CHECKPOINT]

A training crop is what Vision cuts out around a person: a square, turned upright, all of it a little off.  Some crops show no person.  Every twelfth
person is held out; on these the error is measured, while whole sets that are held out are for `measure.py`.
"""

import sys
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

import bodies
import networks

sys.path.append(str(Path(__file__).resolve().parents[1]))
from frames import between_pixels
from pictures import Packed, covered, move, spoiled, warped
from training import device_of, drawing_alike, options_of, training_of

CHUNK = 32
EMPTY = 0.08  # how often a crop shows no person
SHIFT, SIZE, TURN = 0.04, 0.08, 10  # how far a crop is off: of its side, the logarithm of its size, in degrees
FAR = 0.15  # how often it is off by twice that
ANY_TURN = 0.02  # how often it is turned by any angle
COARSE = 0.15  # how often a crop is one of a small person
COVERED = 0.2  # how often something lies over a part of the person
CUT = 0.1  # how often a part of the crop lies outside of the picture
PLACE_WEIGHT, PRESENCE_WEIGHT, HEAT_WEIGHT = 1.0, 0.05, 0.05
SPREAD = 0.8  # cells: the wanted weights of the cells are a normal distribution around the joint
EACH = 0.7  # the power of a set's size by which it is drawn


class People:
    """The packed crops of people."""

    def __init__(self, packed):
        index = np.load(packed / "crops.npz")
        self.images = np.load(packed / "crops.npy", mmap_mode="r")
        self.joints, self.points = index["joints"], index["points"]
        self.pictures = Packed(packed / "pictures.bin", np.load(packed / "pictures.npz")["rows"])
        numbers = np.arange(len(self.joints))
        self.held_out, self.learnt = numbers[::12], numbers[numbers % 12 != 0]
        counts = np.bincount(index["sources"])
        weights = counts[index["sources"][self.learnt]] ** (EACH - 1.0)
        self.weights = weights / weights.sum()

    def crop(self, number, shift=(0, 0), size=1.0, turn=0.0, is_mirrored=False):
        """A person's crop, the joints in shares of it, and the joints in space along its axes."""
        side = networks.SIDE
        frame = bodies.frame_of(self.joints[number])
        turn += frame.turn
        affine = move(frame.centre, side * (0.5 + np.asarray(shift)), side / (networks.RATIO * size * frame.size), turn, False)
        if is_mirrored:
            affine[0] = -affine[0]
            affine[0, 2] += side
        image = cv2.warpAffine(self.images[number], between_pixels(affine), (side, side), flags=cv2.INTER_LINEAR)
        places = (self.joints[number] @ affine[:, :2].T + affine[:, 2]) / side
        points = bodies.turned(self.points[number], turn)
        return (image, places[bodies.MIRRORED], bodies.mirrored(points)) if is_mirrored else (image, places, points)

    def empty(self, generator):
        """A square without a person."""
        side = networks.SIDE
        number = int(generator.integers(len(self.pictures.rows)))
        rows, columns = self.pictures.rows[number, 1:3]
        size = min(rows, columns) * np.exp(generator.uniform(np.log(0.3), np.log(1.2)))
        centre = generator.uniform(0.2, 0.8, 2) * (columns, rows)
        return warped(self.pictures, number, move(centre, np.full(2, side / 2), side / size, generator.normal(0, 0.3), False), (side, side))

    def load(self, count, seed):
        """A chunk of crops: the pixels, the joints in space and in shares of the crop, and whether there is a person."""
        generator = np.random.default_rng(seed)
        images, points, places, present = [], [], [], []
        for _ in range(count):
            is_present = generator.random() >= EMPTY
            if is_present:
                number = int(generator.choice(self.learnt, p=self.weights))
                far = 2 if generator.random() < FAR else 1
                off = np.clip(generator.normal(0, far, 4), -2 * far, 2 * far)
                turn = generator.uniform(-np.pi, np.pi) if generator.random() < ANY_TURN else np.radians(TURN * off[3])
                image, place, point = self.crop(number, SHIFT * off[:2], np.exp(SIZE * off[2]), turn, generator.random() < 0.5)
                if generator.random() < COVERED:
                    image = covered(image, self.empty, generator)
                if generator.random() < CUT:
                    kept = int(generator.uniform(0.55, 0.95) * networks.SIDE)
                    image = np.rot90(image, turns := int(generator.choice(4, p=(0.5, 0.2, 0.1, 0.2)))).copy()
                    image[kept:] = 0
                    image = np.ascontiguousarray(np.rot90(image, -turns))
            else:
                image, place, point = self.empty(generator), np.zeros((bodies.COUNT, 2)), np.zeros((bodies.COUNT, 3))
            if generator.random() < COARSE:
                small = int(generator.uniform(32, 100))
                image = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
                image = cv2.resize(image, (networks.SIDE,) * 2, interpolation=cv2.INTER_LINEAR)
            images.append(spoiled(image, generator))
            points.append(point)
            places.append(place)
            present.append(is_present)
        return np.stack(images), np.stack(points).astype(np.float32), np.stack(places).astype(np.float32), np.array(present, np.float32)


def to_input(images):
    return networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)


def loss_of(model, images, points, places, present, precision="float32"):
    """The loss of a chunk, the mean distance of the joints in metres and in sizes of the person, the loss of the presence, and the cross-entropy of
    the cells' weights."""
    with torch.autocast(images.device.type, torch.bfloat16, enabled=precision == "bfloat16"):
        found = model(to_input(images))
    found_points, found_places, presence, logarithms = (values.float() for values in found)
    count = present.sum().clamp(min=1)

    def distance(values, wanted):
        return (((values - wanted).square().sum(2) + 1e-7).sqrt().mean(1) * present).sum() / count

    space, seen = distance(found_points, points), networks.RATIO * distance(found_places, places)
    person = F.binary_cross_entropy_with_logits(presence, present)
    far = (places[:, :, None] - model.places).square().sum(3) * (networks.CELLS / SPREAD) ** 2
    is_inside = ((places > 0) & (places < 1)).all(2) * present[:, None]
    heat = (-((-far / 2).softmax(2) * logarithms).sum(2) * is_inside).sum() / is_inside.sum().clamp(min=1)
    return space + PLACE_WEIGHT * seen + PRESENCE_WEIGHT * person + HEAT_WEIGHT * heat, (space, seen, person, heat)


@torch.no_grad()
def report(model, people, seed=7):
    """The mean and the median error on people held out, in crops that are a little off."""
    generator = np.random.default_rng(seed)
    crops = [people.crop(n, generator.normal(0, 0.02, 2), np.exp(generator.normal(0, 0.05)), generator.normal(0, 0.08)) for n in people.held_out]
    empty = [people.empty(generator) for _ in range(64)]
    model.eval()
    images = torch.from_numpy(np.stack([crop[0] for crop in crops] + empty)).to(device_of(model))
    parts = [model(to_input(part)) for part in images.split(64)]
    points, places, presence = (torch.cat([part[n] for part in parts]).cpu().numpy() for n in range(3))
    count = len(crops)
    space = np.linalg.norm(points[:count] - np.stack([crop[2] for crop in crops]), axis=2).mean(1)
    seen = networks.RATIO * np.linalg.norm(places[:count] - np.stack([crop[1] for crop in crops]), axis=2).mean(1)
    return (f"error mean {1000 * space.mean():.1f} mm, median {1000 * np.median(space):.1f} mm; in the picture {100 * seen.mean():.2f} %; "
            f"people told {100 * (presence[:count] > 0).mean():.1f} %, of none {100 * (presence[count:] > 0).mean():.1f} %")


def main():
    options = options_of(__doc__, "checkpoint/bodies.pt", minutes=60, chunks=1, report_every=180)
    people = People(options.packed)
    training_of(networks.Bodies(), options).run(
        options, drawing_alike(options, CHUNK), people.load, partial(loss_of, precision=options.precision),
        lambda model, is_end: report(model, people))


if __name__ == "__main__":
    main()
