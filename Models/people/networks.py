"""The pose network, and its maps."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from joints import COUNT, LIMBS

sys.path.append(str(Path(__file__).resolve().parents[1] / "scene"))
from scene import ConvolutionUnit, PyramidEncoder, pyramid

SIDE = 448  # pixels of the input
STRIDE = 8
WIDTHS, DEPTHS = (64, 128, 176), (2, 3, 3)  # channels and residual blocks of the three stages
PYRAMID, HEAD = 96, 128  # channels that the three resolutions are brought to, and of the convolution after them
LIMB_UNIT = 4  # strides: displacements are predicted in this unit
OFFSETS, FORWARD = COUNT, 3 * COUNT
BACKWARD = FORWARD + 2 * len(LIMBS)
CHANNELS = BACKWARD + 2 * len(LIMBS)


def normalise(pixels):
    """Pixel values (0 to 255, any type) as network input."""
    return pixels.float() / 127.5 - 1


class PoseNetwork(PyramidEncoder):
    """A residual network; the sum of its last three resolutions, at the finest of them, gives the maps.

    Of each cell: logits of 17 joints; how far they lie, down for all and then right for all, in strides; how far the joint at the end of a
    limb lies from that at its beginning, down and then right, in units of `LIMB_UNIT` strides; and back.
    """

    def __init__(self):
        super().__init__(WIDTHS, DEPTHS, PYRAMID)
        self.head = ConvolutionUnit(PYRAMID, HEAD, 3, 1)
        self.maps = nn.Conv2d(HEAD, CHANNELS, 1)
        nn.init.normal_(self.maps.weight, std=0.01)
        nn.init.zeros_(self.maps.bias)
        nn.init.constant_(self.maps.bias[:COUNT], -4)

    def forward(self, x):
        """The maps of normalised pictures, N × `CHANNELS` × height/8 × width/8."""
        return self.maps(self.head(F.relu(pyramid(self, x)[0])))
