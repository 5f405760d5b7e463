"""The two networks of hands, and what their outputs mean."""

import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from frames import COUNT

sys.path.append(str(Path(__file__).resolve().parents[1] / "scene"))
from scene import ConvolutionUnit, PyramidEncoder, pyramid, pyramid_of, stage_results

SIDE, STRIDE = 256, 8  # pixels of the detector's input, and of a cell of its map
CHANNELS = 6  # of the map: likelihood, place across and down, size, cosine and sine of the turn
JOINT_SIDE = 128  # pixels of the input of the network of joints
CELLS = JOINT_SIDE // STRIDE
RATIO = 1.6  # its side, in sizes of the hand
WIDTHS, PYRAMID = (48, 96, 128), 64  # channels of the stages and of the pyramid of both: the detector begins with parts of the other


def normalise(pixels):
    """Pixel values (0 to 255, any type) as network input."""
    return pixels.float() / 127.5 - 1


class Detector(PyramidEncoder):
    """A residual network whose last three resolutions, added at the finest of them, give a map.

    Of each cell: the logit of a hand centred there; how far the centre lies from the cell's middle, across and down, in strides; the logarithm of the
    hand's size in strides; and the cosine and the sine of its turn.
    """

    def __init__(self):
        super().__init__(WIDTHS, (1, 2, 2), PYRAMID)
        self.head = ConvolutionUnit(PYRAMID, PYRAMID, 3, 1)
        self.map = nn.Conv2d(PYRAMID, CHANNELS, 1)
        nn.init.normal_(self.map.weight, std=0.01)
        nn.init.zeros_(self.map.bias)
        with torch.no_grad():
            self.map.bias[0], self.map.bias[3] = -4, 1.5

    def forward(self, x):
        return self.map(self.head(F.relu(pyramid(self, x)[0])))


class Joints(PyramidEncoder):
    """A residual network that says where the joints of an upright hand are.

    A joint's place is the mean of the places of the finest resolution's cells, weighted by what the network makes of them.
    """

    def __init__(self):
        super().__init__(WIDTHS, (2, 2, 2), PYRAMID)
        self.head = ConvolutionUnit(PYRAMID, PYRAMID, 3, 1)
        self.heat = nn.Conv2d(PYRAMID, COUNT, 1)
        self.facts = nn.Linear(WIDTHS[-1], COUNT + 2)
        places = (torch.arange(CELLS) + 0.5) / CELLS
        self.register_buffer("places", torch.stack([places.repeat(CELLS), places.repeat_interleave(CELLS)], 1), persistent=False)

    def forward(self, x):
        """The joints in shares of the input (N × 21 × 2), the logits of how near they are to the truth (N × 21), of a hand, and of a right one."""
        levels = stage_results(self, x)
        shares = self.heat(self.head(F.relu(pyramid_of(self, levels)[0]))).float().flatten(2).softmax(2)
        facts = self.facts(levels[2].mean((2, 3)))
        return (shares[:, :, :, None] * self.places).sum(2), facts[:, :COUNT], facts[:, COUNT], facts[:, COUNT + 1]


def decode(values, threshold, limit=12):
    """The hands of a map (as exported), in likely cells that no neighbour exceeds: rows of likelihood, centre and size in pixels, and turn."""
    score = values[0]
    padded = np.pad(score, 1)
    best = np.max([padded[y:y + score.shape[0], x:x + score.shape[1]] for y in range(3) for x in range(3)], 0)
    y, x = np.nonzero((score >= threshold) & (score == best))
    found = values[:, y, x]
    across, down = x + 0.5 + found[1], y + 0.5 + found[2]
    rows = np.stack([found[0], across * STRIDE, down * STRIDE, found[3] * STRIDE, np.arctan2(found[5], found[4])], 1)
    kept = []
    for row in rows[np.argsort(-rows[:, 0])]:
        # Two centres nearer than a third of the smaller size are of one hand.
        if all(np.hypot(*(row[1:3] - other[1:3])) > 0.35 * min(row[3], other[3]) for other in kept):
            kept.append(row)
    return np.array(kept[:limit]).reshape(-1, 5)


def outputs(values):
    """A map of the network as the exported model gives it."""
    return torch.cat([values[:, :1].sigmoid(), values[:, 1:3], values[:, 3:4].exp(), values[:, 4:]], 1)
