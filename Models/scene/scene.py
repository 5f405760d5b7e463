"""The scene model's network and its preprocessing, shared by the scripts of this folder."""

import torch
import torch.nn.functional as F
from torch import nn

INPUT_SIZE = 128
STEM_WIDTH = 24
WIDTHS = (48, 96, 192, 384)
DEPTHS = (1, 2, 3, 1)
TOP_WIDTH = 1024
PRINT_VERSION = 3  # of the feature print: another network is another version
PRINT_SIDE = 256  # of the images that the feature print is taken of
PRINT_STAGES = (2, 3)  # the print is of these stages and of the top

# A Core ML image input has one scale and one bias per channel, so the three
# channels share a scale.  input = (pixel - MEAN) / DEVIATION.
MEAN = (122.5, 114.3, 101.4)
DEVIATION = 70.0


class ConvolutionUnit(nn.Module):
    """A convolution, batch normalisation and a rectifier."""

    def __init__(self, inputs, outputs, kernel, stride):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return F.relu(self.norm(self.conv(x)))


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions and a shortcut.

    Where the shape changes, the shortcut averages 2x2 cells (if the block
    halves the resolution) and projects them with a 1x1 convolution.
    """

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.stride = stride
        self.projects = stride != 1 or inputs != outputs
        if self.projects:
            self.project = nn.Conv2d(inputs, outputs, 1, bias=False)
            self.project_norm = nn.BatchNorm2d(outputs)

    def shortcut(self, x):
        if not self.projects:
            return x
        if self.stride == 2:
            x = F.avg_pool2d(x, 2, ceil_mode=True)
        return self.project_norm(self.project(x))

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        return F.relu(self.norm2(self.conv2(y)) + self.shortcut(x))


class PyramidEncoder(nn.Module):
    """What `pyramid` reads: a stem of stride 4, stages of residual blocks that each halve the resolution, and lateral convolutions to one width."""

    def __init__(self, widths, depths, pyramid_width):
        super().__init__()
        self.stem = nn.Sequential(ConvolutionUnit(3, 16, 3, 2), ConvolutionUnit(16, 24, 3, 2))
        self.stages = nn.ModuleList()
        inputs = 24
        for width, depth in zip(widths, depths):
            blocks = [ResidualBlock(inputs, width, 2)] + [ResidualBlock(width, width, 1) for _ in range(depth - 1)]
            self.stages.append(nn.Sequential(*blocks))
            inputs = width
        self.laterals = nn.ModuleList([nn.Conv2d(width, pyramid_width, 1) for width in widths])


def pyramid(model, x):
    """The results of a network's stages, each brought to one width by its lateral convolution and with the coarser ones added, enlarged; the
    finest first."""
    x = model.stem(x)
    levels = []
    for stage in model.stages:
        x = stage(x)
        levels.append(x)
    tops = [model.laterals[-1](levels[-1])]
    for level, lateral in zip(levels[-2::-1], list(model.laterals)[-2::-1]):
        tops.insert(0, lateral(level) + F.interpolate(tops[0], scale_factor=2, mode="nearest"))
    return tops


class SceneNet(nn.Module):
    """A residual network: a stem of stride 4, four stages, a wide 1x1 convolution and a linear classifier."""

    def __init__(self, classes, widths=WIDTHS, depths=DEPTHS):
        super().__init__()
        self.stem = nn.Sequential(ConvolutionUnit(3, STEM_WIDTH, 3, 2), ConvolutionUnit(STEM_WIDTH, widths[0], 3, 2))
        self.stages = nn.ModuleList()
        inputs = widths[0]
        for index, (width, depth) in enumerate(zip(widths, depths)):
            strides = [1 if index == 0 else 2] + [1] * (depth - 1)
            stage = nn.Sequential()
            for stride in strides:
                stage.append(ResidualBlock(inputs, width, stride))
                inputs = width
            self.stages.append(stage)
        self.widen = ConvolutionUnit(inputs, TOP_WIDTH, 1, 1)
        self.classifier = nn.Linear(TOP_WIDTH, classes)

    def means(self, x):
        """The means over all places of the print's stages and of the top, for normalised images, N x 3 x H x W."""
        x = self.stem(x)
        results = []
        for index, stage in enumerate(self.stages):
            x = stage(x)
            if index in PRINT_STAGES:
                results.append(x.mean((2, 3)))
        return [*results, self.widen(x).mean((2, 3))]


def load_trunk(path):
    """The network, without its classifier, of the file that `train.py` writes."""
    state = torch.load(path, map_location="cpu")["trunk"]
    model = SceneNet(1)
    missing = model.load_state_dict({name: value.float() for name, value in state.items()}, strict=False)
    if missing.unexpected_keys or any(not name.startswith("classifier.") for name in missing.missing_keys):
        raise ValueError(f"{path} has another network: {missing}")
    return model.eval()


def normalise(pixels):
    """Pixel values (0 to 255, N x 3 x H x W, any type) as network input."""
    mean = torch.tensor(MEAN, device=pixels.device).view(1, 3, 1, 1)
    return (pixels.float() - mean) / DEVIATION


def to_batch(images):
    """A uint8 array N x H x W x 3 as a tensor N x 3 x H x W, no copy."""
    return torch.from_numpy(images).permute(0, 3, 1, 2)


def accuracy(logits, labels, top=1):
    """The share of rows whose label is among the `top` largest logits."""
    best = logits.topk(top, 1).indices
    return (best == labels[:, None]).any(1).float().mean().item()
