"""The networks that read the maps of the feature prints' networks."""

import torch
import torch.nn.functional as F
from torch import nn

from sets import GRID
from trunk import MAPS

WIDTH = 24
BLUR = 7  # cells


class Branch(nn.Module):
    """The maps, each brought to a few channels and to the finest one's size, added up and looked at together."""

    def __init__(self):
        super().__init__()
        self.project = nn.ModuleList(nn.Conv2d(channels, WIDTH, 1, bias=index == 0) for index, (channels, _) in enumerate(MAPS.values()))
        self.mix = nn.Conv2d(WIDTH, WIDTH, 3, padding=1)
        self.head = nn.Conv2d(WIDTH, 1, 1)

    def forward(self, maps):
        total = 0
        for project, value in zip(self.project, maps):
            value = project(value)
            if value.shape[-1] < GRID:
                value = F.interpolate(value, (GRID, GRID), mode="bilinear", align_corners=False)
            total = total + value
        return self.head(F.relu(self.mix(F.relu(total))))


class Attention(nn.Module):
    """Where people look: a branch, blurred, and what is looked at whatever a photograph shows."""

    def __init__(self):
        super().__init__()
        self.branch = Branch()
        self.prior = nn.Parameter(torch.zeros(1, 1, GRID, GRID))
        self.blur = nn.Parameter(torch.tensor(0.0))  # logarithm of the deviation in cells

    def kernel(self):
        distance = torch.arange(BLUR, dtype=torch.float32) - BLUR // 2
        line = torch.exp(-0.5 * (distance / self.blur.exp()) ** 2)
        line = line / line.sum()
        return (line[:, None] * line[None]).view(1, 1, BLUR, BLUR)

    def logits(self, maps):
        return F.conv2d(self.branch(maps), self.kernel(), padding=BLUR // 2) + self.prior

    def forward(self, maps):
        return F.log_softmax(self.logits(maps).flatten(1), 1)


class Objectness(nn.Module):
    """Whether a cell shows an object, as a logit."""

    def __init__(self):
        super().__init__()
        self.branch = Branch()

    def forward(self, maps):
        return self.branch(maps)[:, 0]
