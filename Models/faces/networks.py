"""The two networks of faces, and their decoding."""

import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1] / "scene"))
from scene import ConvolutionUnit, PyramidEncoder, ResidualBlock, pyramid

SIDE = 576  # pixels of the detector's input
LOOKS = (SIDE, 160)  # a picture is looked at in both sizes: most faces that fill it are found in the smaller one
STRIDES = (8, 16, 32)
PYRAMID = 40  # channels that the three resolutions are brought to
CHANNELS = 7  # of a map: probability, four distances, cosine and sine of the roll
MARKS = 68
MARK_SIDE = 112  # pixels of the landmark network's input
CROP = 1.5  # its side, in longer sides of the face's box


def normalise(pixels):
    """Pixel values (0 to 255, any type) as network input."""
    return pixels.float() / 127.5 - 1


class Detector(PyramidEncoder):
    """A residual network and a pyramid of its last three resolutions, with one head for all three.

    A map has for each cell the logit of a face centred there, the logarithms of the distances from the cell's centre to the left,
    top, right and bottom of the face's box in strides, and the cosine and sine of its roll.
    """

    def __init__(self):
        super().__init__((48, 64, 96), (1, 2, 2), PYRAMID)
        self.head = ConvolutionUnit(PYRAMID, PYRAMID, 3, 1)
        self.face = nn.Conv2d(PYRAMID, 1, 1)
        self.box = nn.Conv2d(PYRAMID, 4, 1)
        self.roll = nn.Conv2d(PYRAMID, 2, 1)
        nn.init.constant_(self.face.bias, -4)
        nn.init.constant_(self.box.bias, 0.7)

    def forward(self, x):
        """The maps of normalised pictures, one for each stride."""
        heads = [self.head(top) for top in pyramid(self, x)]
        return [torch.cat([self.face(y), self.box(y), self.roll(y)], 1) for y in heads]


class Landmarks(nn.Module):
    """A residual network that regresses 68 marks and how far each may be off.

    The last features keep their places, so the linear layer can tell where they are.
    """

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(ConvolutionUnit(3, 16, 3, 2), ConvolutionUnit(16, 24, 3, 2))
        self.stages = nn.Sequential(
            ResidualBlock(24, 32, 2), ResidualBlock(32, 32, 1),
            ResidualBlock(32, 64, 2), ResidualBlock(64, 64, 1),
            ResidualBlock(64, 96, 2), ConvolutionUnit(96, 40, 1, 1))
        self.points = nn.Linear(40 * 16, 2 * MARKS)
        self.errors = nn.Linear(40 * 16, MARKS)
        nn.init.zeros_(self.errors.weight)
        nn.init.constant_(self.errors.bias, -4)

    def forward(self, x):
        """The marks as fractions of the crop, N × 136, and the logarithms of their expected errors, N × 68."""
        features = self.stages(self.stem(x)).flatten(1)
        return self.points(features) + 0.5, self.errors(features)


def decode(maps, threshold, limit=400):
    """The faces of a picture's three maps (as exported), of at most `limit` cells: rows of score, box and roll, best first."""
    rows = []
    for stride, values in zip(STRIDES, maps):
        y, x = np.nonzero(values[0] >= threshold)
        score, left, top, right, bottom, cosine, sine = values[:, y, x]
        x, y = x + 0.5, y + 0.5
        box = np.stack([x - left, y - top, x + right, y + bottom]) * stride
        rows.append(np.concatenate([[score], box, [np.arctan2(sine, cosine)]]).T)
    rows = np.concatenate(rows)
    return suppressed(rows[np.argsort(-rows[:, 0])[:limit]])


def suppressed(rows, limit=0.4):
    """The rows of which no better one has nearly the same box."""
    kept = []
    area = (rows[:, 3] - rows[:, 1]) * (rows[:, 4] - rows[:, 2])
    left = np.arange(len(rows))
    while len(left):
        best, left = left[0], left[1:]
        kept.append(best)
        a, b = rows[best], rows[left]
        width = np.minimum(a[3], b[:, 3]) - np.maximum(a[1], b[:, 1])
        height = np.minimum(a[4], b[:, 4]) - np.maximum(a[2], b[:, 2])
        shared = np.maximum(width, 0) * np.maximum(height, 0)
        left = left[shared <= limit * (area[best] + area[left] - shared)]
    return rows[kept]


def joined(looks):
    """The faces of a picture that several looks found, each once."""
    rows = np.concatenate(looks)
    return suppressed(rows[np.argsort(-rows[:, 0])])


def outputs(values):
    """A map of the network as the exported model gives it."""
    return torch.cat([values[:, :1].sigmoid(), values[:, 1:5].exp(), values[:, 5:]], 1)
