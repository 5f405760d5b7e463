"""Training pictures of the mask network: photos turned and scaled, objects set into other photos, and the masks that belong to them."""

import sys
from pathlib import Path

import cv2
import numpy as np

from networks import STRIDE
from sets import SETS

sys.path.append(str(Path(__file__).resolve().parents[1]))
from pictures import Packed, move, spoiled, warped

# How often a picture of each set is drawn.
SHARES = {"clothing-co-parsing": 0.2, "human": 0.08, "coco": 0.1, "davis": 0.05, "camvid": 0.02, "horses": 0.05, "pets": 0.06, "mpii": 0.14,
          "lspet": 0.12, "portraits": 0.1, "openimages": 0.04, "clothing": 0.03, "houses": 0.015, "grocery": 0.015}
COMPOSED = 0.4  # how often what is drawn is set into another photo, if its mask is exact
CUT_OUT = ("clothing-co-parsing", "human", "horses", "pets", "davis")
BEHIND = ("houses", "camvid", "grocery", "houses", "openimages")  # photos that objects are set into
SECOND = 0.35  # how often another object is set into it as well
BLURRED = 0.3  # how often what is behind is out of focus
EMPTY = 0.03  # how often a training picture shows nothing
TURNED, UPSIDE = 0.15, 0.1  # by how many radians (deviation), and how often by quarter turns
SMALLEST, LARGEST = 0.6, 2.2  # enlargement of a photo that would just fill the picture; the logarithm is uniform
SMALLEST_OBJECT, LARGEST_OBJECT = 0.25, 1.6  # longer side of an object that is set in, in sides of the picture


class Masks(Packed):
    """The packed pictures and their labels."""

    def __init__(self, packed):
        super().__init__(packed / "masks.bin", np.load(packed / "masks.npz")["rows"])
        self.labels = Packed(packed / "masks.bin", self.rows[:, [3, 1, 2]])
        used = self.rows[:, 6] == 0
        self.of_set = {name: np.flatnonzero(used & (self.rows[:, 4] == index)) for index, name in enumerate(SETS)}
        self.names = [name for name in SHARES if len(self.of_set[name])]
        shares = np.array([SHARES[name] for name in self.names])
        self.shares = shares / shares.sum()

    def draw(self, generator, names=None):
        """The number of a picture, and the name of its set."""
        name = self.names[generator.choice(len(self.names), p=self.shares)] if names is None else names[generator.integers(len(names))]
        return generator.choice(self.of_set[name]), name

    def knows_foreground(self, number):
        return self.rows[number, 5] == 1


def turn(generator):
    angle = generator.normal(0, TURNED)
    return angle + generator.integers(1, 4) * np.pi / 2 if generator.random() < UPSIDE else angle


def whole(pictures, generator, number, side):
    """A photo over the whole picture or a part of it: pixels, and labels from 0 to 255 with what is outside left out."""
    rows, columns = pictures.rows[number, 1:3]
    scale = side / np.sqrt(rows * columns) * np.exp(generator.uniform(np.log(SMALLEST), np.log(LARGEST)))
    centre = np.array([columns, rows]) / 2
    labels = pictures.labels.pixels(number, 2)[:, :, 0]
    if labels.any() and generator.random() < 0.7:
        # Somewhere on the person, so that enlarged pictures show people as well.
        chosen = np.argwhere(labels > 127)
        if len(chosen):
            centre = (chosen[generator.integers(len(chosen))][::-1] * 4 + centre) / 2
    affine = move(centre, side * generator.uniform(0.35, 0.65, 2), scale, turn(generator), generator.random() < 0.5)
    mode = cv2.BORDER_REPLICATE if generator.random() < 0.5 else cv2.BORDER_CONSTANT
    image = warped(pictures, number, affine, (side, side), mode)
    labels = warped(pictures.labels, number, affine, (side, side))
    labels[:, :, 2][pictures.covered(number, affine, side, side) == 0] = 255
    return image, labels


def set_in(pictures, generator, number, image, labels):
    """Sets the object of a photo into a picture, whose pixels and labels are changed."""
    side = image.shape[0]
    small = np.argwhere(pictures.labels.pixels(number, 2)[:, :, 1] > 127)
    if not len(small):
        return
    first, last = small.min(0)[::-1] * 4, small.max(0)[::-1] * 4 + 4
    length = max(last - first)
    scale = min(side * np.exp(generator.uniform(np.log(SMALLEST_OBJECT), np.log(LARGEST_OBJECT))) / length, 2)
    target = side * np.array([generator.uniform(0.1, 0.9), generator.uniform(0.3, 0.8)])
    affine = move((first + last) / 2, target, scale, turn(generator), generator.random() < 0.5)
    pixels = warped(pictures, number, affine, (side, side))
    own = warped(pictures.labels, number, affine, (side, side))
    alpha = own[:, :, 1:2].astype(np.float32) / 255
    light = generator.uniform(0.75, 1.25)
    image[:] = np.clip(pixels * (alpha * light) + image * (1 - alpha), 0, 255).astype(np.uint8)
    labels[:] = np.rint(own * alpha + labels * (1 - alpha)).astype(np.uint8)
    labels[:, :, 1] = np.maximum(labels[:, :, 1], own[:, :, 1])


def nothing(generator, side):
    """A picture that shows nothing: one colour, or a change of colours from edge to edge, with some noise."""
    corners = generator.uniform(0, 255, 3) + generator.uniform(-60, 60, (2, 2, 3)) * (generator.random() < 0.5)
    image = cv2.resize(corners.astype(np.float32), (side, side), interpolation=cv2.INTER_LINEAR)
    image += generator.standard_normal(image.shape, np.float32) * generator.uniform(0, 4)
    return np.clip(image, 0, 255).astype(np.uint8)


def canvas(pictures, generator, side):
    """A training picture, its labels, and whether its foreground is known."""
    if generator.random() < EMPTY:
        return nothing(generator, side), np.zeros((side, side, 3), np.uint8), True
    number, name = pictures.draw(generator)
    if name in CUT_OUT and generator.random() < COMPOSED:
        behind, _ = pictures.draw(generator, BEHIND)
        image, labels = whole(pictures, generator, behind, side)
        if generator.random() < BLURRED:
            image = cv2.GaussianBlur(image, (0, 0), generator.uniform(1, 6))
        set_in(pictures, generator, number, image, labels)
        if generator.random() < SECOND:
            set_in(pictures, generator, pictures.draw(generator, CUT_OUT)[0], image, labels)
        return spoiled(image, generator), labels, True
    image, labels = whole(pictures, generator, number, side)
    return spoiled(image, generator), labels, pictures.knows_foreground(number)


def load(pictures, side, count, seed):
    """A chunk of training pictures (N × side × side × 3), of half their size their labels, and whether the foreground of each is known."""
    generator = np.random.default_rng(seed)
    images, labels, known = zip(*(canvas(pictures, generator, side) for _ in range(count)))
    labels = [cv2.resize(l, (side // STRIDE, side // STRIDE), interpolation=cv2.INTER_AREA) for l in labels]
    return np.stack(images), np.stack(labels), np.array(known)
