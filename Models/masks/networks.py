"""The mask network."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1] / "scene"))
from scene import ConvolutionUnit, PyramidEncoder

SIDE = 320  # pixels of the input
LOOKS = (SIDE, 192, 448)  # sides of the pictures that the exported model takes: balanced, fast and accurate
STRIDE = 2  # of the maps
PYRAMID = 64  # channels that the three resolutions are brought to
NAMES = ("person", "foreground")


def normalise(pixels):
    """Pixel values (0 to 255, any type) as network input."""
    return pixels.float() / 127.5 - 1


class MaskNetwork(PyramidEncoder):
    """The encoder of the pose network's version 1.0, and a decoder that goes up to half of the picture's resolution.

    Gives two maps of logits: whether a pixel is of a person, and whether it is of what the photo is about.
    """

    def __init__(self):
        super().__init__((48, 96, 160), (1, 3, 2), PYRAMID)
        self.context = nn.Conv2d(160, PYRAMID, 1)
        self.head = ConvolutionUnit(PYRAMID, 32, 3, 1)
        self.fine = nn.ModuleList([nn.Conv2d(24, 32, 1), nn.Conv2d(16, 16, 1)])
        self.joins = nn.ModuleList([ConvolutionUnit(32, 16, 3, 1), ConvolutionUnit(16, 16, 3, 1)])
        self.maps = nn.Conv2d(16, len(NAMES), 1)

    def forward(self, x):
        """Logits of normalised pictures, N × 2 × height/2 × width/2."""
        first = self.stem[0](x)
        second = self.stem[1](first)
        levels, y = [], second
        for stage in self.stages:
            y = stage(y)
            levels.append(y)
        y = self.laterals[2](y) + self.context(y.mean((2, 3), keepdim=True))
        for level in (1, 0):
            y = self.laterals[level](levels[level]) + doubled(y)
        y = self.head(F.relu(y))
        for join, fine, level in zip(self.joins, self.fine, (second, first)):
            y = join(F.relu(fine(level) + doubled(y)))
        return self.maps(y)


def doubled(x):
    return F.interpolate(x, scale_factor=2, mode="nearest")


def of_checkpoints(paths):
    """The network whose weights are the mean of those of some checkpoints of one training."""
    states = [torch.load(path, weights_only=True)["average"] for path in paths]
    model = MaskNetwork()
    model.load_state_dict({name: sum(state[name] for state in states) / len(states) if value.is_floating_point() else value
                           for name, value in states[0].items()})
    return model.eval()
