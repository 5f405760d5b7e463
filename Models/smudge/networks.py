"""The network that says how much a smudge shows."""

import sys
from pathlib import Path

import torch
from torch import nn

sys.path.append(str(Path(__file__).resolve().parents[1] / "scene"))
from scene import ConvolutionUnit, ResidualBlock

SIDE = 256  # pixels of the input
STEM = (16, 24)  # channels
WIDTHS, DEPTHS = (32, 64, 96), (1, 1, 1)  # of the stages


def normalise(pixels):
    """Pixel values (0 to 255, any type) as network input."""
    return pixels.float() / 127.5 - 1


class SmudgeNetwork(nn.Module):
    """A residual network whose last stage, averaged over the picture, gives a logit."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(ConvolutionUnit(3, STEM[0], 3, 2), ConvolutionUnit(*STEM, 3, 2))
        self.stages = nn.ModuleList()
        inputs = STEM[1]
        for width, depth in zip(WIDTHS, DEPTHS):
            blocks = [ResidualBlock(inputs, width, 2)] + [ResidualBlock(width, width, 1) for _ in range(depth - 1)]
            self.stages.append(nn.Sequential(*blocks))
            inputs = width
        self.smudge = nn.Linear(inputs, 1)

    def forward(self, x):
        """The logits of normalised pictures, N."""
        x = self.stem(x)
        for stage in self.stages:
            x = stage(x)
        return self.smudge(x.mean((2, 3)))[:, 0]


def of_checkpoint(path):
    """The network of a checkpoint, for predictions."""
    model = SmudgeNetwork()
    model.load_state_dict(torch.load(path, weights_only=True)["average"])
    return model.eval()
