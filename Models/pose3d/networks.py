"""The network of bodies in space, and what its outputs mean."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from bodies import COUNT

sys.path.append(str(Path(__file__).resolve().parents[1] / "scene"))
from scene import ConvolutionUnit, PyramidEncoder, pyramid_of, stage_results

SIDE, STRIDE = 160, 8  # pixels of the input, and of a cell of the finest resolution
CELLS = SIDE // STRIDE
RATIO = 1.3  # the input's side, in sizes of the person
WIDTHS, PYRAMID = (48, 96, 160), 64  # channels of the stages and of the pyramid
SPACE = 3 * COUNT  # numbers of the joints in space


def normalise(pixels):
    """Pixel values (0 to 255, any type) as network input."""
    return pixels.float() / 127.5 - 1


class Bodies(PyramidEncoder):
    """A residual network that says where the joints of an upright person are in the picture and in space.

    A joint's place in the picture is the mean of the places of the finest resolution's cells, weighted by what the network makes of them.  Its place
    in space is the mean of what the cells say of it, with the same weights, and of what the whole picture says.
    """

    def __init__(self):
        super().__init__(WIDTHS, (2, 2, 2), PYRAMID)
        self.head = ConvolutionUnit(PYRAMID, PYRAMID, 3, 1)
        self.heat = nn.Conv2d(PYRAMID, COUNT, 1)
        self.space = nn.Conv2d(PYRAMID, SPACE, 1)  # x of all joints, then y, then z
        self.whole = nn.Linear(WIDTHS[-1], SPACE)
        self.presence = nn.Linear(WIDTHS[-1], 1)
        places = (torch.arange(CELLS) + 0.5) / CELLS
        self.register_buffer("places", torch.stack([places.repeat(CELLS), places.repeat_interleave(CELLS)], 1), persistent=False)

    def places_of_cells(self):
        """The places as weights of a 1×1 convolution, whose inputs are the cells."""
        return self.places.numpy().T[:, :, None, None]

    def forward(self, x):
        """The joints in metres from the root (N × 17 × 3), in shares of the input (N × 17 × 2), the logit of a person (N), and the logarithms of
        the cells' weights (N × 17 × 400)."""
        levels = stage_results(self, x)
        head = self.head(F.relu(pyramid_of(self, levels)[0]))
        logarithms = self.heat(head).float().flatten(2).log_softmax(2)
        shares = logarithms.exp()
        mean = levels[2].mean((2, 3))
        near = (self.space(head).float().view(len(x), 3, COUNT, -1) * shares[:, None]).sum(3).flatten(1)
        points = (near + self.whole(mean).float()).view(len(x), 3, COUNT).transpose(1, 2)
        return points, (shares[:, :, :, None] * self.places).sum(2), self.presence(mean)[:, 0], logarithms
