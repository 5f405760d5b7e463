"""Trains the network of facial landmarks.

    python sets.py --sets FOLDER --packed PACKED
    python teach_landmarks.py --sets FOLDER --packed PACKED --network face_landmark.tflite
    python train_landmarks.py --packed PACKED --minutes 15 [--start CHECKPOINT]

A training crop is what a detector would have cut out: a square around the face, turned upright, all of it a little off.  A tenth of
the persons and photos is held out; on these the error is measured.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
import torch

import networks
import sets

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import spoiled
from training import device_of, drawing_alike, options_of, training_of

SHARES = (0.35, 0.15, 0.5)  # of the marked photos (Helen, AFW), of the frames of videos and of the faces with taught marks in a batch
TURNED_WEIGHT = 6  # how much more often than a frontal face a profile with taught marks is chosen
CHUNK = 24
SHIFT, SIZE, TURN = 0.07, 0.15, 20  # how far a crop is off: of its side, of its size, in degrees
ERROR_WEIGHT = 0.002

# The number that each of the 68 marks has in the mirrored face.
MIRRORED = np.array([*range(16, -1, -1), *range(26, 16, -1), 27, 28, 29, 30, 35, 34, 33, 32, 31, 45, 44, 43, 42, 47, 46, 39, 38, 37,
                     36, 41, 40, 54, 53, 52, 51, 50, 49, 48, 59, 58, 57, 56, 55, 64, 63, 62, 61, 60, 67, 66, 65])


class Faces:
    """The packed faces with marks: those that people marked, and those that a network did."""

    def __init__(self, packed):
        index, taught = np.load(packed / "marks.npz"), np.load(packed / "taught-marks.npz")
        self.images = [np.load(packed / f"{name}.npy", mmap_mode="r") for name in ("marks", "taught-marks")]
        self.marks = np.concatenate([index["points"], taught["points"]])
        held, photo = index["held_out"], index["is_photo"]
        self.photos, self.frames = np.flatnonzero(~held & photo), np.flatnonzero(~held & ~photo)
        self.taught = np.arange(len(held), len(self.marks))
        self.held_out = {"photos": np.flatnonzero(held & photo), "frames": np.flatnonzero(held & ~photo)}
        weights = 1 + TURNED_WEIGHT * sidewise(self.marks[self.taught])
        self.taught_weights = weights / weights.sum()

    def image(self, number):
        first = len(self.images[0])
        return self.images[0][number] if number < first else self.images[1][number - first]

    def draw(self, generator):
        kind = generator.choice(3, p=SHARES)
        return int(generator.choice(self.taught, p=self.taught_weights) if kind == 2 else generator.choice((self.photos, self.frames)[kind]))

    def crop(self, number, shift=(0, 0), size=1.0, turn=0.0, mirrored=False, lying=0.0):
        """A face's crop and its marks as fractions of it.

        `lying` is the roll in the picture that the face was found in, on which the size of its box depends.
        """
        x, y, long, short, roll = sets.ellipse_of_marks(self.marks[number])
        box = sets.box_of((0, 0, long, short, lying))
        side = networks.CROP * 2 * max(box[2:]) * size
        angle = -roll + turn
        scale = networks.MARK_SIDE / side
        matrix = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        if mirrored:
            matrix[0] = -matrix[0]
        offset = networks.MARK_SIDE * (0.5 + np.asarray(shift)) - matrix @ (x, y)
        marks = (self.marks[number] @ matrix.T + offset) / networks.MARK_SIDE
        affine = np.column_stack([matrix, offset + matrix.sum(1) * 0.5 - 0.5])
        image = cv2.warpAffine(self.image(number), affine, (networks.MARK_SIDE,) * 2, flags=cv2.INTER_LINEAR)
        return image, marks[MIRRORED] if mirrored else marks

    def load(self, count, seed):
        """A chunk of training crops and their marks."""
        generator = np.random.default_rng(seed)
        images, marks = [], []
        for _ in range(count):
            lying = generator.uniform(0, np.pi) if generator.random() < 0.3 else 0.0
            image, points = self.crop(
                self.draw(generator), np.clip(generator.normal(0, SHIFT, 2), -0.15, 0.15),
                1 + np.clip(generator.normal(0, SIZE / 1.5), -2 * SIZE, 2 * SIZE),
                np.radians(np.clip(generator.normal(0, TURN / 2), -1.5 * TURN, 1.5 * TURN)), generator.random() < 0.5, lying)
            images.append(spoiled(image, generator))
            marks.append(points)
        return np.stack(images), np.stack(marks).astype(np.float32)


def sidewise(marks):
    """How far faces look to a side, 0 to 1: the difference of the distances from the nose to both ends of the jaw, by their sum."""
    left, right = (np.hypot(*np.moveaxis(marks[:, end] - marks[:, 30], 1, 0)) for end in (0, 16))
    return abs(left - right) / (left + right)


def to_input(images):
    return networks.normalise(images.permute(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)


def loss_of(model, images, wanted):
    """The mean distance of the marks, by that of the eyes; and how well the errors were expected, which the features don't learn."""
    points, errors = (values.float() for values in model(to_input(images)))
    difference = points.view(wanted.shape) - wanted
    distance = (difference.square().sum(2) + 1e-6).sqrt()
    eyes = (wanted[:, 36:42].mean(1) - wanted[:, 42:48].mean(1)).norm(dim=1).clamp(min=0.12)
    loss = (distance.mean(1) / eyes).mean()
    unsure = (distance.detach() * (-errors).exp() + errors).mean()
    return loss + ERROR_WEIGHT * unsure, (loss, unsure)


@torch.no_grad()
def measure(model, faces, numbers, seed=7):
    """The mean error by the distance of the outer corners of the eyes, for crops that are a little off, and its percentiles."""
    generator = np.random.default_rng(seed)
    crops = [faces.crop(n, generator.normal(0, 0.03, 2), 1 + generator.normal(0, 0.05), generator.normal(0, 0.1)) for n in numbers]
    model.eval()
    images = torch.from_numpy(np.stack([c[0] for c in crops])).to(device_of(model))
    points = torch.cat([model(to_input(part))[0] for part in images.split(64)]).cpu().numpy()
    marks = np.stack([c[1] for c in crops])
    distance = np.hypot(*np.moveaxis(points.reshape(marks.shape) - marks, 2, 0))
    return distance.mean(1) / np.hypot(*(marks[:, 36] - marks[:, 45]).T)


def report(model, faces):
    errors = {name: measure(model, faces, numbers) for name, numbers in faces.held_out.items()}
    return "  ".join(f"{name}: mean {100 * e.mean():.2f} %, median {100 * np.median(e):.2f} %" for name, e in errors.items())


def main():
    options = options_of(__doc__, "checkpoint/landmarks.pt", minutes=15, chunks=2, report_every=120)
    faces = Faces(options.packed)
    training_of(networks.Landmarks(), options).run(
        options, drawing_alike(options, CHUNK), faces.load, loss_of, lambda model, is_end: report(model, faces))


if __name__ == "__main__":
    main()
